"""The database: SQLite in a file, or PostgreSQL shared by several processes."""

from __future__ import annotations

import asyncio
import contextvars
import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy import event as hooks

from locarium.kernel.errors import BadInput, Refused

from . import migrations

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

DRIVERS = {  # SQLAlchemy drivers by URL scheme
    "sqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
}
CONNECTIONS = 8  # pool size; further requests wait
SPARE_CONNECTIONS = 4  # extra connections for writers that keep their own
MIGRATION_LOCK = 0x6C6F6361  # PostgreSQL advisory lock for schema changes
CONNECTION_DEFAULTS = {  # default connection parameters for PostgreSQL
    "application_name": "locarium",
    "connect_timeout": "5",
    "keepalives_idle": "10",  # notice soon when a server vanishes
    "keepalives_interval": "5",
    "keepalives_count": "3",
}
LOCK_SECONDS = 10.0  # how long SQLite waits for another process
PRIMARY_CODE = 0xFF  # bits of a SQLite error code that hold its category
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
DAMAGED_STATES = ("XX001", "XX002")  # PostgreSQL: damaged data, damaged index


class Database:
    """Connections to one database, migrated to the newest schema."""

    def __init__(self, address: str) -> None:
        url = read_address(address)
        self.name = url.database or ""
        self.shown = show_address(url)
        try:
            self.engine = sa.create_engine(
                url, pool_pre_ping=True, pool_size=CONNECTIONS, max_overflow=SPARE_CONNECTIONS
            )
        except ModuleNotFoundError:
            raise BadInput("the PostgreSQL driver is not installed: pip install 'locarium[postgresql]'") from None
        self.is_damaged = False  # set when damage is noticed
        hooks.listen(self.engine, "handle_error", self._note_damage)
        if not self.is_shared:
            _make_private(self.name)
            hooks.listen(self.engine, "connect", _make_durable)
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="database")
        self._is_closed = False
        self._migrate()

    @property
    def is_shared(self) -> bool:
        """Return whether other processes can use it at the same time."""
        return self.engine.dialect.name == "postgresql"

    async def ask(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run work in a transaction, in a thread. Raise Refused after `close`."""
        run = contextvars.copy_context().run
        if self._is_closed:
            raise Refused("busy")
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: run(self._within_transaction, work)
        )

    def _within_transaction(self, work: Callable[[sa.Connection], Result]) -> Result:
        with self.engine.begin() as connection:
            return work(connection)

    async def check(self) -> None:
        """Read a whole SQLite file to find damaged pages. PostgreSQL has its own checksums."""
        if not self.is_shared:
            verdict = await self.ask(lambda connection: connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
            self.is_damaged = self.is_damaged or verdict != "ok"

    def _note_damage(self, context: sa.engine.ExceptionContext) -> None:
        error = context.original_exception
        code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
        if code in DAMAGED or getattr(error, "sqlstate", None) in DAMAGED_STATES:
            self.is_damaged = True

    def _migrate(self) -> None:
        """Migrate to the newest schema. If several processes start at once, one migrates and the others wait."""
        try:
            with self.engine.begin() as connection:
                if self.is_shared:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                else:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                migrations.upgrade(connection)
        except sa.exc.DBAPIError as error:
            self.close()
            raise BadInput(f"cannot open the database {self.shown}: {_first_line(error.orig)}") from None
        except CommandError:
            self.close()
            raise BadInput(
                f"the database {self.shown} was written by a newer version of Locarium, or by one before 0.2"
            ) from None

    def close(self) -> None:
        """Close the connections and reject further work."""
        self._is_closed = True
        self._threads.shutdown()
        self.engine.dispose()


def read_address(address: str) -> sa.URL:
    """Parse and check a database address, and add the driver."""
    expected = "expected sqlite:////folder/file or postgresql://user@host/name"
    try:
        url = sa.make_url(address)
        url = url.set(drivername=DRIVERS[url.drivername])
    except sa.exc.ArgumentError:
        raise BadInput(f"invalid database address: {expected}") from None  # do not print it: it may contain a password
    except KeyError:
        raise BadInput(f"unsupported database {url.drivername!r}: {expected}") from None
    except ValueError:
        raise BadInput(f"the port in the database address is not a number: {expected}") from None
    if not url.database:
        raise BadInput(f"the database address names no database: {expected}")
    return url if url.drivername == "sqlite" else url.set(query=CONNECTION_DEFAULTS | dict(url.query))


def show_address(url: sa.URL) -> str:
    """Return the address for messages, without its password."""
    if url.drivername == "sqlite":
        return str(url.database)
    return sa.URL.create("postgresql", url.username, None, url.host, url.port, url.database).render_as_string()


def _first_line(error: BaseException | None) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _make_private(file: str) -> None:
    """Restrict the file to its owner, whatever the umask. SQLite creates its side files with the same mode."""
    with suppress(OSError):  # SQLite will report the problem
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for path in (file, f"{file}-wal", f"{file}-shm"):
        with suppress(OSError):
            Path(path).chmod(0o600)


def _make_durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000:.0f}")
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Switch to write-ahead logging, with retries, because SQLite does not wait for other processes here."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return
