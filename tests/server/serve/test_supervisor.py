"""Several processes serving one address with PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.client import Live, call, open_table
from server.server_process import ServerProcess
from server.waiting import wait_until
from services import Nats, Postgres

PROCESSES = 3


def children(server: ServerProcess) -> set[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.pid)], capture_output=True, text=True, check=False)
    return {int(pid) for pid in found.stdout.split()}


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[ServerProcess]:
    address = postgres.create_database()
    server = ServerProcess(
        tmp_path_factory.mktemp("house"), "--processes", str(PROCESSES), database=address, fresh=True
    )
    yield server
    server.stop()
    postgres.drop_database(address)


def test_any_process_serves_any_table(own_server: ServerProcess) -> None:
    assert own_server.greeting[2].startswith("Data is stored in postgresql://postgres@127.0.0.1")
    tables = [open_table(own_server.url)["table"] for _ in range(10)]
    for table in tables:
        for _ in range(5):
            assert call(own_server.url, "GET", f"/api/tables/{table}")["table"] == table
    assert len(children(own_server)) == PROCESSES


def test_killed_process_is_replaced(own_server: ServerProcess) -> None:
    wait_until(lambda: len(children(own_server)) == PROCESSES)
    for _ in range(2):
        before = children(own_server)
        victim = min(before)
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda before=before, victim=victim: len(children(own_server) - {victim}) == PROCESSES)  # type: ignore[misc]
        assert len(children(own_server) & before) == PROCESSES - 1
        for _ in range(10):
            call(own_server.url, "GET", "/api/games")


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_all_processes_stop_on_a_signal(tmp_path: Path, postgres_address: str, how: signal.Signals) -> None:
    server = ServerProcess(tmp_path, "--processes", str(PROCESSES), database=postgres_address)
    table = open_table(server.url)["table"]
    live = Live(server.host, table)
    live.hear()
    members = children(server)
    assert server.stop(how) == 0
    assert live.closed() in (1001, 1012)
    assert all(is_gone(member) for member in members)


def test_children_do_not_outlive_their_parent(tmp_path: Path, postgres_address: str) -> None:
    server = ServerProcess(tmp_path, "--processes", "2", database=postgres_address)
    call(server.url, "GET", "/api/games")
    members = children(server)
    assert len(members) == 2
    server.kill()
    wait_until(lambda: all(is_gone(member) for member in members))


@pytest.mark.slow
def test_nats_can_be_the_bus(tmp_path: Path, postgres_address: str, nats: Nats) -> None:
    options = ("--processes", "2", "--bus", nats.address)
    server = ServerProcess(tmp_path, *options, database=postgres_address)
    call(server.url, "GET", "/api/games")
    assert server.stop(signal.SIGTERM) == 0


def test_single_process_stops_cleanly(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    with httpx.Client() as keeps_open:
        keeps_open.get(f"{server.url}/api/games")
        assert server.stop(signal.SIGTERM) == 0
