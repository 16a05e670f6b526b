"""Regret matching where several seats choose at once, face down: written once, compiled for each layout of a state.

Every simulation guesses what is hidden and what the others choose, and then tries all actions of one seat against the
same guess and the same luck. So actions are compared with each other, not with their luck. A seat that regrets not to
have chosen an action chooses it more often; what it chose on average is its strategy.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.game import apply, legal, next_seat, sizes
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array
from locarium.kernel.rng import Rng, random_below

from .craft import guess, play_on, reply, value
from .thinker import Advice, Thinker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.game import Rules, State
    from locarium.kernel.position import Position

    from .ismcts import Control

GRAIN = 1 << 30  # of random fractions
FIRST_CUT = 32  # comparisons before the first actions are dropped; then each time twice as many
DROP = 3.5  # standard errors behind the best action


class Tally(Layout):
    """An action of a seat."""

    tries: int
    total: float  # sum of results
    squares: float  # of what a result differs from the mean of all actions tried beside it
    edge: float  # sum of these differences
    regret: float
    weight: float  # sum of its shares in the strategy
    dropped: int  # 1: it is far behind and not tried any more


TALLY = dtype_of(Tally)


@compiled_entry
def match_regrets(  # noqa: PLR0912, PLR0915  # a simulation is one sequence
    tables: Array[Rules],
    roots: Array[State],
    offered: Array[int],
    tallies: Array[Tally],
    controls: Array[Control],
    rng: Rng,
    simulations: int,
    rivals: int,
    trust: float,
) -> int:
    """Compare the observer's actions by up to so many simulations; returns how many were made.

    `tallies` has one for each action of each seat. Every so many comparisons (`rivals`; 0: never) it is another seat's
    actions that are compared; else the others choose as they would probably do.
    """
    rules, control, observer = tables[0], controls[0], roots[0].observer
    states: Array[State] = np.empty(2, roots.dtype)
    guessed, state = states[0], states[1]
    action_count, max_legal, _, max_draws, max_seats = sizes(state)
    actions = np.empty(max(max_legal, len(offered)), np.int64)
    scratch = np.empty(max_legal, np.int64)
    digits = np.empty(max_draws, np.int64)
    scores = np.empty(max_seats, np.int64)
    values = np.empty(max_seats, np.float64)
    results = np.empty(len(actions), np.float64)
    strategy = np.empty(len(actions), np.float64)
    chosen = np.empty(max_seats, np.int64)
    done = 0
    while done < simulations and (control.stop == 0 or control.simulations == 0):
        states[0] = roots[0]
        guess(rules, guessed, rng)
        turn = control.nodes
        control.nodes += 1

        # whose actions are compared, and what the others choose
        together = guessed.active
        comparer = observer
        if rivals > 0 and turn % rivals == rivals - 1:
            comparer = (observer + 1 + turn // rivals % (rules.seats - 1)) % rules.seats
            if not together >> comparer & 1:
                comparer = observer
        for seat in range(rules.seats):
            if seat != comparer and together >> seat & 1:
                if rivals > 0 and random_below(rng, GRAIN) >= trust * GRAIN:
                    if seat == observer:
                        count = list_open(offered, tallies, observer * action_count, actions)
                    else:
                        count = legal(rules, guessed, seat, actions)
                    match(tallies, seat * action_count, actions, count, strategy, 0.1)
                    chosen[seat] = actions[draw_from(strategy, count, rng)]
                else:
                    chosen[seat] = reply(rules, guessed, seat, rng, scratch)
        if comparer == observer:
            count = list_open(offered, tallies, observer * action_count, actions)
        else:
            count = legal(rules, guessed, comparer, actions)

        # all of them with the same luck
        luck = rng[0]
        mean = 0.0
        for i in range(count):
            rng[0] = luck
            states[1] = states[0]
            for seat in range(rules.seats):
                if together >> seat & 1:
                    apply(rules, state, seat, actions[i] if seat == comparer else chosen[seat])
            play_on(rules, state, rng, scratch, digits)
            value(rules, state, scores, values)
            results[i] = values[comparer]
            mean += results[i]
        mean /= count
        match(tallies, comparer * action_count, actions, count, strategy, 0.0)
        expected = 0.0
        for i in range(count):
            expected += strategy[i] * results[i]
        for i in range(count):
            tally = tallies[comparer * action_count + actions[i]]
            difference = results[i] - mean
            tally.tries += 1
            tally.total += results[i]
            tally.edge += difference
            tally.squares += difference * difference
            tally.regret = max(0.0, tally.regret + results[i] - expected)
            tally.weight += strategy[i] * tally.tries
        if comparer == observer:
            drop_hopeless(tallies, observer * action_count, actions, count)
        done += count
        control.simulations += count
    return done


@compiled
def list_open(offered: Array[int], tallies: Array[Tally], base: int, actions: Array[int]) -> int:
    """The observer's actions that are still compared."""
    count = 0
    for i in range(len(offered)):
        if tallies[base + offered[i]].dropped == 0:
            actions[count] = offered[i]
            count += 1
    return count


