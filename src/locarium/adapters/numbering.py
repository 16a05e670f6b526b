"""Compact action numbers for the frameworks: 0, 1, 2, … for the actions that can be legal in a setup, in rules order.

The rules of GENIUS LOCI have 267,141 actions and those of LOCUS 19,950, because they have to serve every edition. In a
single edition most of them are impossible and would only waste space in masks and networks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.position import Setup

IMPOSSIBLE = -1


class Numbering:
    """A mapping between compact action numbers and the numbers that the rules use, called rules numbers."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.rules = _POSSIBLE.get(setup.game.about.name, _all)(setup)  # rules numbers, by compact number
        self.hosts = np.full(int(setup.game.book.ACTIONS), IMPOSSIBLE, np.int64)  # compact numbers, by rules number
        self.hosts[self.rules] = np.arange(len(self.rules))
        self._list = self.rules.tolist()

    def __len__(self) -> int:
        return len(self._list)

    def to_rules(self, action: int) -> int:
        """Convert a compact number to a rules number. Raise BadInput if there is no such action."""
        if not 0 <= action < len(self._list):
            raise BadInput(f"there is no action {action}; choose from 0 to {len(self._list) - 1}")
        return int(self._list[action])

    def to_host(self, action: int) -> int:
        """Convert a rules number to a compact number."""
        return int(self.hosts[action])

    def text(self, action: int) -> str:
        """Return the text of an action, given its compact number."""
        return self._setup.game.notation.show(self._setup.fields, self.to_rules(action))

    def number(self, text: str) -> int:
        """Return the compact number of an action, given its text."""
        return self.to_host(self._setup.game.notation.parse(self._setup.fields, text))


@lru_cache(maxsize=64)
def numbering_of(setup: Setup) -> Numbering:
    """Return the numbering of a setup. It is computed once and cached."""
    return Numbering(setup)


def _all(setup: Setup) -> Any:
    return np.arange(int(setup.game.book.ACTIONS))


def _of_loco(setup: Setup) -> Any:
    """Return the actions for every card with every marker or none, and for every Loco card without a shout."""
    book: Any = setup.game.book
    cards, choices = np.divmod(np.arange(book.ACTIONS), book.CHOICES)
    return np.flatnonzero((choices != book.UNSHOUTED) | (cards % book.VALUES == book.LOCO))


def _of_genius_loci(setup: Setup) -> Any:
    """Return `end` and the sacrifices that the spirits allow from any cell, after moving there or staying there."""
    book: Any = setup.game.book
    cells, spirits, wheres = book.CELLS, book.SPIRITS, book.WHERES
    reaches = np.array(setup.rules.reaches).reshape(spirits, cells, cells)  # [spirit, priest, landing]
    ways = np.zeros((spirits, cells, cells, wheres), bool)
    ways[..., :cells] = reaches[..., None] >> np.arange(cells) & 1
    ways[..., book.STAY] = reaches != 0
    first = np.flatnonzero(ways.transpose(1, 0, 2, 3))
    later = book.LATER + np.flatnonzero(ways.any(axis=1))
    return np.concatenate([first, later, [book.END]])


def _of_locus(setup: Setup) -> Any:
    """Return the cards, `discard`, `blocks`, `end` and every placement of a shape that exists in the edition."""
    book: Any = setup.game.book
    rules = setup.rules
    shapes = np.array(rules.shape_of)
    of_cards = np.flatnonzero(np.isin(shapes, np.array(rules.card_shape)))
    doubles = np.flatnonzero(shapes == book.DOUBLE_SHAPE) - int(rules.first_double)
    parts = [np.arange(book.FILL_CARD), book.FILL_CARD + of_cards]
    parts += [book.FILL_DOUBLE + colour * book.MAX_DOUBLES + doubles for colour in range(book.ZONES)]
    parts += [book.FILL_SINGLE + np.flatnonzero(shapes == book.SINGLE_SHAPE), book.FILL_LEFTOVER + of_cards]
    return np.concatenate(parts)


_POSSIBLE: dict[str, Callable[[Setup], Any]] = {
    "loco": _of_loco,
    "genius-loci": _of_genius_loci,
    "locus": _of_locus,
}
