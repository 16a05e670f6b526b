"""LOKUS: a fast rollout policy that plays sensibly.

A seat rates a card by its own knowledge: its hand, the rows, and all cards revealed so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.game import next_seat
from locarium.kernel.jit import compiled
from locarium.kernel.rng import Rng, random_below

from .rules import ALL_OF_HALF, COLOURS, DONE, FREE_OF_ALL, FULL_ROW, HALF, HALVES, NUMBERS, ROW, apply, marks

if TYPE_CHECKING:
    from locarium.kernel.layout import Array

    from .rules import Rules, State

    Weights = tuple[float, ...] | Array[float]

ALL_COLOURS = (1 << COLOURS) - 1  # bit set of the cards with the number 1
ONE_OF_EACH_NUMBER = sum(
    1 << number * COLOURS for number in range(HALF // COLOURS)
)  # bit set of the cards of the first colour
GRAIN = 1 << 20  # resolution of random fractions

# Features of a card, then of a row, with their weights. The weights were tuned by playing slight variations
# against each other.
HABIT = (
    -0.412,  # EDGE: distance from the middle of the unseen cards
    -1.614,  # EDGE_EARLY: EDGE times the share of the hand that is left
    0.528,  # EDGE_FULL: EDGE times how full the rows are
    0.894,  # LOW_FITS: the chance of being the lowest, if a row takes it
    0.798,  # HIGH_FITS: the chance of being the highest, if a row takes it
    -1.499,  # FITS_EARLY: the chance of being lowest or highest, if a row takes it, times the share of the hand left
    0.306,  # SURELY_FITS: the squares of the chances of being the lowest and the highest, added up, if a row takes it
    1.111,  # CONTEST_FITS: the chance of being lowest or highest, if the others also play only cards that a row takes
    0.272,  # HIGH_FITS_BOTH: the chance of being the highest, if both rows take it
    -1.398,  # REFUSED: the chance of being the lowest or highest, if no row takes it
    0.039,  # REFUSED_ROLLS: REFUSED times the rolls so far
    -0.062,  # SURELY_REFUSED: the same sum as in SURELY_FITS, if no row takes it
    -0.518,  # CONTEST_REFUSED: REFUSED, if the others play only cards that a row takes
    -0.048,  # USELESS: no row takes it
    1.12,  # CLEANS: the chance of cleaning a row
    0.779,  # CLEANS_LAST: CLEANS, if that removes all minus points
    -0.446,  # FOURTH: the chance of leaving a row that the next card cleans
    -0.187,  # OUTERMOST: it is the lowest or highest in the hand
    0.535,  # WHIM: random
    0.037,  # ROW_LENGTH: cards in the row
    1.106,  # ROW_CLEANS: the row is cleaned
    -0.333,  # ROW_FOURTH: the next card cleans the row
    -0.477,  # ROW_BLOCKS: cards in the hand that the row no longer takes
    0.235,  # ROW_WHIM: random
)
(
    EDGE,
    EDGE_EARLY,
    EDGE_FULL,
    LOW_FITS,
    HIGH_FITS,
    FITS_EARLY,
    SURELY_FITS,
    CONTEST_FITS,
    HIGH_FITS_BOTH,
    REFUSED,
    REFUSED_ROLLS,
    SURELY_REFUSED,
    CONTEST_REFUSED,
    USELESS,
    CLEANS,
    CLEANS_LAST,
    FOURTH,
    OUTERMOST,
    WHIM,
    ROW_LENGTH,
    ROW_CLEANS,
    ROW_FOURTH,
    ROW_BLOCKS,
    ROW_WHIM,
) = range(24)


@compiled
def power(base: float, exponent: int) -> float:
    """Raise a number to a small power."""
    product = 1.0
    for _ in range(exponent):
        product *= base
    return product


@compiled
def refused(state: State, row: int, half: int) -> int:
    """Return the cards in one half of the numbers, 1 to 6 or 7 to 12, that a row doesn't take."""
    blocked = state.blocked[row]
    cards = 0
    numbers = blocked >> half * HALF // COLOURS & (1 << HALF // COLOURS) - 1
    while numbers:
        cards |= ALL_COLOURS << COLOURS * lowest_bit(numbers)
        numbers &= numbers - 1
    colours = blocked >> NUMBERS
    while colours:
        cards |= ONE_OF_EACH_NUMBER << lowest_bit(colours)
        colours &= colours - 1
    return cards


