"""LOKUS: reasons why an attempted step isn't possible. Every attempt is a whole step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.errors import IllegalStep

from .notation import parse_step

if TYPE_CHECKING:
    from locarium.kernel.position import Position


def check_try(position: Position, seat: int, tried: str) -> None:
    """Raise IllegalStep with the reason if a seat that may act tried an illegal step. Do nothing if it is legal."""
    if reason := position.fault(seat, parse_step(tried)):
        raise IllegalStep(reason, tried)
