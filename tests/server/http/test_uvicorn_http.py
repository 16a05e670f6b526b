"""Connection budgets, header limits and slow clients. An honest player keeps playing meanwhile."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from locarium.server.serve.runner import SPARE_FILES
from server.client import call, open_table
from server.forkserver import OPEN_FILES
from server.raw_socket import STRANGER, Honest, Raw, flooding, memory_of
from server.server_process import ServerProcess
from server.waiting import wait_until

MANY = 400
PER_ADDRESS = 200  # the default
RATE = 1_000_000  # bytes per second
HEADER_SECONDS = 2
MB = 1 << 20
NEIGHBOUR = "203.0.113.99"
SCHEMA = 100_000  # at least the size of the API description, in bytes
REQUESTS = 60  # enough for the responses to fill the system's buffers


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the usual budgets and shorter timeouts, behind a proxy."""
    folder = tmp_path_factory.mktemp("proxied")
    seconds = {"LOCARIUM_HEADER_SECONDS": str(HEADER_SECONDS), "LOCARIUM_UNREAD_SECONDS": "1"}
    process = ServerProcess(folder, "--trust-proxy", LOCARIUM_LIMITS="1", **seconds)
    yield process
    process.stop()


@pytest.fixture
def honest(proxied: ServerProcess) -> Honest:
    return Honest(proxied)


class Crowd:
    """Many connections, closed at the end."""

    def __init__(self) -> None:
        self.members: list[Raw] = []

    def open(self, server: ServerProcess, count: int, window: int | None = None) -> list[Raw]:
        new = [Raw(server, window) for _ in range(count)]
        self.members += new
        return new

    def each(self, server: ServerProcess, count: int) -> Iterator[Raw]:
        """Open connections one after the other, so each can send its request immediately."""
        for _ in range(count):
            yield from self.open(server, 1)

    def close(self) -> None:
        while self.members:
            self.members.pop().socket.close()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    crowd = Crowd()
    yield crowd
    crowd.close()


def poll(raw: Raw, table: str, address: str = STRANGER, wait: float = 30) -> None:
    raw.request("GET", f"/api/tables/{table}/state?after=1000&wait={wait}", address)


# Incomplete requests.


