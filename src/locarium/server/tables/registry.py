"""The tables in memory: each is loaded once, kept while it is used, and brought up to date with the event log."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from locarium.kernel.errors import Refused
from locarium.server.base import metrics
from locarium.server.base.workers import SERVER
from locarium.table.events import Opened, PersonAnonymized
from locarium.table.table import Table

from .live_table import LiveTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from locarium.server.base.tasks import Tasks
    from locarium.server.base.workers import Workers
    from locarium.server.storage.bus import Bus
    from locarium.server.storage.event_log import EventLog

    from .warmup import WarmGames


class TableRegistry:
    """All tables in memory. The event log is authoritative, and tables in memory are rebuilt from it."""

    def __init__(self, log: EventLog, bus: Bus, games: WarmGames, workers: Workers, tasks: Tasks) -> None:
        self._log, self._bus, self._games, self._workers, self._tasks = log, bus, games, workers, tasks
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._missed: set[str] = set()  # tables that changed on another process while they were loading
        self.on_change: Callable[[LiveTable], None] = lambda _: None  # called after a table was replaced

    @property
    def tables(self) -> Iterable[LiveTable]:
        """Return all tables in memory."""
        return self._live.values()

    def get(self, name: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._live.get(name)

    async def find(self, name: str) -> LiveTable:
        """Return a table, loading it if needed. Raise Refused if there is none."""
        if name in self._live:
            return self._live[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self._live:
                try:
                    live = self.add(LiveTable(await self.load(name)))
                    if name in self._missed:
                        self.mark_stale(live)
                finally:
                    self._loading.pop(name, None)
                    self._missed.discard(name)
                self._bus.announce(f"who {name}")
            return self._live[name]

    async def load(self, name: str) -> Table:
        """Replay a table from the event log."""
        events = await self._log.load(name)
        if not events:
            raise Refused("no-such-table")
        first = events[0]
        assert isinstance(first, Opened)
        return await self._workers.run("tables", SERVER, Table.replayed, await self._games.get(first.game), events)

    def add(self, live: LiveTable) -> LiveTable:
        """Keep a table in memory. Return the existing one if there is one."""
        live = self._live.setdefault(live.name, live)
        metrics.tables_in_memory.set(len(self._live))
        return live

    def evict(self, live: LiveTable) -> None:
        """Drop a table from memory. Clients reconnect and get the stored state."""
        self._remove(live)
        for subscription in live.subscriptions:
            subscription.drop()

    @contextmanager
    def pinned(self, live: LiveTable) -> Iterator[None]:
        """Keep the table in memory inside the block."""
        live.visits += 1
        try:
            yield
        finally:
            live.visits -= 1
            self.drop_if_idle(live)

    def drop_if_idle(self, live: LiveTable) -> None:
        """Drop a table from memory if it has no subscribers and no running bot."""
        if not (live.subscriptions or live.visits or live.bots_running is not None or live.lock.locked()):
            self._remove(live)

    def _remove(self, live: LiveTable) -> None:
        if self._live.get(live.name) is live:
            del self._live[live.name]
        metrics.tables_in_memory.set(len(self._live))

    def hear_changed(self, name: str) -> None:
        """Note that another process has changed a table."""
        if name in self._live:
            self.mark_stale(self._live[name])
        elif name in self._loading:
            self._missed.add(name)

    def hear_anything(self) -> None:
        """Note that any table may have changed, because announcements were lost."""
        self._missed.update(self._loading)
        for live in self._live.values():
            self.mark_stale(live)

    def mark_stale(self, live: LiveTable) -> None:
        """Schedule a catch-up with the event log."""
        if not live.is_behind:
            live.is_behind = True
            self._tasks.start("catch up", self.catch_up(live))

    async def catch_up(self, live: LiveTable) -> None:
        """Apply events that were stored without this process knowing."""
        with self.pinned(live):
            async with live.lock:
                live.is_behind = False
                try:
                    new = await self._log.load(live.name, after=len(live.table.events))
                    if not new:
                        return
                    if any(isinstance(event, PersonAnonymized) for event in new):  # earlier events have changed
                        table = await self.load(live.name)
                    else:
                        table = live.table.fork()
                        table.apply_events(new)
                except BaseException:  # clients reconnect and get the stored state
                    self.evict(live)
                    raise
                self._replace(live, table)

    async def reload(self, live: LiveTable) -> None:
        """Replace a table with its stored version, after another process was faster. The caller holds its lock."""
        self._replace(live, await self.load(live.name))

    def _replace(self, live: LiveTable, table: Table) -> None:
        live.table = table
        live.publish()
        self.on_change(live)
