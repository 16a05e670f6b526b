"""Winners by score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .jit import compiled

if TYPE_CHECKING:
    from .layout import Array


@compiled
def highest(scores: Array[int], seats: int) -> int:
    """Return the bit set of the seats with the most points. Ties are shared."""
    return _first(scores, seats, 1)


@compiled
def lowest(scores: Array[int], seats: int) -> int:
    """Return the bit set of the seats with the fewest points. Ties are shared."""
    return _first(scores, seats, -1)


@compiled
def _first(scores: Array[int], seats: int, sign: int) -> int:
    best = 0
    winners = 0
    for seat in range(seats):
        score = sign * scores[seat]
        if winners == 0 or score > best:
            best = score
            winners = 0
        if score == best:
            winners |= 1 << seat
    return winners
