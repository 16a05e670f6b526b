"""Structs of the contests API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from locarium.search.levels import DEFAULT
from locarium.server.http.messages import StrictStruct
from locarium.server.tables.messages import Level

MIN_TABLES, MAX_TABLES = 2, 6
MAX_DEALS = 8

# From the client


class NewContest(StrictStruct, frozen=True):
    """A contest to create: the same deals at several tables."""

    kind: Literal["duel", "duplicate"]  # duel: solo LOCUS for each entrant
    game: str = "locus"
    seats: int = 1  # seats per table
    tables: Annotated[int, msgspec.Meta(ge=MIN_TABLES, le=MAX_TABLES)] = MIN_TABLES  # tables per deal
    deals: Annotated[int, msgspec.Meta(ge=1, le=MAX_DEALS)] = 1
    options: dict[str, Any] = msgspec.field(default_factory=dict)  # rule options
    edition: str | None = None  # name of a built-in edition
    level: Level = DEFAULT  # level of the bots that fill duplicate tables


class DailyAttempt(StrictStruct, frozen=True):
    """A request to play a daily game."""

    practice: bool = False  # whether to play unranked, with another deck or with the deck of a past day


# To the client: contests


class Entrant(msgspec.Struct, frozen=True):
    """A participant."""

    number: int  # from 0
    name: str
    level: int | None  # level of a bot; null for a person
    program: bool  # whether the person declared that a program plays
    own: bool  # whether this is you


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat. Score, win and difference are null while you may not see them."""

    entrant: int
    seat: int
    score: int | None
    won: bool | None
    difference: float | None  # difference from the mean of all entrants with the same cards; positive is better


class ContestTableResult(msgspec.Struct, frozen=True):
    """The results at one of the tables of a deal."""

    table: str | None  # name; null while you may not see it
    over: bool
    own: bool  # whether you sit there
    seats: list[SeatResult]  # by seat


class DealResult(msgspec.Struct, frozen=True):
    """The results of one deal at all its tables."""

    deal: int  # from 1
    commitment: str  # the server's commitment to its secret, see docs/fair.md
    over: bool  # whether it is finished at all tables, so that the records are open
    tables: list[ContestTableResult]


class Standing(msgspec.Struct, frozen=True):
    """An entrant's standing after all finished deals."""

    rank: int  # shared in a tie
    entrant: int
    total: float  # sum of the differences
    won: int  # games won


class ContestInfo(msgspec.Struct, frozen=True):
    """A contest as you may see it."""

    contest: str  # name, part of the URL
    kind: Literal["duel", "duplicate"]
    game: str
    title: str
    seats: int
    tables: int
    deals: int
    options: dict[str, Any]
    edition: str | None  # name; null if the game has no editions
    level: int  # level of the bots that fill empty seats
    status: Literal["waiting", "running", "over"]
    fewest_win: bool  # whether the lowest score wins
    host: bool  # whether you created it
    entrants: list[Entrant]
    results: list[DealResult]  # empty before it starts
    standings: list[Standing]  # best first; empty before a deal is finished


class OwnContest(msgspec.Struct, frozen=True):
    """One of your contests."""

    contest: str
    kind: Literal["duel", "duplicate"]
    game: str
    title: str
    status: Literal["waiting", "running", "over"]
    opened: float  # Unix time
    host: bool  # whether you created it
    left: int  # tables that you still have to finish


# To the client: daily games


class RankedAttempt(msgspec.Struct, frozen=True):
    """A finished ranked attempt."""

    rank: int  # shared in a tie
    name: str
    program: bool  # whether the person declared that a program played
    score: int
    finished: float  # Unix time
    own: bool
    table: str | None  # null during the embargo, unless it is yours


class BotPar(msgspec.Struct, frozen=True):
    """A bot's result with the same deck."""

    level: int
    name: str
    score: int | None  # null: not finished
    table: str | None  # null during the embargo


class OwnAttempt(msgspec.Struct, frozen=True):
    """Your ranked attempt."""

    table: str
    score: int | None  # null: not finished, or too late
    rank: int | None


class Streak(msgspec.Struct, frozen=True):
    """Consecutive days with a finished ranked attempt."""

    now: int  # length of the current streak, which includes today or yesterday
    longest: int


class DayInfo(msgspec.Struct, frozen=True):
    """A daily game as you may see it."""

    day: str  # UTC, such as 2026-11-16
    title: str  # title of the game
    commitment: str  # the server's commitment to its secret, see docs/fair.md
    ends: float  # Unix time until which an attempt can be started
    embargoed_until: float  # Unix time until which an attempt can be finished; after that, everything is visible
    embargoed: bool
    tries: int  # finished attempts
    ranking: list[RankedAttempt]  # best first, at most 100
    own: OwnAttempt | None
    par: list[BotPar]  # by level
    streak: Streak | None  # your streak


class CalendarDay(msgspec.Struct, frozen=True):
    """A day in the calendar on which at least one attempt was finished."""

    day: str
    tries: int  # finished attempts
    best: int | None
    par: int | None  # score of the strongest bot
    score: int | None  # your score
    rank: int | None


class Calendar(msgspec.Struct, frozen=True):
    """The daily games of a month."""

    month: str  # such as 2026-11
    days: list[CalendarDay]
    streak: Streak | None  # your streak


class DailyTable(msgspec.Struct, frozen=True):
    """The table to play at."""

    table: str
