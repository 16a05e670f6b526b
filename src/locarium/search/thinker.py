"""A bot's search, as tables run it: in a worker thread, without the GIL, until stopped."""

from __future__ import annotations

import math
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from locarium.kernel.rng import new_rng

from .ismcts import children, new_tree, search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from locarium.kernel.position import Position

EXPLORATION = 0.7
CAPACITY = 200_000  # the most nodes in a tree
NO_LIMIT = 1 << 60


@dataclass(frozen=True)
class Advice:
    """A considered action and its evaluation."""

    action: int
    share: float  # share of the simulations that tried it
    value: float | None  # mean result from 0 to 1: this search's estimate of the chance to win; None if it has none
    error: float | None = None  # standard error of the value, or of the score if there is no value; 0 if proven
    score: float | None = None  # the expected total of the seat, if the search knows it


def standard_error(total: float, squares: float, count: int) -> float | None:
    """Return the standard error of a mean of results from 0 to 1, given their sum and the sum of their squares.

    Return None if there are no results. It is never 0, because equal results prove nothing.
    """
    if not count:
        return None
    variance = max(0.0, squares / count - (total / count) ** 2) + 0.25 / count
    return math.sqrt(variance / count)


class Bot(Protocol):
    """A built-in bot that chooses steps. Call think() in a worker thread and stop() from any thread."""

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the considered actions, best first."""

    def stop(self) -> None:
        """End the search as soon as possible."""


Brain: TypeAlias = "Callable[[Position, Sequence[int], int], Bot]"  # concealed position, actions to consider, seed


@contextmanager
def deadline(seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` when the time is up. None means no limit."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Glance:
    """A bot that takes the action that looks best at first sight."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        self._position, self._offered, self._rng = position, offered, new_rng(seed)

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the action that looks best at first sight."""
        action = self._position.setup.game.greedy(self._position, self._position.observer, self._rng)
        return [Advice(action if action in self._offered else self._offered[0], 1.0, None)]

    def stop(self) -> None:
        """Do nothing: the answer is immediate."""


class Thinker:
    """Base of the searching bots. Call think() in a worker thread and stop() from any thread.

    It gets a concealed position, never the full state.
    """

    def __init__(self, position: Position, offered: Sequence[int], seed: int, capacity: int = CAPACITY) -> None:
        if position.observer < 0:
            raise ValueError("a bot needs a concealed position, not the full state")
        if not len(offered) or position.observer not in position.active:
            raise ValueError("a bot needs a position in which its seat has a choice")
        self._position = position.copy()
        self._offered = np.array(offered, np.int64)
        self._rng = new_rng(seed)
        self._nodes, self._controls = new_tree(capacity)
        self._control: Any = self._controls[0]

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the considered actions, best first. Reproducible if simulations are the only limit."""
        self._search(1)  # ensures an answer, and keeps the loading of compiled code out of the time limit
        with deadline(seconds, self.stop):
            self._search(simulations - 1)
        return self._advice()

    def _search(self, simulations: int) -> None:
        tables, roots = self._position.setup.tables, self._position.array
        search(tables, roots, self._offered, self._nodes, self._controls, self._rng, simulations, EXPLORATION)

    def stop(self) -> None:
        """End the search. think() then returns its results so far."""
        self._control.stop = 1

    @property
    def simulations(self) -> int:
        """The number of simulations made so far."""
        return int(self._control.simulations)

    def _advice(self) -> list[Advice]:
        return [
            Advice(
                int(node.action),
                float(node.visits / self.simulations),
                float(node.total / node.visits),
                standard_error(float(node.total), float(node.total), int(node.visits)),  # most results are 0 or 1
            )
            for node in children(self._nodes, self._position.observer)
        ]
