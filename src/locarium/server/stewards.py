"""Which process looks after what: leases on tables, and when the house was open."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import sqlalchemy as sa

from . import schema

if TYPE_CHECKING:
    from collections.abc import Collection

    from .database import Database

LEASE = 10.0  # seconds after which a process that does not stir is thought dead
STIR = 1.0  # seconds between two signs of life
MISSED = 3 * STIR  # seconds without one after which the house is thought to have been closed
MOST_AT_ONCE = 50  # tables taken on at one look
FORGOTTEN = 86400.0  # seconds after which a process that has ended is


class Steward:
    """One process, and the tables whose bots and clocks are its concern. Alone with its database it asks nobody."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: set[str] = set()  # tables
        self._stirred = 0.0
        self.name = secrets.token_hex(8)

    async def arrive(self, now: float) -> None:
        """The process has started; if the house was closed until now, that is written down."""
        self._stirred = now
        await self._database.ask(lambda connection: self._arrive(connection, now))

    def _arrive(self, connection: sa.Connection, now: float) -> None:
        processes = schema.processes
        if self._database.is_shared:
            connection.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")  # one after the other
        seen = connection.execute(sa.select(sa.func.max(processes.c.seen))).scalar()
        if seen is not None and now - seen > (MISSED if self._database.is_shared else 0):
            connection.execute(sa.insert(schema.closings).values(since=seen, until=now))
        connection.execute(sa.delete(processes).where(processes.c.seen < now - FORGOTTEN))
        connection.execute(sa.insert(processes).values(name=self.name, seen=now))

    async def closings(self, after: float) -> list[tuple[float, float]]:
        """When the house was closed, as far as it opened again after a time."""
        times = schema.closings.c
        wanted = sa.select(times.since, times.until).where(times.until > after).order_by(times.until)
        rows = await self._database.ask(lambda connection: connection.execute(wanted).all())
        return [(row.since, row.until) for row in rows]

    async def look(self, now: float, resting: Collection[str] = ()) -> list[str]:
        """Say that the process is alive, and take on tables that are due and free, except those that are resting."""
        names = await self._database.ask(lambda connection: self._look(connection, now, resting))
        self._held.update(names)
        return names

    def _look(self, connection: sa.Connection, now: float, resting: Collection[str] = ()) -> list[str]:
        tables, processes = schema.tables, schema.processes
        if now - self._stirred >= STIR:
            self._stirred = now
            connection.execute(sa.update(processes).where(processes.c.name == self.name).values(seen=now))
            if self._database.is_shared:
                mine = sa.update(tables).where(tables.c.steward == self.name)
                connection.execute(mine.values(lease=now + LEASE))
        due = sa.select(tables.c.name).where(tables.c.due <= now).order_by(tables.c.due)
        if resting:
            due = due.where(tables.c.name.not_in(resting))
        if not self._database.is_shared:
            return [name for name in connection.execute(due).scalars() if name not in self._held][:MOST_AT_ONCE]
        free = due.where(_is_free(now)).limit(MOST_AT_ONCE).with_for_update(skip_locked=True)
        names = list(connection.execute(free).scalars())
        if names:
            taken = sa.update(tables).where(tables.c.name.in_(names))
            connection.execute(taken.values(steward=self.name, lease=now + LEASE))
        return names

    async def claim(self, table: str, now: float) -> bool:
        """Whether this process is the one that looks after a table from now on."""
        tables = schema.tables
        if self._database.is_shared and table not in self._held:
            is_mine = tables.c.steward == self.name  # `look` has stored the lease but not returned yet
            claim = sa.update(tables).where(tables.c.name == table, sa.or_(_is_free(now), is_mine))
            claim = claim.values(steward=self.name, lease=now + LEASE)
            if await self._database.ask(lambda connection: connection.execute(claim).rowcount) == 0:
                return False
        self._held.add(table)
        return True

    async def release(self, table: str) -> None:
        """Leave a table to whoever comes next."""
        self._held.discard(table)
        if self._database.is_shared:
            tables = schema.tables
            mine = sa.update(tables).where(tables.c.name == table, tables.c.steward == self.name)
            await self._database.ask(lambda connection: connection.execute(mine.values(steward=None, lease=None)))

    async def depart(self, now: float) -> None:
        """The process ends: others may go on at once."""
        await self._database.ask(lambda connection: self._depart(connection, now))

    def _depart(self, connection: sa.Connection, now: float) -> None:
        tables, processes = schema.tables, schema.processes
        mine = sa.update(tables).where(tables.c.steward == self.name)
        connection.execute(mine.values(steward=None, lease=None))
        connection.execute(sa.update(processes).where(processes.c.name == self.name).values(seen=now))


def _is_free(now: float) -> sa.ColumnElement[bool]:
    tables = schema.tables
    return sa.or_(tables.c.steward.is_(None), tables.c.lease < now)
