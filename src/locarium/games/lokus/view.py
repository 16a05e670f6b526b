"""LOKUS: the view of a table as it is sent to clients. Loads no compiled code."""

from __future__ import annotations

from typing import Literal

import msgspec


class Count(msgspec.Struct, frozen=True):
    """A seat's rolls and minus points in one round."""

    rolls: int  # rolls before cleaning cards are used
    cleaning: int  # cleaning cards
    counted: int  # rolls that remain after cleaning cards are used
    minus: int  # minus points for the remaining rolls


class LokusPlace(msgspec.Struct, frozen=True):
    """The cards and rolls of a seat."""

    held: int  # cards in hand
    has_chosen: bool  # whether a card is face down
    choice: str | None  # that card; null if there is none or the observer may not know it
    shown: str | None  # the card revealed last; also null for a face-down roll
    fate: Literal["row-1", "row-2", "roll", "two-rolls"] | None  # its fate; null if undecided
    cleaned: bool  # whether it cleaned the row
    now: Count  # the current round so far
    past: list[Count]  # the finished rounds
    total: int  # minus points of all rounds, including the current one so far


class LokusView(msgspec.Struct, frozen=True, tag="lokus", tag_field="game"):
    """A table of LOKUS as a seat or a spectator may see it."""

    observer: int | None  # the seat that sees this view; null for a spectator
    active: list[int]  # the seats that may act
    ending: str | None  # why the game ended; null while it runs
    number: int  # number of this round, from 1
    rounds: int
    turn: int  # from 1: the turn being chosen or placed
    turns: int  # turns in a round
    placing: int | None  # the seat choosing a row for its card; null while cards are chosen
    rows: list[list[str]]  # the queues at the two toilets
    stock: int  # cards in the stock
    away: int  # cards put away
    ready: int  # cleaning cards left
    hand: list[str]  # the observer's cards
    places: list[LokusPlace]  # by seat
    minus_points: list[int]  # by number of rolls: the edition's table
