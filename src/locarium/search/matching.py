"""Regret matching for simultaneous face-down choices, compiled for each state layout.

Each comparison guesses the hidden information and the other seats' choices, then tries all actions of one seat against
the same guess with the same random numbers. Different results then come from the actions and not from luck. The more a
seat regrets not having chosen an action, the more often it chooses it later. Its average choice is its strategy. If a
seat's hand is unknown, regrets are kept per action, whatever else the seat holds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.game import apply, legal, sizes
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array
from locarium.kernel.rng import Rng, draw_below, random_below

from .craft import guess, play_on, reply, value
from .thinker import Advice, Thinker, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.game import Rules, State
    from locarium.kernel.position import Position

    from .ismcts import Control

GRAIN = 1 << 30  # resolution of random fractions
TURNS = 2  # one in this many comparisons is about another seat's actions
TRUST = 0.5  # share of a seat's assumed choices that come from the craft and not from regret
CURIOSITY = 0.1  # share of the choices by regret that are made uniformly at random
FIRST_CUT = 32  # comparisons before the first actions are dropped; the interval doubles each time
DROP = 3.5  # an action this many standard errors behind the best is dropped


class Tally(Layout):
    """Statistics of one action of a seat."""

    tries: int
    total: float  # sum of results
    power: float  # sum of their squares
    edge: float  # sum of the differences from the mean of all actions tried with it
    squares: float  # sum of the squares of these differences
    regret: float
    weight: float  # sum of its shares in the strategy; later ones weigh more
    dropped: int  # 1: too far behind, no longer tried


TALLY = dtype_of(Tally)


@compiled_entry
def match_regrets(
    tables: Array[Rules],
    roots: Array[State],
    offered: Array[int],
    tallies: Array[Tally],
    controls: Array[Control],
    rng: Rng,
    simulations: int,
) -> int:
    """Compare the actions offered to the observer of roots[0] and return the number of simulations made.

    `tallies` has an entry for every action of every seat. Stops early when the control says so, but only after a full
    comparison. Call it again with the same tallies to continue.
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
        together = guessed.active
        comparing = whose_turn(rules, control, together, observer)
        for seat in range(rules.seats):
            if seat != comparing and together >> seat & 1:
                if random_below(rng, GRAIN) < TRUST * GRAIN:
                    chosen[seat] = reply(rules, guessed, seat, rng, scratch)
                else:
                    count = list_actions(rules, guessed, seat, observer, offered, tallies, actions)
                    match(tallies, seat * action_count, actions, count, strategy, CURIOSITY)
                    chosen[seat] = actions[draw_from(strategy, count, rng)]

        # Try all actions of one seat with the same random numbers.
        count = list_actions(rules, guessed, comparing, observer, offered, tallies, actions)
        luck = rng[0]
        for i in range(count):
            rng[0] = luck
            states[1] = states[0]
            chosen[comparing] = actions[i]
            for seat in range(rules.seats):
                if together >> seat & 1:
                    apply(rules, state, seat, chosen[seat])
            play_on(rules, state, rng, scratch, digits)
            value(rules, state, scores, values)
            results[i] = values[comparing]
        match(tallies, comparing * action_count, actions, count, strategy, 0.0)
        learn(tallies, comparing * action_count, actions, count, strategy, results)
        if comparing == observer:
            drop_hopeless(tallies, observer * action_count, actions, count)
        done += count
        control.simulations += count
    return done


