"""Loads what is compiled before somebody waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .events import Bot
from .table import Table

if TYPE_CHECKING:
    from locarium.kernel.game import Game


def warm_up(game: Game) -> None:
    """Let a bot think once at a table of its own, and look at it."""
    seats = game.about.seats(game.about.options())[0]
    table = Table.open(game, name="warm-up", secret=bytes(32), seats=seats)
    for seat in range(seats):
        table.sit(seat, Bot("warm-up"))
    table.thinker(table.bots_to_act()[0]).think(simulations=1)
    game.view(table.seen_by(0))
