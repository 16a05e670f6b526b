"""Who wins by the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .jit import compiled

if TYPE_CHECKING:
    from .layout import Array


@compiled
def highest(scores: Array[int], seats: int) -> int:
    """Bit set of the seats with the most points; a tie is shared."""
    best = 0
    winners = 0
    for seat in range(seats):
        if winners == 0 or scores[seat] > best:
            best = scores[seat]
            winners = 0
        if scores[seat] == best:
            winners |= 1 << seat
    return winners


@compiled
def lowest(scores: Array[int], seats: int) -> int:
    """Bit set of the seats with the fewest points; a tie is shared."""
    best = 0
    winners = 0
    for seat in range(seats):
        if winners == 0 or scores[seat] < best:
            best = scores[seat]
            winners = 0
        if scores[seat] == best:
            winners |= 1 << seat
    return winners
