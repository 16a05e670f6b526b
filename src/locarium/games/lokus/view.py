"""LOKUS: what is shown of a table, the schema on the wire. Loads no compiled code."""

from __future__ import annotations

from typing import Literal

import msgspec


class Count(msgspec.Struct, frozen=True):
    """A round, counted."""

    rolls: int  # before cleaning cards are used
    cleaning: int  # cleaning cards
    counted: int  # rolls that remain
    minus: int  # points for them


class LokusPlace(msgspec.Struct, frozen=True):
    """What lies in front of a seat."""

    held: int  # cards in hand
    has_chosen: bool  # a card lies face down
    choice: str | None  # which one; null for those who may not know, or if there is none
    shown: str | None  # the card that was revealed last; null, too, for a roll that lies face down
    fate: Literal["row-1", "row-2", "roll", "two-rolls"] | None  # what became of it; null if that is open
    cleaned: bool  # whether it cleaned the row
    now: Count  # the running round as it stands
    past: list[Count]  # the rounds played
    total: int  # minus points of all rounds, of the running one as it stands


class LokusView(msgspec.Struct, frozen=True, tag="lokus", tag_field="game"):
    """A table of LOKUS as one seat, or a spectator, may see it."""

    observer: int | None  # the seat that sees it so; null for a spectator
    active: list[int]  # the seats that may act
    ending: str | None  # why it is over; null while it runs
    number: int  # of this round, from 1
    rounds: int
    turn: int  # from 1: the one that is being chosen or placed
    turns: int  # in a round
    placing: int | None  # the seat that chooses a row for its card; null while cards are chosen
    rows: list[list[str]]  # the queues at the two toilets
    stock: int  # cards
    away: int  # cards put away
    ready: int  # cleaning cards left
    hand: list[str]  # of the observer
    places: list[LokusPlace]  # by seat
    minus_points: list[int]  # by rolls: the table of the edition
