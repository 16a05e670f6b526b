"""LOKUS: the bots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.game import next_seat
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of
from locarium.search.craft import Craft, register_craft, share_the_win
from locarium.search.levels import Level
from locarium.search.matching import Matcher

from .habit import HABIT, choose_by_habit, finish_round
from .rules import (
    DONE,
    IN_ROW,
    MAX_LEGAL,
    MAX_SEATS,
    NOTHING,
    ROUNDS,
    STATE,
    UNDECIDED,
    apply,
    judge,
    legal,
    pick,
    sample,
)

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .rules import Rules, State

LEVELS = (
    Level("greedy", slips=0.9),
    Level("greedy", slips=0.45),
    Level("greedy"),
    Level("master", simulations=400),
    Level("master"),
)

GUESSES = 10  # number of guesses of the other seats' hands and choices


@compiled
def finish_turn_at_random(rules: Rules, state: State, rng: Rng, actions: Array[int]) -> None:
    """Let every seat that must choose do so at random, until the turn is over."""
    turns = state.turns_revealed + (1 if state.placing == DONE else 0)
    while state.active and (state.turns_revealed < turns or state.placing != DONE):
        seat = 0
        while not state.active >> seat & 1:
            seat += 1
        apply(rules, state, seat, pick(rules, state, seat, rng, actions))


@compiled
def lead(rules: Rules, state: State, seat: int, scores: Array[int]) -> int:
    """Return the sum of a seat's leads over all other seats, in minus points."""
    judge(rules, state, scores)
    sum_of_others = 0
    for other in range(rules.seats):
        if other != seat:
            sum_of_others += scores[other]
    return sum_of_others - (rules.seats - 1) * scores[seat]


@compiled_entry
def best_of_turn(rules: Rules, states: Array[State], seat: int, rng: Rng) -> int:
    """Return the step with the best average result for the seat at the end of this turn.

    states[0] is the concealed position. states[1] and states[2] are scratch. All steps are tried against the same
    guesses, and ties are broken at random.
    """
    actions: Array[int] = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty(MAX_LEGAL, np.int64)
    scores = np.empty(MAX_SEATS, np.int64)
    count = legal(rules, states[0], seat, actions)
    totals = np.zeros(MAX_LEGAL, np.int64)
    for _ in range(GUESSES):
        states[1] = states[0]
        sample(rules, states[1], rng)
        for i in range(count):
            states[2] = states[1]
            apply(rules, states[2], seat, actions[i])
            finish_turn_at_random(rules, states[2], rng, scratch)
            totals[i] += lead(rules, states[2], seat, scores)
    return actions[best_of(totals, count, rng)]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """Return the step that looks best for this turn."""
    states = new_array(position.array.dtype, 3)
    states[0] = position.array[0]
    return int(best_of_turn(position.setup.rules, states, seat, rng))


# The master's knowledge beyond the rules.

# A lead of this many times the minus points of an average round multiplies the odds of winning by e.
ONE_ROUND_LEFT, TWO_ROUNDS_LEFT = 0.67, 0.93


@compiled
def guess(rules: Rules, state: State, rng: Rng) -> None:
    """Deal the unseen cards. Seats that have already chosen choose again, so the search can weigh their choices."""
    own = 1 << state.observer if state.observer >= 0 else 0
    sample(rules, state, rng)
    for seat in range(rules.seats):
        if (state.sealed & ~own) >> seat & 1:
            state.chosen[seat] = NOTHING
    state.active |= state.sealed & ~own
    state.sealed &= own


@compiled
def reply(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Return an action for the seat from the rollout policy (see `habit`)."""
    return choose_by_habit(rules, state, seat, rng, HABIT)


@compiled
def play_on(rules: Rules, state: State, rng: Rng, actions: Array[int], digits: Array[int]) -> None:
    """Play to the end of the round."""
    finish_round(rules, state, rng, HABIT)


@compiled
def value(rules: Rules, state: State, scores: Array[int], values: Array[float]) -> None:
    """Write the chances to win after a round. A lead in minus points counts more in later rounds."""
    if state.rounds_begun == ROUNDS:
        share_the_win(rules, state, scores, values)
        return
    judge(rules, state, scores)
    lead = ONE_ROUND_LEFT if state.rounds_begun == ROUNDS - 1 else TWO_ROUNDS_LEFT
    scale = max(1.0, lead * rules.minus_points[rules.hand // 2])
    fewest = scores[0]
    for seat in range(rules.seats):
        fewest = min(fewest, scores[seat])
    total = 0.0
    for seat in range(rules.seats):
        values[seat] = math.exp((fewest - scores[seat]) / scale)
        total += values[seat]
    for seat in range(rules.seats):
        values[seat] /= total


register_craft(STATE, Craft(guess, reply, play_on, value))


CLEANED = IN_ROW + 1  # the index after the last fate
FATES = CLEANED + 1


@compiled_entry
def count_fates(
    tables: Array[Rules], roots: Array[State], seat: int, card: int, guesses: int, rng: Rng, counts: Array[int]
) -> None:
    """Play a card against guessed hands, with the rollout policy for the other seats, and count the card's fates."""
    rules = tables[0]
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    for _ in range(guesses):
        states[0] = roots[0]
        guess(rules, state, rng)
        apply(rules, state, seat, card)
        while state.fates[seat] == UNDECIDED or state.sealed:
            if state.active == 0:
                break
            other = next_seat(rules, state)
            apply(rules, state, other, choose_by_habit(rules, state, other, rng, HABIT))
        counts[min(state.fates[seat], IN_ROW)] += 1
        counts[CLEANED] += state.cleaned >> seat & 1


class Master(Matcher):
    """A bot that uses regret matching with the functions in this module."""
