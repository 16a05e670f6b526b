"""Databases: schema, concurrent processes, and errors when opening one."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from locarium.kernel.errors import BadInput
from locarium.server.storage.database import CONNECTIONS, SPARE_CONNECTIONS, Database, _write_ahead
from locarium.server.storage.schema import metadata
from waiting import PATIENCE

OPENERS = 3
OPEN = """
import sys
from locarium.server.storage.database import Database
sys.stdin.readline()  # all at once
Database(sys.argv[1]).close()
"""


def test_migrations_produce_the_schema(database_address: str) -> None:
    for _ in ("new", "old"):
        database = Database(database_address)
        with database.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        database.close()


def test_concurrent_processes_can_open_a_new_database(database_address: str) -> None:
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, database_address], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(OPENERS)
    ]
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("\n")
        opener.stdin.flush()
    for opener in openers:
        assert opener.communicate(timeout=PATIENCE)[1] == ""
        assert opener.returncode == 0
    test_migrations_produce_the_schema(database_address)


def test_switching_the_journal_mode_waits_for_another_process() -> None:
    class Cursor:
        tries = 0

        def execute(self, _: str) -> None:
            self.tries += 1
            if self.tries < 3:
                raise sqlite3.OperationalError("database is locked")

    cursor = Cursor()
    _write_ahead(cursor)  # type: ignore[arg-type]
    assert cursor.tries == 3


def test_requests_wait_for_a_free_connection(database_address: str) -> None:
    """A writer still gets its own connection."""
    hurry = threading.Event()

    def work(connection: sa.Connection) -> int:
        hurry.wait(30)
        return connection.execute(sa.select(sa.literal(1))).scalar_one()

    async def run() -> None:
        database = Database(database_address)
        asked = [asyncio.create_task(database.ask(work)) for _ in range(4 * CONNECTIONS)]
        await asyncio.sleep(0.05)
        for connection in [database.engine.connect() for _ in range(SPARE_CONNECTIONS)]:
            connection.close()
        hurry.set()
        assert await asyncio.gather(*asked) == [1] * (4 * CONNECTIONS)
        database.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:hush@127.0.0.1:1/house",
        "postgres://ada:hush@127.0.0.1:1/house",
        "postgresql://ada@127.0.0.1:1/house?password=hush",
        "postgresql://ada:hush@127.0.0.1:port/house",
        "postgresql://ada:hush@127.0.0.1:1",
        "mysql://ada:hush@127.0.0.1/house",
        "ada:hush@127.0.0.1/house",
        "sqlite://",
        "",
    ],
)
def test_invalid_address_error_hides_the_password(address: str) -> None:
    with pytest.raises(BadInput) as refused:
        Database(address)
    sentence = str(refused.value)
    assert "hush" not in sentence
    assert "\n" not in sentence
    assert "database" in sentence


def test_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"missing/log\.sqlite: unable to open"):
        Database(f"sqlite:///{tmp_path / 'missing' / 'log.sqlite'}")
    other = tmp_path / "letter"
    other.write_text("Dear Ada, this is not a database. " * 100)
    with pytest.raises(BadInput, match=r"letter: file is not a database"):
        Database(f"sqlite:///{other}")


def test_newer_database_is_left_unchanged(database_address: str) -> None:
    database = Database(database_address)
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(BadInput, match="newer"):
        Database(database_address)


def test_missing_driver_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"pip install 'locarium\[postgresql\]'"):
        Database("postgresql://ada@localhost/house")
