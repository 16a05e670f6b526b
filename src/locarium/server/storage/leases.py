"""Leases: which process runs which table, and when the server was down."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING

import sqlalchemy as sa

from . import schema

if TYPE_CHECKING:
    from collections.abc import Collection

    from .database import Database

LEASE = 10.0  # seconds without a heartbeat after which a process counts as dead
HEARTBEAT = 1.0  # seconds between heartbeats
MAX_SILENCE = 3 * HEARTBEAT  # seconds; a longer time without any heartbeat counts as downtime
MAX_AT_ONCE = 50  # tables claimed per round
PROCESS_RETENTION = 86400.0  # seconds after which an ended process is deleted

logger = logging.getLogger(__name__)


class LeaseManager:
    """One process and the tables whose bots and clocks it runs. Without a shared database it owns all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: set[str] = set()  # tables
        self._last_heartbeat = 0.0  # last heartbeat, monotonic
        self._last_check: tuple[float, float] | None = None  # when the last check was, in wall-clock and monotonic time
        self._check_lock = asyncio.Lock()
        self.down_until = 0.0  # end of the latest downtime
        self.name = secrets.token_hex(8)

    async def arrive(self, now: float) -> None:
        """Register the process. Store the downtime if the server was down until now."""
        self._last_heartbeat = time.monotonic()
        self._last_check = (now, time.monotonic())
        await self._database.ask(lambda connection: self._arrive(connection, now))

    def _arrive(self, connection: sa.Connection, now: float) -> None:
        processes = schema.processes
        self._note_downtime(connection, now, least=MAX_SILENCE if self._database.is_shared else 0)
        connection.execute(sa.delete(processes).where(processes.c.seen < now - PROCESS_RETENTION))
        connection.execute(sa.insert(processes).values(name=self.name, seen=now))

    def _note_downtime(self, connection: sa.Connection, now: float, least: float) -> None:
        """Store the time since the last heartbeat of any process, unless it is too short."""
        processes, downtimes = schema.processes, schema.downtimes
        if self._database.is_shared:
            connection.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")  # one process at a time
        seen = connection.execute(sa.select(sa.func.max(processes.c.seen))).scalar()
        if seen is not None and now - seen > least:
            connection.execute(sa.insert(downtimes).values(since=seen, until=now))
        elif seen is not None and seen - now > MAX_SILENCE:  # the clock was set back
            connection.execute(sa.delete(downtimes).where(downtimes.c.until > now))
            connection.execute(sa.update(processes).where(processes.c.seen > now).values(seen=now))
        self.down_until = connection.execute(sa.select(sa.func.max(downtimes.c.until))).scalar() or 0.0

    async def wake(self) -> None:
        """Store the downtime if the machine was suspended, the process was stopped or the clock jumped.

        In each case the wall clock is far from its value at the last check a second ago.
        """
        if self._is_astray(time.time()):
            async with self._check_lock:
                now, steady = time.time(), time.monotonic()
                if self._last_check is not None and self._is_astray(now):
                    passed = steady - self._last_check[1]
                    jump = now - self._last_check[0] - passed
                    await self._database.ask(lambda connection: self._wake(connection, now))
                    self._last_check = (now, steady)
                    level = logging.WARNING if abs(jump) > MAX_SILENCE else logging.INFO
                    logger.log(level, "process paused for %.0f s; clock jumped by %+.0f s", passed, jump)

    def _is_astray(self, now: float) -> bool:
        return self._last_check is not None and abs(now - self._last_check[0]) > MAX_SILENCE

    def _wake(self, connection: sa.Connection, now: float) -> None:
        self._note_downtime(connection, now, least=MAX_SILENCE)
        processes = schema.processes
        connection.execute(sa.update(processes).where(processes.c.name == self.name).values(seen=now))

    async def downtimes(self, after: float) -> list[tuple[float, float]]:
        """Return the downtimes that ended after a time."""
        times = schema.downtimes.c
        wanted = sa.select(times.since, times.until).where(times.until > after).order_by(times.until)
        rows = await self._database.ask(lambda connection: connection.execute(wanted).all())
        return [(row.since, row.until) for row in rows]

    async def claim_due(self, now: float, resting: Collection[str] = ()) -> list[str]:
        """Send a heartbeat and claim free tables that are due, except those in `resting`."""
        await self.wake()
        async with self._check_lock:
            steady = time.monotonic()
            names = await self._database.ask(lambda connection: self._claim_due(connection, now, resting))
            self._last_check = (now, steady)
        self._held.update(names)
        return names

    def _claim_due(self, connection: sa.Connection, now: float, resting: Collection[str] = ()) -> list[str]:
        tables, processes = schema.tables, schema.processes
        if time.monotonic() - self._last_heartbeat >= HEARTBEAT:
            self._last_heartbeat = time.monotonic()
            connection.execute(sa.update(processes).where(processes.c.name == self.name).values(seen=now))
            if self._database.is_shared:
                mine = sa.update(tables).where(tables.c.owner == self.name)
                connection.execute(mine.values(lease=now + LEASE))
        due = sa.select(tables.c.name).where(tables.c.due <= now).order_by(tables.c.due)
        if resting:
            due = due.where(tables.c.name.not_in(resting))
        if not self._database.is_shared:
            return [name for name in connection.execute(due).scalars() if name not in self._held][:MAX_AT_ONCE]
        free = due.where(_is_free(now)).limit(MAX_AT_ONCE).with_for_update(skip_locked=True)
        names = list(connection.execute(free).scalars())
        if names:
            taken = sa.update(tables).where(tables.c.name.in_(names))
            connection.execute(taken.values(owner=self.name, lease=now + LEASE))
        return names

    async def claim(self, table: str, now: float) -> bool:
        """Claim a table. Return whether this process owns it now."""
        tables = schema.tables
        if self._database.is_shared and table not in self._held:
            is_mine = tables.c.owner == self.name  # true if `claim_due` has stored the lease but not returned yet
            claim = sa.update(tables).where(tables.c.name == table, sa.or_(_is_free(now), is_mine))
            claim = claim.values(owner=self.name, lease=now + LEASE)
            if await self._database.ask(lambda connection: connection.execute(claim).rowcount) == 0:
                return False
        self._held.add(table)
        return True

    async def release(self, table: str) -> None:
        """Release a table so that another process can claim it."""
        self._held.discard(table)
        if self._database.is_shared:
            tables = schema.tables
            mine = sa.update(tables).where(tables.c.name == table, tables.c.owner == self.name)
            await self._database.ask(lambda connection: connection.execute(mine.values(owner=None, lease=None)))

    async def depart(self, now: float) -> None:
        """Unregister the process so that others can take over immediately."""
        await self._database.ask(lambda connection: self._depart(connection, now))

    def _depart(self, connection: sa.Connection, now: float) -> None:
        tables, processes = schema.tables, schema.processes
        mine = sa.update(tables).where(tables.c.owner == self.name)
        connection.execute(mine.values(owner=None, lease=None))
        connection.execute(sa.update(processes).where(processes.c.name == self.name).values(seen=now))


def _is_free(now: float) -> sa.ColumnElement[bool]:
    tables = schema.tables
    return sa.or_(tables.c.owner.is_(None), tables.c.lease < now)
