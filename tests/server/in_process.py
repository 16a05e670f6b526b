"""A server without HTTP, inside the test process."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from locarium.server.archive import writer
from locarium.server.http.limits import Limiter, Limits
from locarium.server.people.principal import Principal
from locarium.server.storage.bus import Bus, MemoryBus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables.manager import TableManager
from server.stored import NAMES

PRINCIPALS = [Principal(name, name, is_program=False) for name in NAMES]  # Ada, Ben and Cleo of stored.py


class Cable:
    """A bus between two managers in one process. Announcements arrive immediately."""

    def __init__(self) -> None:
        self._on_bus_message: Callable[[str], None] = lambda _: None
        self.other: Cable | None = None

    @classmethod
    def pair(cls) -> tuple[Cable, Cable]:
        one, two = cls(), cls()
        one.other, two.other = two, one
        return one, two

    async def start(self, hear: Callable[[str], None]) -> None:
        self._on_bus_message = hear

    def announce(self, text: str) -> None:
        assert self.other is not None
        self.other._on_bus_message(text)

    async def close(self) -> None:
        self._on_bus_message = lambda _: None


@asynccontextmanager
async def open_manager(address: str, bus: Bus | None = None) -> AsyncIterator[TableManager]:
    """Yield a manager on a database, possibly shared. It checks its due tables only when the test says so."""
    database = Database(address)
    log = EventLog(database)
    bus = bus or MemoryBus()
    manager = TableManager(database, log, bus, writer, bot_seconds=0.01)
    await manager.leases.arrive(time.time())
    await bus.start(manager.on_bus_message)
    yield manager
    await manager.close()
    log.close()
    database.close()


def limiter() -> Limiter:
    return Limiter(Limits().times(100))
