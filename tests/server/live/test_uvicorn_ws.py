"""WebSocket frames of every kind are limited."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from server.raw_socket import CONT, PING, PONG, TEXT, Honest, Raw, flooding, frame, memory_of
from server.server_process import ServerProcess
from waiting import PATIENCE

RATE = 1_000_000  # bytes per second, 8 Mbit/s
MB = 1 << 20
FLOODS = {
    "empty pongs": frame(PONG),
    "empty pings": frame(PING),
    "pings": frame(PING, b"x" * 125),
    "empty messages": frame(TEXT),
    "messages": frame(TEXT, b"x" * 1000),
    "fragments": frame(TEXT, is_last=False) + frame(CONT),
}


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the usual limits behind a proxy, so clients have their own addresses."""
    process = ServerProcess(tmp_path_factory.mktemp("proxied"), "--trust-proxy", LOCARIUM_LIMITS="1")
    yield process
    process.stop()


@pytest.fixture
def honest(proxied: ServerProcess) -> Honest:
    return Honest(proxied)


@pytest.fixture
def raw(proxied: ServerProcess, honest: Honest) -> Iterator[Raw]:
    client = Raw(proxied)
    client.upgrade(honest.table)
    yield client
    client.socket.close()


@pytest.mark.parametrize("kind", FLOODS)
def test_flood_is_disconnected_while_others_play(proxied: ServerProcess, honest: Honest, raw: Raw, kind: str) -> None:
    honest.play()
    before = memory_of(proxied.pid)
    with flooding(raw, FLOODS[kind], RATE) as flood:
        honest.play()
        deadline = time.monotonic() + PATIENCE
        while flood.is_alive() and time.monotonic() < deadline:  # a fast server answers before the limit is reached
            honest.play(1)
    assert raw.close_code() == 1008
    assert memory_of(proxied.pid) < before + 20 * MB


def test_control_frame_limit_is_the_same_for_the_local_machine(proxied: ServerProcess, honest: Honest) -> None:
    """Many clients can be behind a local proxy, but each has its own connection."""
    raw = Raw(proxied)
    raw.upgrade(honest.table, "127.0.0.1")
    raw.send(frame(PONG) * 500)
    assert raw.close_code() == 1008
    raw.socket.close()


def test_endless_fragments_close_the_connection(raw: Raw) -> None:
    raw.send(frame(TEXT, b"{", is_last=False))
    for _ in range(100):  # below the frame limit
        raw.send(frame(CONT, is_last=False))
    assert raw.close_code() == 1008


def test_message_in_a_few_fragments_is_accepted(raw: Raw) -> None:
    raw.send(frame(TEXT, b'{"kind":', is_last=False) + frame(PING) + frame(CONT, b'"nothing"}'))
    assert raw.next_frame(1)[:16] == b'{"kind":"state",'
    assert raw.next_frame(PONG) == b""
    while b'"bad-field"' not in raw.next_frame(TEXT):
        pass


def test_compressed_frames_are_rejected(proxied: ServerProcess, raw: Raw) -> None:
    raw.send(frame(TEXT, b"x" * 100, is_compressed=True))
    assert raw.close_code() == 1002


def test_pings_within_the_limit_are_answered(raw: Raw) -> None:
    for number in range(50):
        raw.send(frame(PING, str(number).encode()))
        assert raw.next_frame(PONG) == str(number).encode()


def test_disconnected_flood_frees_its_slot(proxied: ServerProcess, honest: Honest) -> None:
    """There are more floods than allowed connections, but fewer than allowed requests."""
    for _ in range(250):
        raw = Raw(proxied)
        raw.upgrade(honest.table, "203.0.113.8")
        raw.send(frame(PONG) * 500)
        assert raw.close_code() == 1008
        raw.socket.close()
