"""The stored event log."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from locarium.server.storage.database import Database
from locarium.server.storage.event_log import Append, Conflict, EventLog
from locarium.table.events import AnyEvent, Drawn, Opened
from services import Postgres

OPENED = Opened("t", "loco", 1, 2, {}, {}, "00")
OPENING = {"game": "loco", "opened": 1.0}


class Log(EventLog):
    """A log with its own database."""

    def __init__(self, address: str) -> None:
        self.database = Database(address)
        super().__init__(self.database)

    def close(self) -> None:
        super().close()
        self.database.close()


def test_events_are_loaded_in_order(database_address: str) -> None:
    async def run() -> None:
        log = Log(database_address)
        await log.append(Append("t", 1, [OPENED], OPENING))
        await asyncio.gather(*(log.append(Append("t", 2 + i, [Drawn(str(i))])) for i in range(200)))
        log.close()
        again = Log(database_address)
        assert await again.load("t") == [OPENED, *(Drawn(str(i)) for i in range(200))]
        assert await again.load("nothing") == []
        assert await again.load("no\0thing") == []
        again.close()

    asyncio.run(run())


def test_conflicting_append_does_not_fail_its_group(database_address: str) -> None:
    async def run() -> None:
        log = Log(database_address)
        await log.append(Append("t", 1, [OPENED], OPENING))
        appends = [
            log.append(Append("t", 2, [Drawn("a")])),
            log.append(Append("t", 2, [Drawn("b")])),
            log.append(Append("t", 3, [Drawn("c")])),
        ]
        first, second, third = await asyncio.gather(*appends, return_exceptions=True)
        assert (first, third) == (None, None)
        assert isinstance(second, Conflict)
        assert await log.load("t") == [OPENED, Drawn("a"), Drawn("c")]
        log.close()

    asyncio.run(run())


def test_append_is_atomic(database_address: str) -> None:
    """If one event conflicts, none is stored."""

    async def run() -> None:
        log = Log(database_address)
        await log.append(Append("t", 1, [OPENED], OPENING))
        await log.append(Append("t", 3, [Drawn("c")]))
        with pytest.raises(Conflict):
            await log.append(Append("t", 2, [Drawn("a"), Drawn("b")]))
        assert await log.load("t") == [OPENED, Drawn("c")]
        log.close()

    asyncio.run(run())


def test_concurrent_servers_append_in_order(postgres_address: str) -> None:
    async def run() -> None:
        ours, theirs = Log(postgres_address), Log(postgres_address)
        await ours.append(Append("t", 1, [OPENED], OPENING))
        for version in range(2, 30):
            tries = [ours.append(Append("t", version, [Drawn("a")])), theirs.append(Append("t", version, [Drawn("b")]))]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        assert await ours.load("t") == await theirs.load("t")
        ours.close()
        theirs.close()

    asyncio.run(run())


def test_database_restart_loses_no_acknowledged_events(postgres: Postgres, postgres_address: str) -> None:
    """Appends fail while it is down and work again afterwards."""

    async def run() -> None:
        log = Log(postgres_address)
        await log.append(Append("t", 1, [OPENED], OPENING))
        stored: list[AnyEvent] = [OPENED]
        for name in ("a", "b"):
            await log.load("t")  # a pooled connection that predates the restart
            postgres.stop()
            for _ in range(2):
                with pytest.raises(DBAPIError):
                    await log.append(Append("t", len(stored) + 1, [Drawn("lost")]))
                with pytest.raises(DBAPIError):
                    await log.load("t")
            postgres.start()
            await log.append(Append("t", len(stored) + 1, [Drawn(name)]))
            stored.append(Drawn(name))
            assert await log.load("t") == stored
        log.close()

    asyncio.run(run())


def test_broken_connections_are_reopened(postgres: Postgres, postgres_address: str) -> None:
    async def run() -> None:
        log = Log(postgres_address)
        await log.append(Append("t", 1, [OPENED], OPENING))
        postgres.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'locarium'")
        with pytest.raises(DBAPIError):
            await log.append(Append("t", 2, [Drawn("lost")]))
        await log.append(Append("t", 2, [Drawn("a")]))
        assert await log.load("t") == [OPENED, Drawn("a")]
        log.close()

    asyncio.run(run())


def test_sqlite_is_durable(tmp_path: Path) -> None:
    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}")
    with log.database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    log.close()
