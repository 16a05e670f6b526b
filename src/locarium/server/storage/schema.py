"""The tables of the database; migrations/ says how they came to be."""

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

# What can be known of a table without opening it. Times are seconds since 1970.
tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("opened", Float, nullable=False),
    Column("host", String(64), nullable=False, server_default=""),  # person id of who opened it
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("status", String(16), nullable=False, server_default="running"),  # of the game, see table/table.py
    Column("listing", LargeBinary, nullable=False, server_default=""),  # JSON, see tables/messages.py
    Column("due", Float),  # when the house has to do something by itself; 0: at once
    Column("owner", String(32)),  # the process that does it
    Column("lease", Float),  # until when
    Index("tables_due", "due"),
    Index("tables_public", "public", "status", "opened"),
)

# (table, version) is unique: whoever appends second has not seen the first.
events = Table(
    "events",
    metadata,
    Column("table", String(32), nullable=False),
    Column("version", Integer, nullable=False),  # counts from 1
    Column("event", LargeBinary, nullable=False),  # JSON, see table/events.py
    PrimaryKeyConstraint("table", "version"),
    sqlite_with_rowid=False,  # one tree instead of two: half the work of an append
)

# Finished games of tables, and those that people have brought along.
games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),  # table and number in its match; of one brought along a digest
    Column("table", String(32), index=True),  # null: brought along
    Column("number", Integer, nullable=False),  # in its match, from 1
    Column("importer", String(64), index=True),  # person id of who brought it along; null: played here
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # their version
    Column("seats", Integer, nullable=False),
    Column("options", String, nullable=False),  # JSON, sorted, defaults left out
    Column("edition", String(64), nullable=False),  # by its name
    Column("digest", String(64), nullable=False),  # of the edition's text
    Column("finished", Float, nullable=False),  # or brought along
    Column("public", Boolean, nullable=False),  # everybody may find it
    Column("practice", Boolean, nullable=False),
    Column("bots", Integer, nullable=False),  # how many of them played
    Column("steps", Integer, nullable=False),
    Column("ended", String(16)),  # null: by its rules
    Column("record", LargeBinary, nullable=False),  # JSON, see kernel/record.py
    Column("embargoed_until", Float, nullable=False, server_default="0"),  # others play the same deal
    Column("hints", Integer, nullable=False, server_default="0"),  # given to those who played
    Index("games_public", "public", "finished"),
    Index("games_game", "game", "finished"),
)

# Finished games looked at, or waiting for it; the same game is looked at once, whoever asks.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(64), primary_key=True),  # digest of the record
    Column("record", LargeBinary, nullable=False),  # JSON, without names and proof
    Column("status", String(16), nullable=False),  # waiting, running, done, failed
    Column("asked", Float, nullable=False),
    Column("used", Float, nullable=False),  # when somebody last looked at it
    Column("person_id", String(64), index=True),  # of who asked; null once they are deleted
    Column("address", String(64)),  # keyed digest of where they asked from; null once it is done
    Column("done", Integer, nullable=False),  # steps
    Column("total", Integer, nullable=False),
    Column("worker", String(32)),  # the process that is at it
    Column("lease", Float),  # until when
    Column("analysis", LargeBinary),  # JSON, see search/analysis.py
    Index("reviews_status", "status", "asked"),
)

# Who played them.
players = Table(
    "players",
    metadata,
    Column("game", String(40), nullable=False),  # its id
    Column("seat", Integer, nullable=False),
    Column("person_id", String(64), index=True),  # of a person; null: a bot, or brought along
    Column("name", String(40), nullable=False),
    Column("program", Boolean, nullable=False),
    Column("level", Integer),  # of a bot
    Column("is_bot", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer),  # null: the game ended outside its rules
    Column("tallies", String, nullable=False),  # JSON, see kernel/game.py
    PrimaryKeyConstraint("game", "seat"),
)

# Tables with the same deals: a day of LOCUS, a duel, duplicate tables.
contests = Table(
    "contests",
    metadata,
    Column("name", String(32), primary_key=True),  # of a day, daily-2026-11-16; else part of an address
    Column("kind", String(16), nullable=False),  # see contests/messages.py
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),  # of a table
    Column("options", String, nullable=False),  # JSON, sorted, defaults left out
    Column("edition", String(64)),  # a built-in one by its name; null: the house's
    Column("deals", Integer, nullable=False),
    Column("tables", Integer, nullable=False),  # of a deal
    Column("level", Integer, nullable=False),  # of bots that fill in
    Column("secret", LargeBinary, nullable=False),  # that of every deal follows from it
    Column("host", String(64), nullable=False, index=True),  # person id of who made it; empty: the house
    Column("opened", Float, nullable=False),
    Column("begun", Float),  # null: it waits for entrants
    Column("embargoed_until", Float),  # others see nothing of it until then, or until all have played a deal
    Column("method", String(32), nullable=False),  # of its draws, see docs/fair.md
)

entrants = Table(
    "entrants",
    metadata,
    Column("contest", String(32), nullable=False),
    Column("number", Integer, nullable=False),  # from 0
    Column("person_id", String(64), index=True),  # null: a bot, or somebody who wants to be forgotten
    Column("name", String(40), nullable=False),
    Column("program", Boolean, nullable=False),
    Column("level", Integer),  # of a bot
    PrimaryKeyConstraint("contest", "number"),
    UniqueConstraint("contest", "person_id"),
)

# Who plays what where; written before the table is opened.
entries = Table(
    "entries",
    metadata,
    Column("contest", String(32), nullable=False),
    Column("deal", Integer, nullable=False),  # from 1
    Column("entrant", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # the number of the table, from 0
    Column("seat", Integer, nullable=False),  # as it was taken, before a lot
    Column("table", String(32), nullable=False, index=True),
    PrimaryKeyConstraint("contest", "deal", "entrant"),
    UniqueConstraint("contest", "deal", "place", "seat"),
)

# Where people sit, and where their names are because they sat there before the game.
seats = Table(
    "seats",
    metadata,
    Column("table", String(32), nullable=False),
    Column("person_id", String(64), nullable=False),  # of the person
    Column("left", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("person_id", "table"),
)

processes = Table(
    "processes",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("seen", Float, nullable=False),  # when it was last alive
)

# When the house was closed: that time counts for no clock.
downtimes = Table(
    "downtimes",
    metadata,
    Column("since", Float, nullable=False),
    Column("until", Float, primary_key=True),
)

# What the house signs with; made once, by whoever is first.
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
    Column("session", Integer, nullable=False),  # cookies of another one are void
    Column("code", String(64), unique=True),  # keyed digest of the recovery code
    Column("login", String(40)),  # as it was written
    Column("login_key", String(120), unique=True),  # the same for all ways to write it
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
    Column("last_used", Float),  # within an hour
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("user_id", String(32), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("host", String(255), nullable=False),  # works there only
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
    Column("by", String(64), nullable=False),  # person id of the person
    Column("person_id", String(64), nullable=False, index=True),  # of the one who is blocked
    Column("name", String(40), nullable=False),  # as it was then
    Column("since", Float, nullable=False),
    UniqueConstraint("user_id", "person_id"),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("user_id", String(32), index=True),  # who reports; null once they are deleted
    Column("table", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person_id", String(64), index=True),  # of the one who sat there; null once they are deleted
    Column("reason", String(20), nullable=False),
    Column("text", String(500), nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),  # null: open
)