@compiled
def choose_card(  # noqa: PLR0915  # one sum
    rules: Rules, state: State, seat: int, rng: Rng, weights: Weights
) -> int:
    """Return the best-looking card, with some randomness."""
    best = -1
    best_worth = 0.0
    others = rules.seats - 1
    unseen_low, unseen_high = (
        ALL_OF_HALF & ~state.seen[0] & ~state.hands[seat, 0],
        ALL_OF_HALF & ~state.seen[1] & ~state.hands[seat, 1],
    )
    first_low, first_high = ~refused(state, 0, 0), ~refused(state, 0, 1)
    second_low, second_high = ~refused(state, 1, 0), ~refused(state, 1, 1)
    fitting_low, fitting_high = unseen_low & (first_low | second_low), unseen_high & (first_high | second_high)
    share = 1.0 / max(1, count_bits(unseen_low) + count_bits(unseen_high))
    share_fitting = 1.0 / max(1, count_bits(fitting_low) + count_bits(fitting_high))
    early = state.held[seat] / rules.hand
    fill = (state.lengths[0] + state.lengths[1]) / 8.0
    cleaning = weights[CLEANS] if state.cleaning[seat] < FREE_OF_ALL - 1 else weights[CLEANS_LAST]
    if state.cleaning[seat] >= FREE_OF_ALL:
        cleaning = 0.0
    per_edge = weights[EDGE] + weights[EDGE_EARLY] * early + weights[EDGE_FULL] * fill
    unfit = weights[REFUSED] + weights[REFUSED_ROLLS] * state.rolls[seat]
    fit = weights[FITS_EARLY] * early
    below = 0
    below_fitting = 0
    left = state.held[seat]
    for half in range(HALVES):
        unseen, fitting = (unseen_low, fitting_low) if half == 0 else (unseen_high, fitting_high)
        first_takes, second_takes = (first_low, second_low) if half == 0 else (first_high, second_high)
        rest = state.hands[seat, half]
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            under = (1 << bit) - 1
            lower = (below + count_bits(unseen & under)) * share
            lower_fitting = (below_fitting + count_bits(fitting & under)) * share_fitting
            low, high = power(1.0 - lower, others), power(lower, others)
            contested = power(1.0 - lower_fitting, others) + power(lower_fitting, others)
            sharp = low * low + high * high
            edge = lower - 0.5 if lower > 0.5 else 0.5 - lower
            worth = edge * per_edge + weights[WHIM] * random_below(rng, GRAIN) / GRAIN
            if left == state.held[seat] or left == 1:
                worth += weights[OUTERMOST]
            left -= 1
            first, second = first_takes >> bit & 1, second_takes >> bit & 1
            if first or second:
                worth += (
                    (weights[LOW_FITS] + fit) * low + (weights[HIGH_FITS] + fit) * high + weights[SURELY_FITS] * sharp
                )
                worth += weights[CONTEST_FITS] * contested
                if first and second:
                    worth += weights[HIGH_FITS_BOTH] * high
                longest = max(first * state.lengths[0], second * state.lengths[1])
                if longest == FULL_ROW - 1:
                    worth += cleaning * (low + high)
                elif longest == FULL_ROW - 2:
                    worth += weights[FOURTH] * (low + high)
            else:
                worth += (
                    unfit * (low + high)
                    + weights[SURELY_REFUSED] * sharp
                    + weights[USELESS]
                    + weights[CONTEST_REFUSED] * contested
                )
            if best < 0 or worth > best_worth:
                best, best_worth = half * HALF + bit, worth
        below += count_bits(unseen)
        below_fitting += count_bits(fitting)
    return best


@compiled
def choose_row(state: State, seat: int, rng: Rng, weights: Weights) -> int:
    """Return the best-looking row for the revealed card."""
    card = state.shown[seat]
    difference = weights[ROW_WHIM] * (random_below(rng, GRAIN) / GRAIN - 0.5)  # the second row minus the first
    for row in range(2):
        worth = weights[ROW_LENGTH] * state.lengths[row]
        if state.lengths[row] == FULL_ROW - 1:
            worth += weights[ROW_CLEANS]
        elif state.lengths[row] == FULL_ROW - 2:
            worth += weights[ROW_FOURTH]
        marked = marks(card)
        for half in range(HALVES):
            rest = state.hands[seat, half]
            while rest:
                other = marks(half * HALF + lowest_bit(rest))
                rest &= rest - 1
                if state.blocked[row] & other == 0 and marked & other != 0:
                    worth += weights[ROW_BLOCKS]
        difference += worth if row == 1 else -worth
    return ROW + (1 if difference > 0.0 else 0)


@compiled
def choose_by_habit(rules: Rules, state: State, seat: int, rng: Rng, weights: Weights) -> int:
    """Choose a card or a row."""
    if state.placing != DONE:
        return choose_row(state, seat, rng, weights)
    return choose_card(rules, state, seat, rng, weights)


@compiled
def finish_round(rules: Rules, state: State, rng: Rng, weights: Weights) -> None:
    """Play the rest of the round with the rollout policy."""
    while state.active:
        seat = next_seat(rules, state)
        apply(rules, state, seat, choose_by_habit(rules, state, seat, rng, weights))
