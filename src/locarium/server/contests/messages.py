"""What the house says about contests and days of LOCUS, and what it is asked about them."""

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
    """A contest to be made: the same deals at several tables."""

    kind: Literal["duel", "duplicate"]  # a duel: LOCUS, each alone at their table
    game: str = "locus"
    seats: int = 1  # of a table
    tables: Annotated[int, msgspec.Meta(ge=MIN_TABLES, le=MAX_TABLES)] = MIN_TABLES  # of a deal
    deals: Annotated[int, msgspec.Meta(ge=1, le=MAX_DEALS)] = 1
    options: dict[str, Any] = msgspec.field(default_factory=dict)  # of the rules
    edition: str | None = None  # a built-in one by its name
    level: Level = DEFAULT  # of bots that fill in at duplicate tables


class DailyAttempt(StrictStruct, frozen=True):
    """Somebody wants to play a day's LOCUS."""

    practice: bool = False  # on another deck, or on that of a day that is over


# From the house: contests


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part."""

    number: int  # from 0
    name: str
    level: int | None  # of a bot
    program: bool  # an outside program plays for the person
    own: bool  # it is the client


class SeatResult(msgspec.Struct, frozen=True):
    """How a deal went for somebody; all null while the client may not know."""

    entrant: int
    seat: int
    score: int | None
    won: bool | None
    difference: float | None  # from the mean of all who held the same cards; more than 0 is better


class ContestTableResult(msgspec.Struct, frozen=True):
    """One of the tables of a deal."""

    table: str | None  # its name; null while the client may not look there
    over: bool
    own: bool  # the client sits there
    seats: list[SeatResult]  # by seat


class DealResult(msgspec.Struct, frozen=True):
    """One deal at all of its tables."""

    deal: int  # from 1
    commitment: str  # of the house to its secret, see fair deals
    over: bool  # at all tables: their records are open
    tables: list[ContestTableResult]


class Standing(msgspec.Struct, frozen=True):
    """How somebody stands after the deals that are over at all tables."""

    rank: int  # ties share it
    entrant: int
    total: float  # of the differences
    won: int  # games


class ContestInfo(msgspec.Struct, frozen=True):
    """A contest as the client may know it."""

    contest: str  # its name, part of its address
    kind: Literal["duel", "duplicate"]
    game: str
    title: str
    seats: int
    tables: int
    deals: int
    options: dict[str, Any]
    edition: str | None  # by its name; null if the game has no edition data
    level: int  # of bots that fill in
    status: Literal["waiting", "running", "over"]
    fewest_win: bool  # the lowest score wins
    host: bool  # the client made it
    entrants: list[Entrant]
    results: list[DealResult]  # none before it has begun
    standings: list[Standing]  # the best first; none before a deal is over


class OwnContest(msgspec.Struct, frozen=True):
    """A contest of the client in a list."""

    contest: str
    kind: Literal["duel", "duplicate"]
    game: str
    title: str
    status: Literal["waiting", "running", "over"]
    opened: float  # seconds since 1970
    host: bool  # the client made it
    left: int  # tables that the client has to play to the end


# From the house: days


class RankedAttempt(msgspec.Struct, frozen=True):
    """A ranked try that is finished."""

    rank: int  # ties share it
    name: str
    program: bool  # an outside program played
    score: int
    finished: float  # seconds since 1970
    own: bool
    table: str | None  # where it was played; null while the day is sealed, unless it is the client's


class BotPar(msgspec.Struct, frozen=True):
    """What a bot made of the same deck."""

    level: int
    name: str
    score: int | None  # null: it has not finished
    table: str | None  # null while the day is sealed


class OwnAttempt(msgspec.Struct, frozen=True):
    """The client's ranked try."""

    table: str
    score: int | None  # null: it is not finished, or was not in time
    rank: int | None


class Streak(msgspec.Struct, frozen=True):
    """Days in a row with a finished ranked try."""

    now: int  # up to today or yesterday
    longest: int


class DayInfo(msgspec.Struct, frozen=True):
    """A day of LOCUS as the client may know it."""

    day: str  # of UTC, 2026-11-16
    title: str  # of the game
    commitment: str  # of the house to its secret, see fair deals
    ends: float  # tries begin before it; seconds since 1970
    embargoed_until: float  # tries are finished until then; afterwards all of it is open
    embargoed: bool
    tries: int  # finished
    ranking: list[RankedAttempt]  # the best first, at most 100
    own: OwnAttempt | None
    par: list[BotPar]  # by level
    streak: Streak | None  # of the client


class CalendarDay(msgspec.Struct, frozen=True):
    """A day of a month on which somebody played."""

    day: str
    tries: int  # finished
    best: int | None
    par: int | None  # of the strongest bot
    score: int | None  # the client's
    rank: int | None


class Calendar(msgspec.Struct, frozen=True):
    """The days of a month on which there was a LOCUS of the day."""

    month: str  # 2026-11
    days: list[CalendarDay]
    streak: Streak | None  # of the client


class DailyTable(msgspec.Struct, frozen=True):
    """Where to play."""

    table: str
