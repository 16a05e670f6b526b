"""The toy: views of concealed positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import elements

from .rules import ENDINGS, NOBODY
from .view import Place, ToyView

if TYPE_CHECKING:
    from locarium.kernel.position import Position


def view(position: Position) -> ToyView:
    """Return the view of a concealed position."""
    rules, state = position.setup.fields, position.fields
    return ToyView(
        observer=state.observer if state.observer >= 0 else None,
        active=position.active,
        ending=ENDINGS[state.over] if state.over else None,
        round=state.rounds_begun,
        prize=rules.prizes[state.prize] if state.active else None,
        winner=None if state.winner == NOBODY else state.winner,
        places=[_place(rules, state, seat, points) for seat, points in enumerate(position.scores())],
    )


def _place(rules: Any, state: Any, seat: int, points: int) -> Place:
    has_chosen = bool(state.sealed >> seat & 1)
    is_known = (has_chosen and state.observer == seat) or state.winner != NOBODY
    return Place(
        number=state.numbers[seat] or None,
        bid=state.bids[seat] if is_known else None,
        has_chosen=has_chosen,
        coins=state.purses[seat],
        prizes=[rules.prizes[prize] for prize in elements(state.won[seat])],
        points=points,
    )
