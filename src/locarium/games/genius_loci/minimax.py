"""GENIUS LOCI: unbounded best-first minimax with completion.

The tree grows at the end of the line that looks best for both sides; all children of that node are valued at once, and
minimax values go up. What is decided is marked, so that nobody looks there again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of

from .rules import MAX_LEGAL, MAX_STEPS, NOBODY, apply, legal
from .value import estimate

if TYPE_CHECKING:
    from .rules import Rules, State

DECIDED = 1000.0  # a value beyond all that are estimated


class Branch(Layout):
    """A node of the tree."""

    action: int
    first: int  # its first child
    count: int  # of children; 0: not looked at yet
    decided: int  # 1: its value is exact
    visits: int
    value: float  # for seat 0: log odds to win


BRANCH = dtype_of(Branch)


@compiled
def log_odds(rules: Rules, state: State) -> float:
    """Of seat 0 to win, if the turn ended now."""
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
    """Grow the tree of states[0] by so many expansions, until it is decided, full or told to stop.

    `offered` lists the actions that are considered there. States behind the first are scratch. `control` holds whether
    to stop, and the branches in use.
    """
    path = np.empty(MAX_STEPS + 2, np.int64)
    actions = np.empty(MAX_LEGAL, np.int64)
    movers = np.empty(MAX_STEPS + 2, np.int64)
    done = 0
    state = states[1]
    while done < iterations and control[0] == 0 and branches[0].decided == 0:
        states[1] = states[0]
        length = 0
        path[0] = 0
        while branches[path[length]].count > 0:
            node = branches[path[length]]
            movers[length] = state.first
            best = best_child(branches, node, state.first, True)
            apply(rules, state, state.first, branches[best].action)
            length += 1
            path[length] = best
        node = branches[path[length]]
        mover = state.first
        movers[length] = mover
        count = list_actions(rules, state, length == 0, offered, actions)
        if control[1] + count > len(branches):
            return done
        node.first = control[1]
        node.count = count
        control[1] += count
        for i in range(count):
            child = branches[node.first + i]
            states[2] = state
            apply(rules, states[2], mover, actions[i])
            child.action = actions[i]
            child.count = 0
            child.visits = 0
            child.decided = states[2].over != 0
            if child.decided:
                child.value = DECIDED if states[2].first == 1 else -DECIDED
            else:
                child.value = log_odds(rules, states[2])
        for i in range(length, -1, -1):
            back_up(branches, branches[path[i]], movers[i])
        done += 1
    return done


@compiled
def list_actions(rules: Rules, state: State, is_first: bool, offered: Array[int], actions: Array[int]) -> int:
    """What is legal; at the root what is offered."""
    if not is_first:
        return legal(rules, state, state.first, actions)
    for i in range(len(offered)):
        actions[i] = offered[i]
    return len(offered)


@compiled
def best_child(branches: Array[Branch], node: Branch, mover: int, open_only: bool) -> int:
    """The child that is best for the mover; to look at, one that is not decided."""
    best = -1
    sign = 1.0 if mover == 0 else -1.0
    for i in range(node.first, node.first + node.count):
        if open_only and branches[i].decided:
            continue
        if best < 0 or sign * branches[i].value > sign * branches[best].value:
            best = i
    return best


@compiled
def back_up(branches: Array[Branch], node: Branch, mover: int) -> None:
    """The value of a node from its children."""
    node.visits += 1
    best = best_child(branches, node, mover, False)
    node.value = branches[best].value
    decided = 1
    for i in range(node.first, node.first + node.count):
        decided &= branches[i].decided
    if branches[best].decided and abs(branches[best].value) == DECIDED and (branches[best].value > 0) == (mover == 0):
        decided = 1
    node.decided = decided
