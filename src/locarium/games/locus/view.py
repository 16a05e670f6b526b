"""LOCUS: the view of a table as it is sent to clients. Loads no compiled code."""

from __future__ import annotations

from typing import Literal

import msgspec


class ZoneSheet(msgspec.Struct, frozen=True):
    """The printed parts of a zone."""

    colour: str  # letter as in steps, Y P R G B
    columns: int
    rows: int
    squares: list[str]  # as in steps; a1 is the lower left corner
    bold: list[str]
    ends: list[str]  # green only
    blocks: dict[str, list[str]]  # red only: letter -> squares
    bonuses: dict[str, str]  # square -> $ a coin, * a single block, y p r g b a double block of that colour
    points: dict[str, int]  # by row, bold squares in a group, letter of a block, "end", or row of a line


class CardSheet(msgspec.Struct, frozen=True):
    """The printed parts of a card."""

    colour: str  # y p r g b, or w: wild
    shape: list[tuple[int, int]]  # squares as (column, row) from the lower left corner
    coin: bool


class RankSheet(msgspec.Struct, frozen=True):
    """The title for a solo score."""

    points: int  # minimum points
    titles: dict[str, str]  # by language


class SheetView(msgspec.Struct, frozen=True):
    """Everything printed in this table's edition. It never changes."""

    title: str
    circles: int  # number of circles for coins
    zones: list[ZoneSheet]
    cards: dict[str, CardSheet]  # by id
    ranks: list[RankSheet]


class LocusPlace(msgspec.Struct, frozen=True):
    """The sheet of a seat."""

    filled: dict[str, list[str]]  # zone letter -> squares
    earned: int  # circles filled
    crossed: int  # circles crossed off
    coins: int  # available to spend
    taken: str | None  # this turn's card
    must_use_card: bool  # whether that card is not yet filled in or discarded
    discard_coins: int  # coins earned by discarding that card
    pending: dict[str, int]  # extra blocks to fill in: double-y … double-b, single
    has_bought: bool  # whether the leftover of this turn is filled in
    is_busy: bool  # whether it is still in its activity
    points: dict[str, int]  # zone letter -> current points
    lowest: int  # points of the lowest zone, which count twice
    total: int


class LocusView(msgspec.Struct, frozen=True, tag="locus", tag_field="game"):
    """A table of LOCUS as a seat or a spectator may see it."""

    observer: int | None  # the seat that sees this view; null for a spectator
    active: list[int]  # the seats whose turn it is; with order=printed, others may also act in the draft
    ending: str | None  # why the game ended; null while it runs
    phase: Literal["draft", "activities", "final"]
    turn: int  # from 1
    turns: int  # including the extra rounds so far
    rounds: int | None  # without extra rounds; null in solo
    round: int | None  # from 1; extra rounds start again at 1
    turn_of_round: int | None  # from 1
    extra_rounds: int
    star: int | None  # seat; null in solo
    display: list[str]  # the cards that can be taken
    leftover: str | None  # the card that no seat took
    deck: int  # cards left
    discards: list[str]
    unseen: int  # cards put away unseen
    places: list[LocusPlace]  # by seat
    sheet: SheetView | None  # null if the client already has it
