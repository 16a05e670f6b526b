"""Daily games: the same solo LOCUS deck for everyone, one ranked attempt per account, and bots' scores as par."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from locarium import catalogue
from locarium.kernel.errors import BadInput, Refused
from locarium.search.levels import LEVELS
from locarium.server.storage import schema
from locarium.server.storage.schema import DAILY
from locarium.server.tables.creation import new_name
from locarium.table.events import Person

from . import model
from .contests import bot_row, person_row
from .messages import BotPar, Calendar, CalendarDay, DayInfo, OwnAttempt, RankedAttempt, Streak
from .model import PRACTICE, Contest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from locarium.server.people.principal import Principal
    from locarium.server.people.users import Users
    from locarium.server.storage.database import Database
    from locarium.server.tables.manager import TableManager

    from .table_opener import TableOpener

GAME = "locus"
RANKED = 1  # deal number of the ranked attempt
GRACE = 3600.0  # seconds after the end of the day in which an attempt can still be finished
MAX_RANKED = 100
PREFIX = "daily-"
ONE_DAY = timedelta(days=1)

contests, entrants, entries = schema.contests, schema.entrants, schema.entries
games, players = schema.games, schema.players


class Daily:
    """The daily games. Each is a contest that is created on first request."""

    def __init__(
        self,
        database: Database,
        manager: TableManager,
        opener: TableOpener,
        users: Users,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database, self._manager, self._opener, self._users = database, manager, opener, users
        self._clock = clock

    @property
    def today(self) -> date:
        """Return today's date in UTC."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    async def play(self, day: date, principal: Principal, *, practice: bool) -> str:
        """Return a person's table: always the same one for the ranked attempt, a new one for practice."""
        contest = await self._contest(day)
        if practice:
            return await self._practise(contest, principal)
        if not await self._users.has_account(principal.user_id):
            raise Refused("account-needed")
        is_late = self._clock() >= ends(contest)
        table = await self._database.ask(partial(_enter, name=contest.name, principal=principal, is_late=is_late))
        await self._opener.open(contest.name)
        return table

    async def _practise(self, contest: Contest, principal: Principal) -> str:
        name = new_name()
        deal = PRACTICE if self._is_embargoed(contest) else RANKED
        player = Person(principal.name, principal.person_id, principal.is_program)
        await self._manager.open_contest_table(contest.practice_table(name, deal, player))
        return name

    async def show(self, day: date, principal: Principal | None) -> DayInfo:
        """Return a daily game as the person may see it."""
        contest = await self._contest(day)
        person_id = None if principal is None else principal.person_id
        days = await self._days_of(person_id)
        return await self._database.ask(
            lambda connection: DayInfo(
                day=day.isoformat(),
                title=catalogue.about(GAME).title,
                commitment=contest.commitment(RANKED),
                ends=ends(contest),
                embargoed_until=_embargo_end(contest),
                embargoed=self._is_embargoed(contest),
                tries=_count(connection, contest),
                ranking=_ranking(connection, contest, person_id, is_embargoed=self._is_embargoed(contest)),
                own=None if person_id is None else _own(connection, contest, person_id),
                par=_par(connection, contest, is_embargoed=self._is_embargoed(contest)),
                streak=None if person_id is None else streak_of(days, self.today),
            )
        )

    async def calendar(self, month: date, principal: Principal | None) -> Calendar:
        """Return the days of a month, given by its first day."""
        person_id = None if principal is None else principal.person_id
        days = await self._database.ask(partial(_calendar, month=f"{month:%Y-%m}", person_id=person_id))
        streak = None if person_id is None else streak_of(await self._days_of(person_id), self.today)
        return Calendar(f"{month:%Y-%m}", days, streak)

    async def _days_of(self, person_id: str | None) -> list[date]:
        """Return the days on which a person finished a ranked attempt."""
        if person_id is None:
            return []
        wanted = sa.select(entries.c.contest).select_from(_TRIES).where(_COUNTS, entrants.c.person_id == person_id)
        names = await self._database.ask(lambda connection: connection.execute(wanted).scalars().all())
        return [_day_of(name) for name in names]

    async def _contest(self, day: date) -> Contest:
        """Return the contest of a day. Create today's if needed. A past day without one gets an empty contest."""
        if day > self.today:
            raise Refused("no-such-day", today=self.today.isoformat())
        name = f"{PREFIX}{day.isoformat()}"
        contest = await self._database.ask(partial(model.find, name=name))
        if contest is not None:
            return contest
        contest = self._new(day, name)
        if day == self.today:
            with suppress(IntegrityError):  # another process was faster
                await self._database.ask(partial(_make, contest=contest))
            await self._opener.open(name)
        return contest

    def _new(self, day: date, name: str) -> Contest:
        """Return a new contest. Its secret is derived from the server's key, so all processes agree on it."""
        over = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + ONE_DAY.total_seconds()
        now = self._clock()
        return Contest(
            name=name,
            kind=DAILY,
            game=GAME,
            seats=1,
            options={},
            edition=None,
            deals=1,
            tables=0,
            level=LEVELS,
            secret=bytes.fromhex(self._users.signer.digest("daily", name)),
            host="",
            opened=now,
            begun=now,
            embargoed_until=over + GRACE,
        )

    def _is_embargoed(self, contest: Contest) -> bool:
        return self._clock() < _embargo_end(contest)


