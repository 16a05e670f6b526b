"""The tables of the database; migrations/ says how they came to be."""

from __future__ import annotations

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, PrimaryKeyConstraint, String, Table

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("opened", Float, nullable=False),  # seconds since 1970
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
