"""Endgames of GENIUS LOCI: few humans, scattered over the board, then played on at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from games.genius_loci.script import CELLS, GAME, HOUSE, OWN, setup, written
from locarium.games.genius_loci.edition import read_spirits
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition
    from locarium.kernel.history import History
    from locarium.kernel.position import Position

VISITORS = GAME.about.edition("visitors")
TABLES: dict[str, tuple[Edition, dict[str, Any]]] = {
    "house": (HOUSE, {}),
    "lines": (HOUSE, {"lines": "any"}),
    "single": (HOUSE, {"single": True}),
    "lines-single": (HOUSE, {"lines": "any", "single": True}),
    "visitors": (VISITORS, {}),
    "own": (OWN, {"lines": "any"}),
}


def scattered(humans: int, seed: int, edition: Edition = HOUSE) -> str:
    """Return a position text with this many humans, about half of each colour, and the spirits, placed at random."""
    rng = random.Random(f"{humans} {seed}")
    letters = [spirit.letter for spirit in read_spirits(edition)]
    cells = rng.sample(CELLS, humans + len(letters))
    colours = [rng.choice("wb"), *("wb"[n % 2] for n in range(1, humans))]
    return written(dict(zip(cells, [*colours, *letters], strict=True)), rng.choice("wb"))


def ending(table: str, humans: int, seed: int) -> Position:
    """Return a position with few humans, placed at random."""
    edition, options = TABLES[table]
    return setup(edition, setup=scattered(humans, seed, edition), **options).begin()


def last_steps(table: str, humans: int, seed: int) -> History:
    """Return a game from a random position with few humans, played at random to its end."""
    return write_game(ending(table, humans, seed).setup, new_rng(seed), choose_at_random)
