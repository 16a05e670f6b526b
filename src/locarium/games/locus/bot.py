"""LOCUS: the bots."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of, new_rng
from locarium.search.levels import Level
from locarium.search.thinker import NO_LIMIT, Advice, deadline

from .beam import MAX_DEPTH, look_ahead, new_pool, plan, plan_with
from .edition import CARDS, GREEN, PURPLE, RED, YELLOW
from .rules import (
    ACTIVITIES,
    DISCARD,
    DRAFT,
    END,
    FINAL,
    MAX_LEGAL,
    NOTHING,
    PRINTED,
    ZONES,
    apply,
    connected,
    forgo,
    legal,
    points_of_blue,
    points_of_green,
    points_of_purple,
    purse,
)
from .value import learned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position

    from .rules import Rules, State

LEVELS = (
    Level("greedy", slips=0.11),
    Level("master", simulations=1, slips=0.195),
    Level("master", simulations=1, slips=0.122),
    Level("master", simulations=1, slips=0.05),
    Level("master"),
)

# Estimated values, in points.
COIN, DOUBLE, SINGLE = 1.6, 2.6, 1.6
BOLD, GROUP_SQUARE = 1.2, 0.6  # value of a bold square; of any square in the largest group (both purple)
SQUARE = 0.05  # value of any filled square

# Parameters of the master.
WIDTH, LAST_WIDTH = 12, 48  # width of its beam: normally; in the last activities
ENDS, ENDS_OF_CARD = 12, 4  # ends to simulate: of an activity; of each card in a draft
DEPTH = 3  # turns looked ahead
TRUST = 8.0  # the learned value counts as this many simulated games
STRAY = 3.2  # standard deviation of the result of a simulated game, in points
SPREAD = 4.0  # a lead of this many points, times the root of the turns left, multiplies the odds of winning by e


@compiled
def hope_to_complete(squares: Array[int], points: Array[int], count: int, filled: int) -> float:
    """Estimate the points of rows and blocks. Partly filled ones count partly, and the last squares count most."""
    hope = 0.0
    for n in range(count):
        share = count_bits(squares[n] & filled) / count_bits(squares[n])
        hope += points[n] * (share * share)
    return hope


@compiled
def hope_of_purple(rules: Rules, filled: int) -> float:
    """Estimate the points of the best group. Bold squares and the size of the largest group add to them."""
    hope = points_of_purple(rules, filled) + BOLD * count_bits(filled & rules.bold[PURPLE])
    largest = 0
    rest = filled
    while rest:
        group = connected(rules, PURPLE, filled, rest & -rest)
        largest = max(largest, count_bits(group))
        rest &= ~group
    return hope + GROUP_SQUARE * largest


@compiled
def hope_of_green(rules: Rules, filled: int) -> float:
    """Estimate the points of the ends: reached ones in full, others by their distance from the connected squares."""
    hope = float(points_of_green(rules, filled))
    reached = connected(rules, GREEN, filled, rules.bold[GREEN]) | rules.bold[GREEN]
    missing = rules.ends & ~reached
    distance = 0
    while missing and distance < 16:
        distance += 1
        grown = reached
        rest = reached
        while rest:
            grown |= rules.near[GREEN, lowest_bit(rest)]
            rest &= rest - 1
        hope += count_bits(missing & grown) * rules.end_points / (1.0 + distance)
        missing &= ~grown
        reached = grown
    return hope


@compiled
def hope_of_blue(rules: Rules, filled: int) -> float:
    """Estimate the points of the highest line reached, and of the progress to the next one."""
    top = -1
    rest = filled
    while rest:
        top = max(top, rules.height[lowest_bit(rest)])
        rest &= rest - 1
    return points_of_blue(rules, filled) + 0.9 * (top + 1)


@compiled
def hope(rules: Rules, state: State, seat: int) -> float:
    """Estimate a sheet's total: the zones (the lowest twice), coins and what can still be filled in."""
    total = 0.0
    lowest = 1e9
    for zone in range(ZONES):
        filled = state.filled[seat, zone]
        if zone == YELLOW:
            promise = hope_to_complete(rules.row_squares, rules.row_points, rules.rows, filled)
        elif zone == PURPLE:
            promise = hope_of_purple(rules, filled)
        elif zone == RED:
            promise = hope_to_complete(rules.block_squares, rules.block_points, rules.blocks, filled)
        elif zone == GREEN:
            promise = hope_of_green(rules, filled)
        else:
            promise = hope_of_blue(rules, filled)
        total += promise + SQUARE * count_bits(filled)
        lowest = min(lowest, promise)
        total += DOUBLE * state.doubles[seat, zone]
    return total + lowest + SINGLE * state.singles[seat] + COIN * purse(state, seat)


