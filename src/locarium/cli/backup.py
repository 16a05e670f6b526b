"""`locarium backup` and `locarium restore`: all tables of a house in one file."""

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

ForceOption = Annotated[bool, typer.Option("--force", help="Replace what is there.")]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: DataOption = None,
    database: DatabaseOption = None,
    force: ForceOption = False,
) -> None:
    """Back up all tables, while the house is open or not."""
    source = (data or data_folder()) / FILE if database is None else _file_of(database, "pg_dump --file", file)
    check_folders(file)
    if not source.is_file():
        raise BadInput(f"there are no data in {str(source.parent)!r}; name their folder with --data")
    if file.exists() and not force:
        raise BadInput(f"{str(file)!r} is already there; --force replaces it")
    _copy(source, file)
    typer.echo(f"{file}: {_count_tables(file)} tables")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `locarium backup` wrote.")],
    data: DataOption = None,
    database: DatabaseOption = None,
    force: ForceOption = False,
) -> None:
    """Bring a backup back, while the house is closed."""
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
            raise BadInput(f"there are already data in {str(folder)!r}; --force replaces them")
        _copy(file, target)
    finally:
        os.close(held)
    typer.echo(f"{target}: {tables} tables")


def _file_of(database: str, tool: str, file: Path) -> Path:
    """The file of SQLite; where there is none, which tool does it."""
    from locarium.server.storage.database import read_address, show_address

    url = read_address(database)
    if url.drivername == "sqlite":
        return Path(str(url.database))
    written, shown = shlex.quote(str(file)), shlex.quote(show_address(url))
    command = f"{tool}={written} --format=custom {shown}" if "pg_dump" in tool else f"{tool}={shown} {written}"
    raise BadInput(f"PostgreSQL has its own tools for this: {command}")


def _copy(source: Path, target: Path) -> None:
    """A consistent copy under another name first: there is never half a file, and nobody else may read it."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(_open(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        _sync(part)
        for journal in ("-wal", "-shm"):  # of what is replaced
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
    """How many tables a backup holds; BadInput if it is none, or damaged."""
    try:
        with closing(_open(file)) as connection:
            [verdict] = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise BadInput(f"{str(file)!r} is damaged: {verdict}")
            connection.execute("SELECT version_num FROM alembic_version")
            [count] = connection.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise BadInput(f"{str(file)!r} is no backup of a house: {error}") from None
    return int(count)


def _open(file: Path) -> sqlite3.Connection:
    """One that is there; nothing is made by looking."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=10)
