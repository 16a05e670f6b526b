"""GENIUS LOCI: views of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import elements

from .board import NAMES
from .notation import letters_of, placement_of
from .rules import ENDINGS, MAX_SEATS, NOBODY
from .setup import show_placement
from .view import GeniusLociView, SpiritSheet

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .edition import Spirit


def view(position: Position) -> GeniusLociView:
    """Return the view of a position."""
    rules, state = position.setup.fields, position.fields
    return GeniusLociView(
        observer=state.observer if state.observer >= 0 else None,
        active=position.active,
        ending=ENDINGS[state.over] if state.over else None,
        turn=state.turns,
        humans=[[NAMES[cell] for cell in elements(state.humans[seat])] for seat in range(MAX_SEATS)],
        spirits=[_spirit(state, number, spirit) for number, spirit in enumerate(rules.box)],
        priest=None if state.priest == NOBODY else NAMES[state.priest],
        position=show_placement(placement_of(state, state.first), letters_of(rules)),
    )


def _spirit(state: Any, number: int, spirit: Spirit) -> SpiritSheet:
    is_used = bool(state.used >> number & 1)
    return SpiritSheet(spirit.letter, NAMES[state.spirits[number]], is_used, spirit.names, spirit.sentences)
