"""The result of a game, finished or estimated."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    scores: list[int]  # by seat
    winners: list[int]  # the seats that share the win, in ascending order
    reason: str  # why it ended: a key in the texts (`endings`)


class Outlook(msgspec.Struct, frozen=True):
    """An estimate of a running game's result."""

    chances: list[float]  # each seat's chance to win, summing to 1; a shared win is split
    errors: list[float] | None = None  # standard errors (solo: of the score); 0 if proven, None if unknown
    scores: list[float] | None = None  # expected scores, if they can be estimated


CERTAIN = 1e-9  # a chance closer than this to 0 or 1 counts as proven


def is_proven(chance: float) -> bool:
    """Return whether a chance is 0 or 1, within CERTAIN."""
    return chance < CERTAIN or chance > 1 - CERTAIN
