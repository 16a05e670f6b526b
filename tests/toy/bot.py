"""The toy: the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules import KEEP

if TYPE_CHECKING:
    from locarium.kernel.position import Position
    from locarium.kernel.rng import Rng


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """Bid as much as possible and keep every prize."""
    actions = position.legal(seat)
    return KEEP if KEEP in actions else actions[-1]
