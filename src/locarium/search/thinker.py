"""One search as a table uses it: runs in a worker thread without the interpreter's lock, ends when told to."""

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
CAPACITY = 200_000  # nodes
NO_LIMIT = 1 << 60


@dataclass(frozen=True)
class Advice:
    """An action that was considered."""

    action: int
    share: float  # of the simulations that tried it
    value: float | None  # mean result, 0 to 1: the chance to win as far as this search can tell; None if it cannot
    error: float | None = None  # standard error of the value, or of the score where that is all; 0 if it is proven
    score: float | None = None  # the total that the seat may expect, where the search knows it


def standard_error(total: float, squares: float, count: int) -> float | None:
    """Of the mean of so many results from 0 to 1, by their sum and that of their squares; None if there are none.

    Never quite 0: results that are all alike prove nothing.
    """
    if not count:
        return None
    variance = max(0.0, squares / count - (total / count) ** 2) + 0.25 / count
    return math.sqrt(variance / count)


class Bot(Protocol):
    """Somebody of the house who is asked for a step: think() in a worker thread, stop() from anywhere."""

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """The actions considered, best first."""

    def stop(self) -> None:
        """Answer as soon as possible."""


Brain: TypeAlias = "Callable[[Position, Sequence[int], int], Bot]"  # what the seat may know, what is offered, a seed


@contextmanager
def alarm(seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
    """Stops the thinking that goes on meanwhile when its time is up; None: it has no end."""
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
    """Takes what looks best at once."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        self._position, self._offered, self._rng = position, offered, new_rng(seed)

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """The one action."""
        action = self._position.setup.game.greedy(self._position, self._position.observer, self._rng)
        return [Advice(action if action in self._offered else self._offered[0], 1.0, None)]

    def stop(self) -> None:
        """It takes no time anyway."""


class Thinker:
    """Call think() in a worker thread, stop() from anywhere. It is handed a concealed position, never the truth."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int, capacity: int = CAPACITY) -> None:
        if position.observer < 0:
            raise ValueError("a bot is handed what its seat may know, not the truth")
        if not len(offered) or position.observer not in position.active:
            raise ValueError("a bot thinks where its seat has something to choose")
        self._position = position.copy()
        self._offered = np.array(offered, np.int64)
        self._rng = new_rng(seed)
        self._nodes, self._controls = new_tree(capacity)
        self._control: Any = self._controls[0]

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """The actions considered, best first. Reproducible where simulations are the only limit."""
        self._search(1)  # whatever happens there is an answer, and loading compiled code counts as no thinking
        with alarm(seconds, self.stop):
            self._search(simulations - 1)
        return self._advice()

    def _search(self, simulations: int) -> None:
        tables, roots = self._position.setup.tables, self._position.array
        search(tables, roots, self._offered, self._nodes, self._controls, self._rng, simulations, EXPLORATION)

    def stop(self) -> None:
        """End the search; it answers with what it has found so far."""
        self._control.stop = 1

    @property
    def simulations(self) -> int:
        """How many were made so far."""
        return int(self._control.simulations)

    def _advice(self) -> list[Advice]:
        return [
            Advice(
                int(node.action),
                float(node.visits / self.simulations),
                float(node.total / node.visits),
                standard_error(float(node.total), float(node.total), int(node.visits)),  # results are 0 or 1, mostly
            )
            for node in children(self._nodes, self._position.observer)
        ]
