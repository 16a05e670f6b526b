"""The tables of the database; migrations/ says how they came to be."""

from __future__ import annotations

from sqlalchemy import (
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
