"""GENIUS LOCI: a solver that proves the winner and the number of turns, by depth-first proof-number search.

A node has two numbers: how much is left to prove that the seat to move wins (`proof`), and that it loses (`disproof`).
Zero means proven. Steps of one turn are nodes of the same seat. Every step removes a human, so there are no cycles. A
position packs losslessly into two integers, so the table of nodes never confuses two positions.

The same search can prove a win within N turns. The turns left are then part of the node, and the attacker loses when
none are left.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array

from .freedom import freedom
from .rules import MAX_LEGAL, MAX_STEPS, NOBODY, apply, legal

if TYPE_CHECKING:
    from locarium.kernel.position import Position, Setup

    from .rules import Rules, State

INFINITE = 1 << 40  # larger than any meaningful sum
PLIES = MAX_STEPS + 1
ENTRIES = 1 << 20  # default number of slots in the table
BUCKET = 4  # slots that a node may take
CHUNK = 4096  # nodes between two checks of the clock
UNBOUNDED = -1  # stands for no limit on the turns left
NOWHERE = -1  # no child; or no ply, when no search is running
LOW31 = (1 << 31) - 1


class Entry(Layout):
    """The proof numbers of a node."""

    low: int  # the position, packed into low and high
    high: int
    proof: int
    disproof: int
    work: int  # nodes below it; 0 if the slot is free


class Child(Layout):
    """A step from a node on the path, and its result."""

    action: int
    low: int
    high: int
    same: int  # 1: the same seat moves again
    proof: int  # used if the table has no entry: a guess, then the result of the last search below it
    disproof: int


class Frame(Layout):
    """A node on the path. It keeps its children, so it makes progress even if the table drops them."""

    low: int
    high: int
    start: int  # its first child
    end: int
    left: int  # turns left
    proof: int  # limits: the search below the node ends when its proof or disproof number reaches one of these
    disproof: int
    nodes: int  # number of nodes searched before it
    best: int  # the child being searched; in frames[0] after the search, the best-looking child


ENTRY, CHILD, FRAME = dtype_of(Entry), dtype_of(Child), dtype_of(Frame)


@compiled
def low_of(state: State) -> int:
    """Return the first half of a packed position."""
    low = state.humans[0]
    for spirit in range(4):
        low |= state.spirits[spirit] << 37 + 6 * spirit
    return low


@compiled
def high_of(state: State, left: int, attacker: int) -> int:
    """Return the second half of a packed position, with the turns left and the attacker."""
    high = state.humans[1] | state.spirits[4] << 37 | state.used << 43 | state.first << 48
    return high | (state.priest - NOBODY) << 49 | (left - UNBOUNDED) << 55 | (attacker == 1) << 61


@compiled
def folded(product: int) -> int:
    """Fold 62 bits into 31, so that every bit counts."""
    return (product ^ product >> 31) & LOW31


@compiled
def find(entries: Array[Entry], low: int, high: int) -> int:
    """Return a node's slot in the table, or the slot it would take: a free one, or the one with the least work."""
    mixed = folded((low & LOW31) * 1640531527)
    mixed = folded((mixed ^ low >> 31) * 1540483477)
    mixed = folded((mixed ^ high & LOW31) * 1812433253)
    mixed = folded((mixed ^ high >> 31) * 1566083941)
    first = (mixed & len(entries) // BUCKET - 1) * BUCKET
    least = first
    for place in range(first, first + BUCKET):
        if entries[place].low == low and entries[place].high == high:
            return place
        if entries[place].work < entries[least].work:
            least = place
    return least


@compiled
def expand(
    rules: Rules,
    states: Array[State],
    ply: int,
    frames: Array[Frame],
    children: Array[Child],
    actions: Array[int],
    attacker: int,
) -> None:
    """List the children of the node at states[ply], after those of the nodes above it. The last state is scratch."""
    state, scratch, frame = states[ply], states[PLIES], frames[ply]
    frame.start = 0 if ply == 0 else frames[ply - 1].end
    frame.low, frame.high = low_of(state), high_of(state, frame.left, attacker)
    seat = state.first
    count = legal(rules, state, seat, actions)
    for i in range(count):
        states[PLIES] = state
        apply(rules, scratch, seat, actions[i])
        left = left_after(state, scratch, frame.left)
        child = children[frame.start + i]
        child.action = actions[i]
        child.low, child.high = low_of(scratch), high_of(scratch, left, attacker)
        child.same = scratch.first == seat
        if scratch.over or (left == 0 and scratch.first == attacker):
            child.proof, child.disproof = INFINITE, 0
        elif left == 0 and scratch.priest == NOBODY:
            child.proof, child.disproof = 0, INFINITE
        elif child.same:
            child.proof, child.disproof = 1 + freedom(rules, scratch, 1 - seat), 1
        else:
            child.proof, child.disproof = 1, 1 + freedom(rules, scratch, 1 - seat)
    frame.end = frame.start + count


@compiled
def left_after(before: State, after: State, left: int) -> int:
    """Return the turns left after a step."""
    return left - 1 if left != UNBOUNDED and before.turns != after.turns else left


@compiled
def weigh(frame: Frame, children: Array[Child], entries: Array[Entry]) -> tuple[int, int, int, int]:
    """Compute a node's numbers from its children: proof, disproof, second-lowest proof, disproof of the best child."""
    frame.best = NOWHERE
    proof = second = INFINITE
    disproof = best_disproof = 0
    for i in range(frame.start, frame.end):
        child = children[i]
        p, d = child.proof, child.disproof
        entry = entries[find(entries, child.low, child.high)]
        if entry.low == child.low and entry.high == child.high and entry.work:
            p, d = entry.proof, entry.disproof
        if not child.same:
            p, d = d, p
        disproof = min(disproof + d, INFINITE - 1)  # a large sum isn't a proof
        if p < proof or frame.best == NOWHERE:
            frame.best, best_disproof, second, proof = i, d, proof, p
        elif p < second:
            second = p
    return proof, INFINITE if proof == 0 else disproof, second, best_disproof


@compiled
def keep(entries: Array[Entry], frame: Frame, proof: int, disproof: int, work: int) -> None:
    """Store the numbers of a node."""
    entry = entries[find(entries, frame.low, frame.high)]
    entry.low, entry.high = frame.low, frame.high
    entry.proof, entry.disproof = proof, disproof
    entry.work = work


@compiled_entry
def search(
    rules: Rules,
    states: Array[State],
    left: int,
    attacker: int,
    entries: Array[Entry],
    frames: Array[Frame],
    children: Array[Child],
    actions: Array[int],
    path: Array[int],
    budget: int,
) -> int:
    """Search below states[0] until it is decided or the node limit is reached. Return the number of nodes visited.

    `path` holds where to continue: the last ply and the nodes so far. Before the first call and after the search is
    finished, the last ply is NOWHERE. A finished search leaves the final numbers (0 for the proven side) and the
    best-looking child in frames[0].
    """
    ply, nodes = path[0], path[1]
    most = nodes + budget
    if ply == NOWHERE:
        ply = 0
        nodes += 1
        frames[0].left = left
        frames[0].proof = frames[0].disproof = INFINITE
        frames[0].nodes = path[1]
        expand(rules, states, 0, frames, children, actions, attacker)
    while ply != NOWHERE:
        frame = frames[ply]
        proof, disproof, second, best_disproof = weigh(frame, children, entries)
        if proof >= frame.proof or disproof >= frame.disproof:
            keep(entries, frame, proof, disproof, nodes - frame.nodes)
            if ply == 0:
                frame.proof, frame.disproof = proof, disproof
            else:
                child = children[frames[ply - 1].best]
                child.proof, child.disproof = proof, disproof
            ply -= 1
            continue
        if nodes >= most:
            break
        states[ply + 1] = states[ply]
        chosen = children[frame.best]
        apply(rules, states[ply + 1], states[ply].first, chosen.action)
        below = frames[ply + 1]
        below.left = left_after(states[ply], states[ply + 1], frame.left)
        below.proof = min(frame.proof, second + 1 + second // 4)
        below.disproof = min(INFINITE, frame.disproof - disproof + best_disproof)
        if not chosen.same:
            below.proof, below.disproof = below.disproof, below.proof
        below.nodes = nodes
        ply += 1
        nodes += 1
        expand(rules, states, ply, frames, children, actions, attacker)
    visited = nodes - path[1]
    path[0], path[1] = ply, nodes
    return visited


class OutOfBudget(Exception):
    """The search ran out of time or nodes."""


@dataclass
class Budget:
    """A limit on time or nodes."""

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        self._start = time.monotonic()
        self.used = 0  # nodes

    @property
    def next_chunk(self) -> int:
        """Return how many nodes may be visited before the next check of the clock; 0 if none."""
        if self.seconds is not None and time.monotonic() - self._start >= self.seconds:
            return 0
        return CHUNK if self.nodes is None else min(CHUNK, self.nodes - self.used)


@dataclass(frozen=True)
class Solution:
    """The proven facts about a position."""

    winner: int | None  # seat; None: unknown
    turns: int | None  # turns of both seats to the end with best play; None: unknown
    nodes: int  # visited


class Solver:
    """A solver for one setup, with its table of nodes."""

    def __init__(self, setup: Setup, entries: int = ENTRIES) -> None:
        self.setup = setup
        self._entries = new_array(ENTRY, entries)
        self._frames = new_array(FRAME, PLIES)
        self._children = new_array(CHILD, PLIES * MAX_LEGAL)
        self._actions = np.empty(MAX_LEGAL, np.int64)
        self._states = new_array(setup.state_type, PLIES + 1)

    def solve(self, position: Position, budget: Budget, *, with_turns: bool = True) -> Solution:
        """Find the winner and the number of turns, as far as the budget allows."""
        winner = turns = None
        try:
            winner = self.winner(position, budget)
            turns = self.turns(position, winner, budget) if with_turns else None
        except OutOfBudget:
            pass
        return Solution(winner, turns, budget.used)

    def winner(self, position: Position, budget: Budget) -> int:
        """Return the seat that wins with best play."""
        mover = int(position.fields.first)
        return mover if self.prove(position, budget) else 1 - mover

    def turns(self, position: Position, winner: int, budget: Budget) -> int:
        """Return the number of turns started until the end if the winner hurries and the loser delays."""
        if position.is_over:
            return 0
        left = 1 if position.fields.first == winner else 2
        while self.prove(position, budget, left, winner) != (position.fields.first == winner):
            left += 2
        return left

    def prove(self, position: Position, budget: Budget, left: int = UNBOUNDED, attacker: int = NOBODY) -> bool:
        """Return whether the seat to move wins.

        If `left` limits the turns, the attacker must win within them, and the other seat wins by surviving them.
        """
        if position.is_over:
            return False
        self._states[0] = position.array[0]
        tables = self._entries, self._frames, self._children, self._actions
        path = np.array([NOWHERE, 0])
        while True:
            chunk = budget.next_chunk
            if chunk <= 0:
                raise OutOfBudget
            budget.used += search(self.setup.rules, self._states, left, attacker, *tables, path, chunk)
            if path[0] == NOWHERE:
                return bool(self._frames[0]["proof"] == 0)

    def winning_action(self, position: Position, budget: Budget, left: int = UNBOUNDED, attacker: int = NOBODY) -> int:
        """Return a step that wins as defined in `prove`. Raise ValueError if there is none."""
        if not self.prove(position, budget, left, attacker):
            raise ValueError("the seat to move has no winning step")
        return int(self._children[self._frames[0]["best"]]["action"])
