"""Attacks on the server, each at a fixed rate and for a limited time, from one process.

`python -m bench.attacks` reads one order (JSON) from its input, runs that attack and prints the traffic and the
answers. It only connects to 127.0.0.1. Attackers are cheap: they use raw sockets and don't decode answers.
"""

from __future__ import annotations

import asyncio
import json
import math
import socket
import sys
from collections import Counter
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

HOST = "127.0.0.1"
MAX_CONNECTIONS = 400  # open connections per attack
TICK = 0.01  # seconds between two batches of frames
MAX_LATE_TICKS = 10  # maximum number of missed ticks whose frames a late attacker still sends
RECONNECT_DELAY = 0.1  # seconds until an attacker reconnects
TEXT_SIZE = 60_000  # characters of a hostile text; the server accepts 65,536
HEADER_LINES, MAX_HEADERS = 12, 240_000  # connections that send endless headers; headers in total, 1 KB each
OPEN_TEXT, TEXT, CONTINUATION, PING, PONG = 0x01, 0x81, 0x00, 0x89, 0x8A  # first bytes of frames, RFC 6455

ThrottledSocket = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class Target:
    """The server under attack, and the attacker's identities and data there."""

    port: int
    tokens: list[str]  # one per identity
    table: str  # the table of the first identity
    position: str  # a position that keeps the solver busy
    records: list[str]  # records of finished games


@dataclass
class Run:
    """An attack in progress."""

    target: Target
    rate: float
    seconds: float
    sent: int = 0  # amount sent so far, in the unit of the rate
    answers: Counter[str] = field(default_factory=Counter)  # answers by HTTP status, and connections by how they ended

    async def paced(self) -> AsyncIterator[int]:
        """Count up at the attack's rate until its time is over."""
        clock = asyncio.get_running_loop().time
        start = clock()
        for number in range(math.ceil(self.rate * self.seconds)):
            await asyncio.sleep(max(0, start + number / self.rate - clock()))
            yield number

    async def batches(self, most: int) -> AsyncIterator[int]:
        """Yield the number of frames due at every tick, until `most` are sent."""
        clock = asyncio.get_running_loop().time
        due, last = 0.0, clock()
        while True:
            await asyncio.sleep(TICK)
            now = clock()
            due = min(due + (now - last) * self.rate, MAX_LATE_TICKS * TICK * self.rate + 1)
            last = now
            yield min(int(due), most - self.sent)
            due -= int(due)


# Requests


def post(run: Run, number: int, path: str, body: object) -> bytes:
    """Build a request from one of the attacker's identities."""
    token = run.target.tokens[number % len(run.target.tokens)]
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + data


async def flood(run: Run, request: Callable[[int], bytes], *, hang_up: bool = False) -> None:
    """Send requests at the rate, each on its own connection. Wait for the answer, or hang up immediately."""
    free = asyncio.Semaphore(MAX_CONNECTIONS)

    async def send(number: int) -> None:
        try:
            reader, writer = await connect(run, request(number))
            with closing(writer):
                await writer.drain()
                run.sent += 1
                run.answers["hung up" if hang_up else await _status(reader)] += 1
        except OSError:
            run.answers["no connection"] += 1
        finally:
            free.release()

    async with asyncio.TaskGroup() as tasks:
        async for number in run.paced():
            await free.acquire()
            tasks.create_task(send(number))


async def _status(reader: asyncio.StreamReader) -> str:
    words = (await reader.readline()).split()
    return words[1].decode() if len(words) > 1 else "closed"


# Connections


async def connect(run: Run, opening: bytes = b"") -> ThrottledSocket:
    """Connect and send the first bytes."""
    reader, writer = await asyncio.open_connection(HOST, run.target.port)
    writer.write(opening)
    return reader, writer


async def join(run: Run) -> ThrottledSocket:
    """Open a WebSocket at the attacker's table and send `hello`."""
    head = (
        f"GET /api/tables/{run.target.table}/live HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    reader, writer = await connect(run, head.encode())
    with suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame(TEXT, json.dumps({"kind": "hello", "token": run.target.tokens[0]}).encode()))
    return reader, writer


def frame(first: int, payload: bytes = b"") -> bytes:
    """Build a WebSocket frame. The mask of zeros leaves the payload unchanged."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([first]) + length + bytes(4) + payload


async def pour(
    run: Run,
    opened: Callable[[Run], Awaitable[ThrottledSocket]],
    batch: Callable[[int, int], bytes],
    *,
    lines: int = 1,
    most: int = sys.maxsize,
    reads: bool = True,
) -> None:
    """Send batches at the attack's rate over a few connections in turn. Reopen connections that the server closes."""
    open_lines: list[asyncio.StreamWriter | None] = [None] * lines
    turn = 0
    async with asyncio.TaskGroup() as readers:
        async for due in run.batches(most):
            turn = (turn + 1) % lines
            try:
                writer = open_lines[turn]
                if writer is None:
                    reader, writer = await opened(run)
                    open_lines[turn] = writer
                    if not reads:  # otherwise the system would read a few MB ahead
                        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    readers.create_task(_read_until_closed(reader, writer, reads=reads))
                writer.write(batch(run.sent, due))
                await writer.drain()
                run.sent += due
            except OSError:
                run.answers["closed"] += 1
                open_lines[turn] = None
                await asyncio.sleep(RECONNECT_DELAY)


