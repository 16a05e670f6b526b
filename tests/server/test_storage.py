"""The log on disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from locarium.play.events import Drawn, Opened
from locarium.server.database import Database
from locarium.server.schema import metadata
from locarium.server.storage import EventLog

OPENED = Opened("t", "loco", 1, 2, {}, {}, "00")


def log_in(folder: Path) -> EventLog:
    return EventLog(Database(f"sqlite:///{folder / 'log.sqlite'}"))


def test_events_come_back_in_order(tmp_path: Path) -> None:
    async def run() -> None:
        log = log_in(tmp_path)
        await log.append("t", 1, [OPENED], 1.0)
        await asyncio.gather(*(log.append("t", 2 + i, [Drawn(str(i))]) for i in range(200)))
        log.close()
        again = log_in(tmp_path)
        assert await again.load("t") == [OPENED, *(Drawn(str(i)) for i in range(200))]
        assert await again.load("nothing") == []
        again.close()

    asyncio.run(run())


def test_of_a_group_only_the_culprit_fails(tmp_path: Path) -> None:
    async def run() -> None:
        log = log_in(tmp_path)
        await log.append("t", 1, [OPENED], 1.0)
        appends = [log.append("t", 2, [Drawn("a")]), log.append("t", 2, [Drawn("b")]), log.append("t", 3, [Drawn("c")])]
        first, second, third = await asyncio.gather(*appends, return_exceptions=True)
        assert (first, third) == (None, None)
        assert isinstance(second, IntegrityError)
        assert await log.load("t") == [OPENED, Drawn("a"), Drawn("c")]
        log.close()

    asyncio.run(run())


def test_many_events_are_one_transaction(tmp_path: Path) -> None:
    """If one of them is at fault, none is stored."""

    async def run() -> None:
        log = log_in(tmp_path)
        await log.append("t", 1, [OPENED], 1.0)
        await log.append("t", 3, [Drawn("c")])
        with pytest.raises(IntegrityError):
            await log.append("t", 2, [Drawn("a"), Drawn("b")])
        assert await log.load("t") == [OPENED, Drawn("c")]
        log.close()

    asyncio.run(run())


def test_sqlite_is_durable(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    with log._database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    log.close()


def test_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    with log._database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    log.close()
    log_in(tmp_path).close()  # an old database is opened again


def test_a_database_that_cannot_be_opened_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(sa.exc.OperationalError):
        Database(f"sqlite:///{tmp_path / 'missing' / 'log.sqlite'}")
