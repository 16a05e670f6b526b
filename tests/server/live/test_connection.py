"""A client that does not read catches up later or is disconnected, and delays no one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from locarium.server.archive import writer
from locarium.server.http.limits import Limiter, Limits
from locarium.server.live.connection import MAX_WAITING, serve_client
from locarium.server.live.uvicorn_ws import WIRE
from locarium.server.live.websocket import WebSocket
from locarium.server.people.principal import Principal
from locarium.server.people.users import Users
from locarium.server.storage.bus import MemoryBus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables import subscription
from locarium.server.tables.manager import TableManager
from locarium.server.tables.messages import Join, NewTable

SEATS = 3
SAYINGS = 50


class Client:
    """The client side of a WebSocket. Messages wait until it reads."""

    def __init__(self, *, reads: bool, **hello: str) -> None:
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reads = asyncio.Event()
        if reads:
            self.reads.set()
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.code = 0  # close code
        self.say({"kind": "hello"} | hello)

    def say(self, message: Any) -> None:
        self._out.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def socket(self, headers: Sequence[tuple[bytes, bytes]] = (), wire: UvicornWebSocket | None = None) -> WebSocket:
        connect = iter([{"type": "websocket.connect"}])

        async def receive() -> dict[str, Any]:
            return next(connect, None) or await self._out.get()

        async def send(message: dict[str, Any]) -> None:
            await self.reads.wait()
            if message["type"] == "websocket.close":
                self.code = message["code"]
                self._out.put_nowait({"type": "websocket.disconnect"})
            elif message["type"] == "websocket.send":
                self.heard.append(json.loads(message["text"]))
                self.news.set()

        if not self.reads.is_set():
            send = self._after_first(send)
        extensions = {} if wire is None else {WIRE: wire}
        scope = {"headers": list(headers), "limiter": Limiter(Limits()), "extensions": extensions}
        return WebSocket(scope, receive, send)

    def _after_first(self, send: Callable[[dict[str, Any]], Awaitable[None]]) -> Any:
        """Accept the connection, then stop reading."""

        async def sending(message: dict[str, Any]) -> None:
            if message["type"] != "websocket.accept":
                await send(message)

        return sending

    @property
    def states(self) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["kind"] == "state"]

    async def wait_for_version(self, version: int) -> None:
        async with asyncio.timeout(30):
            while not self.states or self.states[-1]["version"] < version:
                self.news.clear()
                await self.news.wait()


class UvicornWebSocket:
    """The fast path to a client that reads."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.writable = asyncio.Event()
        self.writable.set()

    async def send_texts(self, texts: Iterable[bytes]) -> None:
        self.write_texts(texts)

    def write_texts(self, texts: Iterable[bytes]) -> None:
        self._client.heard += map(json.loads, texts)
        self._client.news.set()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[TableManager, Users]]:
    database = Database(f"sqlite:///{folder / 'house.sqlite'}")
    log = EventLog(database)
    manager = TableManager(database, log, MemoryBus(), writer, bot_seconds=0.01)
    await manager.start()
    yield manager, Users(database)
    await manager.close()
    log.close()
    database.close()


async def with_two(
    folder: Path, work: Callable[[TableManager, str, Client, asyncio.Task[None]], Awaitable[None]]
) -> None:
    """Run a table with one client that reads and one that does not."""
    async with opened(folder) as (manager, users):
        host = Principal("ada", "Ada", is_program=False)
        name = (await manager.open(NewTable("loco", SEATS), host)).name
        async with manager.visit(name) as live:
            await manager.join(live, host, Join())
        slow, quick = Client(reads=False), Client(reads=True)
        talks = [asyncio.create_task(serve_client(each.socket(), manager, users, name)) for each in (slow, quick)]
        await quick.wait_for_version(1)
        async with manager.visit(name) as live:
            for number in range(SAYINGS):
                done = await manager.execute(
                    live, lambda table, number=number: table.send_chat(0, "Hello", key=str(number))
                )  # type: ignore[misc]
                await quick.wait_for_version(done.version)  # the slow client delays no one
        await work(manager, name, slow, talks[0])
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


def test_slow_client_receives_the_latest_state(tmp_path: Path) -> None:
    async def work(manager: TableManager, name: str, slow: Client, _: asyncio.Task[None]) -> None:
        slow.reads.set()
        async with manager.visit(name) as live:
            await slow.wait_for_version(live.table.version)
        assert len(slow.states) <= 2
        assert sum(len(state["chat"]) for state in slow.states) == SAYINGS

    asyncio.run(with_two(tmp_path, work))


def test_client_that_never_reads_is_disconnected(tmp_path: Path) -> None:
    async def work(_: TableManager, __: str, slow: Client, talk: asyncio.Task[None]) -> None:
        for number in range(3 * MAX_WAITING):
            slow.say({"kind": "chat", "key": str(number), "text": "Hello"})
        async with asyncio.timeout(30):
            await talk
        assert slow.heard == []

    asyncio.run(with_two(tmp_path, work))


@pytest.mark.parametrize("is_quick", [False, True])
def test_render_error_closes_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_quick: bool) -> None:
    """The client reconnects, instead of staying connected without updates."""

    async def run() -> None:
        async with opened(tmp_path) as (manager, users):
            host = Principal("ada", "Ada", is_program=False)
            name = (await manager.open(NewTable("loco", SEATS), host)).name
            client = Client(reads=True)
            socket = client.socket(wire=UvicornWebSocket(client) if is_quick else None)
            talk = asyncio.create_task(serve_client(socket, manager, users, name))
            await client.wait_for_version(1)
            monkeypatch.setattr(subscription, "show_state", broken)
            async with manager.visit(name) as live:
                await manager.join(live, host, Join())
            async with asyncio.timeout(30):
                await talk
            assert client.code == 1011

    asyncio.run(run())


def broken(*_: object) -> Any:
    raise RuntimeError("no idea")
