"""LOCO!: views of concealed positions."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import elements
from locarium.kernel.jit import plain

from .notation import COLOUR_LETTERS, show_card
from .rules import COLOURS, DIGIT, ENDINGS, VALUES, worth
from .view import LocoPlace, LocoView, Pile

if TYPE_CHECKING:
    from locarium.kernel.position import Position


def view(position: Position) -> LocoView:
    """Return the view of a concealed position."""
    rules, state = position.setup.fields, position.fields
    observer = state.observer if state.observer >= 0 else None
    return LocoView(
        observer=observer,
        active=position.active,
        ending=ENDINGS[state.over] if state.over else None,
        number=state.games_begun,
        games=rules.games,
        dealer=state.dealer,
        laid_out=rules.laid_out,
        hand=[] if observer is None else _hand(state.hands[observer]),
        piles=_piles(tuple(state.piles), tuple(state.stock)),
        places=[_place(state, seat, total) for seat, total in enumerate(position.scores())],
    )


@lru_cache(maxsize=4096)
def _hand(cards: int) -> list[str]:
    return [show_card(card) for card in elements(cards)]


@lru_cache(maxsize=1024)  # all viewers of a table see the same piles
def _piles(piles: tuple[int, ...], stock: tuple[int, ...]) -> list[Pile]:
    return [_pile(colour, piles[colour], stock[colour]) for colour in range(COLOURS)]


@lru_cache(maxsize=4096)  # most piles stay the same from step to step
def _pile(colour: int, pile: int, stock: int) -> Pile:
    # the only part of the state that the value of a colour depends on
    alone: Any = SimpleNamespace(piles={colour: pile})
    return Pile(COLOUR_LETTERS[colour], _cards(colour, pile), plain(worth)(alone, colour), stock)


@lru_cache(maxsize=4096)
def _cards(colour: int, pile: int) -> list[str]:
    """Return the cards of a pile, given as an octal number."""
    if pile == 0:
        return []
    top = (pile & (1 << DIGIT) - 1) - 1
    return [*_cards(colour, pile >> DIGIT), show_card(colour * VALUES + top)]


def _place(state: Any, seat: int, total: int) -> LocoPlace:
    return _show_place(state.held[seat], tuple(state.markers[seat]), total - state.carried[seat], total)


@lru_cache(maxsize=4096)
def _show_place(held: int, markers: tuple[int, ...], points: int, total: int) -> LocoPlace:
    return LocoPlace(held, dict(zip(COLOUR_LETTERS, markers, strict=True)), points, total)
