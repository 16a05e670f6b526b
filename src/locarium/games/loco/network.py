"""LOCO!: a small network that knows what a game of two is worth to the seat that has just acted.

A layer that all colours share, summed over the colours; a layer of what they make together; the result. It looks at
states in which nothing is hidden. A card and a marker change one colour each, so what a colour changes is computed
once and added up for every action.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from locarium.kernel.bits import lowest_bit
from locarium.kernel.jit import compiled

from .rules import CHOICES, COLOURS, VALUES, WHOLE_PILE, worth

if TYPE_CHECKING:
    from locarium.kernel.layout import Array

    from .rules import State

SCALE = 6.0  # the margin that makes a difference, where margins count

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
MARGIN_PART = LAST_BIAS + 1  # how much margins count in the results to which the network was fitted
SIZE = MARGIN_PART + 1
LEAD_SCALE = 0.1

# Where things lie in the scratch numbers.
COLOUR = 0  # the layer of a colour
BASES = COLOUR + HIDDEN  # that of each colour as it is
SUM = BASES + COLOURS * HIDDEN  # what all colours give to the joint layer
TAKEN = SUM + JOINT  # what changes there with a marker of each colour
PLAYED = TAKEN + COLOURS * JOINT  # and with a card
BOTH = PLAYED + JOINT  # and with a card and a marker of its colour


@compiled
def squash(margin: float) -> float:
    """A margin as something between 0 and 1."""
    return 1.0 / (1.0 + math.exp(-margin / SCALE))


@compiled
def result(margin: float, share: float, knowledge: Array[float]) -> float:
    """What the end of a game is worth: the share of the win, and by how much."""
    part = knowledge[MARGIN_PART]
    return (1.0 - part) * share + part * squash(margin)


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
    hand: int,
    other_hand: int,
    played: int,
    top: int,
    own: int,
    other: int,
    knowledge: Array[float],
    scratch: Array[float],
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
def see_table(state: State, seat: int, knowledge: Array[float], scratch: Array[float]) -> int:
    """All colours as they are, and with a marker more for the seat; returns by how much the seat leads."""
    other = 1 - seat
    lead = 0
    for i in range(BASES, SUM):
        scratch[i] = 0.0
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
    return lead


@compiled
def see_card(state: State, seat: int, card: int, knowledge: Array[float], scratch: Array[float]) -> None:
    """A card of the seat played, and a marker of its colour taken with it."""
    colour, value = card // VALUES, card % VALUES
    shift, base = colour * VALUES, BASES + colour * HIDDEN
    hand, other_hand = state.hands[seat] >> shift & ~(1 << value), state.hands[1 - seat] >> shift
    played = state.played >> shift | 1 << value
    own, others = state.markers[seat, colour], state.markers[1 - seat, colour]
    see_colour(hand, other_hand, played, value + 1, own, others, knowledge, scratch)
    give_change(base, PLAYED, knowledge, scratch)
    if state.stock[colour]:
        see_colour(hand, other_hand, played, value + 1, own + 1, others, knowledge, scratch)
        give_change(base, BOTH, knowledge, scratch)


@compiled
def lead_after(state: State, seat: int, lead: int, action: int) -> int:
    """By how much a seat leads after an action."""
    card, choice = action // CHOICES, action % CHOICES
    colour, value = card // VALUES, card % VALUES
    ahead = state.markers[seat, colour] - state.markers[1 - seat, colour]
    lead += ahead * (value - worth(state, colour))
    if choice < COLOURS:
        lead += value if choice == colour else worth(state, choice)
    return lead


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
    """What each action promises the seat; the actions are sorted by card."""
    lead = see_table(state, seat, knowledge, scratch)
    last = -1
    for i in range(count):
        card, choice = actions[i] // CHOICES, actions[i] % CHOICES
        after = lead_after(state, seat, lead, actions[i])
        if state.last_cards >> card & 1:
            promises[i] = result(after, 1.0 if after > 0 else 0.5 if after == 0 else 0.0, knowledge)
            continue
        if card != last:
            last = card
            see_card(state, seat, card, knowledge, scratch)
        total = knowledge[LAST_BIAS]
        for j in range(JOINT):
            joint = scratch[SUM + j] + LEAD_SCALE * after * knowledge[LEAD_ROW + j]
            if choice == card // VALUES:
                joint += scratch[BOTH + j]
            else:
                joint += scratch[PLAYED + j]
                if choice < COLOURS:
                    joint += scratch[TAKEN + choice * JOINT + j]
            total += max(joint, 0.0) * knowledge[LAST_ROW + j]
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
    total = knowledge[LAST_BIAS]
    for j in range(JOINT):
        joint = knowledge[JOINT_BIAS + j] + LEAD_SCALE * lead * knowledge[LEAD_ROW + j]
        for i in range(HIDDEN):
            joint += scratch[BASES + i] * knowledge[JOINT_ROWS + i * JOINT + j]
        total += max(joint, 0.0) * knowledge[LAST_ROW + j]
    return 1.0 / (1.0 + math.exp(-total))