async def _read_until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, reads: bool) -> None:
    """Discard what the server sends, or leave it unread, then close the connection."""
    with closing(writer), suppress(OSError):
        if not reads:
            await writer.wait_closed()
        while await reader.read(1 << 16):
            pass


async def hold(run: Run, opening: bytes = b"", trickle: bytes = b"") -> None:
    """Open as many connections as the rate says and keep them open. Each sends a little every second."""

    async def keep() -> None:
        while True:
            try:
                reader, writer = await connect(run, opening)
                run.sent += 1
                with closing(writer):
                    while not reader.at_eof():
                        with suppress(TimeoutError):
                            await asyncio.wait_for(reader.read(1 << 16), 1)
                        writer.write(trickle)
                        await writer.drain()
            except OSError:
                pass
            run.answers["closed"] += 1
            await asyncio.sleep(1)

    many = math.ceil(run.rate)
    async with asyncio.TaskGroup() as tasks:
        for _ in range(many):
            tasks.create_task(keep())
            await asyncio.sleep(1 / many)


# Hostile texts


def dotted(number: int) -> str:
    """Return an edition with one key of tens of thousands of parts."""
    return f"k{number}." + "a." * (TEXT_SIZE // 2) + "a = 1"


def nested(number: int) -> str:
    """Return an edition with a list nested tens of thousands of levels deep."""
    return f"k{number} = " + "[" * TEXT_SIZE


def digits(number: int) -> str:
    """Return an edition with an integer of tens of thousands of digits."""
    return f"k{number} = " + "9" * TEXT_SIZE


def record(number: int) -> str:
    """Return one of several records that do not replay."""
    start = '{"format": "locarium/1", "game": "genius-loci", '
    kinds = (
        " ",
        "[" * TEXT_SIZE,
        start + '"seats": ' + "9" * TEXT_SIZE + "}",
        start + '"seats": 2, "steps": [' + '[0, "a1"], ' * (TEXT_SIZE // 11) + "[0]]}",
        start + f'"seats": 2, "steps": [], "edition_text": {json.dumps(nested(number))}}}',
        start + f'"seats": 2, "steps": [], "edition_text": {json.dumps(digits(number))}}}',
    )
    return kinds[number % len(kinds)]


async def post_editions(run: Run, text: Callable[[int], str]) -> None:
    """Send an edition to each endpoint that accepts one, in turn."""

    def request(number: int) -> bytes:
        edition = text(number)
        places = (
            ("/api/tables", {"game": "genius-loci", "seats": 2, "edition_text": edition}),
            ("/api/editions/genius-loci", {"text": edition}),
            ("/api/editions/locus", {"text": edition}),
        )
        return post(run, number, *places[number % len(places)])

    await flood(run, request)


# The attacks


async def edition_keys(run: Run) -> None:
    await post_editions(run, dotted)


async def edition_nesting(run: Run) -> None:
    await post_editions(run, nested)


async def edition_digits(run: Run) -> None:
    await post_editions(run, digits)


async def records(run: Run) -> None:
    def request(number: int) -> bytes:
        text = record(number // 3)
        places = (
            ("/api/replay", {"record": text}),
            ("/api/archive/imports", {"lines": text}),
            ("/api/review", {"record": text}),
        )
        return post(run, number, *places[number % len(places)])

    await flood(run, request)


async def pongs(run: Run) -> None:
    empty = frame(PONG)
    await pour(run, join, lambda _, many: empty * many)


async def pings(run: Run) -> None:
    full = frame(PING, bytes(125))
    await pour(run, join, lambda _, many: full * many, reads=False)


async def fragments(run: Run) -> None:
    begin, go_on = frame(OPEN_TEXT, b"{"), frame(CONTINUATION)

    async def opened(run: Run) -> ThrottledSocket:
        reader, writer = await join(run)
        writer.write(begin)
        return reader, writer

    await pour(run, opened, lambda _, many: go_on * many)


async def silence(run: Run) -> None:
    await hold(run)


async def half_headers(run: Run) -> None:
    await hold(run, b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"a")


async def endless_headers(run: Run) -> None:
    line = b"X-Long: " + b"a" * 990 + b"\r\n"
    opening = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
    await pour(
        run, lambda run: connect(run, opening), lambda _, many: line * many, lines=HEADER_LINES, most=MAX_HEADERS
    )


async def long_polls(run: Run) -> None:
    target = run.target
    path = f"/api/tables/{target.table}/state?after=1000000&wait=30"
    request = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {target.tokens[0]}\r\n\r\n".encode()
    await flood(run, lambda _: request)


async def solver(run: Run) -> None:
    path, study = "/api/positions/genius-loci/solve", {"position": run.target.position}
    await flood(run, lambda number: post(run, number, path, study), hang_up=True)


async def passwords(run: Run) -> None:
    def request(number: int) -> bytes:
        return post(run, number, "/api/sign-in", {"login": f"nobody-{number}", "password": "correct horse"})

    await flood(run, request)


async def reviews(run: Run) -> None:
    def request(number: int) -> bytes:
        known = run.target.records
        return post(run, number, "/api/review", {"record": known[number % len(known)]})

    await flood(run, request)


async def settings(run: Run) -> None:
    def toggle(number: int) -> bytes:
        return frame(
            TEXT, b'{"kind":"request-hints","key":"s%d","wanted":%s}' % (number, (b"true", b"false")[number % 2])
        )

    await pour(run, join, lambda first, many: b"".join(map(toggle, range(first, first + many))))


async def chat(run: Run) -> None:
    def say(number: int) -> bytes:
        return frame(TEXT, b'{"kind":"chat","key":"c%d","text":"Buy %d!"}' % (number, number))

    await pour(run, join, lambda first, many: b"".join(map(say, range(first, first + many))))


async def tables(run: Run) -> None:
    await flood(run, lambda number: post(run, number, "/api/tables", {"game": "loco", "seats": 2, "public": True}))


async def identities(run: Run) -> None:
    def request(number: int) -> bytes:
        body = json.dumps({"name": f"Guest {number}"}).encode()
        head = f"POST /api/me HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body

    await flood(run, request)


@dataclass(frozen=True)
class Attack:
    """An attack, its rate, and a description of it."""

    run: Callable[[Run], Awaitable[None]]
    rate: float
    unit: str
    what: str


ATTACKS = {
    "edition-keys": Attack(edition_keys, 1, "requests/s", "editions with a dotted key of 30,000 parts"),
    "edition-nesting": Attack(edition_nesting, 10, "requests/s", "editions with a list 60,000 deep"),
    "edition-digits": Attack(edition_digits, 10, "requests/s", "editions with an integer of 60,000 digits"),
    "records": Attack(records, 20, "requests/s", "broken records to replay, import and review"),
    "pongs": Attack(pongs, 166_667, "frames/s", "empty pongs at 8 Mbit/s on one WebSocket"),
    "pings": Attack(pings, 24_000, "frames/s", "pings at 25 Mbit/s on one WebSocket that reads nothing"),
    "fragments": Attack(fragments, 50_000, "frames/s", "a message of empty fragments that never ends"),
    "silence": Attack(silence, 400, "connections", "connections that send nothing"),
    "half-headers": Attack(half_headers, 400, "connections", "requests that send one byte of a header per second"),
    "endless-headers": Attack(
        endless_headers, 24_000, "headers/s", "12 requests with endless headers, 24 MB/s in total"
    ),
    "long-polls": Attack(long_polls, 60, "requests/s", "long polls that wait for 30 seconds"),
    "solver": Attack(solver, 5, "requests/s", "abandoned solver requests"),
    "passwords": Attack(passwords, 20, "requests/s", "sign-in attempts, each with a password hash"),
    "reviews": Attack(reviews, 5, "requests/s", "reviews of different games, from 20 guests at one address"),
    "settings": Attack(settings, 400, "messages/s", "a table setting toggled on one WebSocket"),
    "chat": Attack(chat, 100, "messages/s", "chat messages on one WebSocket"),
    "tables": Attack(tables, 20, "requests/s", "new public tables"),
    "identities": Attack(identities, 20, "requests/s", "new guests"),
}


async def perform(name: str, run: Run) -> None:
    """Run an attack until its time is over."""
    with suppress(TimeoutError):
        async with asyncio.timeout(run.seconds):
            await ATTACKS[name].run(run)


def main() -> None:
    order = json.loads(sys.stdin.readline())
    run = Run(Target(**order["target"]), order["rate"], order["seconds"])
    print("started", flush=True)
    asyncio.run(perform(order["attack"], run))
    print(json.dumps({"sent": run.sent, "answers": run.answers}), flush=True)


def order_of(name: str, target: Target, seconds: float, share: float = 1.0) -> bytes:
    """Encode the order for an attack, at a share of its rate."""
    rate = ATTACKS[name].rate * share
    return json.dumps({"attack": name, "target": asdict(target), "rate": rate, "seconds": seconds}).encode() + b"\n"


if __name__ == "__main__":
    main()
