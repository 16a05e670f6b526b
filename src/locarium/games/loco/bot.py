"""LOCO!: who plays it when no person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of

from .rules import MAX_LEGAL, MAX_SEATS, apply, judge, legal

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .rules import Rules, State


@compiled
def lead(rules: Rules, state: State, seat: int, scores: Array[int]) -> int:
    """How far a seat is ahead of the best other one, if the game ended now."""
    judge(rules, state, scores)
    best_other = -1
    for other in range(rules.seats):
        if other != seat and scores[other] > best_other:
            best_other = scores[other]
    return scores[seat] - best_other


@compiled_entry
def largest_lead(rules: Rules, states: Array[State], seat: int, rng: Rng) -> int:
    """The step of states[0] after which the seat leads most; ties are broken at random. states[1] is scratch."""
    actions: Array[int] = np.empty(MAX_LEGAL, np.int64)
    leads = np.empty(MAX_LEGAL, np.int64)
    scores = np.empty(MAX_SEATS, np.int64)
    count = legal(rules, states[0], seat, actions)
    for i in range(count):
        states[1] = states[0]
        apply(rules, states[1], seat, actions[i])
        leads[i] = lead(rules, states[1], seat, scores)
    return actions[best_of(leads, count, rng)]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """The step that looks best at once."""
    states = new_array(position.array.dtype, 2)
    states[0] = position.array[0]
    return int(largest_lead(position.setup.rules, states, seat, rng))
