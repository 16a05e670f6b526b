"""GENIUS LOCI: perft, the number of step sequences of a given length, for comparing engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled_entry
from locarium.kernel.layout import Array, new_array

from .rules import MAX_LEGAL, MAX_STEPS, apply, legal

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .rules import Rules, State

MAX_DEPTH = MAX_STEPS


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` steps, counting `end` as a step. Finished games don't continue."""
    states = new_array(position.array.dtype, depth + 1)
    states[0] = position.array[0]
    return int(count(position.setup.rules, states, depth))


@compiled_entry
def count(rules: Rules, states: Array[State], depth: int) -> int:
    """Count the sequences below states[0]. The other states are scratch space."""
    actions = np.empty((max(depth, 1), MAX_LEGAL), np.int64)
    left = np.zeros(depth + 1, np.int64)  # actions left at each level
    total = 0
    level = 0
    left[0] = list_at(rules, states[0], actions[0]) if depth > 0 else 1
    while level >= 0:
        if level == depth - 1 or depth == 0:
            total += left[level]
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            states[level + 1] = states[level]
            apply(rules, states[level + 1], states[level].first, actions[level, left[level]])
            level += 1
            left[level] = list_at(rules, states[level], actions[level])
    return total


@compiled_entry
def list_at(rules: Rules, state: State, actions: Array[int]) -> int:
    """Write the actions of the seat to move and return their number."""
    return 0 if state.over else legal(rules, state, state.first, actions)
