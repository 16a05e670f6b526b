"""`locarium backup` and `locarium restore`: a server's data in one file."""

from __future__ import annotations

import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from locarium.kernel.errors import BadInput

from .data_dir import FILE, DatabaseOption, DataOption, claim, data_folder, keep_private, make_folder
from .options import check_folders

ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing data.")]


def backup(
    file: Annotated[Path, typer.Argument(help="The backup file to write.")],
    data: DataOption = None,
    database: DatabaseOption = None,
    force: ForceOption = False,
) -> None:
    """Back up the database to a file. The server can keep running."""
    source = (data or data_folder()) / FILE if database is None else _file_of(database, "pg_dump --file", file)
    check_folders(file)
    if not source.is_file():
        raise BadInput(f"there is no data in {str(source.parent)!r}; set the data folder with --data")
    if file.exists() and not force:
        raise BadInput(f"{str(file)!r} already exists; use --force to replace it")
    _copy(source, file)
    typer.echo(f"{file}: {_count_tables(file)} tables")


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by `locarium backup`.")],
    data: DataOption = None,
    database: DatabaseOption = None,
    force: ForceOption = False,
) -> None:
    """Restore the database from a backup. Stop the server first."""
    if database is not None:
        target = _file_of(database, "pg_restore --clean --if-exists --dbname", file)
        folder = make_folder(target.parent)
    else:
        folder = make_folder(data)
        keep_private(folder)
        target = folder / FILE
    tables = _count_tables(file)
    held = claim(folder)
    try:
        if target.exists() and not force:
            raise BadInput(f"there is already data in {str(folder)!r}; use --force to replace it")
        _copy(file, target)
    finally:
        os.close(held)
    typer.echo(f"{target}: {tables} tables")


def _file_of(database: str, tool: str, file: Path) -> Path:
    """Return the SQLite file. For PostgreSQL, raise BadInput naming the tool to use instead."""
    from locarium.server.storage.database import read_address, show_address

    url = read_address(database)
    if url.drivername == "sqlite":
        return Path(str(url.database))
    written, shown = shlex.quote(str(file)), shlex.quote(show_address(url))
    command = f"{tool}={written} --format=custom {shown}" if "pg_dump" in tool else f"{tool}={shown} {written}"
    raise BadInput(f"use PostgreSQL's own tool for this: {command}")


def _copy(source: Path, target: Path) -> None:
    """Copy the database atomically: write a private file beside the target, then rename it."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(_open(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # a single file, without WAL files
        _sync(part)
        for journal in ("-wal", "-shm"):  # left over from the replaced database
            target.with_name(target.name + journal).unlink(missing_ok=True)
        part.replace(target)
        _sync(target.parent)
    except OSError as error:
        raise BadInput(f"cannot write {str(target)!r}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise BadInput(f"cannot copy {str(source)!r} to {str(target)!r}: {error}") from None


def _sync(path: Path) -> None:
    held = os.open(path, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)


def _count_tables(file: Path) -> int:
    """Return the number of tables in a backup. Raise BadInput if it is damaged or not a backup."""
    try:
        with closing(_open(file)) as connection:
            [verdict] = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise BadInput(f"{str(file)!r} is damaged: {verdict}")
            connection.execute("SELECT version_num FROM alembic_version")
            [count] = connection.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise BadInput(f"{str(file)!r} is not a Locarium backup: {error}") from None
    return int(count)


def _open(file: Path) -> sqlite3.Connection:
    """Open an existing database. Never create one."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=10)
