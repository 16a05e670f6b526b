"""LOKUS: views of concealed positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from locarium.kernel.jit import plain

from .notation import CARD_NAMES, cards_in
from .rules import DONE, ENDINGS, NOTHING, ROUNDS, rolls_counted
from .view import Count, LokusPlace, LokusView

if TYPE_CHECKING:
    from locarium.kernel.position import Position

Fate: TypeAlias = Literal["row-1", "row-2", "roll", "two-rolls"]
FATES: tuple[Fate | None, ...] = (None, "roll", "two-rolls", "row-1", "row-2")  # UNDECIDED, ONE_ROLL, …


def view(position: Position) -> LokusView:
    """Return the view of a concealed position."""
    rules, state = position.setup.fields, position.fields
    observer = state.observer if state.observer >= 0 else None
    is_choosing = state.placing == DONE
    turn = state.turns_revealed + (1 if is_choosing and state.active else 0)
    return LokusView(
        observer=observer,
        active=position.active,
        ending=ENDINGS[state.over] if state.over else None,
        number=state.rounds_begun,
        rounds=ROUNDS,
        turn=turn,
        turns=rules.hand,
        placing=None if is_choosing else position.active[0],
        rows=[[CARD_NAMES[card] for card in row if card != NOTHING] for row in state.rows],
        stock=state.stock,
        away=state.away,
        ready=state.ready,
        hand=[] if observer is None else cards_in(*state.hands[observer]),
        places=[_place(rules, state, seat, total) for seat, total in enumerate(position.scores())],
        minus_points=list(rules.box),
    )


def _place(rules: Any, state: Any, seat: int, total: int) -> LokusPlace:
    minus_points = rules.box
    counted = state.rounds_begun - (0 if state.over or not state.active else 1)
    past = zip(state.past_rolls[:counted], state.past_cleaning[:counted], strict=True)
    return LokusPlace(
        held=state.held[seat],
        has_chosen=bool(state.sealed >> seat & 1),
        choice=_name(state.chosen[seat]),
        shown=_name(state.shown[seat]),
        fate=FATES[state.fates[seat]],
        cleaned=bool(state.cleaned >> seat & 1),
        now=_count(minus_points, state.rolls[seat], state.cleaning[seat]),
        past=[_count(minus_points, rolls[seat], cleaning[seat]) for rolls, cleaning in past],
        total=total,
    )


def _name(card: int) -> str | None:
    return None if card == NOTHING else CARD_NAMES[card]


@lru_cache(maxsize=4096)
def _count(minus_points: tuple[int, ...], rolls: int, cleaning: int) -> Count:
    counted = plain(rolls_counted)(rolls, cleaning)
    return Count(rolls, cleaning, counted, minus_points[counted])