@compiled
def promise_of_card(rules: Rules, states: Array[State], seat: int, card: int, actions: Array[int]) -> float:
    """Return the best immediate value of a card. states[1] and states[2] are scratch space."""
    states[1] = states[0]
    apply(rules, states[1], seat, card)
    states[1].phase = ACTIVITIES
    states[1].has_card |= 1 << seat
    best = -1e9
    for i in range(legal(rules, states[1], seat, actions)):
        if actions[i] == DISCARD or actions[i] > END:
            states[2] = states[1]
            apply(rules, states[2], seat, actions[i])
            best = max(best, hope(rules, states[2], seat))
    return best


@compiled_entry
def most_promising(rules: Rules, states: Array[State], seat: int, rng: Rng) -> int:
    """Return the step in states[0] that gives the seat's sheet the best estimate. Ties are broken at random."""
    choices: Array[int] = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty(MAX_LEGAL, np.int64)
    promises = np.empty(MAX_LEGAL, np.float64)
    count = legal(rules, states[0], seat, choices)
    for i in range(count):
        action = choices[i]
        if action < CARDS:
            promises[i] = promise_of_card(rules, states, seat, action, scratch)
            continue
        states[1] = states[0]
        if action != END:
            apply(rules, states[1], seat, action)
        else:
            forgo(states[1], seat)
        promises[i] = hope(rules, states[1], seat)
    return choices[best_of(promises, count, rng)]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """Return the step with the best immediate result."""
    states = new_array(position.array.dtype, 3)
    states[0] = position.array[0]
    return int(most_promising(position.setup.rules, states, seat, rng))


@dataclass
class End:
    """A possible end of an activity."""

    first: int  # the action that leads there
    value: float  # the seat's estimated final total
    against: float  # the other seats' average total
    states: Any  # one state, before `end`
    visits: int = 0  # games simulated from there


