"""`locarium backup` and `restore`: back up during play, restore elsewhere, continue playing."""

from __future__ import annotations

import random
import shlex
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from locarium.server.storage.database import Database
from server import forkserver
from server.client import Live, call, join, open_table
from server.server_process import ServerProcess
from services import Postgres


def locarium(*arguments: str, code: int = 0) -> str:
    """Return the command's output, or its one-line error."""
    done = forkserver.run(*arguments)
    assert done.code == code, done.err
    return done.err if code else done.out


def play(live: Live, enough: threading.Event) -> None:
    choose = random.Random(1)
    while not enough.is_set() and live.wait_for_turn():
        live.answer(live.step(choose.choice(live.state["legal"])))
        live.hear_until(lambda message: message["kind"] == "state")


@pytest.mark.slow
def test_table_continues_from_a_backup(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "here", bot_seconds=0.001)
    table = open_table(server.url, bots=[1], options={"match": "full"})["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    live.wait_for_turn()
    enough = threading.Event()
    playing = threading.Thread(target=play, args=(live, enough))
    playing.start()
    file = tmp_path / "backup"
    before = len(live.acknowledged)
    said = locarium("backup", str(file), "--data", str(server.data))
    enough.set()
    playing.join(30)
    server.stop()
    assert "1 tables" in said
    assert file.stat().st_mode & 0o077 == 0  # it contains secrets
    locarium("restore", str(file), "--data", str(tmp_path / "there"))
    other = ServerProcess(tmp_path / "there", bot_seconds=0.001)
    try:
        back = Live(other.host, table, live.token)
        back.wait_for_turn()
        own = [line["step"] for line in back.log if line["seat"] == back.state["seat"]]
        made = list(live.acknowledged.values())
        assert before <= len(own)
        assert own[: len(made)] == made[: len(own)]
        play(back, threading.Event())
        assert call(other.url, "GET", f"/api/tables/{table}/record")["result"]["scores"]
    finally:
        other.stop()


def test_restore_does_not_overwrite_by_default(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup"
    data.mkdir()
    Database(f"sqlite:///{data / 'locarium.sqlite'}").close()
    locarium("backup", str(file), "--data", str(data))
    assert "--force" in locarium("backup", str(file), "--data", str(data), code=2)
    assert "--force" in locarium("restore", str(file), "--data", str(data), code=2)
    locarium("backup", str(file), "--data", str(data), "--force")
    locarium("restore", str(file), "--data", str(data), "--force")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "data"]


def test_restore_rejects_a_running_server(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    try:
        locarium("backup", str(tmp_path / "backup"), "--data", str(server.data))
        said = locarium("restore", str(tmp_path / "backup"), "--data", str(server.data), "--force", code=2)
        assert "already using" in said
    finally:
        server.stop()


@pytest.mark.parametrize("content", [b"", b"Dear Ada, this is not a database. " * 200, None])
def test_restore_rejects_other_files(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    assert "is not a Locarium backup" in locarium("restore", str(file), "--data", str(tmp_path / "data"), code=2)
    assert not (tmp_path / "data" / "locarium.sqlite").exists()


def test_damaged_backup_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "file"
    Database(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.executemany(
            "INSERT INTO tables (name, game, opened) VALUES (?, 'loco', 0)", [(str(number),) for number in range(2000)]
        )
    connection.close()
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4096] = bytes(4096)
    file.write_bytes(content)
    said = locarium("restore", str(file), "--data", str(tmp_path / "data"), code=2)
    assert "damaged" in said or "no backup" in said


def test_backup_needs_data(tmp_path: Path) -> None:
    assert "--data" in locarium("backup", str(tmp_path / "file"), "--data", str(tmp_path), code=2)
    assert not (tmp_path / "file").exists()


def test_documented_postgresql_tools_work(postgres: Postgres, tmp_path: Path) -> None:
    source, target = postgres.create_database(), postgres.create_database()
    server = Database(source)
    with server.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO tables (name, game, opened) VALUES ('t', 'loco', 0)")
    server.close()
    folder = postgres.folder / "backups"  # writable by the user who runs PostgreSQL
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    secret = source.replace("postgres@", "postgres:hush@")
    for command in ("backup", "restore"):
        address = secret if command == "backup" else target
        said = locarium(command, str(folder / "file"), "--database", address, code=2)
        assert "hush" not in said
        program, *arguments = shlex.split(said.partition("tool for this: ")[2])
        postgres.run(program, *arguments)
    again = Database(target)
    with again.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT name FROM tables").all() == [("t",)]
    again.close()
    shutil.rmtree(folder)
    for address in (source, target):
        postgres.drop_database(address)
