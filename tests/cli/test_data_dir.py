"""Only the owner can read a data folder, regardless of the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from locarium.cli.data_dir import claim, keep_private, make_folder
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from server import forkserver
from server.client import open_table
from server.server_process import ServerProcess

FILES = {"locarium.sqlite", "locarium.sqlite-wal", "locarium.sqlite-shm", "locarium.lock"}


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir()}


def test_new_folder_and_its_files_are_private(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "house")
    os.close(claim(folder))
    keep_private(folder)
    with closing(Database(f"sqlite:///{folder / 'locarium.sqlite'}")) as database:
        with database.engine.begin() as connection:
            connection.execute(sa.insert(schema.processes).values(name="p", seen=0.0))
        assert mode(folder) == 0o700
        assert modes(folder) == dict.fromkeys(FILES, 0o600)


def test_database_outside_the_folder_is_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with closing(Database(f"sqlite:///{tmp_path / 'house.sqlite'}")) as database, database.engine.connect():
        assert set(modes(tmp_path).values()) == {0o600}
    assert mode(tmp_path) == 0o755  # it may contain other files


def test_server_start_makes_old_files_private(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    server = ServerProcess(folder)
    open_table(server.url)
    server.kill()  # leaves the WAL files beside the database
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    older = ServerProcess(folder, log=True)
    try:
        open_table(older.url)
        assert mode(folder) == 0o700
        found = modes(folder)
        assert {found[name] for name in FILES} == {0o600}
        [line] = [line for line in older.log_text().splitlines() if str(folder) in line]
        assert "Now only its owner can" in line
    finally:
        older.stop()


def test_mode_of_a_shared_folder_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o1777)
    (tmp_path / "locarium.sqlite").touch()
    keep_private(tmp_path)
    assert mode(tmp_path) == 0o1777
    assert mode(tmp_path / "locarium.sqlite") == 0o600
    assert len(capsys.readouterr().err.splitlines()) == 1
    keep_private(tmp_path)
    assert capsys.readouterr().err == ""


def test_backup_and_restore_write_private_files(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path / 'locarium.sqlite'}").close()
    assert forkserver.run("backup", str(tmp_path / "backup"), "--data", str(tmp_path)).code == 0
    assert mode(tmp_path / "backup") == 0o600
    there = tmp_path / "there"
    assert forkserver.run("restore", str(tmp_path / "backup"), "--data", str(there)).code == 0
    assert mode(there) == 0o700
    assert set(modes(there).values()) == {0o600}
