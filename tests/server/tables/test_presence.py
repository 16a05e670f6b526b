"""Presence: which people are connected, and who is notified of changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from locarium.server.archive import writer
from locarium.server.people.principal import Principal
from locarium.server.storage.bus import MemoryBus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables import presence
from locarium.server.tables.live_table import LiveTable
from locarium.server.tables.manager import TableManager
from locarium.server.tables.messages import Join, NewTable, PresenceUpdate
from locarium.server.tables.subscription import Subscribed, Subscription
from locarium.server.tables.view import Viewer

ADA, BEN = (Principal(name.lower(), name, is_program=False) for name in ("Ada", "Ben"))


class Bus(MemoryBus):
    """A bus that records announcements and injects those of other processes."""

    def __init__(self) -> None:
        self.announced: list[str] = []
        self.hear: Callable[[str], None] = lambda _: None

    async def start(self, hear: Callable[[str], None]) -> None:
        self.hear = hear

    def announce(self, text: str) -> None:
        self.announced.append(text.split(maxsplit=1)[0])


class Watcher:
    """A spectator that counts presence updates."""

    def __init__(self, subscription: Subscription) -> None:
        self._subscription = subscription
        self.told: list[list[int]] = []

    async def listen(self) -> None:
        async with asyncio.timeout(30):
            await self._subscription.woken.wait()
        self._subscription.woken.clear()
        self.told += [news.away for news in self._subscription.news() if isinstance(news, PresenceUpdate)]

    async def wait_for(self, away: list[int]) -> None:
        while not self.told or self.told[-1] != away:
            await self.listen()


@asynccontextmanager
async def watched(folder: Path) -> AsyncIterator[tuple[TableManager, Bus, LiveTable, Watcher]]:
    """Yield a table with Ada watching and Ben in the other seat."""
    database, bus = Database(f"sqlite:///{folder / 'house.sqlite'}"), Bus()
    log = EventLog(database)
    server = TableManager(database, log, bus, writer, bot_seconds=0.01)
    await server.start()
    name = (await server.open(NewTable("loco", 2), ADA)).name
    async with server.visit(name) as live:
        for person in (ADA, BEN):
            await server.join(live, person, Join())
        with Subscribed(server, live, ADA, Viewer(None, "en")) as subscription:
            watcher = Watcher(subscription)
            seat = live.table.seat_of(BEN.person_id)
            assert seat is not None
            await watcher.wait_for([seat])
            yield server, bus, live, watcher
    await server.close()
    log.close()
    database.close()


def poll(server: TableManager, live: LiveTable) -> None:
    with Subscribed(server, live, BEN, Viewer(None, "en"), is_poll=True):
        pass


def test_consecutive_polls_count_as_one_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "POLL_GRACE", 0.5)

    async def run() -> None:
        async with watched(tmp_path) as (server, bus, live, watcher):
            (away,) = watcher.told[-1]
            watcher.told.clear()
            bus.announced.clear()
            for _ in range(3):
                poll(server, live)
                await watcher_gets_all(watcher)
            assert watcher.told == [[]]
            await watcher.wait_for([away])
            assert watcher.told == [[], [away]]
            assert bus.announced == ["here", "gone"]

    asyncio.run(run())


async def watcher_gets_all(watcher: Watcher) -> None:
    """Give the watcher time to receive pending updates."""
    if watcher._subscription.woken.is_set():
        await watcher.listen()


def test_table_stays_in_memory_until_a_poller_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "POLL_GRACE", 0.05)

    async def run() -> None:
        async with watched(tmp_path) as (server, _, live, watcher):
            (away,) = watcher.told[-1]
            poll(server, live)
            await watcher.wait_for([])
            await watcher.wait_for([away])
            assert live.visits == 1  # the test's own visit

    asyncio.run(run())


def test_players_of_a_dead_process_are_shown_as_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "REPEAT", 0.05)
    monkeypatch.setattr(presence, "SILENCE", 0.3)

    async def run() -> None:
        async with watched(tmp_path) as (_, bus, live, watcher):
            (away,) = watcher.told[-1]
            bus.hear(f"here other {live.name} {BEN.person_id}")
            await watcher.wait_for([])
            bus.hear(f"here other {live.name} {BEN.person_id}")  # still alive
            await watcher.wait_for([away])  # now silent
            assert live.away_since(away) is not None

    asyncio.run(run())


def test_players_on_another_process_stay_present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SILENCE", 10)
    there = presence.Presence(0)
    there.hear("first", "ben", 1, is_here=True)
    there.hear("second", "ben", 8, is_here=True)
    assert there.is_stale(12)
    there.expire(12)
    assert there.away_since("ben") is None
    there.expire(20)
    assert there.away_since("ben") == 8
    assert not there.is_stale(20)
