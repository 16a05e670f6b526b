"""LOKUS: reasons for a hint, from the seat's knowledge and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.bits import elements
from locarium.kernel.jit import plain
from locarium.kernel.rng import new_rng

from .bot import CLEANED, FATES, count_fates
from .rules import HALF, HALVES, IN_ROW, ONE_ROLL, ROW, ROWS, TWO_ROLLS, takes

if TYPE_CHECKING:
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts

GUESSES = 2000
OFTEN, LIKELY = 25, 50  # percent


def explain(texts: Texts, position: Position, seat: int, action: int) -> str:
    """Describe the likely fate of a card, or the effect of choosing a row."""
    if action >= ROW:
        return _tell_row(texts, position, seat, action)
    counts = np.zeros(FATES, np.int64)
    count_fates(position.setup.tables, position.array, seat, action, GUESSES, new_rng(0), counts)
    one, two, placed, cleaned = (
        round(100 * int(counts[fate]) / GUESSES) for fate in (ONE_ROLL, TWO_ROLLS, IN_ROW, CLEANED)
    )
    values = {"one": one, "two": two, "placed": placed, "cleaned": cleaned}
    if cleaned >= OFTEN:
        return texts.get("why", "cleans", **values)
    if placed >= LIKELY:
        return texts.get("why", "placed", **values)
    return texts.get("why", "one-roll" if two <= placed else "risk", **values)


def _tell_row(texts: Texts, position: Position, seat: int, action: int) -> str:
    """Describe the cleaning, or how many cards in the hand fit a row after either choice."""
    fitting = []
    for each in (action, ROW + ROWS - 1 - (action - ROW)):
        after = position.copy()
        after.play(seat, each)
        fitting.append(_fitting(after, seat))
        if each == action and after.fields.cleaned >> seat & 1 > position.fields.cleaned >> seat & 1:
            return texts.get("why", "row-cleans", row=action - ROW + 1)
    key = "row-fits" if fitting[0] > fitting[1] else "row-alike" if fitting[0] == fitting[1] else "row-shuts"
    length = position.fields.lengths[action - ROW] + 1
    return texts.get("why", key, row=action - ROW + 1, fits=fitting[0], other=fitting[1], length=length)


def _fitting(position: Position, seat: int) -> int:
    """Return the number of cards in the hand that some row takes."""
    state = position.fields
    hand = [half * HALF + bit for half in range(HALVES) for bit in elements(state.hands[seat][half])]
    return sum(any(plain(takes)(state, row, card) for row in range(ROWS)) for card in hand)