@compiled
def whose_turn(rules: Rules, control: Control, together: int, observer: int) -> int:
    """Return whose actions to compare: the observer's, or occasionally those of another seat that also chooses."""
    turn = control.nodes  # comparisons so far, plus one
    control.nodes += 1
    if turn % TURNS == 0:
        other = (observer + 1 + turn // TURNS % max(1, rules.seats - 1)) % rules.seats
        if together >> other & 1:
            return other
    return observer


@compiled
def list_actions(
    rules: Rules,
    state: State,
    seat: int,
    observer: int,
    offered: Array[int],
    tallies: Array[Tally],
    actions: Array[int],
) -> int:
    """Write the legal actions or, for the observer, the offered ones that are not dropped."""
    if seat != observer:
        return legal(rules, state, seat, actions)
    base = observer * sizes(state)[0]
    count = 0
    for i in range(len(offered)):
        if tallies[base + offered[i]].dropped == 0:
            actions[count] = offered[i]
            count += 1
    return count


@compiled
def match(
    tallies: Array[Tally], base: int, actions: Array[int], count: int, strategy: Array[float], evenly: float
) -> None:
    """Write the strategy: the share `evenly` is uniform, the rest proportional to the regrets (if there are any)."""
    total = 0.0
    for i in range(count):
        total += tallies[base + actions[i]].regret
    for i in range(count):
        share = tallies[base + actions[i]].regret / total if total > 0.0 else 1.0 / count
        strategy[i] = (1.0 - evenly) * share + evenly / count


@compiled
def draw_from(strategy: Array[float], count: int, rng: Rng) -> int:
    """Return an index drawn from the strategy."""
    lot = random_below(rng, GRAIN) / GRAIN
    for i in range(count - 1):
        lot -= strategy[i]
        if lot < 0.0:
            return i
    return count - 1


@compiled
def learn(
    tallies: Array[Tally],
    base: int,
    actions: Array[int],
    count: int,
    strategy: Array[float],
    results: Array[float],
) -> None:
    """Update each action with the results of a comparison. Regrets never fall below 0 (regret matching plus)."""
    mean = 0.0
    expected = 0.0
    for i in range(count):
        mean += results[i] / count
        expected += strategy[i] * results[i]
    for i in range(count):
        tally = tallies[base + actions[i]]
        difference = results[i] - mean
        tally.tries += 1
        tally.total += results[i]
        tally.power += results[i] * results[i]
        tally.edge += difference
        tally.squares += difference * difference
        tally.regret = max(0.0, tally.regret + results[i] - expected)
        tally.weight += strategy[i] * tally.tries


@compiled
def drop_hopeless(tallies: Array[Tally], base: int, actions: Array[int], count: int) -> None:
    """Drop actions that are clearly behind the best one. Runs each time the number of comparisons has doubled."""
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
    """A bot that takes the action with the best mean result or, with `mixed`, draws one from the average strategy."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int, *, mixed: bool = False) -> None:
        super().__init__(position, offered, seed, capacity=1)
        self._mixed = mixed
        self._tallies = new_array(TALLY, position.setup.game.book.ACTIONS * position.setup.seats)

    def _search(self, simulations: int) -> None:
        tables, roots = self._position.setup.tables, self._position.array
        match_regrets(tables, roots, self._offered, self._tallies, self._controls, self._rng, simulations)

    def _advice(self) -> list[Advice]:
        """Return the actions, best first. An action's share is its share in the average strategy."""
        base = self._position.observer * self._position.setup.game.book.ACTIONS
        found = sorted(
            ((int(action), self._tallies[base + int(action)]) for action in self._offered),
            key=lambda each: (int(each[1].dropped), -float(each[1].edge / each[1].tries), each[0]),
        )
        weight = sum(float(tally.weight) for _, tally in found)
        advice = [
            Advice(
                action,
                float(tally.weight / weight),
                float(tally.total / tally.tries),
                standard_error(float(tally.total), float(tally.power), int(tally.tries)),
            )
            for action, tally in found
        ]
        if self._mixed:
            advice.insert(0, advice.pop(self._drawn([each.share for each in advice])))
        return advice

    def _drawn(self, shares: list[float]) -> int:
        """Return a random index, with the shares as probabilities."""
        lot = draw_below(self._rng, GRAIN) / GRAIN
        for place, share in enumerate(shares):
            lot -= share
            if lot < 0:
                return place
        return 0
