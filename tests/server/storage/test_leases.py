"""Leases: which process runs the bots and clocks of a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.storage.leases import LEASE, LeaseManager

NOW = 1000.0


@pytest.fixture
def database(postgres_address: str) -> Iterator[Database]:
    """A database with one table at which bots have to act."""
    database = Database(postgres_address)
    with database.engine.begin() as connection:
        connection.execute(sa.insert(schema.tables).values(name="t", game="loco", opened=NOW, due=0.0))
    yield database
    database.close()


def test_process_can_claim_a_table_it_is_about_to_own(database: Database) -> None:
    """The lease is stored before `claim_due` returns. A claim in between used to fail, and the bots never moved."""

    async def run() -> None:
        manager, other = LeaseManager(database), LeaseManager(database)
        with database.engine.begin() as connection:
            assert manager._claim_due(connection, NOW) == ["t"]
        assert await manager.claim("t", NOW)
        assert not await other.claim("t", NOW)
        assert await other.claim("t", NOW + 2 * LEASE)

    asyncio.run(run())


def test_released_table_can_be_claimed_immediately(database: Database) -> None:
    async def run() -> None:
        manager, other = LeaseManager(database), LeaseManager(database)
        assert await manager.claim("t", NOW)
        await manager.release("t")
        assert await other.claim("t", NOW)

    asyncio.run(run())


def downtimes(database: Database) -> int:
    with database.engine.connect() as connection:
        return len(connection.execute(sa.select(schema.downtimes)).all())


def test_clock_jump_is_stored_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        managers = [LeaseManager(database) for _ in range(3)]
        for manager in managers:
            await manager.arrive(time.time())
        later = time.time() + 3600
        monkeypatch.setattr(time, "time", lambda: later)
        await asyncio.gather(*(manager.wake() for manager in managers))
        assert downtimes(database) == 1
        assert {manager.down_until for manager in managers} == {later}

    asyncio.run(run())


def test_one_stopped_process_of_several_is_not_downtime(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        stopped, other = LeaseManager(database), LeaseManager(database)
        now = time.time()
        for manager in (stopped, other):
            await manager.arrive(now)
        for second in range(1, 11):
            monkeypatch.setattr(time, "time", lambda second=second: now + second)
            monkeypatch.setattr(other, "_last_heartbeat", 0.0)  # it sends a heartbeat each second
            await other.claim_due(now + second)
        await stopped.wake()
        assert downtimes(database) == 0

    asyncio.run(run())
