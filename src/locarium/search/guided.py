"""Information-set Monte Carlo tree search that a game guides: see `ismcts` for the plain one, `guide` for the guide.

Children are added in the order of their appeal and only as visits grow (progressive widening), simulations go on with
the most appealing of a few random actions, and end early with what the guide says the state promises.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.game import apply, next_seat, pick, sample, sizes
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array
from locarium.kernel.playout import draw_at_random
from locarium.kernel.rng import Rng

from .guide import appeal, consider, weigh
from .ismcts import NONE, add_child, upper_bound

if TYPE_CHECKING:
    from locarium.kernel.game import Rules, State

    from .ismcts import Control, Node


class Manner(Layout):
    """How it searches."""

    exploration: float  # the constant of UCB1
    width: float  # children that a node has from the beginning
    widening: float  # and more with the square root of its visits
    lots: int  # random actions of which a simulation takes the most appealing one
    depth: int  # steps that a simulation goes on below the tree


MANNER = dtype_of(Manner)


def new_manner(**given: float) -> Array[Manner]:
    """A manner of these numbers."""
    manners = new_array(MANNER, 1)
    for name, value in given.items():
        manners[0][name] = value
    return manners  # type: ignore[no-any-return]


@compiled_entry
def search_guided(  # noqa: PLR0912, PLR0915  # a simulation is one sequence
    tables: Array[Rules],
    roots: Array[State],
    offered: Array[int],
    nodes: Array[Node],
    controls: Array[Control],
    manners: Array[Manner],
    rng: Rng,
    simulations: int,
) -> int:
    """Grow the tree below the concealed state roots[0] by up to so many simulations; returns how many were made.

    `offered` lists the actions that the observer considers. Ends early when the control says stop or the tree is full,
    but not before the first simulation; called again with the same tree it thinks on.
    """
    rules, control, manner, observer = tables[0], controls[0], manners[0], roots[0].observer
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    action_count, max_legal, max_steps, max_draws, max_seats = sizes(state)
    actions = np.empty(max(max_legal, len(offered)), np.int64)
    digits = np.empty(max_draws, np.int64)
    seen = np.zeros(action_count, np.int64)  # stamp: legal here; stamp + 1: and has a child
    path = np.empty(max_steps + 1, np.int64)
    values = np.empty(max_seats, np.float64)
    stamp = 0
    done = 0
    while done < simulations and control.nodes < len(nodes) and (control.stop == 0 or control.simulations == 0):
        states[0] = roots[0]
        sample(rules, state, rng)
        node = 0
        length = 0
        path[0] = 0
        expanded = False
        while not expanded and state.over == 0:
            if state.active == 0:
                draw_at_random(rules, state, rng, digits)
                continue
            seat = observer if length == 0 else next_seat(rules, state)
            if length == 0:
                count = len(offered)
                for i in range(count):
                    actions[i] = offered[i]
            else:
                count = consider(rules, state, seat, actions)
            stamp += 2
            for i in range(count):
                seen[actions[i]] = stamp
            best = NONE
            best_bound = -1.0
            tried = 0
            child = nodes[node].first_child
            while child != NONE:
                if nodes[child].seat == seat and seen[nodes[child].action] == stamp:
                    seen[nodes[child].action] = stamp + 1
                    tried += 1
                    nodes[child].available += 1
                    bound = upper_bound(nodes[child], manner.exploration)
                    if bound > best_bound:
                        best, best_bound = child, bound
                child = nodes[child].next_sibling
            if tried < count and tried < manner.width + manner.widening * math.sqrt(nodes[node].visits):
                action = most_appealing(rules, state, seat, actions, count, seen, stamp)
                best = add_child(nodes, control, node, action, seat)
                expanded = True
            apply(rules, state, seat, nodes[best].action)
            length += 1
            path[length] = best
            node = best

        play_on(rules, state, manner, rng, actions, digits)
        weigh(rules, state, values)
        for i in range(length + 1):
            visited = nodes[path[i]]
            visited.visits += 1
            visited.total += values[visited.seat]
        done += 1
        control.simulations += 1
    return done


@compiled
def most_appealing(
    rules: Rules, state: State, seat: int, actions: Array[int], count: int, seen: Array[int], stamp: int
) -> int:
    """Of the actions that have no child."""
    best = NONE
    best_appeal = 0.0
    for i in range(count):
        if seen[actions[i]] == stamp:
            found = appeal(rules, state, seat, actions[i])
            if best == NONE or found > best_appeal:
                best, best_appeal = actions[i], found
    return best


@compiled
def play_on(
    rules: Rules, state: State, manner: Manner, rng: Rng, actions: Array[int], digits: Array[int]
) -> None:
    """Some steps, each the most appealing of a few random ones; the arrays are scratch."""
    steps = 0
    while state.over == 0 and steps < manner.depth:
        if state.active == 0:
            draw_at_random(rules, state, rng, digits)
            continue
        seat = next_seat(rules, state)
        best = pick(rules, state, seat, rng, actions)
        if manner.lots > 1:
            best_appeal = appeal(rules, state, seat, best)
            for _ in range(manner.lots - 1):
                other = pick(rules, state, seat, rng, actions)
                found = appeal(rules, state, seat, other)
                if found > best_appeal:
                    best, best_appeal = other, found
        apply(rules, state, seat, best)
        steps += 1
