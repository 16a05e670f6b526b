"""Run the bots of a table, one after the other, while this process holds its lease."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from locarium.kernel.errors import Refused
from locarium.search.levels import create_bot
from locarium.table.events import Bot

if TYPE_CHECKING:
    from locarium.search import thinker as bots
    from locarium.server.storage.leases import LeaseManager
    from locarium.table.table import Table

    from .backoff import Backoff
    from .bot_pool import BotPool
    from .executor import CommandExecutor
    from .live_table import LiveTable
    from .registry import TableRegistry


@dataclass(frozen=True)
class BotTask:
    """A bot thinking about a step."""

    seat: int
    version: int  # version of the table when it started
    engine: bots.Bot


class BotRunner:
    """A runner that wakes the bots at tables where it is their turn."""

    def __init__(
        self,
        registry: TableRegistry,
        executor: CommandExecutor,
        leases: LeaseManager,
        pool: BotPool,
        backoff: Backoff,
    ) -> None:
        self._registry, self._executor, self._leases = registry, executor, leases
        self._pool, self._backoff = pool, backoff

    def wake(self, live: LiveTable) -> None:
        """Start the bots whose turn it is, and stop a bot whose choice no longer counts."""
        task = live.bot_task
        if task is not None and not live.table.is_current(task.seat, task.version):
            task.engine.stop()
        if live.bots_running is None and live.table.bots_to_act() and not self._backoff.is_resting(live):
            live.bots_running = asyncio.create_task(self._run(live))
            live.bots_running.add_done_callback(lambda task: self._end(live, task))

    async def close(self) -> None:
        """Stop all bots."""
        running = [live.bots_running for live in self._registry.tables if live.bots_running is not None]
        for live in self._registry.tables:
            if live.bot_task is not None:
                live.bot_task.engine.stop()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _end(self, live: LiveTable, task: asyncio.Task[bool]) -> None:
        live.bots_running = live.bot_task = None
        if not task.cancelled():
            if (error := task.exception()) is not None:
                bot = next((live.table.names[seat] for seat in live.table.bots_to_act()), "")
                self._backoff.note_failure(live.name, error, live.table.version, bot)
            elif task.result():
                self.wake(live)  # since the lease was released, it may be another bot's turn
        self._registry.drop_if_idle(live)

    async def _run(self, live: LiveTable) -> bool:
        """Make the moves of all bots at a table. Return False if another process runs them."""
        if not await self._leases.claim(live.name, time.time()):
            return False
        try:
            while seats := live.table.bots_to_act():
                await self._play(live, seats[0])
        finally:
            await self._leases.release(live.name)
        return True

    async def _play(self, live: LiveTable, seat: int) -> None:
        bot = live.table.controller(seat)
        assert isinstance(bot, Bot)
        task = live.bot_task = BotTask(seat, live.table.version, create_bot(*live.table.bot_input(seat)))
        action = await self._pool.think(task.engine, bot)
        key = secrets.token_hex(8)  # random, so it differs from all keys of clients

        def play(table: Table) -> None:
            if seat in table.bots_to_act():  # unless another process has already played
                table.play(seat, action, at=task.version, key=key, now=time.time())

        try:
            await self._executor.execute(live, play)
        except Refused:  # a move was undone in the meantime
            return
        self._backoff.forget(live.name)
