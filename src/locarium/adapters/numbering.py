"""Actions as hosts number them: 0, 1, 2, … for all that can ever be legal in a setup, in the order of the rules.

The rules of GENIUS LOCI number 267,141 actions and those of LOCUS 19,950, because they have to serve every edition.
With one edition most of them are impossible; masks and networks would be full of them.
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
    """Both ways between the numbers of hosts and those of the rules."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.rules = _POSSIBLE.get(setup.game.about.name, _all)(setup)  # by the number of a host
        self.hosts = np.full(int(setup.game.book.ACTIONS), IMPOSSIBLE, np.int64)  # by the number of the rules
        self.hosts[self.rules] = np.arange(len(self.rules))
        self._list = self.rules.tolist()

    def __len__(self) -> int:
        return len(self._list)

    def to_rules(self, action: int) -> int:
        """The number of the rules."""
        if not 0 <= action < len(self._list):
            raise BadInput(f"there is no action {action}; they are 0 to {len(self._list) - 1}")
        return int(self._list[action])

    def to_host(self, action: int) -> int:
        """The number of a host."""
        return int(self.hosts[action])

    def text(self, action: int) -> str:
        """The action as it is written."""
        return self._setup.game.notation.show(self._setup.fields, self.to_rules(action))

    def number(self, text: str) -> int:
        """The action of a text."""
        return self.to_host(self._setup.game.notation.parse(self._setup.fields, text))


@lru_cache(maxsize=64)
def numbering_of(setup: Setup) -> Numbering:
    """The numbering of a setup, computed once."""
    return Numbering(setup)


def _all(setup: Setup) -> Any:
    return np.arange(int(setup.game.book.ACTIONS))


def _of_loco(setup: Setup) -> Any:
    """Every card with every marker or without; only Loco cards can be played without a shout."""
    book: Any = setup.game.book
    cards, choices = np.divmod(np.arange(book.ACTIONS), book.CHOICES)
    return np.flatnonzero((choices != book.UNSHOUTED) | (cards % book.VALUES == book.LOCO))


def _of_genius_loci(setup: Setup) -> Any:
    """Sacrifices that some spirit allows from somewhere; it is there, or goes there."""
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
    """Cards, `discard`, `blocks`, `end`, and every placement of what can be filled in."""
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
