"""How a game ended."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    scores: list[int]  # by seat
    winners: list[int]  # the seats that share the win, ascending
    reason: str  # why it ended: a key of the texts (`endings`)
