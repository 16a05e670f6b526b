"""GENIUS LOCI: who plays it when no person does."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of
from locarium.search.levels import Level
from locarium.search.thinker import NO_LIMIT, Advice

from .freedom import freedom
from .minimax import BRANCH, DECIDED, grow
from .rules import END, MAX_LEGAL, apply, legal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position

    from .rules import Rules, State

WIN = 1_000_000
CAPACITY = 1_000_000  # branches
LEVELS = (
    Level("greedy", slips=0.6),
    Level("greedy", slips=0.1),
    Level("master", simulations=8),
    Level("master", simulations=100),
    Level("master"),
)


@compiled
def worth(rules: Rules, state: State, seat: int) -> int:
    """How free a seat is in comparison, if its turn ended now."""
    if state.over == 0 and state.active >> seat & 1:
        apply(rules, state, seat, END)
    if state.over:
        return WIN if state.first != seat else -WIN
    return freedom(rules, state, seat) - 2 * freedom(rules, state, 1 - seat)


@compiled_entry
def least_freedom(rules: Rules, states: Array[State], seat: int, rng: Rng) -> int:
    """The step of states[0] after which the other seat is least free; ties are broken at random."""
    actions: Array[int] = np.empty(MAX_LEGAL, np.int64)
    worths: Array[int] = np.empty(MAX_LEGAL, np.int64)
    count = legal(rules, states[0], seat, actions)
    for i in range(count):
        states[1] = states[0]
        apply(rules, states[1], seat, actions[i])
        worths[i] = worth(rules, states[1], seat)
    return actions[best_of(worths, count, rng)]


class BestFirst:
    """Grows the line that looks best for both sides; see `minimax`."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        self._position, self._seat = position, int(position.fields.first)
        self._states = new_array(position.array.dtype, 3)
        self._states[0] = position.array[0]
        self._branches = new_array(BRANCH, CAPACITY)
        self._control = np.array([0, 1])  # stop, branches in use

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """The actions considered, best first. Reproducible where simulations are the only limit."""
        rules = self._position.setup.rules
        grow(rules, self._states, self._branches, self._control, 1)
        timer = threading.Timer(seconds, self.stop) if seconds is not None else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        grow(rules, self._states, self._branches, self._control, simulations - 1)
        if timer is not None:
            timer.cancel()
        return self._advice()

    def stop(self) -> None:
        """Answer with what was found so far."""
        self._control[0] = 1

    def _advice(self) -> list[Advice]:
        root = self._branches[0]
        children = self._branches[int(root["first"]) : int(root["first"]) + int(root["count"])]
        values = children["value"] if self._seat == 0 else -children["value"]
        is_lost = values <= -DECIDED
        order = np.lexsort((values, children["visits"], values >= DECIDED, ~is_lost))[::-1]
        total = max(1, int(children["visits"].sum()))
        return [
            Advice(
                int(children["action"][i]),
                float(children["visits"][i] / total),
                float(1 / (1 + np.exp(-np.clip(values[i], -30, 30)))),
            )
            for i in order
        ]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """The step that looks best at once."""
    states = new_array(position.array.dtype, 2)
    states[0] = position.array[0]
    return int(least_freedom(position.setup.rules, states, seat, rng))