def read_day(text: str) -> date:
    """Parse a day in a URL."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise BadInput(f"invalid day {text!r}; write it like 2026-11-16")


def read_month(text: str) -> date:
    """Parse a month in a URL. Return its first day."""
    try:
        return read_day(f"{text}-01")
    except BadInput:
        raise BadInput(f"invalid month {text!r}; write it like 2026-11") from None


def ends(contest: Contest) -> float:
    """Return when a day ends."""
    return _embargo_end(contest) - GRACE


def streak_of(days: Iterable[date], today: date) -> Streak:
    """Return the current and the longest streak of days."""
    longest, row, last = 0, 0, date.min
    for day in sorted(days):
        row = row + 1 if day - last == ONE_DAY else 1
        longest, last = max(longest, row), day
    return Streak(row if today - last <= ONE_DAY else 0, longest)


def _embargo_end(contest: Contest) -> float:
    assert contest.embargoed_until is not None
    return contest.embargoed_until


def _day_of(contest: str) -> date:
    return date.fromisoformat(contest.removeprefix(PREFIX))


# Parts of a transaction.

_TRIES = (
    entries.join(contests, contests.c.name == entries.c.contest)
    .join(entrants, sa.and_(entrants.c.contest == entries.c.contest, entrants.c.number == entries.c.entrant))
    .join(games, games.c.table == entries.c.table)
    .join(players, players.c.game == games.c.id)
)
_IN_TIME = sa.and_(contests.c.kind == DAILY, games.c.finished <= contests.c.embargoed_until)
_COUNTS = sa.and_(_IN_TIME, entrants.c.level.is_(None))


def _make(connection: sa.Connection, contest: Contest) -> None:
    """Store a daily game and enter bots of all levels, whose scores are the par."""
    connection.execute(sa.insert(contests).values(contest.row()))
    bots = [bot_row(contest.name, number, number + 1) for number in range(LEVELS)]
    connection.execute(sa.insert(entrants), bots)
    connection.execute(sa.insert(entries), [_entry(contest.name, number) for number in range(LEVELS)])


def _entry(contest: str, number: int) -> dict[str, Any]:
    """Return an entry row. Every entrant has their own table."""
    place = {"contest": contest, "deal": RANKED, "entrant": number, "place": number, "seat": 0}
    return place | {"table": new_name()}


def _enter(connection: sa.Connection, name: str, principal: Principal, *, is_late: bool) -> str:
    """Return the table of a person's ranked attempt, creating it if needed."""
    if not is_late:
        model.lock_row(connection, name)
    there = _table_of(connection, name, principal.person_id)
    if there is not None:
        return there
    if is_late:
        raise Refused("day-over")
    last = connection.scalar(sa.select(sa.func.max(entrants.c.number)).where(entrants.c.contest == name))
    entry = _entry(name, 0 if last is None else last + 1)
    connection.execute(sa.insert(entrants).values(person_row(name, entry["entrant"], principal)))
    connection.execute(sa.insert(entries).values(entry))
    return str(entry["table"])


