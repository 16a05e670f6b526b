"""What the house says about finished games, and what it is asked about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from locarium.search.analysis import Analysis
from locarium.server.http.messages import StrictStruct
from locarium.server.tables.messages import TableState

Instead = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

# From the client


class Import(StrictStruct, frozen=True):
    """Records of games that were played elsewhere."""

    lines: Annotated[str, msgspec.Meta(min_length=1)]  # one record a line, as JSON


class ReplayRequest(StrictStruct, frozen=True):
    """A record that is shown and not kept."""

    record: Annotated[str, msgspec.Meta(min_length=1)]  # as JSON
    seat: Annotated[int, msgspec.Meta(ge=0)] | None = None  # whose view; null: a spectator's
    start: Annotated[int, msgspec.Meta(ge=0)] = 0  # the first step wanted
    open: bool = False  # everybody's hands and all that was drawn
    instead: Instead | None = None  # another step in the place of the first one wanted


class ReviewRequest(StrictStruct, frozen=True):
    """A record that is looked at and not kept in the archive."""

    record: Annotated[str, msgspec.Meta(min_length=1)]  # as JSON
    begin: bool = True  # otherwise only say how far it is


# From the house


class GamePlayer(msgspec.Struct, frozen=True):
    """Who sat there, and how it ended for them."""

    kind: Literal["person", "bot", "unknown"]  # unknown: the game was played elsewhere
    name: str
    level: int | None  # of a bot
    program: bool  # an outside program played for the person
    won: bool
    score: int | None  # null if the game ended outside its rules


class FinishedGame(msgspec.Struct, frozen=True):
    """A game of the archive."""

    id: str
    table: str | None  # where it was played; null if it was brought along
    number: int  # in its match, from 1
    game: str
    title: str
    rules: int  # version of the rules
    options: dict[str, Any]  # defaults left out
    edition: str | None  # by its name, `foreign` if it was brought along; null if the game has no edition data
    finished: float  # seconds since 1970; or when it was brought along
    public: bool
    practice: bool  # everything could be taken back
    embargoed: bool  # others still play the same deal: its record is not to be had yet
    hints: int  # that were given to those who played
    steps: int
    ended: str | None  # how it ended outside its rules, if it did
    seat: int | None  # the client's
    players: list[GamePlayer]  # by seat


class FinishedGames(msgspec.Struct, frozen=True):
    """Some games of the archive, the newest first."""

    games: list[FinishedGame]
    next: str | None  # what to ask for `after` to read on; null at the end


class RejectedRecord(msgspec.Struct, frozen=True):
    """A record that was not taken."""

    record: int  # its number among those sent, from 1
    reason: str


class Imported(msgspec.Struct, frozen=True):
    """What became of records."""

    kept: int  # new ones
    known: int  # that were there already
    refused: list[RejectedRecord]


# Replays


class Frame(msgspec.Struct, frozen=True):
    """A finished game after some of its steps."""

    step: int  # so many steps of seats were made; what chance did then belongs to the last one
    state: TableState  # as the live connection would have sent it; nobody can act
    hands: list[list[str]] | None  # by seat, where all is open and the game has hands


class PlayedStep(msgspec.Struct, frozen=True):
    """A step of a seat."""

    seat: int
    text: str  # in the game's notation


class Replay(msgspec.Struct, frozen=True):
    """A finished game, step by step. Games of the same deal are kept in step by draws, then turns, then steps."""

    game: FinishedGame
    draws: list[int]  # by steps made, from 0: how often chance has drawn
    turns: list[int]  # by steps made, from 0: which turn it is; always 0 where turns are not counted
    scores: list[list[int]]  # by steps made, from 0: by seat, as if the game had ended there
    made: list[PlayedStep]  # all steps of seats
    frames: list[Frame]  # some of them in a row; what never changes of a view is in the first one alone


# Reviews


class Review(msgspec.Struct, frozen=True):
    """A finished game looked at: how far that is, and what was found."""

    status: Literal["none", "waiting", "running", "done", "failed"]  # none: nobody has asked for it
    done: int  # steps looked at, chance counted
    total: int
    ahead: int  # reviews that are made before this one
    analysis: Analysis | None  # once it is done


# Figures


class SeatStats(msgspec.Struct, frozen=True):
    """How games went from one seat."""

    seats: int  # of the table
    seat: int
    played: int
    won: int  # shared wins count for all who share them
    mean: float | None  # of the scores; null if no game was played out
    lowest: int | None
    highest: int | None


class Frequency(msgspec.Struct, frozen=True):
    """How often a number came up."""

    seats: int  # of the table
    value: int
    count: int


class Favourite(msgspec.Struct, frozen=True):
    """How often somebody chose something."""

    key: str
    label: str  # in the client's language
    count: int


class ScorePoint(msgspec.Struct, frozen=True):
    """The result of one game."""

    id: str
    finished: float  # seconds since 1970
    seats: int
    seat: int
    score: int | None
    won: bool


class PersonGameStats(msgspec.Struct, frozen=True):
    """How one game went for a person."""

    game: str
    title: str
    played: int
    won: int
    by_seat: list[SeatStats]
    scores: list[ScorePoint]  # of the newest games, the oldest of them first
    favourites: list[Favourite]  # of the same games: colours, zones or spirits, the most frequent first


class PersonStats(msgspec.Struct, frozen=True):
    """What a person has played."""

    played: int
    won: int
    games: list[PersonGameStats]


class GameStats(msgspec.Struct, frozen=True):
    """How a game goes here, as far as the client may know."""

    game: str
    title: str
    played: int
    by_seat: list[SeatStats]
    lengths: list[Frequency]  # in steps, of games that ended by their rules
    scores: list[Frequency]
