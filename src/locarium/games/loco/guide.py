"""LOCO!: what looks good, for a search to try first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from locarium.kernel.bits import lowest_bit, count_bits
from locarium.kernel.jit import compiled

from .rules import CHOICES, COLOURS, MAX_SEATS, STATE, UNSHOUTED, VALUES, choices, points, worth

if TYPE_CHECKING:
    from locarium.kernel.layout import Array

    from .rules import Rules, State

__all__ = ["STATE", "appeal", "consider", "weigh"]

MIX, SCALE = 0.5, 6.0


@compiled
def consider(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """All but forgotten shouts."""
    n = 0
    hand = state.hands[seat]
    while hand:
        card = lowest_bit(hand)
        hand &= hand - 1
        rest = choices(rules, state, card) & ~(1 << UNSHOUTED)
        while rest:
            actions[n] = card * CHOICES + lowest_bit(rest)
            rest &= rest - 1
            n += 1
    return n


@compiled
def appeal(rules: Rules, state: State, seat: int, action: int) -> float:
    """How much the seat gains on the others."""
    card, choice = action // CHOICES, action % CHOICES
    colour, value = card // VALUES, card % VALUES
    others = 0
    for other in range(rules.seats):
        others += state.markers[other, colour]
    own = state.markers[seat, colour]
    ahead = own - (others - own) / (rules.seats - 1.0)
    gain = ahead * (value - worth(state, colour))
    if choice < COLOURS:
        gain += value if choice == colour else worth(state, choice)
    return gain


@compiled
def weigh(rules: Rules, state: State, values: Array[float]) -> None:
    """A win, and by how much."""
    for seat in range(rules.seats):
        best_other = -1
        ties = 1
        own = state.carried[seat] + points(state, seat)
        for other in range(rules.seats):
            if other != seat:
                there = state.carried[other] + points(state, other)
                best_other = max(best_other, there)
                if there == own:
                    ties += 1
        margin = own - best_other
        win = 0.0
        if margin > 0:
            win = 1.0
        elif margin == 0:
            win = 1.0 / ties
        values[seat] = (1.0 - MIX) * win + MIX / (1.0 + math.exp(-margin / SCALE))
