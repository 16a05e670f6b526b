"""The toy: the view of a table as it is sent to clients. Loads no compiled code."""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct, frozen=True):
    """The coins and prizes of a seat."""

    number: int | None  # secret; null if unknown
    bid: int | None  # the bid of this round; null if there is none or it is face down
    has_chosen: bool  # a bid is face down
    coins: int
    prizes: list[int]
    points: int  # as far as known


class ToyView(msgspec.Struct, frozen=True, tag="toy", tag_field="game"):
    """A table of the toy as a seat or a spectator may see it."""

    observer: int | None  # the seat it is shown to; null for a spectator
    active: list[int]  # the seats that may act
    ending: str | None  # why it ended; null while it runs
    round: int  # from 1; 0 before the first
    prize: int | None  # the prize of this round
    winner: int | None  # the seat that decides on the prize
    places: list[Place]  # by seat
