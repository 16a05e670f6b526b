"""Information-set Monte Carlo tree search with a game's guide. `ismcts` is the version without one.

All actions of a node are added to the tree together, each with its prior. From the best one a simulation plays a few
more steps, each time taking the most appealing of some random actions. The result is the guide's value of the last
state.
For games without face-down choices.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.game import apply, next_seat, pick, sample, sizes
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array
from locarium.kernel.playout import draw_at_random

from .guide import SCRATCH, appeal, consider, promise, weigh
from .ismcts import CONTROL, NONE
from .thinker import Advice, Thinker, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.game import Rules, State
    from locarium.kernel.position import Position
    from locarium.kernel.rng import Rng

    from .ismcts import Control


class Manner(Layout):
    """Search parameters."""

    exploration: float  # the constant of UCB1
    trust: float  # the number of visits that a prior counts for
    lots: int  # the number of random actions from which a simulation takes the most appealing
    depth: int  # the number of steps that a simulation plays below the tree


class Branch(Layout):
    """A node of the tree: an action that follows the actions of the nodes above it."""

    action: int
    seat: int  # the seat that chose it
    first_child: int
    next_sibling: int
    visits: int
    available: int  # visits to the parent in which the action was legal
    total: float  # sum of the seat's results
    squares: float  # sum of their squares
    promise: float  # its prior


CAPACITY = 600_000  # the most nodes in a tree
MANNER, BRANCH = dtype_of(Manner), dtype_of(Branch)


def new_manner(**given: float) -> Array[Manner]:
    """Return search parameters with these values."""
    manners = new_array(MANNER, 1)
    for name, value in given.items():
        manners[0][name] = value
    return manners  # type: ignore[no-any-return]


def new_branches(capacity: int) -> tuple[Array[Branch], Array[Control]]:
    """Return a tree with only the root and room for `capacity` nodes, and its control."""
    branches, controls = new_array(BRANCH, capacity), new_array(CONTROL, 1)
    branches[0].first_child = branches[0].next_sibling = NONE
    controls[0].nodes = 1
    return branches, controls


@compiled_entry
def search_guided(  # noqa: PLR0912, PLR0915  # a simulation is one sequence
    tables: Array[Rules],
    roots: Array[State],
    offered: Array[int],
    branches: Array[Branch],
    controls: Array[Control],
    manners: Array[Manner],
    knowledge: Array[float],
    rng: Rng,
    simulations: int,
) -> int:
    """Grow the tree below the concealed state roots[0] and return the number of simulations made.

    `offered` lists the actions to consider for the observer. Stops early when the control says so, but not before the
    first simulation. Call it again with the same tree to continue. A full tree stops growing but still updates.
    """
    rules, control, manner, observer = tables[0], controls[0], manners[0], roots[0].observer
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    action_count, max_legal, max_steps, max_draws, max_seats = sizes(state)
    actions = np.empty(max(max_legal, len(offered)), np.int64)
    promises = np.empty(len(actions), np.float64)
    digits = np.empty(max_draws, np.int64)
    seen = np.zeros(action_count, np.int64)  # by action. stamp: legal here; stamp + 1: it also has a child
    path = np.empty(max_steps + 1, np.int64)
    values = np.empty(max_seats, np.float64)
    scratch = np.empty(SCRATCH, np.float64)
    stamp = 0
    done = 0
    room = len(branches) - len(actions)  # with fewer nodes than this, all children of a node fit
    while done < simulations and (control.stop == 0 or control.simulations == 0):
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
            child = branches[node].first_child
            expanded = child == NONE
            while child != NONE:
                branch = branches[child]
                if seen[branch.action] == stamp and branch.seat == seat:
                    seen[branch.action] = stamp + 1
                    tried += 1
                    branch.available += 1
                    bound = upper_bound(branch, manner)
                    if bound > best_bound:
                        best, best_bound = child, bound
                child = branch.next_sibling
            if tried < count and control.nodes < room:
                promise(rules, state, seat, actions, count, knowledge, scratch, promises)
                for i in range(count):
                    if seen[actions[i]] == stamp:
                        child = add_branch(branches, control, node, actions[i], seat, promises[i])
                        bound = upper_bound(branches[child], manner)
                        if bound > best_bound:
                            best, best_bound = child, bound
            if best == NONE:
                break
            apply(rules, state, seat, branches[best].action)
            length += 1
            path[length] = best
            node = best

        play_on(rules, state, manner, rng, actions, digits)
        weigh(rules, state, knowledge, scratch, values)
        for i in range(length + 1):
            visited = branches[path[i]]
            visited.visits += 1
            visited.total += values[visited.seat]
            visited.squares += values[visited.seat] * values[visited.seat]
        done += 1
        control.simulations += 1
    return done


@compiled
def upper_bound(branch: Branch, manner: Manner) -> float:
    """Return the UCB1 bound. Only visits with the action available count, and the prior counts as some visits."""
    visits = branch.visits + manner.trust
    mean = (branch.total + manner.trust * branch.promise) / visits
    return mean + manner.exploration * math.sqrt(math.log(branch.available + 1.0) / visits)


@compiled
def add_branch(branches: Array[Branch], control: Control, parent: int, action: int, seat: int, promised: float) -> int:
    """Add a node for the action."""
    new = control.nodes
    control.nodes += 1
    branch = branches[new]
    branch.action = action
    branch.seat = seat
    branch.first_child = NONE
    branch.next_sibling = branches[parent].first_child
    branch.visits = 0
    branch.available = 1
    branch.total = 0.0
    branch.squares = 0.0
    branch.promise = promised
    branches[parent].first_child = new
    return new


@compiled
def play_on(rules: Rules, state: State, manner: Manner, rng: Rng, actions: Array[int], digits: Array[int]) -> None:
    """Play some steps, each the most appealing of a few random actions. The arrays are scratch space."""
    steps = 0
    while state.over == 0 and steps < manner.depth:
        if state.active == 0:
            draw_at_random(rules, state, rng, digits)
            continue
        seat = next_seat(rules, state)
        apply(rules, state, seat, pick_appealing(rules, state, seat, manner.lots, rng, actions))
        steps += 1


@compiled
def pick_appealing(rules: Rules, state: State, seat: int, lots: int, rng: Rng, actions: Array[int]) -> int:
    """Return the most appealing of `lots` random actions."""
    best = pick(rules, state, seat, rng, actions)
    if lots > 1:
        best_appeal = appeal(rules, state, seat, best)
        for _ in range(lots - 1):
            other = pick(rules, state, seat, rng, actions)
            found = appeal(rules, state, seat, other)
            if found > best_appeal:
                best, best_appeal = other, found
    return best


class GuidedThinker(Thinker):
    """A bot that runs this search with its game's knowledge."""

    def __init__(
        self,
        position: Position,
        offered: Sequence[int],
        seed: int,
        knowledge: Array[float],
        manners: Array[Manner],
        capacity: int = CAPACITY,
    ) -> None:
        super().__init__(position, offered, seed, capacity=1)
        self._knowledge, self._manners = knowledge, manners
        self._branches, self._controls = new_branches(capacity)
        self._control = self._controls[0]

    def _search(self, simulations: int) -> None:
        tables, roots = self._position.setup.tables, self._position.array
        search_guided(
            tables,
            roots,
            self._offered,
            self._branches,
            self._controls,
            self._manners,
            self._knowledge,
            self._rng,
            simulations,
        )

    def _advice(self) -> list[Advice]:
        tree: Any = self._branches
        children = tree[1 : 1 + len(self._offered)]  # the first nodes added
        visits, totals, squares = children["visits"], children["total"], children["squares"]
        means = np.where(visits > 0, totals / np.maximum(visits, 1), children["promise"])
        return [
            Advice(
                int(children["action"][i]),
                float(visits[i] / self.simulations),
                float(means[i]),
                standard_error(float(totals[i]), float(squares[i]), int(visits[i])),
            )
            for i in np.lexsort((children["action"], -means, -visits))
        ]
