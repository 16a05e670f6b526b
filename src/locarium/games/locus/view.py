"""LOCUS: what is shown of a table, the schema on the wire. Loads no compiled code."""

from __future__ import annotations

from typing import Literal

import msgspec


class ZoneSheet(msgspec.Struct, frozen=True):
    """What is printed of a zone."""

    colour: str  # letter as in steps, Y P R G B
    columns: int
    rows: int
    squares: list[str]  # as in steps; a1 is the lower left corner
    bold: list[str]
    ends: list[str]  # of green
    blocks: dict[str, list[str]]  # of red: letter -> squares
    bonuses: dict[str, str]  # square -> $ a coin, * a single block, y p r g b a double block of that colour
    points: dict[str, int]  # by row, bold squares in a group, letter of a block, "end", or row of a line


class CardSheet(msgspec.Struct, frozen=True):
    """What is printed on a card."""

    colour: str  # y p r g b, or w: wild
    shape: list[tuple[int, int]]  # squares as (column, row) from the lower left corner
    coin: bool


class RankSheet(msgspec.Struct, frozen=True):
    """What a solo score is worth."""

    points: int  # at least so many
    titles: dict[str, str]  # by language


class SheetView(msgspec.Struct, frozen=True):
    """All that is printed in the edition of this table; it never changes."""

    title: str
    circles: int  # for coins
    zones: list[ZoneSheet]
    cards: dict[str, CardSheet]  # by id
    ranks: list[RankSheet]


class LocusPlace(msgspec.Struct, frozen=True):
    """The sheet of a seat."""

    filled: dict[str, list[str]]  # zone letter -> squares
    earned: int  # circles filled
    crossed: int  # circles crossed off
    coins: int  # that can be spent
    taken: str | None  # card of this turn
    must_use_card: bool  # it is neither filled in nor discarded yet
    discard_coins: int  # that discarding it would bring
    pending: dict[str, int]  # what may be filled in besides: double-y … double-b, single
    has_bought: bool  # the leftover of this turn is filled in
    is_busy: bool  # in its activity
    points: dict[str, int]  # zone letter -> points now
    lowest: int  # counted twice
    total: int


class LocusView(msgspec.Struct, frozen=True, tag="locus", tag_field="game"):
    """A table of LOCUS as one seat, or a spectator, may see it."""

    observer: int | None  # the seat that sees it so; null for a spectator
    active: list[int]  # the seats whose turn it is; with order=printed others may act in the draft too
    ending: str | None  # why it is over; null while it runs
    phase: Literal["draft", "activities", "final"]
    turn: int  # from 1
    turns: int  # with the extra rounds so far
    rounds: int | None  # without the extra ones; null in solo, which has none
    round: int | None  # from 1; extra rounds are counted anew
    turn_of_round: int | None  # from 1
    extra_rounds: int
    star: int | None  # seat; null in solo
    display: list[str]  # the cards that can be taken
    leftover: str | None  # the card that nobody took
    deck: int  # cards left
    discards: list[str]
    unseen: int  # cards put away unseen
    places: list[LocusPlace]  # by seat
    sheet: SheetView | None  # null where the client has it already
