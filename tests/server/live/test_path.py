"""A move passes the modules that docs/architecture.md lists, and no others."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from docs.test_architecture import SOURCE, section
from locarium.server.archive import writer
from locarium.server.live.connection import serve_client
from locarium.server.people.users import Users
from locarium.server.storage.bus import MemoryBus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables.manager import TableManager
from locarium.server.tables.messages import Join, NewTable
from server.live.test_connection import Client, UvicornWebSocket
from waiting import PATIENCE

OUTSIDE = {  # modules used before the message arrives, or only in other cases
    "server/live/uvicorn_ws.py",
    "server/live/throttle.py",
    "server/serve/gateway.py",
    "server/archive/writer.py",
    "table/fairness.py",
    "server/tables/registry.py",
    "server/tables/messages.py",  # only structs
}
HELPERS = {  # small parts that the page does not list
    "server/base/cache.py",
    "server/live/websocket.py",
    "server/people/tokens.py",  # this client is a program
    "server/tables/bot_runner.py",  # checks whether a bot has to act
    "server/tables/manager.py",
    "table/choices.py",
    "table/clocks.py",
    "table/events.py",
    "table/seeds.py",
}


@contextmanager
def tracing() -> Iterator[list[str]]:
    """Collect the modules of server and table in the order in which the event loop enters them."""
    entered: list[str] = []

    def note(frame: Any, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(str(SOURCE)):
            module = str(Path(path).relative_to(SOURCE))
            if module.startswith(("server/", "table/")) and module not in entered:
                entered.append(module)

    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)


async def traced_move(folder: Path) -> list[str]:
    """Return the modules that a move passes, from the message to the state that another client receives."""
    database = Database(f"sqlite:///{folder / 'server.sqlite'}")
    log, users = EventLog(database), Users(database)
    manager = TableManager(database, log, MemoryBus(), writer, bot_seconds=0.01)
    await manager.connect()  # without background tasks
    people = [await users.welcome(name) for name in ("Ada", "Ben")]
    name = (await manager.open(NewTable("loco", 2), people[0][0])).name
    async with manager.visit(name) as live:
        for principal, _ in people:
            await manager.join(live, principal, Join())
        mover = live.table.position.active[0]
        step = live.table.legal_texts(mover)[0]
        tokens = [await users.tokens.make(principal.user_id, "test") for principal, _ in people]
        clients = [Client(reads=True, token=token) for _, token in tokens]
        talks = [
            asyncio.create_task(serve_client(each.socket(wire=UvicornWebSocket(each)), manager, users, name))
            for each in clients
        ]
        for client in clients:
            await client.wait_for_version(live.table.version)
        with tracing() as entered:
            clients[mover].say({"kind": "step", "key": "k", "version": live.table.version, "step": step})
            await clients[1 - mover].wait_for_version(live.table.version + 1)
    for talk in talks:
        talk.cancel()
    await asyncio.gather(*talks, return_exceptions=True)
    await manager.close()
    log.close()
    database.close()
    return entered


def test_move_passes_the_documented_modules(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with asyncio.timeout(PATIENCE):
            return await traced_move(tmp_path)

    entered = asyncio.run(run())
    documented = re.findall(r"`((?:server|table)/[\w/]+\.py)`", section("A move"))
    expected = [module for module in dict.fromkeys(documented) if module not in OUTSIDE]
    assert set(entered) - HELPERS == set(expected)
    hops = [module for module in entered if module in expected]
    assert hops.index("server/tables/executor.py") < hops.index("table/table.py")
    assert hops.index("server/storage/event_log.py") < hops.index("server/storage/bus.py")
    assert hops.index("server/storage/bus.py") < hops.index("server/tables/view.py")
