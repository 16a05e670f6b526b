"""LOCO!: heuristics for the guided search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import lowest_bit
from locarium.kernel.jit import compiled

from .network import expect, promise_by_network, result, squash
from .rules import CHOICES, COLOURS, STATE, UNSHOUTED, VALUES, choices, points, worth

if TYPE_CHECKING:
    from locarium.kernel.layout import Array

    from .rules import Rules, State

__all__ = ["STATE", "appeal", "consider", "promise", "weigh"]


@compiled
def has_network(rules: Any) -> bool:
    """Return whether the network covers this game: two seats, single game."""
    return bool(rules.seats == 2 and rules.games == 1)


@compiled
def consider(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write all legal actions except those that forget a shout."""
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
    """Return how many points an action gains for the seat, compared with the other seats."""
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
def promise(
    rules: Rules,
    state: State,
    seat: int,
    actions: Array[int],
    count: int,
    knowledge: Array[float],
    scratch: Array[float],
    promises: Array[float],
) -> None:
    """Write the prior of each action for the seat."""
    if has_network(rules):
        promise_by_network(state, seat, actions, count, knowledge, scratch, promises)
        return
    for i in range(count):
        promises[i] = squash(appeal(rules, state, seat, actions[i]))


@compiled
def weigh(rules: Rules, state: State, knowledge: Array[float], scratch: Array[float], values: Array[float]) -> None:
    """Write the value for each seat: the win and its margin if the game is over, otherwise the network's estimate."""
    if state.over == 0 and has_network(rules):
        seat = 1 - (state.active >> 1)
        values[seat] = expect(state, seat, knowledge, scratch)
        values[1 - seat] = 1.0 - values[seat]
    else:
        weigh_points(rules, state, knowledge, values)


@compiled
def weigh_points(rules: Rules, state: State, knowledge: Array[float], values: Array[float]) -> None:
    """Write the value for each seat, from the win and the margin, as if the game ended now."""
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
        values[seat] = result(margin, win, knowledge)