class Planner:
    """A bot that plans whole activities with a beam, then simulates the best of them with random cards; see `beam`.

    In a draft it predicts the cards that the others will take and counts their gain against its own. With the printed
    order (LOCUS-18) it never acts while others choose, because waiting costs nothing and reveals more.
    """

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        if position.observer < 0:
            raise ValueError("a bot needs a concealed position, not the full state")
        self._states = position.array.copy()
        self._rules, self._seat = position.setup.rules, position.observer
        self._seats, self._fields = position.setup.seats, position.fields
        self._left = int(self._fields.turns - self._fields.turn)
        self._is_last = self._left == 0 or self._fields.phase == FINAL
        self._offered, self._rng = list(offered), new_rng(seed)
        self._legal = position.legal(self._seat)
        self._is_narrowed = len(self._offered) < len(self._legal)
        self._outlooks = learned().outlooks(self._rules)
        self._control = np.zeros(1, np.int64)  # 1 stops the search
        self._ends: list[End] = []

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the considered actions, best first. Reproducible if simulations are the only limit."""
        plan_ends = self._plan_draft if self._fields.phase == DRAFT else self._plan_activity
        plan_ends(1)  # ensures an answer, and keeps the loading of compiled code out of the time limit
        self._look_ahead(0)
        with deadline(seconds, self.stop):
            plan_ends(LAST_WIDTH if self._is_last else WIDTH)
            self._look_ahead(simulations)
        return self._advice()

    def stop(self) -> None:
        """End the search. think() then returns its results so far."""
        self._control[0] = 1

    def _plan_activity(self, width: int) -> None:
        """Find the best ends of the activity."""
        against = mean([self._plan(seat, 1, 1)[0].value for seat in range(self._seats) if seat != self._seat])
        if self._is_narrowed:
            ends = [end for action in self._offered for end in self._plan_after(action, width, against)]
        else:
            ends = self._plan(self._seat, width, ENDS, against=against)
        if not (self._ends and self._control[0]):  # a stopped plan counts only if it is the first
            self._ends = ends

    def _plan_after(self, action: int, width: int, against: float) -> list[End]:
        """Return the best end after an action. Every action gets one end, so that all get equal simulations."""
        if action == END:  # take it from the ends of the whole activity
            whole = self._plan(self._seat, 1, MAX_DEPTH, against=against)
            return [end for end in whole if end.first == END]
        states = self._states.copy()
        apply(self._rules, states[0], self._seat, action)
        ends = self._plan(self._seat, width, 1, against=against, states=states)  # empty if stopped
        return [replace(end, first=action) for end in ends]

    def _plan_draft(self, width: int) -> None:
        """For every card, predict the cards that the others would take, the leftover, and the results of all seats."""
        cards, fields = [action for action in self._legal if action < CARDS], self._fields
        order = [(fields.star + n) % self._seats for n in range(self._seats)]
        earlier, following = order[: order.index(self._seat)], order[order.index(self._seat) + 1 :]
        likes = {seat: {card: self._plan(seat, 1, 1, card)[0].value for card in cards} for seat in following}
        keep = 1 if self._is_narrowed else ENDS_OF_CARD
        early = [action for action in self._offered if action >= CARDS] if self._is_narrowed else []
        ends: list[End] = []
        for card in [card for card in cards if early or card in self._offered]:
            rest = [other for other in cards if other != card]
            taken = {seat: NOTHING if self._rules.order == PRINTED else int(fields.taken[seat]) for seat in earlier}
            for seat in following:
                taken[seat] = max(rest, key=likes[seat].__getitem__)
                rest.remove(taken[seat])
            others = [self._plan(seat, 1, 1, its, rest[0])[0].value for seat, its in taken.items()]
            against = mean(others)
            if card in self._offered:
                ends += self._plan(self._seat, width, keep, card, rest[0], against)
            for action in early:
                ends += self._plan_before(action, width, card, rest[0], against)
        if not (self._ends and self._control[0]):  # a stopped plan counts only if it is the first
            self._ends = ends

    def _plan_before(self, action: int, width: int, card: int, leftover: int, against: float) -> list[End]:
        """Return the best end if the seat does something else before taking a card."""
        states = self._states.copy()
        apply(self._rules, states[0], self._seat, action)
        ends = self._plan(self._seat, width, 1, card, leftover, against, states)
        return [replace(end, first=action) for end in ends]

    def _plan(
        self,
        seat: int,
        width: int,
        keep: int,
        card: int = NOTHING,
        leftover: int = NOTHING,
        against: float = 0.0,
        states: Any = None,
    ) -> list[End]:
        """Return the best ends of a seat's activity, now or with a card or leftover after the draft.

        The list is empty only if the search was stopped.
        """
        pool, plans = new_pool(width, keep)
        control = self._control if width > 1 else np.zeros(1, np.int64)  # a narrow beam is too fast to need a stop
        pool[0] = (self._states if states is None else states)[0]
        beam = self._rules, self._outlooks, pool, plans, seat, self._left, width, keep
        is_as_it_stands = card == NOTHING and leftover == NOTHING
        count = plan(*beam, control) if is_as_it_stands else plan_with(*beam, card, leftover, control)
        start = 2 * width + 2
        return [
            End(int(plans[n].first) if card == NOTHING else card, float(plans[n].value), against, pool[n : n + 1])
            for n in range(start, start + int(count))
        ]

    def _look_ahead(self, simulations: int) -> None:
        """Update the value of the ends with simulated games."""
        if self._is_last or (len({end.first for end in self._ends}) < 2 and not self._is_narrowed):
            return
        ends = np.concatenate([end.states for end in self._ends])
        against = np.array([end.against for end in self._ends])
        sums = TRUST * (np.array([end.value for end in self._ends]) - against)
        counts, is_out = np.zeros(len(ends), np.int64), np.zeros(len(ends), np.int64)
        game = self._rules, self._outlooks, ends, against, sums, counts, is_out, self._seat, self._left
        look_ahead(*game, DEPTH, simulations, self._rng, self._control)
        for n, end in enumerate(self._ends):
            end.visits = int(counts[n])
            end.value = float(sums[n] / (TRUST + counts[n])) + end.against

    def _advice(self) -> list[Advice]:
        """Rank the actions by their best end. Ends with more simulations come first."""
        ranked = sorted(self._ends, key=lambda end: (-end.visits, end.against - end.value))
        best: dict[int, End] = {}
        for end in ranked:
            best.setdefault(end.first, end)
        total = sum(end.visits + 1 for end in best.values())
        return [
            Advice(action, (end.visits + 1) / total, self._chance(end), self._error(end), end.value)
            for action, end in best.items()
        ]

    def _chance(self, end: End) -> float | None:
        """Return the chance of winning against the others' average; None in solo games."""
        if self._seats == 1:
            return None
        odds = (end.value - end.against) / self._spread
        return 1 / (1 + (self._seats - 1) * math.exp(-max(-30.0, min(30.0, odds))))

    def _error(self, end: End) -> float | None:
        """Return the error of the chance, or of the score in solo games.

        In the last activities no cards are drawn, so a solo score is exact.
        """
        chance = self._chance(end)
        if self._is_last:
            return 0.0 if chance is None else None
        error = STRAY / math.sqrt(TRUST + end.visits)
        return error if chance is None else error * chance * (1 - chance) / self._spread

    @property
    def _spread(self) -> float:
        return SPREAD * math.sqrt(self._left + 1.0)


def mean(values: list[float]) -> float:
    """Return the mean, or 0 for an empty list."""
    return sum(values) / len(values) if values else 0.0
