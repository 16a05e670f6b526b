"""Fuzzing live connections: the server answers or disconnects, logs no error, and does not grow."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from locarium.server.serve.runner import MAX_MESSAGE
from server.client import Live, call, join, open_table
from server.server_process import ServerProcess

SOCKETS = 8
WINDOW = 32  # unanswered messages
MAX_GROWTH = 48  # megabytes
WARM_UP, ROUND = 25_000, 10_000  # messages
VALUES: list[Any] = [
    *(None, True, 0, -1, 2**31, 2**63, 2**64, 10**40, 1.5, 1e308, "", "k", "\0", "\ud800", "🂡" * 50, "{}", "%s{x}"),
    *([], [[]], {}, {"kind": "hello"}, "x" * 5000, "../../etc/passwd", "' OR 1=1 --", "play 1", "r3 y", "end"),
]


class InvalidMessages:
    """Invalid messages mixed with valid ones."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        self._kinds = [
            (self._wrong_value, 30),
            (self._step, 20),
            (self._cut, 15),
            (self._flipped, 10),
            (self._out_of_order, 8),
            (self._noise, 8),
            (self._surrogate, 4),
            (self._deep, 3),
            (self._large, 1),
            (self._too_large, 0.2),
        ]

    def next(self, state: dict[str, Any]) -> str | bytes:
        make = self._draw.choices([kind for kind, _ in self._kinds], [weight for _, weight in self._kinds])[0]
        message = make(state)
        if isinstance(message, str) and self._draw.random() < 0.1:
            return message.encode("utf-8", "surrogatepass")  # in a binary frame
        return message

    def _right(self, state: dict[str, Any]) -> dict[str, Any]:
        draw = self._draw
        key, version = f"key{draw.randrange(50)}", state.get("version", 1) - draw.choice([0, 0, 0, 1, 5])
        step = draw.choice(state.get("legal") or ["r3 y"])
        return draw.choice(
            [
                {"kind": "step", "key": key, "version": version, "step": step},
                {"kind": "undo", "key": key},
                {"kind": "open-seed", "key": key, "seed": draw.randbytes(16).hex()},
                {"kind": "commit-seed", "key": key, "commitment": draw.randbytes(32).hex()},
                {"kind": "next-game", "key": key, "game": draw.randrange(4)},
            ]
        )

    def _step(self, state: dict[str, Any]) -> str:
        return json.dumps(self._right(state))

    def _wrong_value(self, state: dict[str, Any]) -> str:
        message = self._right(state)
        name = self._draw.choice([*message, "more", "version", "token", "language"])
        message[name] = self._draw.choice(VALUES)
        return json.dumps(message)

    def _cut(self, state: dict[str, Any]) -> str:
        text = self._step(state)
        return text[: self._draw.randrange(len(text))]

    def _flipped(self, state: dict[str, Any]) -> bytes:
        data = bytearray(self._step(state).encode())
        data[self._draw.randrange(len(data))] = self._draw.randrange(256)
        return bytes(data)

    def _out_of_order(self, _: dict[str, Any]) -> str:
        return json.dumps({"kind": "hello", "version": self._draw.choice(VALUES), "language": "de"})

    def _noise(self, _: dict[str, Any]) -> bytes:
        return self._draw.randbytes(self._draw.randrange(200))

    def _surrogate(self, state: dict[str, Any]) -> str:
        return self._step(state).replace("key", self._draw.choice(["\\ud800", "\\udfff\\ud800", "\\u0000", "\\ud83c"]))

    def _deep(self, _: dict[str, Any]) -> str:
        opening = self._draw.choice(["[", '{"kind":', '{"key":[', '{"x":{"kind":'])
        return opening * self._draw.randrange(1, 20_000 // len(opening))

    def _large(self, _: dict[str, Any]) -> str:
        return json.dumps({"kind": "step", "key": "k", "version": 1, "step": "x" * (MAX_MESSAGE - 100)})

    def _too_large(self, _: dict[str, Any]) -> str:
        return "x" * (MAX_MESSAGE + self._draw.randrange(1, MAX_MESSAGE))


class Fuzzer:
    """A client that reconnects whenever it is disconnected."""

    def __init__(self, host: str, table: str, token: str | None, seed: int) -> None:
        self._address = f"ws://{host}/api/tables/{table}/live"
        self._token, self._nonsense, self._draw = token, InvalidMessages(seed), random.Random(seed)
        self.answers: Counter[str] = Counter()
        self._state: dict[str, Any] = {}
        self._answered = 0  # during this connection

    async def send(self, count: int) -> None:
        while count > 0:
            try:
                async with connect(self._address, max_size=None, compression=None) as connection:
                    count -= await self._visit(connection, min(count, self._draw.randrange(1, 400)))
            except (ConnectionClosed, InvalidHandshake, OSError) as error:
                self.answers[type(error).__name__] += 1
                count -= 1

    async def _visit(self, connection: ClientConnection, count: int) -> int:
        """Send `count` messages. Return how many were sent before the server disconnected."""
        self._answered = sent = 0
        hearing = asyncio.create_task(self._hear(connection))
        try:
            if self._draw.random() < 0.95:
                await connection.send(json.dumps({"kind": "hello", "token": self._token}))
            for _ in range(count):
                sent += 1
                await connection.send(self._nonsense.next(self._state))
                while sent - self._answered > WINDOW and not hearing.done():
                    await asyncio.sleep(0.001)
        except ConnectionClosed:
            pass
        if self._draw.random() < 0.3:
            connection.transport.abort()
        await connection.close()
        await hearing
        return sent

    async def _hear(self, connection: ClientConnection) -> None:
        try:
            async for text in connection:
                message = json.loads(text)
                self.answers[message["kind"]] += 1
                self._answered += message["kind"] != "state"
                if message["kind"] == "state":
                    self._state = message
                elif message["kind"] == "rejected":
                    self.answers[message["error"]["key"]] += 1
                    assert message["error"]["message"]
        except ConnectionClosed:
            pass
        self.answers[f"closed {connection.close_code}"] += 1


def send_broken_frames(server: ServerProcess, table: str, count: int) -> None:
    """Send bytes that are not WebSocket frames."""
    draw = random.Random(count)
    host, port = server.host.split(":")
    greeting = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {server.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    for _ in range(count):
        with socket.create_connection((host, int(port)), timeout=20) as raw:
            raw.sendall(greeting.encode())
            raw.recv(4096)
            raw.sendall(draw.randbytes(draw.randrange(1, 100)))


def megabytes(server: ServerProcess) -> float:
    """Return the memory of the server process in MB."""
    status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def messages_received(server: ServerProcess) -> float:
    """Return the server's count of received messages."""
    figures = server.metrics()
    return float(figures.split("\nlocarium_live_messages_total ")[1].split()[0])


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path, log=True, LOCARIUM_LOG="json", LOCARIUM_LIMITS="1000")
    yield process
    process.stop()


def fuzz(server: ServerProcess, count: int, seed: int) -> Counter[str]:
    """Send `count` messages over several connections: seats of two tables, and spectators."""
    fuzzers = []
    for game in ("loco", "locus"):
        table = open_table(server.url, game=game, bots=[1], practice=True)["table"]
        token = join(server.url, table)["token"]
        for number in range(SOCKETS // 2):
            fuzzers.append(Fuzzer(server.host, table, token if number else None, seed + len(fuzzers)))
        send_broken_frames(server, table, 10)

    async def run() -> None:
        await asyncio.gather(*(fuzzer.send(count // SOCKETS) for fuzzer in fuzzers))

    asyncio.run(run())
    return sum((fuzzer.answers for fuzzer in fuzzers), Counter())


def check_server(server: ServerProcess) -> None:
    """Check that the server runs, has logged no error, and a game can be played to its end."""
    assert call(server.url, "GET", "/health")["status"] == "ok"
    happened = [json.loads(line) for line in server.log_text().splitlines()]
    assert [line for line in happened if line["level"] in ("error", "critical")] == []
    table = open_table(server.url, bots=[1])["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    while live.wait_for_turn():
        live.answer(live.step(live.state["legal"][0]))
        live.hear_until(lambda message: message["kind"] == "state")
    assert live.state["ending"]


def test_server_survives_invalid_messages(logged: ServerProcess) -> None:
    answers = fuzz(logged, 2_000, 1)
    assert {"acknowledged", "bad-json", "bad-text", "bad-field", "unknown-field", "state"} <= answers.keys()
    check_server(logged)


@pytest.mark.slow
@pytest.mark.soak
def test_server_survives_many_invalid_messages_without_growing(
    logged: ServerProcess, rounds: Callable[[int], Iterator[int]]
) -> None:
    fuzz(logged, WARM_UP, 2)
    before, sent = megabytes(logged), WARM_UP
    for seed in rounds(9):
        fuzz(logged, ROUND, seed * SOCKETS)
        sent += ROUND
        assert megabytes(logged) - before < MAX_GROWTH
    assert messages_received(logged) >= 0.85 * sent  # some clients are disconnected before their messages are read
    check_server(logged)
