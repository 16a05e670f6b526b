"""Load compiled code before a client has to wait for it."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.search.levels import Level, levels_of
from locarium.server.base.workers import SERVER
from locarium.table.events import Bot
from locarium.table.table import Table

if TYPE_CHECKING:
    from locarium.kernel.game import Game
    from locarium.server.base.workers import Workers

logger = logging.getLogger(__name__)


class WarmGames:
    """Games with their compiled code. Compiling takes seconds when a server runs for the first time."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._warm: dict[str, asyncio.Future[Game]] = {}  # games that are loaded or being loaded

    async def get(self, name: str) -> Game:
        """Return a game once its code is loaded. After a failure, the next call tries again."""
        warm = self._warm.get(name)
        if warm is None or (warm.done() and (warm.cancelled() or warm.exception() is not None)):
            catalogue.about(name)  # raises if there is no such game
            warm = self._warm[name] = self._workers.submit("games", SERVER, _warm_game, name).done
        return await asyncio.shield(warm)

    async def load_all(self) -> None:
        """Load all games, one after the other, before players need them."""
        for name in catalogue.NAMES:
            try:
                await self.get(name)
            except Exception:
                logger.exception("could not load %s; the next request for it tries again", name)
        gc.freeze()  # compiled code is never freed, so keep it out of the garbage collector's way


def _warm_game(name: str) -> Game:
    game = catalogue.game(name)
    warm_up(game)
    return game


def warm_up(game: Game) -> None:
    """On a test table, run a minimal search with each bot of the game's levels. Then render the table."""
    seats = game.about.seats(game.about.options())[0]
    table = Table.open(game, name="warm-up", secret=bytes(32), seats=seats)
    for seat in range(seats):
        table.sit(seat, Bot("warm-up"))
    seat = table.bots_to_act()[0]
    seen, legal_actions = table.seen_by(seat), game.offered_to_bots(table.legal_actions(seat))
    for brain in {level.brain for level in levels_of(game)}:
        Level(brain).bot(seen, legal_actions, 0).think(simulations=1)  # never a random step
    game.view(seen)
