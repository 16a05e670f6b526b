"""Information-set Monte Carlo tree search for any game, compiled for each state layout.

A concealed state holds the observer's knowledge. Every simulation fills it with a sampled possibility, walks down the
tree that all possibilities share (an action is available only where it is legal), and plays to the end.

Simultaneous face-down choices are made at one node, where each seat goes by its own results (decoupled UCT), so that
no choice depends on another. The tree below doesn't distinguish what they reveal.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.bits import count_bits
from locarium.kernel.game import apply, judge, legal, next_seat, sample, sizes
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array
from locarium.kernel.playout import draw_at_random, play_out
from locarium.kernel.rng import Rng, random_below

if TYPE_CHECKING:
    from locarium.kernel.game import Rules, State

NONE = -1


class Node(Layout):
    """A node of the tree: an action that follows the actions of the nodes above it."""

    action: int
    seat: int  # the seat that chose it
    first_child: int
    next_sibling: int
    visits: int
    available: int  # visits to the parent in which the action was legal
    total: float  # sum of the seat's results


class Control(Layout):
    """Signals between the search and its callers, across threads."""

    stop: int  # set from any thread to end the search
    simulations: int  # simulations made so far
    nodes: int  # nodes in use


NODE, CONTROL = dtype_of(Node), dtype_of(Control)


def new_tree(capacity: int) -> tuple[Array[Node], Array[Control]]:
    """Return an empty tree with room for `capacity` nodes, and its control."""
    nodes, controls = new_array(NODE, capacity), new_array(CONTROL, 1)
    nodes[0].first_child = nodes[0].next_sibling = NONE
    controls[0].nodes = 1
    return nodes, controls


@compiled_entry
def search(  # noqa: PLR0912, PLR0915  # a simulation is one sequence
    tables: Array[Rules],
    roots: Array[State],
    offered: Array[int],
    nodes: Array[Node],
    controls: Array[Control],
    rng: Rng,
    simulations: int,
    exploration: float,
) -> int:
    """Grow the tree below the concealed state roots[0] and return the number of simulations made.

    `offered` lists the actions to consider for the observer. If several seats may act, the observer comes first. Stops
    early when the control says so or the tree is full, but not before the first simulation. Call it again with the same
    tree to continue.
    """
    rules, control, observer = tables[0], controls[0], roots[0].observer
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    action_count, max_legal, max_steps, max_draws, max_seats = sizes(state)
    actions = np.empty(max(max_legal, len(offered)), np.int64)
    digits = np.empty(max_draws, np.int64)
    seen = np.zeros(action_count, np.int64)  # by action. stamp: legal here; stamp + 1: it also has a child
    path = np.empty(max_steps + 1, np.int64)
    scores = np.empty(max_seats, np.int64)
    stamp = 0
    done = 0
    while done < simulations and control.nodes < len(nodes) and (control.stop == 0 or control.simulations == 0):
        states[0] = roots[0]
        sample(rules, state, rng)

        # go down the tree: add a child for an action legal in this possibility, or else take the best child
        node = 0
        chosen = NONE  # the observer's choice, while choices are face down
        length = 0
        path[0] = 0
        expanded = False
        while not expanded and state.over == 0:
            if state.active == 0:
                draw_at_random(rules, state, rng, digits)
                continue
            seat = observer if length == 0 else next_seat(rules, state)
            count = list_actions(rules, state, seat, length == 0, offered, actions)
            stamp += 2
            for i in range(count):
                seen[actions[i]] = stamp
            best = NONE
            best_bound = -1.0
            untried = count
            child = nodes[node].first_child
            while child != NONE:
                if nodes[child].seat == seat and seen[nodes[child].action] == stamp:
                    seen[nodes[child].action] = stamp + 1
                    untried -= 1
                    nodes[child].available += 1
                    bound = upper_bound(nodes[child], exploration)
                    if bound > best_bound:
                        best, best_bound = child, bound
                child = nodes[child].next_sibling
            if untried > 0:
                lot = random_below(rng, untried)
                for i in range(count):
                    if seen[actions[i]] == stamp:
                        if lot == 0:
                            best = add_child(nodes, control, node, actions[i], seat)
                            break
                        lot -= 1
                expanded = True
            apply(rules, state, seat, nodes[best].action)
            length += 1
            path[length] = best
            if seat == observer or (state.sealed == 0 and chosen == NONE):
                chosen = best
            if state.sealed == 0:
                node, chosen = chosen, NONE

        play_out(rules, state, rng, actions, digits)
        winners = judge(rules, state, scores)
        share = 1.0 / count_bits(winners)
        for i in range(length + 1):
            visited = nodes[path[i]]
            visited.visits += 1
            if winners >> visited.seat & 1:
                visited.total += share
        done += 1
        control.simulations += 1
    return done


@compiled
def list_actions(
    rules: Rules, state: State, seat: int, is_first: bool, offered: Array[int], actions: Array[int]
) -> int:
    """Write the legal actions or, for the observer's first choice, the offered ones."""
    if not is_first:
        return legal(rules, state, seat, actions)
    for i in range(len(offered)):
        actions[i] = offered[i]
    return len(offered)


@compiled
def upper_bound(node: Node, exploration: float) -> float:
    """Return the UCB1 bound, counting only visits with the action available."""
    return node.total / node.visits + exploration * math.sqrt(math.log(node.available) / node.visits)


@compiled
def add_child(nodes: Array[Node], control: Control, parent: int, action: int, seat: int) -> int:
    """Add a node for the action."""
    new = control.nodes
    control.nodes += 1
    node = nodes[new]
    node.action = action
    node.seat = seat
    node.first_child = NONE
    node.next_sibling = nodes[parent].first_child
    node.visits = 0
    node.available = 1
    node.total = 0.0
    nodes[parent].first_child = new
    return new


def children(nodes: Array[Node], seat: int) -> list[Node]:
    """Return the nodes of a seat's actions at the root, most visited first."""
    found = []
    child = int(nodes[0].first_child)
    while child != NONE:
        if nodes[child].seat == seat:
            found.append(nodes[child])
        child = int(nodes[child].next_sibling)
    return sorted(found, key=lambda node: (-int(node.visits), int(node.action)))
