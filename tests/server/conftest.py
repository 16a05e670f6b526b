from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.client import Live
from server.server_process import ServerProcess
from services import Postgres


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("house"))
    yield process
    process.stop()


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    while Live.opened:
        Live.opened.pop().close()


@pytest.fixture
def postgres_address(postgres: Postgres) -> Iterator[str]:
    """A new PostgreSQL database."""
    address = postgres.create_database()
    yield address
    postgres.drop_database(address)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of every kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite'}"
    address: str = request.getfixturevalue("postgres_address")
    return address


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def lasting_address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Postgres
) -> Iterator[str]:
    """A database of every kind, shared by all tests of a module."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('database') / 'house.sqlite'}"
        return
    address = postgres.create_database()
    yield address
    postgres.drop_database(address)
