"""GENIUS LOCI: the bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of
from locarium.search.levels import Level
from locarium.search.thinker import NO_LIMIT, Advice, deadline

from .freedom import freedom
from .minimax import BRANCH, DECIDED, PLIES, grow
from .rules import END, MAX_LEGAL, apply, legal
from .solver import Budget, OutOfBudget, Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position

    from .rules import Rules, State

WIN = 1_000_000
CAPACITY = 1_000_000  # the most nodes in the tree
ENTRIES = 1 << 18  # slots in the solver's table
CHUNK = 256  # solver nodes between two checks for a stop, about a millisecond
MOST_HUMANS = 23  # the solver runs with at most this many humans on the board
PROVING = 0.4  # share of the time that the solver gets
LEVELS = (  # weakest first; each wins about four in five games against the next weaker one
    Level("master", simulations=2, slips=0.55),
    Level("master", simulations=8, slips=0.3),
    Level("master", simulations=60, slips=0.15),
    Level("master", simulations=700, slips=0.06),
    Level("master"),
)


@compiled
def worth(rules: Rules, state: State, seat: int) -> int:
    """Return a seat's mobility compared with the other seat's, as if the turn ended now."""
    if state.over == 0 and state.active >> seat & 1:
        apply(rules, state, seat, END)
    if state.over:
        return WIN if state.first != seat else -WIN
    return freedom(rules, state, seat) - 2 * freedom(rules, state, 1 - seat)


@compiled_entry
def least_freedom(rules: Rules, states: Array[State], seat: int, rng: Rng) -> int:
    """Return the step in states[0] that leaves the other seat the least mobility. Ties are broken at random."""
    actions: Array[int] = np.empty(MAX_LEGAL, np.int64)
    worths: Array[int] = np.empty(MAX_LEGAL, np.int64)
    count = legal(rules, states[0], seat, actions)
    for i in range(count):
        states[1] = states[0]
        apply(rules, states[1], seat, actions[i])
        worths[i] = worth(rules, states[1], seat)
    return actions[best_of(worths, count, rng)]


@dataclass
class Share(Budget):
    """The solver's share of the time or the simulations. It runs out when the bot is stopped."""

    control: Any = None

    @property
    def next_chunk(self) -> int:
        """Return how many nodes the solver may visit before the next check."""
        return 0 if self.control[0] else min(CHUNK, super().next_chunk)


class BestFirst:
    """A bot that tries to prove the winner when few humans are left, then grows a tree along the best line."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        self._position, self._seat = position, int(position.fields.first)
        self._offered = np.array(offered, np.int64)
        self._states = new_array(position.array.dtype, PLIES + 1)
        self._states[0] = position.array[0]
        self._branches = new_array(BRANCH, CAPACITY)
        self._control = np.array([0, 1])  # stop flag, number of nodes in use
        humans = sum(int(humans).bit_count() for humans in position.fields.humans)
        self._solver = Solver(position.setup, ENTRIES) if humans <= MOST_HUMANS else None
        self._is_lost = False  # every step loses

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the considered actions, best first. Reproducible if simulations are the only limit."""
        self._grow(1)  # ensures an answer, and keeps the loading of compiled code out of the time limit
        self._prove(None, 1)
        with deadline(seconds, self.stop):
            self._prove(None if seconds is None else seconds * PROVING, simulations - 1)
            self._grow(simulations - 1)
        return self._advice()

    def _grow(self, simulations: int) -> None:
        rules = self._position.setup.rules
        grow(rules, self._states, self._offered, self._branches, self._control, simulations)

    def _prove(self, seconds: float | None, nodes: int) -> None:
        """Mark a winning step, or mark the position as lost, if the solver can prove it."""
        if self._solver is None or self._branches[0]["decided"]:
            return
        try:
            action = self._solver.winning_action(self._position, Share(seconds, nodes, self._control))
        except OutOfBudget:
            return
        except ValueError:
            self._is_lost = True
            return
        children = self._children()
        for i in np.flatnonzero(children["action"] == action):
            for branch in (children[i], self._branches[0]):
                branch["value"], branch["decided"] = DECIDED if self._seat == 0 else -DECIDED, 1

    def stop(self) -> None:
        """End the search. think() then returns its results so far."""
        self._control[0] = 1

    def _children(self) -> Any:
        root = self._branches[0]
        return self._branches[int(root["first"]) : int(root["first"]) + int(root["count"])]

    def _advice(self) -> list[Advice]:
        children = self._children()
        values = children["value"] if self._seat == 0 else -children["value"]
        order = np.lexsort((values, children["visits"], values >= DECIDED, values > -DECIDED))[::-1]
        total = max(1, int(children["visits"].sum()))
        return [
            Advice(
                int(children["action"][i]),
                float(children["visits"][i] / total),
                0.0 if self._is_lost else float(1 / (1 + np.exp(-np.clip(values[i], -30, 30)))),
            )
            for i in order
        ]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """Return the step with the best immediate result."""
    states = new_array(position.array.dtype, 2)
    states[0] = position.array[0]
    return int(least_freedom(position.setup.rules, states, seat, rng))
