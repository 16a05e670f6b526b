"""`locarium serve`: its greeting and its errors."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from server import forkserver
from server.client import call
from server.server_process import ServerProcess


def refused(*arguments: str) -> str:
    """Run the command, expect it to fail, and return its error line."""
    done = forkserver.run("serve", *arguments)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    return line


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused("--port", str(port), "--data", str(tmp_path))
    assert str(port) in line
    assert "--port" in line


def test_uncreatable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    line = refused("--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert "file/data" in line
    assert "--data" in line


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--processes", "3"], ["processes", "--database postgresql://"]),
        (["--bus", "nats://127.0.0.1:1"], ["bus", "--database"]),
        (["--database", "postgresql://ada:hush@127.0.0.1:1/house"], ["postgresql://ada@127.0.0.1:1/house", "refused"]),
        (["--database", "mysql://ada:hush@127.0.0.1/house"], ["'mysql'", "postgresql://"]),
        (["--database", "sqlite:////nowhere/house.sqlite"], ["/nowhere/house.sqlite", "unable to open"]),
    ],
)
def test_bad_database_or_bus_is_reported(tmp_path: Path, options: list[str], named: list[str]) -> None:
    line = refused("--port", "0", "--data", str(tmp_path), *options)
    assert all(word in line for word in named), line
    assert "hush" not in line


def test_second_server_on_the_same_folder_is_rejected(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        assert "already using" in refused("--port", "0", "--data", str(tmp_path))
    finally:
        server.kill()
    server.start()  # a killed server releases its lock
    server.stop()


def test_greeting_shows_address_and_data_folder(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, fresh=True)
    try:
        assert server.greeting[0].startswith("Locarium is running:  http://localhost:")
        assert "--share" in server.greeting[1]  # on loopback, other devices cannot connect
        assert str(tmp_path) in server.greeting[2]
        call(server.url, "GET", "/api/games")
        assert (tmp_path / "locarium.sqlite").exists()
    finally:
        server.stop()
