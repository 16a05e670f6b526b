"""Run bots and hints in worker threads. Each table has one running bot at a time, so tables take turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.search.analysis import advise
from locarium.server.base import metrics
from locarium.server.base.workers import SERVER, SIZES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position
    from locarium.search import thinker as bots
    from locarium.search.thinker import Advice
    from locarium.server.base.workers import Client, Workers
    from locarium.table.events import Bot

THREADS = SIZES["bots"].at_once
MIN_THINK_SECONDS = 0.02  # seconds per move under any load


class BotPool:
    """Running bots, and bots that wait for a thread."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.waiting = 0

    async def think(self, engine: bots.Bot, bot: Bot) -> int:
        """Return a bot's chosen action. Thinking time shrinks while more bots wait."""
        self.waiting += 1
        metrics.bots_waiting.inc()
        try:
            return await self._workers.run("bots", SERVER, self._think, engine, bot)
        finally:
            self.waiting -= 1
            metrics.bots_waiting.dec()

    def _think(self, engine: bots.Bot, bot: Bot) -> int:
        with metrics.bots_thinking.track_inprogress():
            return self._think_within(engine, bot)

    def _think_within(self, engine: bots.Bot, bot: Bot) -> int:
        limits = {} if bot.simulations is None else {"simulations": bot.simulations}
        seconds = None if bot.seconds is None else self._shared(bot.seconds)
        return engine.think(seconds, **limits)[0].action

    def _shared(self, seconds: float) -> float:
        return max(min(seconds, MIN_THINK_SECONDS), seconds * min(1.0, THREADS / max(1, self.waiting)))

    def check_hints(self, client: Client) -> None:
        """Raise Refused if a hint cannot be given to this client now."""
        self._workers.queues["hints"].check(client)

    async def advise(
        self, client: Client, position: Position, legal_actions: Sequence[int], seed: int, seconds: float
    ) -> list[Advice]:
        """Return the strongest bot's advice for a concealed position."""

        def work() -> list[Advice]:
            return advise(position, seed, self._shared(seconds), offered=legal_actions)

        self.waiting += 1
        try:
            return await self._workers.run("hints", client, work)
        finally:
            self.waiting -= 1
