"""The database schema. migrations/ has its history."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    false,
)

DAILY, DUEL, DUPLICATE = "daily", "duel", "duplicate"  # kinds of contests

metadata = MetaData()

# Table metadata that is available without replaying events. Times are Unix timestamps.
tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("opened", Float, nullable=False),
    Column("host", String(64), nullable=False, server_default=""),  # person id
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("status", String(16), nullable=False, server_default="running"),  # status of the game, see table/table.py
    Column("listing", LargeBinary, nullable=False, server_default=""),  # JSON, see tables/messages.py
    Column("due", Float),  # when the server must act: 0 for immediately
    Column("owner", String(32)),  # process that runs the table
    Column("lease", Float),  # lease expiry
    Index("tables_due", "due"),
    Index("tables_public", "public", "status", "opened"),
)

# (table, version) is unique, so the second of two concurrent appends fails.
events = Table(
    "events",
    metadata,
    Column("table", String(32), nullable=False),
    Column("version", Integer, nullable=False),  # counts from 1
    Column("event", LargeBinary, nullable=False),  # JSON, see table/events.py
    PrimaryKeyConstraint("table", "version"),
    sqlite_with_rowid=False,  # one B-tree instead of two: half the work per append
)

# Finished games: played here or imported.
games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),  # table and number in its match, or a digest if imported
    Column("table", String(32), index=True),  # null: imported
    Column("number", Integer, nullable=False),  # number in its match, from 1
    Column("importer", String(64), index=True),  # person id of the importer; null: played here
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules
    Column("seats", Integer, nullable=False),
    Column("options", String, nullable=False),  # JSON, sorted, defaults left out
    Column("edition", String(64), nullable=False),  # name
    Column("digest", String(64), nullable=False),  # digest of the edition's text
    Column("finished", Float, nullable=False),  # when it was finished or imported
    Column("public", Boolean, nullable=False),  # whether anyone can find it
    Column("practice", Boolean, nullable=False),
    Column("bots", Integer, nullable=False),  # number of bots
    Column("steps", Integer, nullable=False),
    Column("ended", String(16)),  # null: ended by its rules
    Column("record", LargeBinary, nullable=False),  # JSON, see kernel/record.py
    Column(
        "embargoed_until", Float, nullable=False, server_default="0"
    ),  # hidden until then while others play the same deal
    Column("hints", Integer, nullable=False, server_default="0"),  # number of hints given
    Index("games_public", "public", "finished"),
    Index("games_game", "game", "finished"),
)

# Reviews of finished games. Each distinct game is analysed once.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(64), primary_key=True),  # digest of the record
    Column("record", LargeBinary, nullable=False),  # JSON, without names and fairness data
    Column("status", String(16), nullable=False),  # waiting, running, done, failed
    Column("asked", Float, nullable=False),
    Column("used", Float, nullable=False),  # when it was last opened
    Column("person_id", String(64), index=True),  # the requester; null once deleted
    Column("address", String(64)),  # keyed digest of the requester's address; null once done
    Column("done", Integer, nullable=False),  # steps analysed
    Column("total", Integer, nullable=False),
    Column("worker", String(32)),  # process that runs it
    Column("lease", Float),  # lease expiry
    Column("analysis", LargeBinary),  # JSON, see search/analysis.py
    Index("reviews_status", "status", "asked"),
)

# Players of finished games.
players = Table(
    "players",
    metadata,
    Column("game", String(40), nullable=False),  # its id
    Column("seat", Integer, nullable=False),
    Column("person_id", String(64), index=True),  # null: a bot, or imported
    Column("name", String(40), nullable=False),
    Column("program", Boolean, nullable=False),
    Column("level", Integer),  # level of a bot
    Column("is_bot", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer),  # null: the game ended outside its rules
    Column("tallies", String, nullable=False),  # JSON, see kernel/game.py
    PrimaryKeyConstraint("game", "seat"),
)

# Tables with the same deals: daily games, duels, duplicate tables.
contests = Table(
    "contests",
    metadata,
    Column("name", String(32), primary_key=True),  # daily-2026-11-16 for a day; otherwise part of its URL
    Column("kind", String(16), nullable=False),  # see contests/messages.py
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),  # seats per table
    Column("options", String, nullable=False),  # JSON, sorted, defaults left out
    Column("edition", String(64)),  # name of a built-in edition; null: house
    Column("deals", Integer, nullable=False),
    Column("tables", Integer, nullable=False),  # tables per deal
    Column("level", Integer, nullable=False),  # level of the bots that fill empty seats
    Column("secret", LargeBinary, nullable=False),  # the secrets of all deals are derived from it
    Column("host", String(64), nullable=False, index=True),  # person id of the host; empty: the server
    Column("opened", Float, nullable=False),
    Column("begun", Float),  # null: waiting for entrants
    Column("embargoed_until", Float),  # hidden from others until then, or until all have played the deal
    Column("method", String(32), nullable=False),  # fairness method of its draws, see docs/fair.md
)

entrants = Table(
    "entrants",
    metadata,
    Column("contest", String(32), nullable=False),
    Column("number", Integer, nullable=False),  # from 0
    Column("person_id", String(64), index=True),  # null: a bot, or a deleted person
    Column("name", String(40), nullable=False),
    Column("program", Boolean, nullable=False),
    Column("level", Integer),  # level of a bot
    PrimaryKeyConstraint("contest", "number"),
    UniqueConstraint("contest", "person_id"),
)

# Which entrant plays which deal where. Written before the table is opened.
entries = Table(
    "entries",
    metadata,
    Column("contest", String(32), nullable=False),
    Column("deal", Integer, nullable=False),  # from 1
    Column("entrant", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # number of the table, from 0
    Column("seat", Integer, nullable=False),  # the seat before any seat draw
    Column("table", String(32), nullable=False, index=True),
    PrimaryKeyConstraint("contest", "deal", "entrant"),
    UniqueConstraint("contest", "deal", "place", "seat"),
)

# Where people sit now or sat before the game, so account deletion can find their names.
seats = Table(
    "seats",
    metadata,
    Column("table", String(32), nullable=False),
    Column("person_id", String(64), nullable=False),  # the person who sits or sat there
    Column("left", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("person_id", "table"),
)

processes = Table(
    "processes",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("seen", Float, nullable=False),  # last heartbeat
)

# Server downtimes. Clocks ignore them.
downtimes = Table(
    "downtimes",
    metadata,
    Column("since", Float, nullable=False),
    Column("until", Float, primary_key=True),
)

# Signing keys. The first process creates them.
keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),  # 128 random bits, hexadecimal; seats store its digest
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("session", Integer, nullable=False),  # session number; cookies of other sessions are invalid
    Column("code", String(64), unique=True),  # keyed digest of the recovery code
    Column("login", String(40)),  # as the user wrote it
    Column("login_key", String(120), unique=True),  # normalized form
    Column("password", String(200)),  # Argon2id
)

tokens = Table(
    "tokens",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("last_used", Float),  # accurate to an hour
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("host", String(255), nullable=False),  # valid for this host only
    Column("credential", LargeBinary, nullable=False, unique=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created", Float, nullable=False),
    Column("last_used", Float),
)

blocks = Table(
    "blocks",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("user_id", String(32), nullable=False),
    Column("by", String(64), nullable=False),  # person id of the blocker
    Column("person_id", String(64), nullable=False, index=True),  # the blocked person
    Column("name", String(40), nullable=False),  # their name when they were blocked
    Column("since", Float, nullable=False),
    UniqueConstraint("user_id", "person_id"),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("user_id", String(32), index=True),  # reporter; null once deleted
    Column("table", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person_id", String(64), index=True),  # the reported person; null once deleted
    Column("reason", String(20), nullable=False),
    Column("text", String(500), nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),  # null: open
)
