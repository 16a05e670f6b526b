"""Where the server keeps its data: a folder with a SQLite file, or a database given by address."""

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
OTHERS = 0o077  # permission bits of users other than the owner

DataOption: TypeAlias = Annotated[Path | None, typer.Option("--data", help="The data folder.")]
DatabaseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="LOCARIUM_DATABASE",
        help="postgresql://user@host/name, instead of a SQLite file in the data folder.",
    ),
]


def data_folder() -> Path:
    """Return the default data folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "locarium"


def address_in(folder: Path) -> str:
    """Return the address of the database in a data folder. Raise BadInput if there is none."""
    file = folder / FILE
    if not file.exists():
        raise BadInput(f"there is no database in {str(folder)!r}; set the data folder with --data")
    return f"sqlite:///{file}"


def make_folder(data: Path | None) -> Path:
    """Return the data folder, creating it if needed. A new folder is accessible to its owner only."""
    folder = data or data_folder()
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"cannot store data in {str(folder)!r}: {error.strerror}; choose another folder with --data"
        ) from None
    return folder


def keep_private(folder: Path) -> None:
    """Remove other users' access to a data folder and its files. Older versions didn't restrict it.

    The mode of a shared folder such as /tmp is left alone, but its files are still protected.
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
            typer.echo(f"Other users could read the data in {folder}. Now only its owner can.", err=True)


def claim(folder: Path) -> int:
    """Lock a data folder against other servers while this process lives. Return the lock's file descriptor."""
    try:
        held = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise BadInput(f"a server is already using the data in {str(folder)!r}; stop it first") from None
    except OSError as error:
        raise BadInput(f"cannot store data in {str(folder)!r}: {error.strerror}") from None
    return held