def _table_of(connection: sa.Connection, contest: str, person_id: str) -> str | None:
    wanted = (
        sa.select(entries.c.table)
        .join(entrants, sa.and_(entrants.c.contest == entries.c.contest, entrants.c.number == entries.c.entrant))
        .where(entrants.c.contest == contest, entrants.c.person_id == person_id)
    )
    return connection.scalar(wanted)


def _ranked(*conditions: sa.ColumnElement[bool]) -> sa.Subquery:
    """Return the ranked attempts with their ranks per day."""
    rank = sa.func.rank().over(partition_by=entries.c.contest, order_by=players.c.score.desc())
    columns = entries.c.contest, entries.c.table, entrants.c.person_id, entrants.c.name, entrants.c.program
    wanted = sa.select(*columns, games.c.finished, players.c.score, rank.label("rank")).select_from(_TRIES)
    return wanted.where(_COUNTS, *conditions).subquery()


def _count(connection: sa.Connection, contest: Contest) -> int:
    wanted = sa.select(sa.func.count()).select_from(_TRIES).where(_COUNTS, contests.c.name == contest.name)
    return connection.scalar(wanted) or 0


def _ranking(
    connection: sa.Connection, contest: Contest, person_id: str | None, *, is_embargoed: bool
) -> list[RankedAttempt]:
    tries = _ranked(contests.c.name == contest.name)
    wanted = sa.select(tries).order_by(tries.c.rank, tries.c.finished).limit(MAX_RANKED)
    return [
        RankedAttempt(
            rank=row.rank,
            name=row.name,
            program=row.program,
            score=row.score,
            finished=row.finished,
            own=is_own,
            table=row.table if is_own or not is_embargoed else None,
        )
        for row in connection.execute(wanted).all()
        for is_own in [person_id is not None and row.person_id == person_id]
    ]


def _own(connection: sa.Connection, contest: Contest, person_id: str) -> OwnAttempt | None:
    table = _table_of(connection, contest.name, person_id)
    if table is None:
        return None
    tries = _ranked(contests.c.name == contest.name)
    row = connection.execute(sa.select(tries).where(tries.c.person_id == person_id)).one_or_none()
    return OwnAttempt(table, None, None) if row is None else OwnAttempt(table, row.score, row.rank)


def _par(connection: sa.Connection, contest: Contest, *, is_embargoed: bool) -> list[BotPar]:
    played = games.join(players, players.c.game == games.c.id)
    where = entries.join(
        entrants, sa.and_(entrants.c.contest == entries.c.contest, entrants.c.number == entries.c.entrant)
    ).outerjoin(played, games.c.table == entries.c.table)
    wanted = (
        sa.select(entrants.c.level, entrants.c.name, entries.c.table, players.c.score)
        .select_from(where)
        .where(entrants.c.contest == contest.name, entrants.c.level.is_not(None))
        .order_by(entrants.c.level)
    )
    return [
        BotPar(row.level, row.name, row.score, None if is_embargoed else row.table)
        for row in connection.execute(wanted).all()
    ]


def _calendar(connection: sa.Connection, month: str, person_id: str | None) -> list[CalendarDay]:
    of_month = sa.and_(contests.c.kind == DAILY, contests.c.name.startswith(f"{PREFIX}{month}-"))
    days = sa.select(contests.c.name).where(of_month).order_by(contests.c.name)
    tries = _ranked(of_month)
    best = sa.select(tries.c.contest, sa.func.count().label("tries"), sa.func.max(tries.c.score).label("best"))
    own = sa.select(tries).where(tries.c.person_id == ("" if person_id is None else person_id))
    par = sa.select(entries.c.contest, players.c.score).select_from(_TRIES)
    par = par.where(of_month, entrants.c.level == LEVELS)
    by_best = {row.contest: row for row in connection.execute(best.group_by(tries.c.contest)).all()}
    by_own = {row.contest: row for row in connection.execute(own).all()}
    by_par = {row.contest: row.score for row in connection.execute(par).all()}
    return [
        CalendarDay(
            day=name.removeprefix(PREFIX),
            tries=by_best[name].tries if name in by_best else 0,
            best=by_best[name].best if name in by_best else None,
            par=by_par.get(name),
            score=by_own[name].score if name in by_own else None,
            rank=by_own[name].rank if name in by_own else None,
        )
        for name in connection.execute(days).scalars()
    ]
