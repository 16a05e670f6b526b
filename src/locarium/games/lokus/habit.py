"""LOKUS: a quick way to play sensibly, for the many games that a search plays in its head.

A seat values a card by what it knows itself: its hand, the rows, and the cards that were ever revealed. The weights
come from games of this habit against itself (see `docs/bots.md`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.game import next_seat
from locarium.kernel.jit import compiled
from locarium.kernel.layout import Array
from locarium.kernel.rng import Rng, random_below

from .rules import (
    ALL_OF_HALF,
    DONE,
    FREE_OF_ALL,
    FULL_ROW,
    HALF,
    HALVES,
    ROW,
    apply,
    marks,
    takes,
)

if TYPE_CHECKING:
    from .rules import Rules, State

GRAIN = 1 << 20  # of random fractions


@compiled
def power(base: float, exponent: int) -> float:
    """A small power."""
    product = 1.0
    for _ in range(exponent):
        product *= base
    return product


@compiled
def choose_card(rules: Rules, state: State, seat: int, rng: Rng, weights: Array[float]) -> int:
    """The card that looks best, give or take some chance."""
    best = -1
    best_worth = 0.0
    below_half = 0
    others = rules.seats - 1
    unseen = 0
    for half in range(HALVES):
        unseen += count_bits(ALL_OF_HALF & ~state.seen[half] & ~state.hands[seat, half])
    share = 1.0 / unseen if unseen > 0 else 0.0
    early = state.held[seat] / rules.hand
    cleaning = weights[7] if state.cleaning[seat] < FREE_OF_ALL - 1 else weights[8]
    if state.cleaning[seat] >= FREE_OF_ALL:
        cleaning = 0.0
    for half in range(HALVES):
        unknown = ALL_OF_HALF & ~state.seen[half] & ~state.hands[seat, half]
        rest = state.hands[seat, half]
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            card = half * HALF + bit
            lower = (below_half + count_bits(unknown & (1 << bit) - 1)) * share
            low, high = power(1.0 - lower, others), power(lower, others)
            sharp = low * low + high * high
            first, second = takes(state, 0, card), takes(state, 1, card)
            edge = lower - 0.5 if lower > 0.5 else 0.5 - lower
            worth = edge * (weights[0] + weights[1] * early) + weights[12] * random_below(rng, GRAIN) / GRAIN
            if first or second:
                worth += weights[2] * low + weights[3] * high + weights[4] * sharp
                if first and second:
                    worth += weights[9] * high
                longest = 0
                if first:
                    longest = state.lengths[0]
                if second and state.lengths[1] > longest:
                    longest = state.lengths[1]
                if longest == FULL_ROW - 1:
                    worth += cleaning * (low + high)
                elif longest == FULL_ROW - 2:
                    worth += weights[10] * (low + high)
            else:
                worth += weights[5] * (low + high) + weights[6] * sharp
            if best < 0 or worth > best_worth:
                best, best_worth = card, worth
        below_half += count_bits(unknown)
    return best


@compiled
def choose_row(state: State, seat: int, rng: Rng, weights: Array[float]) -> int:
    """The row that looks best for the card that was shown."""
    card = state.shown[seat]
    difference = weights[15] * (random_below(rng, GRAIN) / GRAIN - 0.5)  # of the second row to the first
    for row in range(2):
        worth = weights[13] * state.lengths[row]
        if state.lengths[row] == FULL_ROW - 1:
            worth += weights[11]
        elif state.lengths[row] == FULL_ROW - 2:
            worth += weights[16]
        marked = marks(card)
        for half in range(HALVES):
            rest = state.hands[seat, half]
            while rest:
                other = marks(half * HALF + lowest_bit(rest))
                rest &= rest - 1
                if state.blocked[row] & other == 0 and marked & other != 0:
                    worth += weights[14]
        difference += worth if row == 1 else -worth
    return ROW + (1 if difference > 0.0 else 0)


@compiled
def choose_by_habit(rules: Rules, state: State, seat: int, rng: Rng, weights: Array[float]) -> int:
    """A card or a row."""
    if state.placing != DONE:
        return choose_row(state, seat, rng, weights)
    return choose_card(rules, state, seat, rng, weights)


@compiled
def finish_round(rules: Rules, state: State, rng: Rng, weights: Array[float]) -> None:
    """Everybody plays by habit until the round is over."""
    while state.active:
        seat = next_seat(rules, state)
        apply(rules, state, seat, choose_by_habit(rules, state, seat, rng, weights))
