"""LOCO!: the view of a table as it is sent to clients. Loads no compiled code."""

from __future__ import annotations

import msgspec


class Pile(msgspec.Struct, frozen=True):
    """A colour: its cards on the table and its markers in stock."""

    colour: str  # letter
    cards: list[str]  # as played, the top card last
    worth: int  # current value of a marker
    stock: int  # markers left


class LocoPlace(msgspec.Struct, frozen=True):
    """The cards and markers of a seat."""

    held: int  # cards in hand
    markers: dict[str, int]  # colour letter -> number, all five
    points: int  # current value of these markers
    total: int  # including earlier games of the match


class LocoView(msgspec.Struct, frozen=True, tag="loco", tag_field="game"):
    """A table of LOCO! as a seat or a spectator may see it."""

    observer: int | None  # the seat that sees this view; null for a spectator
    active: list[int]  # the seats that may act
    ending: str | None  # why the game ended; null while it runs
    number: int  # number of this game in the match, from 1
    games: int  # number of games in the match
    dealer: int
    laid_out: int  # cards laid out and never played
    hand: list[str]  # the observer's cards
    piles: list[Pile]
    places: list[LocoPlace]  # by seat
