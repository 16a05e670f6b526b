"""LOCUS: who plays it when no person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, new_array
from locarium.kernel.rng import Rng, best_of

from .edition import CARDS, GREEN, PURPLE, RED, YELLOW
from .rules import (
    ACTIVITIES,
    DISCARD,
    END,
    MAX_LEGAL,
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

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .rules import Rules, State

# What things seem to be worth, in points.
COIN, DOUBLE, SINGLE = 1.6, 2.6, 1.6
BOLD, GROUP_SQUARE = 1.2, 0.6  # of purple
SQUARE = 0.05  # any filled square


@compiled
def hope_to_complete(squares: Array[int], points: Array[int], count: int, filled: int) -> float:
    """Rows and blocks that are filled in part count in part; the last squares count most."""
    hope = 0.0
    for n in range(count):
        share = count_bits(squares[n] & filled) / count_bits(squares[n])
        hope += points[n] * (share * share)
    return hope


@compiled
def hope_of_purple(rules: Rules, filled: int) -> float:
    """The best group, and what may be joined to it."""
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
    """Ends that are reached count, others the more the nearer the connected squares are."""
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
    """The line that is reached, and the way to the next one."""
    top = -1
    rest = filled
    while rest:
        top = max(top, rules.height[lowest_bit(rest)])
        rest &= rest - 1
    return points_of_blue(rules, filled) + 0.9 * (top + 1)


@compiled
def hope(rules: Rules, state: State, seat: int) -> float:
    """What a sheet promises: zones, the weakest twice, coins and what may still be filled in."""
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
    """The best that can be made of a card at once; states[1] and states[2] are scratch."""
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
    """The step of states[0] after which the seat's sheet promises most; ties are broken at random."""
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
        if action == END:
            forgo(states[1], seat)
        else:
            apply(rules, states[1], seat, action)
        promises[i] = hope(rules, states[1], seat)
    return choices[best_of(promises, count, rng)]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """The step that looks best at once."""
    states = new_array(position.array.dtype, 3)
    states[0] = position.array[0]
    return int(most_promising(position.setup.rules, states, seat, rng))