@compiled
def match(
    tallies: Array[Tally], base: int, actions: Array[int], count: int, strategy: Array[float], floor: float
) -> None:
    """The strategy in proportion to regrets; all alike where there are none, and everywhere a little."""
    total = 0.0
    for i in range(count):
        total += tallies[base + actions[i]].regret
    for i in range(count):
        share = tallies[base + actions[i]].regret / total if total > 0.0 else 1.0 / count
        strategy[i] = (1.0 - floor) * share + floor / count


@compiled
def draw_from(strategy: Array[float], count: int, rng: Rng) -> int:
    """A place, each as likely as the strategy says."""
    lot = random_below(rng, GRAIN) / GRAIN
    for i in range(count - 1):
        lot -= strategy[i]
        if lot < 0.0:
            return i
    return count - 1


@compiled
def drop_hopeless(tallies: Array[Tally], base: int, actions: Array[int], count: int) -> None:
    """When the number of comparisons has doubled, what is clearly behind the best action is not tried any more."""
    tries = tallies[base + actions[0]].tries
    if tries < FIRST_CUT or tries & tries - 1:
        return
    best = 0
    for i in range(count):
        if tallies[base + actions[i]].edge > tallies[base + actions[best]].edge:
            best = i
    leader = tallies[base + actions[best]]
    for i in range(count):
        other = tallies[base + actions[i]]
        if leader.edge - other.edge > DROP * math.sqrt(leader.squares + other.squares):
            other.dropped = 1


class Matcher(Thinker):
    """Takes the action with the best mean result."""

    rivals = 2
    trust = 0.5
    average = False

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        super().__init__(position, offered, seed, capacity=1)
        book = position.setup.game.book
        self._actions = book.ACTIONS
        self._tallies = new_array(TALLY, book.ACTIONS * position.setup.seats)

    def _search(self, simulations: int) -> None:
        tables, roots = self._position.setup.tables, self._position.array
        match_regrets(
            tables, roots, self._offered, self._tallies, self._controls, self._rng, simulations, self.rivals, self.trust
        )

    def _advice(self) -> list[Advice]:
        base = self._position.observer * self._actions
        found = [(int(action), self._tallies[base + int(action)]) for action in self._offered]
        total = sum(float(t.weight) for _, t in found) or 1.0
        advice = [Advice(a, float(t.weight / total), float(t.total / t.tries)) for a, t in found]
        kept = {a for a, t in found if not t.dropped}
        if self.average:
            lot = np.random.default_rng(int(self._rng[0])).random() * sum(x.share for x in advice if x.action in kept)
            for x in advice:
                if x.action in kept:
                    lot -= x.share
                    if lot < 0:
                        break
            return [x] + sorted((y for y in advice if y is not x), key=lambda e: -e.share)
        edge = {a: float(t.edge / t.tries) for a, t in found}
        return sorted(advice, key=lambda e: (e.action not in kept, -edge[e.action], e.action))
