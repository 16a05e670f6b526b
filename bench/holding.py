"""Memory of open connections and tables, and response times of a server that holds many of them.

Half of the connections watch one table, which shows the cost of a connection. The other half each sit at their own
table, which shows the extra cost of a table in use. Then all clients disconnect, and many idle tables are created.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.asyncio.client import connect

from .measure import Figure, Goal, spread
from .server import METRICS_TOKEN, our_server, what_is_missing

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from .server import Running

COMMAND = "locarium serve; connections and tables opened by bench/holding.py"
CONNECTIONS = 2_000
IDLE_TABLES, WARM_UP_TABLES = 10_000, 500  # idle tables; tables opened first, to fill caches
STEPS = 100
NEW_TABLE = {"game": "loco", "seats": 2, "options": {"match": "full"}}
THREADS = 8
HELD_FOR = 25.0  # seconds; the server pings every 20 seconds
SETTLE_TIME = 2.0  # seconds before memory is read

HELD = Figure(
    name="server-held",
    what="connections that stay open at the same time",
    unit="connections",
    goal=Goal("ours", "≥", CONNECTIONS),
)
ANSWER = Figure(
    name="server-held-answer", what="time from a step to its answer while these connections are open", unit="ms"
)
CONNECTION = Figure(name="server-connection", what="memory per open connection", unit="KB")
TABLE = Figure(name="server-table", what="memory per LOCO! table in use", unit="KB")
IDLE = Figure(
    name="server-idle-table",
    what=f"memory per idle table, with {IDLE_TABLES:,} of them",
    unit="KB",
    goal=Goal("ours", "<", 1),
)


def measure(_: float) -> list[Figure]:
    """Measure our server alone."""
    missing = what_is_missing()
    if missing:
        return [msgspec.structs.replace(figure, note=missing) for figure in (HELD, ANSWER, CONNECTION, TABLE, IDLE)]
    with our_server() as server:
        client = ServerClient(server)
        return [*asyncio.run(_measure_connections(client)), _measure_idle_tables(client)]


@dataclass(frozen=True)
class ServerClient:
    """A client for a running server."""

    server: Running

    @property
    def memory(self) -> float:
        """Return the memory in use, in KB."""
        time.sleep(SETTLE_TIME)
        status = Path(f"/proc/{self.server.process}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return float(found[1])

    @property
    def connected(self) -> int:
        """Return the server's own count of connections."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port)) as line:
            line.request("GET", "/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})
            found = re.search(r"^locarium_live_connections (\S+)", line.getresponse().read().decode(), re.MULTILINE)
        assert found
        return int(float(found[1]))

    def ask(self, line: http.client.HTTPConnection, path: str, body: Any, **headers: str) -> Any:
        line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"} | headers)
        response = line.getresponse()
        answer = response.read()
        assert response.status < 300, answer
        return msgspec.json.decode(answer) | {"cookie": response.headers.get("Set-Cookie", "").partition(";")[0]}

    def line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.server.port)

    def become_guest(self, name: str) -> str:
        """Sign in as a guest and return the token."""
        with closing(self.line()) as line:
            guest = self.ask(line, "/api/me", {"name": name})
            return str(self.ask(line, "/api/me/tokens", {"label": "bench"}, Cookie=guest["cookie"])["token"])

    def open_tables(self, count: int, *guests: str) -> list[str]:
        """Open tables of LOCO! as the first guest, and seat all guests."""

        def open_some(share: int) -> list[str]:
            with closing(self.line()) as line:
                return [self._open_table(line, guests) for _ in range(share)]

        shares = [count // THREADS + (i < count % THREADS) for i in range(THREADS)]
        with ThreadPoolExecutor(THREADS) as threads:
            return [table for tables in threads.map(open_some, shares) for table in tables]

    def _open_table(self, line: http.client.HTTPConnection, guests: tuple[str, ...]) -> str:
        host = {"Authorization": f"Bearer {guests[0]}"}
        table = str(self.ask(line, "/api/tables", NEW_TABLE, **host)["table"])
        for guest in guests[1:]:
            for who in (guests[0], guest):
                self.ask(line, f"/api/tables/{table}/seats", {}, Authorization=f"Bearer {who}")
        return table


class _Seat:
    """A connection and the last state it received."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.state: dict[str, Any] = {}

    async def receive(self) -> str:
        """Return the kind of the next message."""
        message = json.loads(await self.line.recv())
        if message["kind"] == "state":
            self.state = message
        return str(message["kind"])

    async def step(self, key: str) -> None:
        """Make the first legal step and wait for the acknowledgement."""
        step = {"kind": "step", "key": key, "version": self.state["version"], "step": self.state["legal"][0]}
        await self.line.send(json.dumps(step))
        while await self.receive() != "acknowledged":
            pass


async def _measure_connections(client: ServerClient) -> list[Figure]:
    loop = asyncio.get_running_loop()

    async def aside(work: Callable[..., Any], *arguments: Any) -> Any:
        return await loop.run_in_executor(None, work, *arguments)

    ada, ben = await aside(client.become_guest, "Ada"), await aside(client.become_guest, "Ben")
    tables = await aside(client.open_tables, CONNECTIONS // 2 + 2, ada, ben)
    async with AsyncExitStack() as held:

        async def join(table: str, token: str | None) -> _Seat:
            address = f"ws://127.0.0.1:{client.server.port}/api/tables/{table}/live"
            seat = _Seat(await held.enter_async_context(connect(address, compression=None)))
            await seat.line.send(json.dumps({"kind": "hello", "token": token}))
            await seat.receive()
            return seat

        for seat in (ada, ben):  # warm up
            await join(tables[0], seat)
        before = await aside(lambda: client.memory)
        for _ in range(CONNECTIONS // 2):
            await join(tables[0], None)
        watched = await aside(lambda: client.memory)
        for table in tables[2:]:
            await join(table, ada)
        seated = await aside(lambda: client.memory)
        times = await _play([await join(tables[1], seat) for seat in (ada, ben)])
        await asyncio.sleep(HELD_FOR)
        connected = await aside(lambda: client.connected)
    connection = (watched - before) / (CONNECTIONS // 2)
    numbers = {
        HELD: [float(connected)],
        ANSWER: times,
        CONNECTION: [connection],
        TABLE: [(seated - watched) / (CONNECTIONS // 2) - connection],
    }
    notes = {
        HELD: f"Counted by the server after {HELD_FOR:g} s.",
        ANSWER: f"{len(times)} steps; the load is a Python program on the other core.",
        CONNECTION: f"Average of {CONNECTIONS // 2} spectators at one table.",
        TABLE: (
            f"Average of {CONNECTIONS // 2} tables with a started match and one connection each, "
            "without the connection."
        ),
    }
    return [msgspec.structs.replace(figure, ours=spread(numbers[figure]), note=notes[figure]) for figure in numbers]


async def _play(seats: list[_Seat]) -> list[float]:
    """Return the milliseconds from steps to answers, for two seats of a table, for at most one match."""
    times: list[float] = []
    while len(times) < STEPS and not seats[0].state["ending"]:
        seat = next(seat for seat in seats if seat.state["legal"])
        started = time.perf_counter()
        await seat.step(str(len(times)))
        times.append(1000 * (time.perf_counter() - started))
        version = seat.state["version"]
        for each in seats:
            while each.state["version"] <= version:
                await each.receive()
    return times


def _measure_idle_tables(client: ServerClient) -> Figure:
    host = client.become_guest("Host")
    client.open_tables(WARM_UP_TABLES, host)
    memory, size = client.memory, _stored(client.server.data)
    client.open_tables(IDLE_TABLES, host)
    grown = (client.memory - memory) / IDLE_TABLES
    note = f"Each takes {(_stored(client.server.data) - size) / IDLE_TABLES / 1024:.1f} KB on disk."
    return msgspec.structs.replace(IDLE, ours=spread([grown]), note=note)


def _stored(data: Path) -> int:
    return sum(file.stat().st_size for file in data.iterdir())
