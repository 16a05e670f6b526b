"""GENIUS LOCI: unbounded best-first minimax with completion.

The tree grows at the end of the line that looks best for both sides. All children of that node are evaluated together,
and minimax values are backed up. Decided nodes are marked and not searched again. A line becomes less attractive each
time it is visited. Without that, the search would stay with the first overrated line.

A node in the middle of a turn is evaluated as if the turn ended there, which the seat can always choose.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of

from .rules import END, MAX_LEGAL, MAX_STEPS, NOBODY, apply, legal
from .value import estimate

if TYPE_CHECKING:
    from .rules import Rules, State

DECIDED = 1000.0  # larger than any estimated value
PLIES = MAX_STEPS + 1
WEARINESS = 0.5  # the penalty each time the visits to a child grow by a factor of e, so that others are visited too


class Branch(Layout):
    """A node of the tree."""

    action: int
    first: int  # its first child
    count: int  # number of children; 0: not expanded yet
    decided: int  # 1: its value is exact
    best: int  # the child to visit next
    visits: int
    value: float  # log odds of seat 0 winning


BRANCH = dtype_of(Branch)


@compiled
def log_odds(rules: Rules, state: State) -> float:
    """Return the log odds of seat 0 winning, if the turn ended now."""
    mover = state.first if state.priest == NOBODY else 1 - state.first
    odds = estimate(rules, state, mover)
    return odds if mover == 0 else -odds


@compiled_entry
def grow(
    rules: Rules,
    states: Array[State],
    offered: Array[int],
    branches: Array[Branch],
    control: Array[int],
    iterations: int,
) -> int:
    """Grow the tree of states[0] until it is decided or full, the stop flag is set, or enough nodes are expanded.

    At least one node is expanded. `offered` lists the actions to consider at the root. There are PLIES + 1 states; all
    but the first are scratch. `control` holds the stop flag and the number of nodes in use.
    """
    path = np.empty(PLIES, np.int64)
    actions = np.empty(MAX_LEGAL, np.int64)
    scratch = states[PLIES]
    done = 0
    valid = 0  # states up to this ply match the path
    path[0] = 0
    while done < iterations and (control[0] == 0 or branches[0].count == 0) and branches[0].decided == 0:
        ply = 0
        while branches[path[ply]].count > 0:
            best = branches[path[ply]].best
            if ply >= valid or path[ply + 1] != best:
                states[ply + 1] = states[ply]
                apply(rules, states[ply + 1], states[ply].first, branches[best].action)
                path[ply + 1] = best
                valid = ply + 1
            ply += 1
        state, node = states[ply], branches[path[ply]]
        count = list_actions(rules, state, ply == 0, offered, actions)
        if control[1] + count > len(branches):
            return done
        node.first = control[1]
        node.count = count
        control[1] += count
        for i in range(count):
            child = branches[node.first + i]
            child.action = actions[i]
            child.count = child.visits = 0
            states[PLIES] = state
            apply(rules, scratch, state.first, actions[i])
            child.decided = scratch.over != 0
            if child.decided:
                child.value = DECIDED if scratch.first == 1 else -DECIDED
            elif actions[i] == END and ply > 0:
                child.value = node.value  # the node was already evaluated as if the turn ended
            else:
                child.value = log_odds(rules, scratch)
        for i in range(ply, -1, -1):
            back_up(branches, branches[path[i]], states[i].first)
        done += 1
    return done


@compiled
def list_actions(rules: Rules, state: State, is_first: bool, offered: Array[int], actions: Array[int]) -> int:
    """Write the legal actions or, at the root, the offered ones."""
    if not is_first:
        return legal(rules, state, state.first, actions)
    for i in range(len(offered)):
        actions[i] = offered[i]
    return len(offered)


@compiled
def back_up(branches: Array[Branch], node: Branch, mover: int) -> None:
    """Compute a node's value from its children, and choose the child to visit next."""
    sign = 1.0 if mover == 0 else -1.0
    most = most_open = -2 * DECIDED
    for i in range(node.first, node.first + node.count):
        value = sign * branches[i].value
        most = max(most, value)
        value -= WEARINESS * math.log(branches[i].visits + 1.0)
        if not branches[i].decided and value > most_open:
            node.best, most_open = i, value
    node.visits += 1
    node.value = sign * most
    node.decided = most == DECIDED or most_open == -2 * DECIDED
