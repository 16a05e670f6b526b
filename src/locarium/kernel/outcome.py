"""How a game ended, and how it may end."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    scores: list[int]  # by seat
    winners: list[int]  # the seats that share the win, ascending
    reason: str  # why it ended: a key of the texts (`endings`)


class Outlook(msgspec.Struct, frozen=True):
    """What may be expected of a running game."""

    chances: list[float]  # of each seat to win, 1 in all; a shared win is divided
    errors: list[float] | None = None  # standard errors, alone that of the score; 0 if proven, None if nobody can tell
    scores: list[float] | None = None  # the totals to be expected, where they can be foretold


CERTAIN = 1e-9  # a chance nearer to 0 or 1 is proven


def is_proven(chance: float) -> bool:
    """Whether a chance is as good as 0 or 1."""
    return chance < CERTAIN or chance > 1 - CERTAIN
