"""LOCO!: a small network that estimates the value of a two-player game for the seat that has just acted.

The first layer is the same for all colours, and its outputs are summed. A joint layer and the result follow. The input
is a state with nothing hidden. A card and a marker change one colour each, so the change of each colour is computed
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

SCALE = 6.0  # the margin that multiplies the odds by e; see `squash`

HIDDEN, JOINT = 32, 16
TOPS, COUNTS = 7, 6
TOP_ROW = 3 * VALUES  # first row after those of the cards in the hand, in the other hand and played
OWN_ROW = TOP_ROW + TOPS
OTHER_ROW = OWN_ROW + COUNTS
BIAS = (OTHER_ROW + COUNTS) * HIDDEN
JOINT_ROWS = BIAS + HIDDEN
LEAD_ROW = JOINT_ROWS + HIDDEN * JOINT
JOINT_BIAS = LEAD_ROW + JOINT
LAST_ROW = JOINT_BIAS + JOINT
LAST_BIAS = LAST_ROW + JOINT
MARGIN_PART = LAST_BIAS + 1  # the weight of margins in the results that the network was trained on
SIZE = MARGIN_PART + 1
LEAD_SCALE = 0.1

# Offsets in the scratch array.
COLOUR = 0  # the layer of a colour
BASES = COLOUR + HIDDEN  # the layer of each colour in the current state
SUM = BASES + COLOURS * HIDDEN  # the sum of all colours' inputs to the joint layer
TAKEN = SUM + JOINT  # the change in that sum from one more marker of each colour
PLAYED = TAKEN + COLOURS * JOINT  # the change from a card
BOTH = PLAYED + JOINT  # the change from a card and a marker of its colour


@compiled
def squash(margin: float) -> float:
    """Map a margin to the range 0 to 1."""
    return 1.0 / (1.0 + math.exp(-margin / SCALE))


@compiled
def result(margin: float, share: float, knowledge: Array[float]) -> float:
    """Return the value of a finished game: the share of the win and the margin."""
    part = knowledge[MARGIN_PART]
    return (1.0 - part) * share + part * squash(margin)


@compiled
def add_cards(cards: int, first_row: int, knowledge: Array[float], scratch: Array[float]) -> None:
    """Add the weights of a colour's cards, one row per card, to the layer of the colour."""
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
    """Compute the layer of a colour from its cards (bit sets of values), its top card and its markers."""
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
    """Compute how a colour's input to the joint layer changes from its base."""
    for j in range(JOINT):
        scratch[to + j] = 0.0
    for i in range(HIDDEN):
        change = scratch[COLOUR + i] - scratch[base + i]
        for j in range(JOINT):
            scratch[to + j] += change * knowledge[JOINT_ROWS + i * JOINT + j]


@compiled
def see_table(state: State, seat: int, knowledge: Array[float], scratch: Array[float]) -> int:
    """Compute the layers of all colours, as they are and with one more marker for the seat. Return the seat's lead."""
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
    """Compute the change from playing a card of the seat, with and without a marker of its colour."""
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
    """Return a seat's lead after an action."""
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
    """Write the prior of each action for the seat. The actions are sorted by card."""
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
    """Return the estimated value for a seat that has just acted."""
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
