"""Load compiled code before a client has to wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.search.levels import Level, levels_of
from locarium.table.events import Bot
from locarium.table.table import Table

if TYPE_CHECKING:
    from locarium.kernel.game import Game


def warm_up(game: Game) -> None:
    """Run every bot of the game's levels once on a test table, and render it."""
    seats = game.about.seats(game.about.options())[0]
    table = Table.open(game, name="warm-up", secret=bytes(32), seats=seats)
    for seat in range(seats):
        table.sit(seat, Bot("warm-up"))
    seat = table.bots_to_act()[0]
    seen, legal_actions = table.seen_by(seat), game.offered_to_bots(table.legal_actions(seat))
    for brain in {level.brain for level in levels_of(game)}:
        Level(brain).bot(seen, legal_actions, 0).think(simulations=1)  # without blunders
    game.view(seen)
