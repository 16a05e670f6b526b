"""Where a house keeps its data: a folder with a SQLite file, or a database that somebody named."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from locarium.kernel.errors import BadInput

FILE = "locarium.sqlite"
LOCK = "locarium.lock"
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
OTHERS = 0o077  # what users other than the owner may do

DataOption: TypeAlias = Annotated[Path | None, typer.Option("--data", help="The folder for all data.")]
DatabaseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="LOCARIUM_DATABASE",
        help="postgresql://user@host/name instead of a file in the folder; several processes may share it.",
    ),
]


def data_folder() -> Path:
    """Where data lie if nothing else is said."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "locarium"


def address_in(folder: Path) -> str:
    """The address of the database in a data folder; BadInput if there is none."""
    file = folder / FILE
    if not file.exists():
        raise BadInput(f"there is no house in {str(folder)!r}; name its folder with --data")
    return f"sqlite:///{file}"


def make_folder(data: Path | None) -> Path:
    """The folder for data, made if need be. Only its owner may enter a new one."""
    folder = data or data_folder()
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"cannot keep data in {str(folder)!r}: {error.strerror}; name another folder with --data"
        ) from None
    return folder


def keep_private(folder: Path) -> None:
    """Take away others' access to a data folder and its files, which older versions left to the umask.

    A folder that several users share, such as /tmp, stays as it is; its files are protected all the same.
    """
    try:
        is_shared = bool(folder.stat().st_mode & stat.S_ISVTX)
        modes = {} if is_shared else {folder: PRIVATE_FOLDER}
        modes |= dict.fromkeys(folder.glob(f"{Path(FILE).stem}.*"), PRIVATE_FILE)
        changed = [path for path in modes if path.stat().st_mode & OTHERS]
        for path in changed:
            path.chmod(modes[path])
    except OSError as error:
        typer.echo(f"cannot protect the data in {str(folder)!r} from other users: {error.strerror}", err=True)
    else:
        if changed:
            typer.echo(f"Other users could read the data in {folder}. Now only their owner can.", err=True)


def claim(folder: Path) -> int:
    """Keep all other houses out of a folder for as long as this process lives; returns what holds the claim."""
    try:
        held = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise BadInput(f"a house is already open on the data in {str(folder)!r}; stop it first") from None
    except OSError as error:
        raise BadInput(f"cannot keep data in {str(folder)!r}: {error.strerror}") from None
    return held
