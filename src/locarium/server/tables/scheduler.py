"""A scheduler for clocks that run out and for bots that no process is running."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from locarium.server.base.tasks import Tasks
    from locarium.server.storage.leases import LeaseManager

    from .backoff import Backoff
    from .live_table import LiveTable
    from .manager import TableManager

CHECK_SECONDS = 1.0  # seconds between two checks


class Scheduler:
    """A loop that claims due tables and runs their bots and clocks."""

    def __init__(self, manager: TableManager, leases: LeaseManager, backoff: Backoff, tasks: Tasks) -> None:
        self._manager, self._leases, self._backoff, self._tasks = manager, leases, backoff, tasks

    async def run(self) -> None:
        """Keep claiming due tables that no process is running."""
        while True:
            known = self._leases.down_until
            for name in await self._leases.claim_due(time.time(), self._backoff.resting()):
                self._tasks.start("due table", self.handle_due(name))
            if self._leases.down_until != known:
                for live in self._manager.registry.tables:
                    self._tasks.start("stopped clocks", self._stop_clocks(live))
            await asyncio.sleep(CHECK_SECONDS)

    async def handle_due(self, name: str) -> None:
        """Run the due bots and clocks of a table."""
        try:
            async with self._manager.visit(name) as live:
                now = time.time()
                if live.table.is_overdue(now):
                    await self._manager.execute(live, lambda table: table.expire(self._manager.bot(), now))
                if live.bots_running is None:
                    await self._leases.release(name)
        except Exception as error:
            self._backoff.note_failure(name, error)
            await self._leases.release(name)

    async def _stop_clocks(self, live: LiveTable) -> None:
        with self._manager.registry.pinned(live):
            await self._manager.executor.record_downtime(live)
