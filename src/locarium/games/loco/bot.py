"""LOCO!: who plays it when no person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, random_below

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
    actions = np.empty(MAX_LEGAL, np.int64)
    scores = np.empty(MAX_SEATS, np.int64)
    best_action = -1
    best_lead = 0
    ties = 0
    for i in range(legal(rules, states[0], seat, actions)):
        states[1] = states[0]
        apply(rules, states[1], seat, actions[i])
        after = lead(rules, states[1], seat, scores)
        if best_action < 0 or after > best_lead:
            best_action, best_lead, ties = actions[i], after, 1
        elif after == best_lead:
            ties += 1
            if random_below(rng, ties) == 0:
                best_action = actions[i]
    return best_action


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """The step that looks best at once."""
    states = new_array(position.array.dtype, 2)
    states[0] = position.array[0]
    return int(largest_lead(position.setup.rules, states, seat, rng))
