"""LOKUS: why something cannot be done that a person tried. Every try is a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.errors import IllegalStep

from .notation import parse_step

if TYPE_CHECKING:
    from locarium.kernel.position import Position


def check_try(position: Position, seat: int, tried: str) -> None:
    """Raise IllegalStep with the reason, for a seat that may act; nothing happens if something legal was tried."""
    if reason := position.fault(seat, parse_step(tried)):
        raise IllegalStep(reason, tried)
