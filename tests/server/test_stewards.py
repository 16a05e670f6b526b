"""Leases: which process runs the bots and clocks of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from locarium.server import schema
from locarium.server.database import Database
from locarium.server.stewards import LEASE, Steward

NOW = 1000.0


@pytest.fixture
def database(postgres_address: str) -> Iterator[Database]:
    """A database with one table at which bots have to act."""
    database = Database(postgres_address)
    with database.engine.begin() as connection:
        connection.execute(sa.insert(schema.tables).values(name="t", game="loco", opened=NOW, due=0.0))
    yield database
    database.close()


def test_a_process_can_claim_the_table_that_its_own_look_has_just_taken(database: Database) -> None:
    """The lease is stored before `look` returns. A claim in between used to fail, and the bots never moved."""

    async def run() -> None:
        steward, other = Steward(database), Steward(database)
        with database.engine.begin() as connection:
            assert steward._look(connection, NOW) == ["t"]
        assert await steward.claim("t", NOW)
        assert not await other.claim("t", NOW)
        assert await other.claim("t", NOW + 2 * LEASE)

    asyncio.run(run())


def test_a_released_table_can_be_claimed_at_once(database: Database) -> None:
    async def run() -> None:
        steward, other = Steward(database), Steward(database)
        assert await steward.claim("t", NOW)
        await steward.release("t")
        assert await other.claim("t", NOW)

    asyncio.run(run())
