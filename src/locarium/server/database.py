"""The database: SQLite in a file, or PostgreSQL that several processes share."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event as hooks

from locarium.kernel.errors import BadInput

from . import migrations

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}  # by the scheme of an address


class Database:
    """Connections to one database, brought to the newest schema."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine = sa.create_engine(_with_driver(address))
        if not self.is_shared:
            hooks.listen(self.engine, "connect", _make_durable)
        with self.engine.begin() as connection:
            migrations.upgrade(connection)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        return self.engine.dialect.name == "postgresql"

    async def ask(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """Do some work in a transaction, in a thread: others go on meanwhile."""
        return await asyncio.to_thread(self._within_transaction, work)

    def _within_transaction(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        with self.engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Nobody asks any more."""
        self.engine.dispose()


def _with_driver(address: str) -> sa.URL:
    try:
        url = sa.make_url(address)
        return url.set(drivername=DRIVERS[url.drivername])
    except (sa.exc.ArgumentError, KeyError):
        expected = "sqlite:////folder/file or postgresql://user@host/name"
        raise BadInput(f"{address!r} is not the address of a database: expected {expected}") from None


def _make_durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()
