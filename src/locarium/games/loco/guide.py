"""LOCO!: what looks good, for a search to try first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from locarium.kernel.bits import lowest_bit
from locarium.kernel.jit import compiled

from .rules import CHOICES, COLOURS, STATE, UNSHOUTED, VALUES, WHOLE_PILE, choices, points, worth

if TYPE_CHECKING:
    from locarium.kernel.layout import Array

    from .rules import Rules, State

__all__ = ["STATE", "appeal", "consider", "promise", "weigh"]

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
def weigh(
    rules: Rules, state: State, knowledge: Array[float], scratch: Array[float], values: Array[float]
) -> None:
    """At the end a win and by how much, before it what the network expects."""
    if state.over == 0 and rules.seats == 2 and rules.games == 1:
        seat = 1 - (state.active >> 1)
        values[seat] = expect(state, seat, knowledge, scratch)
        values[1 - seat] = 1.0 - values[seat]
    else:
        weigh_points(rules, state, values)


@compiled
def weigh_points(rules: Rules, state: State, values: Array[float]) -> None:
    """A win, and by how much, if the game ended now."""
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


# The network: a layer that all colours share, summed over the colours; a layer of what they make together; the result.
# It says what a seat that has just acted may expect of a game of two in which nothing is hidden.
HIDDEN, JOINT = 32, 16
TOPS, COUNTS = 7, 6
TOP_ROW = 3 * VALUES  # after the cards of the own hand, of the other hand, and those played
OWN_ROW = TOP_ROW + TOPS
OTHER_ROW = OWN_ROW + COUNTS
BIAS = (OTHER_ROW + COUNTS) * HIDDEN
JOINT_ROWS = BIAS + HIDDEN
LEAD_ROW = JOINT_ROWS + HIDDEN * JOINT
JOINT_BIAS = LEAD_ROW + JOINT
LAST_ROW = JOINT_BIAS + JOINT
LAST_BIAS = LAST_ROW + JOINT
SIZE = LAST_BIAS + 1
LEAD_SCALE = 0.1

# Where things lie in the scratch numbers.
COLOUR = 0  # the layer of a colour
BASES = COLOUR + HIDDEN  # that of each colour as it is
SUM = BASES + COLOURS * HIDDEN  # what all colours give to the joint layer
TAKEN = SUM + JOINT  # what changes there with a marker of each colour
PLAYED = TAKEN + COLOURS * JOINT  # and with a card
BOTH = PLAYED + JOINT  # and with a card and a marker of its colour


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
    """What each action promises the seat."""
    if rules.seats == 2 and rules.games == 1:
        promise_by_network(state, seat, actions, count, knowledge, scratch, promises)
        return
    for i in range(count):
        promises[i] = squash(appeal(rules, state, seat, actions[i]))


@compiled
def squash(margin: float) -> float:
    """A margin as something between 0 and 1."""
    return 1.0 / (1.0 + math.exp(-margin / SCALE))


@compiled
def add_cards(cards: int, first_row: int, knowledge: Array[float], scratch: Array[float]) -> None:
    """Add the rows of the cards of a colour."""
    rest = cards & WHOLE_PILE
    while rest:
        row = (first_row + lowest_bit(rest)) * HIDDEN
        rest &= rest - 1
        for i in range(HIDDEN):
            scratch[COLOUR + i] += knowledge[row + i]


@compiled
def see_colour(
    hand: int, other_hand: int, played: int, top: int, own: int, other: int, knowledge: Array[float], scratch: Array[float]
) -> None:
    """The layer of a colour, from its cards (bit sets of values), its top card and its markers."""
    top_row, own_row, other_row = (TOP_ROW + top) * HIDDEN, (OWN_ROW + own) * HIDDEN, (OTHER_ROW + other) * HIDDEN
    for i in range(HIDDEN):
        scratch[COLOUR + i] = (
            knowledge[BIAS + i] + knowledge[top_row + i] + knowledge[own_row + i] + knowledge[other_row + i]
        )
    add_cards(hand, 0, knowledge, scratch)
    add_cards(other_hand, VALUES, knowledge, scratch)
    add_cards(played, 2 * VALUES, knowledge, scratch)
    for i in range(HIDDEN):
        scratch[COLOUR + i] = max(scratch[COLOUR + i], 0.0)


@compiled
def give_change(base: int, to: int, knowledge: Array[float], scratch: Array[float]) -> None:
    """What the layer of a colour gives to the joint layer more than it did as it was."""
    for j in range(JOINT):
        scratch[to + j] = 0.0
    for i in range(HIDDEN):
        change = scratch[COLOUR + i] - scratch[base + i]
        for j in range(JOINT):
            scratch[to + j] += change * knowledge[JOINT_ROWS + i * JOINT + j]


@compiled
def promise_by_network(
    state: State,
    seat: int,
    actions: Array[int],
    count: int,
    knowledge: Array[float],
    scratch: Array[float],
    promises: Array[float],
) -> None:
    """Cards and markers change one colour each: what they change is computed once and added for each action."""
    other = 1 - seat
    for i in range(BASES, SUM):
        scratch[i] = 0.0
    lead = 0
    for j in range(JOINT):
        scratch[SUM + j] = knowledge[JOINT_BIAS + j]
    for colour in range(COLOURS):
        shift = colour * VALUES
        hand, other_hand, played = state.hands[seat] >> shift, state.hands[other] >> shift, state.played >> shift
        own, others, top = state.markers[seat, colour], state.markers[other, colour], state.piles[colour] & 7
        base, taken = BASES + colour * HIDDEN, TAKEN + colour * JOINT
        lead += (own - others) * worth(state, colour)
        see_colour(hand, other_hand, played, top, own, others, knowledge, scratch)
        give_change(base, taken, knowledge, scratch)
        for j in range(JOINT):
            scratch[SUM + j] += scratch[taken + j]
        for i in range(HIDDEN):
            scratch[base + i] = scratch[COLOUR + i]
        if state.stock[colour]:
            see_colour(hand, other_hand, played, top, own + 1, others, knowledge, scratch)
            give_change(base, taken, knowledge, scratch)
    last = -1
    for i in range(count):
        card, choice = actions[i] // CHOICES, actions[i] % CHOICES
        colour, value = card // VALUES, card % VALUES
        own, others = state.markers[seat, colour], state.markers[other, colour]
        after = lead + (own - others) * (value - worth(state, colour))
        if choice < COLOURS:
            after += value if choice == colour else worth(state, choice)
        if state.last_cards >> card & 1:
            promises[i] = (1.0 - MIX) * (1.0 if after > 0 else 0.5 if after == 0 else 0.0) + MIX * squash(after)
            continue
        if card != last:
            last = card
            shift = colour * VALUES
            hand = state.hands[seat] >> shift & ~(1 << value)
            other_hand, played = state.hands[other] >> shift, state.played >> shift | 1 << value
            base = BASES + colour * HIDDEN
            see_colour(hand, other_hand, played, value + 1, own, others, knowledge, scratch)
            give_change(base, PLAYED, knowledge, scratch)
            if state.stock[colour]:
                see_colour(hand, other_hand, played, value + 1, own + 1, others, knowledge, scratch)
                give_change(base, BOTH, knowledge, scratch)
        total = knowledge[LAST_BIAS]
        for j in range(JOINT):
            x = scratch[SUM + j] + LEAD_SCALE * after * knowledge[LEAD_ROW + j]
            if choice == colour:
                x += scratch[BOTH + j]
            elif choice < COLOURS:
                x += scratch[PLAYED + j] + scratch[TAKEN + choice * JOINT + j]
            else:
                x += scratch[PLAYED + j]
            total += max(x, 0.0) * knowledge[LAST_ROW + j]
        promises[i] = 1.0 / (1.0 + math.exp(-total))


@compiled
def expect(state: State, seat: int, knowledge: Array[float], scratch: Array[float]) -> float:
    """What a seat that has just acted may expect."""
    other = 1 - seat
    for i in range(HIDDEN):
        scratch[BASES + i] = 0.0
    lead = 0
    for colour in range(COLOURS):
        shift = colour * VALUES
        hand, other_hand, played = state.hands[seat] >> shift, state.hands[other] >> shift, state.played >> shift
        own, others, top = state.markers[seat, colour], state.markers[other, colour], state.piles[colour] & 7
        lead += (own - others) * worth(state, colour)
        see_colour(hand, other_hand, played, top, own, others, knowledge, scratch)
        for i in range(HIDDEN):
            scratch[BASES + i] += scratch[COLOUR + i]
    for i in range(HIDDEN):
        scratch[COLOUR + i] = 0.0
    total = knowledge[LAST_BIAS]
    for j in range(JOINT):
        x = knowledge[JOINT_BIAS + j] + LEAD_SCALE * lead * knowledge[LEAD_ROW + j]
        for i in range(HIDDEN):
            x += scratch[BASES + i] * knowledge[JOINT_ROWS + i * JOINT + j]
        total += max(x, 0.0) * knowledge[LAST_ROW + j]
    return 1.0 / (1.0 + math.exp(-total))
