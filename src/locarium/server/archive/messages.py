"""Structs of the archive API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from locarium.search.analysis import Analysis
from locarium.server.http.messages import StrictStruct
from locarium.server.tables.messages import TableState

Instead = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

# From the client


class Import(StrictStruct, frozen=True):
    """Records of games played elsewhere."""

    lines: Annotated[str, msgspec.Meta(min_length=1)]  # one JSON record per line


class ReplayRequest(StrictStruct, frozen=True):
    """A record to replay without storing it."""

    record: Annotated[str, msgspec.Meta(min_length=1)]  # as JSON
    seat: Annotated[int, msgspec.Meta(ge=0)] | None = None  # point of view; null: spectator
    start: Annotated[int, msgspec.Meta(ge=0)] = 0  # first step to return
    open: bool = False  # whether to show all hands and draws
    instead: Instead | None = None  # a step to play instead of the first one


class ReviewRequest(StrictStruct, frozen=True):
    """A record to review without storing it in the archive."""

    record: Annotated[str, msgspec.Meta(min_length=1)]  # as JSON
    begin: bool = True  # false: only report the progress


# To the client


class GamePlayer(msgspec.Struct, frozen=True):
    """A player of a finished game and their result."""

    kind: Literal["person", "bot", "unknown"]  # unknown: an imported game
    name: str
    level: int | None  # level of a bot; null for others
    program: bool  # whether the person declared that a program played
    won: bool
    score: int | None  # null if the game ended outside its rules


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game."""

    id: str
    table: str | None  # null if imported
    number: int  # number in its match, from 1
    game: str
    title: str
    rules: int  # version of the rules
    options: dict[str, Any]  # non-default options
    edition: str | None  # name; `foreign` for a custom edition; null if the game has no editions
    finished: float  # Unix time of the end or the import
    public: bool
    practice: bool  # whether undo was unlimited
    embargoed: bool  # whether others are still playing the same deal, so the record is not available yet
    hints: int  # number of hints given
    steps: int
    ended: str | None  # how it ended outside its rules, or null
    seat: int | None  # your seat; null if you did not play
    players: list[GamePlayer]  # by seat


class FinishedGames(msgspec.Struct, frozen=True):
    """A page of finished games, newest first."""

    games: list[FinishedGame]
    next: str | None  # cursor for `after`; null on the last page


class RejectedRecord(msgspec.Struct, frozen=True):
    """A record that was rejected."""

    record: int  # number in the request, from 1
    reason: str


class Imported(msgspec.Struct, frozen=True):
    """The result of an import."""

    kept: int  # new games
    known: int  # games that were already stored
    refused: list[RejectedRecord]


# Replays


class Frame(msgspec.Struct, frozen=True):
    """A finished game after some of its steps."""

    step: int  # number of player steps made; a chance step counts as part of the player step before it
    state: TableState  # as the live connection would have sent it, without legal moves
    hands: list[list[str]] | None  # by seat, if everything is open and the game has hands


class PlayedStep(msgspec.Struct, frozen=True):
    """A step by a player."""

    seat: int
    text: str  # the step in the game's notation


class Replay(msgspec.Struct, frozen=True):
    """A finished game step by step. Clients align replays of the same deal by draws, then turns, then steps."""

    game: FinishedGame
    draws: list[int]  # by number of steps made: draws so far
    turns: list[int]  # by number of steps made: turn number, or 0 in games without turns
    scores: list[list[int]]  # by number of steps made: scores by seat if the game had ended there
    made: list[PlayedStep]  # all player steps
    frames: list[Frame]  # consecutive frames; static parts of the view are only in the first


# Reviews


class Review(msgspec.Struct, frozen=True):
    """The review of a finished game: progress and result."""

    status: Literal["none", "waiting", "running", "done", "failed"]  # none: not requested
    done: int  # steps analysed, including chance
    total: int
    ahead: int  # reviews before this one in the queue
    analysis: Analysis | None  # null until done


# Stats


class SeatStats(msgspec.Struct, frozen=True):
    """Results from one seat."""

    seats: int  # number of seats at the table
    seat: int
    played: int
    won: int  # including shared wins
    mean: float | None  # mean score; null if no game was finished
    lowest: int | None
    highest: int | None


class Frequency(msgspec.Struct, frozen=True):
    """How often a value occurred."""

    seats: int  # number of seats at the table
    value: int
    count: int


class Favourite(msgspec.Struct, frozen=True):
    """How often a player chose something."""

    key: str
    label: str  # its name in your language
    count: int


class ScorePoint(msgspec.Struct, frozen=True):
    """The result of one game."""

    id: str
    finished: float  # Unix time
    seats: int
    seat: int
    score: int | None
    won: bool


class PersonGameStats(msgspec.Struct, frozen=True):
    """A person's results in one game."""

    game: str
    title: str
    played: int
    won: int
    by_seat: list[SeatStats]
    scores: list[ScorePoint]  # recent games, oldest first
    favourites: list[Favourite]  # colours, zones or spirits in the same games, most frequent first


class PersonStats(msgspec.Struct, frozen=True):
    """A person's stats."""

    played: int
    won: int
    games: list[PersonGameStats]


class GameStats(msgspec.Struct, frozen=True):
    """Stats of a game, from the games that you may see."""

    game: str
    title: str
    played: int
    by_seat: list[SeatStats]
    lengths: list[Frequency]  # lengths in steps of games that ended by their rules
    scores: list[Frequency]
