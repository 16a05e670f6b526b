"""LOCO!: reasons why an attempted step, or part of one, isn't possible.

`r3` is a card alone, `marker y` a marker before any card, `r3 on b` a card dropped on another pile.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from locarium.kernel.errors import IllegalStep

from .notation import parse_card, read_turn

if TYPE_CHECKING:
    from locarium.kernel.position import Position

_MARKER = re.compile(r"marker [rbgpy]")
_CARD = re.compile(r"([rbgpy])[0-5](?: on ([rbgpy]))?")


def check_try(position: Position, seat: int, tried: str) -> None:
    """Raise IllegalStep with the reason if a seat that may act tried an illegal step. Do nothing if it is legal."""
    if _MARKER.fullmatch(tried):
        raise IllegalStep("card-first", tried)
    if match := _CARD.fullmatch(tried):
        _check_card(position, seat, tried, pile=match[2] or match[1])
    elif reason := position.fault(seat, read_turn(tried)):
        raise IllegalStep(reason, tried)


def _check_card(position: Position, seat: int, tried: str, pile: str) -> None:
    card = parse_card(tried[:2])
    if not int(position.fields.hands[seat]) >> card & 1:
        raise IllegalStep("card-not-in-hand", tried)
    if pile != tried[0]:
        raise IllegalStep("other-pile", tried)
