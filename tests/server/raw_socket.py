"""Clients that send arbitrary bytes, and a pair of honest players next to them."""

from __future__ import annotations

import json
import random
import select
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server.client import Live, join, open_table
from server.server_process import ServerProcess
from server.waiting import PATIENCE

CONT, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
STRANGER = "203.0.113.7"  # a documentation address
CHUNK = 64 * 1024


class Raw:
    """One TCP connection. With `--trust-proxy`, it can claim any address in its headers."""

    def __init__(self, server: ServerProcess, window: int | None = None) -> None:
        self.host = server.host
        self.socket = socket.socket()
        if window is not None:  # bytes that can arrive unread
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", int(server.host.rpartition(":")[2])))
        self._data = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def request(self, method: str, path: str, address: str = STRANGER, **headers: str) -> None:
        """Send the head of a request."""
        lines = {"Host": self.host, "X-Forwarded-For": address} | headers
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
        self.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())

    def status(self) -> int | None:
        """Return the status of the response, or None if the server closes without one."""
        line = self._read_until(b"\r\n")
        return int(line.split()[1]) if line else None

    def response(self) -> tuple[int, dict[str, Any]]:
        """Read a whole response."""
        status = self.status()
        assert status is not None
        head = self._read_until(b"\r\n\r\n").lower()
        length = int(head.split(b"content-length:")[1].split()[0])
        return status, json.loads(self._read(length))

    def has_answer(self) -> bool:
        """Return whether data can be read now: a response or the end of the connection."""
        return bool(self._data or select.select([self.socket], [], [], 0)[0])

    def is_closed(self) -> bool:
        """Wait until the server closes the connection, ignoring what it sends before."""
        while self._read(1):
            self._data = b""
        return True

    def count(self) -> int:
        """Return how many bytes arrive before the server closes the connection."""
        total = 0
        while new := self._receive():
            total += len(new)
        return total

    # WebSocket.

    def upgrade(self, table: str, address: str = STRANGER) -> None:
        """Upgrade to a WebSocket at a table and send the greeting."""
        key = {"Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        path = f"/api/tables/{table}/live"
        self.request("GET", path, address, Connection="Upgrade", Upgrade="websocket", **key)
        assert self.status() == 101
        self._read_until(b"\r\n\r\n")
        self.send(frame(TEXT, b'{"kind":"hello"}'))

    def next_frame(self, kind: int) -> bytes:
        """Read frames until one of this kind arrives. Return its data, empty if the server closes."""
        while head := self._read(2):
            length = head[1]
            if length > 125:
                length = int.from_bytes(self._read(2 if length == 126 else 8), "big")
            data = self._read(length)
            if head[0] & 15 == kind:
                return data
        return b""

    def close_code(self) -> int | None:
        """Wait until the server closes the WebSocket. Return the code, or None without one."""
        return int.from_bytes(self.next_frame(CLOSE)[:2], "big") or None

    def _read(self, count: int) -> bytes:
        """Read `count` bytes, or fewer at the end of the connection."""
        while len(self._data) < count and (new := self._receive()):
            self._data += new
        data, self._data = self._data[:count], self._data[count:]
        return data

    def _read_until(self, end: bytes) -> bytes:
        while end not in self._data and (new := self._receive()):
            self._data += new
        data, _, self._data = self._data.partition(end)
        return data

    def _receive(self) -> bytes:
        try:
            return self.socket.recv(CHUNK)
        except ConnectionError:
            return b""


def frame(kind: int, data: bytes = b"", *, is_last: bool = True, is_compressed: bool = False) -> bytes:
    """Return a client's WebSocket frame, masked with zeros."""
    first = kind | (0x80 if is_last else 0) | (0x40 if is_compressed else 0)
    if len(data) < 126:
        return bytes((first, 0x80 | len(data))) + bytes(4) + data
    return bytes((first, 0x80 | 126)) + struct.pack("!H", len(data)) + bytes(4) + data


@contextmanager
def flooding(raw: Raw, data: bytes, bytes_per_second: int) -> Iterator[threading.Thread]:
    """Send the same bytes repeatedly at a limited rate until the block ends or the server closes.

    Yield the thread, which ends when the server closes.
    """
    stop = threading.Event()
    block = data * (bytes_per_second // 50 // len(data))

    def flood() -> None:
        due = time.monotonic()
        while not stop.is_set():
            try:
                raw.send(block)
            except OSError:
                return
            due = max(due + 0.02, time.monotonic() - 1)
            time.sleep(max(0, due - time.monotonic()))

    raw.socket.settimeout(1)
    thread = threading.Thread(target=flood)
    thread.start()
    try:
        yield thread
    finally:
        stop.set()
        thread.join()
        raw.socket.settimeout(PATIENCE)


class Honest:
    """Two people who play LOCO! as fast as the server answers."""

    def __init__(self, server: ServerProcess) -> None:
        self._server, self._chance = server, random.Random(37)
        self._lives: list[Live] = []
        self.begin()

    def begin(self) -> None:
        """Start a new game at a new table, over new connections."""
        for live in self._lives:
            Live.opened.remove(live)
            live.close()
        url = self._server.url
        self.table = open_table(url)["table"]
        tokens = [join(url, self.table, name)["token"] for name in ("Ada", "Ben")]
        self._lives = [Live(self._server.host, self.table, token) for token in tokens]
        for live in self._lives:
            live.hear_until(lambda _, live=live: live.state.get("view") is not None)  # type: ignore[misc]

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self._lives[0].state["ending"] is not None

    def move(self) -> None:
        """Make a move; both players must see it."""
        acting = next(live for live in self._lives if live.state["legal"])
        answer = acting.answer(acting.step(self._chance.choice(acting.state["legal"])))
        assert answer["kind"] == "acknowledged", answer
        for live in self._lives:
            while live.state["version"] < answer["version"]:
                live.hear()

    def play(self, count: int = 30) -> None:
        """Make moves. Start a new game whenever one ends."""
        for _ in range(count):
            if self.is_over:
                self.begin()
            self.move()

    def finish_game(self) -> None:
        """Play to the end of the game over the open connections."""
        while not self.is_over:
            self.move()


def memory_of(process: int) -> int:
    """Return the memory of a process in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096