def test_silent_connections_are_closed(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    honest.play()
    before = memory_of(proxied.pid)
    silent = crowd.open(proxied, MANY)
    honest.play()
    assert all(raw.is_closed() for raw in silent)
    assert memory_of(proxied.pid) < before + 20 * MB


def test_incomplete_headers_time_out(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    for raw in crowd.each(proxied, MANY):
        raw.send(b"GET /health HTTP/1.1\r\nHost: house\r\nX: ")
    honest.play()
    for raw in crowd.members:
        status, fault = raw.response()
        assert (status, fault["key"]) == (408, "headers-too-slow")


def test_slow_headers_time_out(proxied: ServerProcess, crowd: Crowd) -> None:
    (raw,) = crowd.open(proxied, 1)
    raw.send(b"GET /health HTTP/1.1\r\nX: ")

    def is_refused_after_another_byte() -> bool:
        with suppress(OSError):
            raw.send(b"x")
        return raw.has_answer()

    wait_until(is_refused_after_another_byte)
    assert raw.status() == 408


def test_endless_headers_are_rejected(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    honest.play()
    before = memory_of(proxied.pid)
    (raw,) = crowd.open(proxied, 1)
    raw.send(b"GET /health HTTP/1.1\r\nX: ")
    with flooding(raw, b"x" * 1000, RATE):
        honest.play()
    status, fault = raw.response()
    assert (status, fault["key"]) == (431, "headers-too-large")
    assert memory_of(proxied.pid) < before + 20 * MB


@pytest.mark.parametrize("header", [b"X: " + b"x" * 20_000, b"X: x" * 1 + b"\r\nX: x" * 100])
def test_headers_in_one_packet_have_the_same_limits(proxied: ServerProcess, crowd: Crowd, header: bytes) -> None:
    (raw,) = crowd.open(proxied, 1)
    raw.send(b"GET /health HTTP/1.1\r\n" + header + b"\r\n\r\n")
    assert raw.response()[0] == 431


def test_requests_can_follow_at_any_pace(proxied: ServerProcess, crowd: Crowd) -> None:
    """Time and size are counted per request, not per connection."""
    (raw,) = crowd.open(proxied, 1)
    for _ in range(3):
        raw.request("GET", "/health", Cookie="x" * 8000)
        assert raw.response()[0] == 200
        time.sleep(0.6 * HEADER_SECONDS)
    raw.request("POST", "/api/me", Content_Type="application/json", Content_Length="100000")
    raw.send(b'{"name":"' + b"x" * 60_000)
    time.sleep(0.6 * HEADER_SECONDS)
    raw.send(b"x" * (100_000 - 60_000 - 9 - 2) + b'"}')
    status, fault = raw.response()
    assert (status, fault["key"]) == (400, "bad-field")


def test_endless_body_is_rejected(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    honest.play()
    before = memory_of(proxied.pid)
    (raw,) = crowd.open(proxied, 1)
    raw.request("POST", "/api/me", Content_Type="application/json", Transfer_Encoding="chunked")
    chunk = b"3e8\r\n" + b" " * 1000 + b"\r\n"
    raw.send(chunk * 270)  # just over the limit
    with flooding(raw, chunk, RATE):
        honest.play()
    status, fault = raw.response()
    assert (status, fault["key"]) == (413, "too-large")
    assert memory_of(proxied.pid) < before + 20 * MB


def test_excessive_pipelining_is_rejected(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    honest.play()
    before = memory_of(proxied.pid)
    for raw in crowd.each(proxied, 20):
        poll(raw, honest.table)
        raw.send(b"GET /health HTTP/1.1\r\n\r\n" * 5000)
    honest.play()
    assert all(raw.is_closed() for raw in crowd.members)
    assert memory_of(proxied.pid) < before + 20 * MB


def test_client_that_does_not_read_is_disconnected(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    honest.play()
    before = open_files(proxied)
    deaf = crowd.open(proxied, 3, window=4096)
    for _ in range(REQUESTS):
        for raw in deaf:
            with suppress(OSError):
                raw.request("GET", "/api/schema")
        time.sleep(0.02)
    honest.play()
    wait_until(lambda: open_files(proxied) <= before)
    for raw in deaf:
        assert raw.count() < REQUESTS * SCHEMA  # not everything was sent


# Budgets.


def test_polls_and_live_connections_of_an_address_share_a_budget(
    proxied: ServerProcess, honest: Honest, crowd: Crowd
) -> None:
    honest.play()
    before = memory_of(proxied.pid)
    for raw in crowd.each(proxied, PER_ADDRESS // 2):
        raw.upgrade(honest.table)
    for raw in crowd.each(proxied, PER_ADDRESS // 2):
        poll(raw, honest.table)
    wait_until(lambda: refused(proxied, honest.table, STRANGER))
    assert not refused(proxied, honest.table, NEIGHBOUR)
    honest.play()
    assert memory_of(proxied.pid) < before + 50 * MB
    crowd.close()
    wait_until(lambda: not refused(proxied, honest.table, STRANGER))


def refused(server: ServerProcess, table: str, address: str) -> bool:
    raw = Raw(server)
    raw.request("GET", f"/api/tables/{table}", address)
    status, answer = raw.response()
    raw.socket.close()
    assert (status, answer.get("key")) in ((200, None), (429, "too-many-connections"))
    return status == 429


def test_addresses_of_one_ipv6_network_share_a_budget(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    for number, raw in enumerate(crowd.each(proxied, PER_ADDRESS)):
        poll(raw, honest.table, f"2001:db8:1:2::{number:x}")
    wait_until(lambda: refused(proxied, honest.table, "2001:db8:1:2:ffff::1"))
    assert not refused(proxied, honest.table, "2001:db8:1:3::1")


def test_silent_connections_count_for_their_address(tmp_path: Path, crowd: Crowd) -> None:
    """Without a proxy. The local machine has twenty times the budget."""
    server = ServerProcess(tmp_path, LOCARIUM_CONNECTIONS_PER_ADDRESS="2", LOCARIUM_HEADER_SECONDS="1")
    honest = Honest(server)
    crowd.open(server, 60)
    late = crowd.open(server, 1)[0]
    status, fault = late.response()
    assert (status, fault["key"]) == (429, "too-many-connections")
    honest.move()
    assert all(raw.is_closed() for raw in crowd.members)
    assert call(server.url, "GET", "/health")["status"] == "ok"
    server.stop()


def test_server_has_a_total_budget(tmp_path: Path, crowd: Crowd) -> None:
    server = ServerProcess(tmp_path, LOCARIUM_CONNECTIONS="30", LOCARIUM_HEADER_SECONDS="1")
    honest = Honest(server)
    crowd.open(server, 40)
    status, fault = crowd.members[-1].response()
    assert (status, fault["key"]) == (429, "busy")
    honest.move()
    assert all(raw.is_closed() for raw in crowd.members)
    assert call(server.url, "GET", "/health")["status"] == "ok"
    server.stop()


def test_disconnecting_during_a_poll_frees_its_slot(proxied: ServerProcess, honest: Honest, crowd: Crowd) -> None:
    """Its slot is free while an earlier, shorter poll still waits. If that poll ends first, try again."""
    numbers = count(10)

    def frees_its_place() -> bool:
        address = f"203.0.113.{next(numbers)}"
        earlier = Raw(proxied)
        poll(earlier, honest.table, NEIGHBOUR, wait=20)
        for raw in crowd.each(proxied, PER_ADDRESS):
            poll(raw, honest.table, address, wait=30)
        wait_until(lambda: refused(proxied, honest.table, address))
        crowd.close()
        wait_until(lambda: not refused(proxied, honest.table, address))
        is_waiting = not earlier.has_answer()
        earlier.socket.close()
        return is_waiting

    wait_until(frees_its_place)


# File descriptors.


def open_files(server: ServerProcess) -> int:
    return len(list(Path(f"/proc/{server.pid}/fd").iterdir()))


def test_connections_leave_descriptors_for_the_server(tmp_path: Path, crowd: Crowd) -> None:
    most = 250
    server = ServerProcess(tmp_path, LOCARIUM_HEADER_SECONDS="2", **{OPEN_FILES: str(most)})
    honest = Honest(server)
    crowd.open(server, MANY)
    status, fault = crowd.members[-1].response()
    assert (status, fault["key"]) == (429, "busy")
    assert open_files(server) < most - SPARE_FILES // 2
    honest.finish_game()
    assert all(raw.is_closed() for raw in crowd.members)
    open_table(server.url)
    server.stop()


def test_players_continue_when_descriptors_run_out(tmp_path: Path, crowd: Crowd) -> None:
    server = ServerProcess(tmp_path)
    honest = Honest(server)
    honest.play()
    honest.begin()
    most = open_files(server) + 10
    _, highest = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (most, highest))
    crowd.open(server, 50)
    wait_until(lambda: open_files(server) >= most - 1)
    honest.finish_game()  # new connections may be rejected now
    crowd.close()
    wait_until(lambda: open_files(server) < most - 5)
    open_table(server.url)
    server.stop()
