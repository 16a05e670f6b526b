"""LOCO!: what is shown of a table, the schema on the wire. Loads no compiled code."""

from __future__ import annotations

import msgspec


class Pile(msgspec.Struct, frozen=True):
    """A colour: its cards on the table and its markers in stock."""

    colour: str  # letter
    cards: list[str]  # as played, the last one on top
    worth: int  # of a marker, now
    stock: int  # markers left


class LocoPlace(msgspec.Struct, frozen=True):
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
    places: list[LocoPlace]  # by seat
