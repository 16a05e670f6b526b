"""GENIUS LOCI: who plays it when no person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of

from .freedom import freedom
from .rules import END, MAX_LEGAL, apply, legal

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .rules import Rules, State

WIN = 1_000_000


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


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """The step that looks best at once."""
    states = new_array(position.array.dtype, 2)
    states[0] = position.array[0]
    return int(least_freedom(position.setup.rules, states, seat, rng))
