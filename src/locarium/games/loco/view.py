"""LOCO!: what a concealed state shows, as a struct that is also the schema on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from locarium.kernel.bits import elements
from locarium.kernel.jit import plain

from .notation import COLOUR_LETTERS, show_card
from .rules import COLOURS, DIGIT, ENDINGS, VALUES, worth

if TYPE_CHECKING:
    from locarium.kernel.position import Position


class Pile(msgspec.Struct, frozen=True):
    """A colour: its cards on the table and its markers in stock."""

    colour: str  # letter
    cards: list[str]  # as played, the last one on top
    worth: int  # of a marker, now
    stock: int  # markers left


class Place(msgspec.Struct, frozen=True):
    """What lies in front of a seat."""

    held: int  # cards in hand
    markers: dict[str, int]  # colour letter -> number, all five
    points: int  # of these markers, now
    total: int  # with the earlier games of the match


class LocoView(msgspec.Struct, frozen=True, tag="loco", tag_field="game"):
    """A table of LOCO! as one seat, or a spectator, may see it."""

    observer: int | None  # the seat that sees it so; null for a spectator
    active: list[int]  # the seats that may act
    ending: str | None  # why it is over; null while it runs
    number: int  # of this game in the match, from 1
    games: int  # in the match
    dealer: int
    laid_out: int  # cards that nobody plays
    hand: list[str]  # of the observer
    piles: list[Pile]
    places: list[Place]  # by seat


def view(position: Position) -> LocoView:
    """What a concealed position shows."""
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
        hand=[show_card(card) for card in elements(state.hands[observer])] if observer is not None else [],
        piles=[_pile(state, colour) for colour in range(COLOURS)],
        places=[_place(state, seat, total) for seat, total in enumerate(position.scores())],
    )


def _pile(state: Any, colour: int) -> Pile:
    rest, cards = state.piles[colour], list[str]()
    while rest:
        cards.insert(0, show_card(colour * VALUES + (rest & (1 << DIGIT) - 1) - 1))
        rest >>= DIGIT
    return Pile(COLOUR_LETTERS[colour], cards, plain(worth)(state, colour), state.stock[colour])


def _place(state: Any, seat: int, total: int) -> Place:
    markers = dict(zip(COLOUR_LETTERS, state.markers[seat], strict=True))
    return Place(state.held[seat], markers, total - state.carried[seat], total)
