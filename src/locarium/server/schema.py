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

metadata = MetaData()

# What can be known of a table without opening it. Times are seconds since 1970.
tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("opened", Float, nullable=False),
    Column("host", String(64), nullable=False, server_default=""),  # proof of who opened it
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("status", String(16), nullable=False, server_default="running"),  # of the game, see play/table.py
    Column("listing", LargeBinary, nullable=False, server_default=""),  # JSON, see messages.py
    Column("due", Float),  # when the house has to do something by itself; 0: at once
    Column("steward", String(32)),  # the process that does it
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
    Column("event", LargeBinary, nullable=False),  # JSON, see play/events.py
    PrimaryKeyConstraint("table", "version"),
    sqlite_with_rowid=False,  # one tree instead of two: half the work of an append
)

# Where people sit.
seats = Table(
    "seats",
    metadata,
    Column("table", String(32), nullable=False),
    Column("proof", String(64), nullable=False),  # of the person
    PrimaryKeyConstraint("proof", "table"),
)

processes = Table(
    "processes",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("seen", Float, nullable=False),  # when it was last alive
)

# When the house was closed: that time counts for no clock.
closings = Table(
    "closings",
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

people = Table(
    "people",
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
    Column("person", String(32), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("last_used", Float),  # within an hour
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String(32), nullable=False, index=True),
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
    Column("person", String(32), nullable=False),
    Column("by", String(64), nullable=False),  # proof of the person
    Column("proof", String(64), nullable=False, index=True),  # of the one who is blocked
    Column("name", String(40), nullable=False),  # as it was then
    Column("since", Float, nullable=False),
    UniqueConstraint("person", "proof"),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String(32), index=True),  # who reports; null once they are deleted
    Column("table", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("proof", String(64), index=True),  # of the one who sat there; null once they are deleted
    Column("reason", String(20), nullable=False),
    Column("text", String(500), nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),  # null: open
)
