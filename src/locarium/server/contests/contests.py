"""Duels and duplicate tables: entrants, start and results."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.kernel.history import History
from locarium.kernel.position import Setup
from locarium.server.base.workers import SERVER
from locarium.server.storage import schema
from locarium.server.storage.schema import DAILY, DUEL
from locarium.server.storage.signing import person_id_of
from locarium.server.tables.creation import new_name
from locarium.table.anonymize import ANONYMOUS
from locarium.table.events import BOT_NAMES
from locarium.table.fairness import SECRET_BYTES

from . import model
from .messages import OwnContest
from .model import Contest
from .seating import placing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from locarium.kernel.game import Game
    from locarium.server.base.workers import Workers
    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database
    from locarium.server.tables.manager import TableManager

    from .messages import NewContest
    from .table_opener import TableOpener

MIN_IN_DUEL, MAX_IN_DUEL = 2, 5
MAX_LISTED = 50
LONGEST = 30 * 86400.0  # seconds after which unfinished games no longer hold up the results

contests, entrants, entries, tables = schema.contests, schema.entrants, schema.entries, schema.tables


class Contests:
    """The store of contests. Daily games are in daily.py."""

    def __init__(
        self,
        database: Database,
        manager: TableManager,
        opener: TableOpener,
        workers: Workers,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database, self._manager, self._opener, self._clock = database, manager, opener, clock
        self._workers = workers

    @property
    def now(self) -> float:
        """Return the current time."""
        return self._clock()

    async def make(self, spec: NewContest, host: Principal) -> str:
        """Create a contest with the host as its first entrant. Return its name."""
        options = await self._check(spec)
        contest = Contest(
            name=secrets.token_urlsafe(16),
            kind=spec.kind,
            game=spec.game,
            seats=spec.seats,
            options=options,
            edition=spec.edition,
            deals=spec.deals,
            tables=spec.tables,
            level=spec.level,
            secret=secrets.token_bytes(SECRET_BYTES),
            host=host.person_id,
            opened=self._clock(),
            begun=None,
            embargoed_until=None,
        )

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.insert(contests).values(contest.row()))
            connection.execute(sa.insert(entrants).values(person_row(contest.name, 0, host)))

        await self._database.ask(work)
        return contest.name

    async def _check(self, spec: NewContest) -> dict[str, Any]:
        """Return the options to store. Raise Refused or BadInput if the contest cannot be played."""
        if spec.kind == DUEL and (spec.seats != 1 or spec.tables > MAX_IN_DUEL):
            raise Refused("bad-duel", fewest=MIN_IN_DUEL, most=MAX_IN_DUEL)
        if spec.kind != DUEL and spec.seats < 2:
            raise Refused("duplicate-alone")
        game = await self._manager.game(spec.game)
        return await self._workers.run("tables", SERVER, _check_rules, game, spec)

    async def find(self, name: str) -> Contest:
        """Return a contest by name. Raise Refused if there is none."""
        contest = await self._database.ask(partial(model.find, name=name))
        if contest is None or contest.kind == DAILY:
            raise Refused("no-such-contest")
        return contest

    async def of(self, principal: Principal) -> list[OwnContest]:
        """Return a person's contests, newest first."""
        rows = await self._database.ask(partial(_own, person_id=principal.person_id))
        return [
            OwnContest(
                contest=row.name,
                kind=row.kind,
                game=row.game,
                title=catalogue.about(row.game).title,
                status=_status(row),
                opened=row.opened,
                host=row.host == principal.person_id,
                left=row.left,
            )
            for row in rows
        ]

    async def enter(self, name: str, principal: Principal) -> None:
        """Join a contest. The last entrant starts it."""
        if await self._database.ask(partial(_enter, name=name, principal=principal, now=self._clock())):
            await self._opener.open(name)

    async def leave(self, name: str, principal: Principal) -> None:
        """Leave a contest before it starts."""
        await self._database.ask(partial(_leave, name=name, person_id=principal.person_id))

    async def begin(self, name: str, principal: Principal) -> None:
        """Start the contest with the current entrants. Repeating the call is harmless."""
        await self._database.ask(partial(_begin_for, name=name, person_id=principal.person_id, now=self._clock()))
        await self._opener.open(name)

    async def anonymize_person(self, user_id: str) -> None:
        """Remove a deleted person's name. Their results stay."""
        await self._database.ask(partial(_forget, person_id=person_id_of(user_id)))


# Parts of a transaction.


def _check_rules(game: Game, spec: NewContest) -> dict[str, Any]:
    """Return the options to store. Reject games that cannot be played or have no draws."""
    setup = Setup(game, spec.seats, spec.options, game.about.edition_brought(spec.edition, None))
    if not History(setup).position.chance_is_due:
        raise Refused("nothing-drawn")
    options: dict[str, Any] = msgspec.to_builtins(setup.options)
    return options


def person_row(contest: str, number: int, principal: Principal) -> dict[str, Any]:
    """Return an entrant row for a person."""
    return {
        "contest": contest,
        "number": number,
        "person_id": principal.person_id,
        "name": principal.name,
        "program": principal.is_program,
        "level": None,
    }


def bot_row(contest: str, number: int, level: int) -> dict[str, Any]:
    """Return an entrant row for a bot, with a name that is unique in the contest."""
    again, which = divmod(number, len(BOT_NAMES))
    name = f"{BOT_NAMES[which]} {again + 1}" if again else BOT_NAMES[which]
    return {"contest": contest, "number": number, "person_id": None, "name": name, "program": False, "level": level}


def _lock_row(connection: sa.Connection, name: str) -> Contest:
    contest = model.lock_row(connection, name)
    if contest.kind == DAILY:
        raise Refused("no-such-contest")
    return contest


def _entered(connection: sa.Connection, contest: str) -> list[sa.Row[Any]]:
    wanted = sa.select(entrants).where(entrants.c.contest == contest).order_by(entrants.c.number)
    return list(connection.execute(wanted).all())


def _own(connection: sa.Connection, person_id: str) -> Sequence[sa.Row[Any]]:
    """Return a person's contests with the number of unfinished seats, in total and for the person."""
    is_over = sa.exists().where(tables.c.name == entries.c.table, tables.c.status == "over").correlate(entries)
    open_seats = sa.select(sa.func.count()).select_from(entries).where(entries.c.contest == contests.c.name, ~is_over)
    open_seats = open_seats.correlate(contests, entrants)
    left = open_seats.where(entries.c.entrant == entrants.c.number)
    wanted = (
        sa.select(contests, open_seats.scalar_subquery().label("unplayed"), left.scalar_subquery().label("left"))
        .select_from(contests.join(entrants, entrants.c.contest == contests.c.name))
        .where(entrants.c.person_id == person_id, contests.c.kind != DAILY)
        .order_by(contests.c.opened.desc())
        .limit(MAX_LISTED)
    )
    return connection.execute(wanted).all()


def _status(row: sa.Row[Any]) -> Literal["waiting", "running", "over"]:
    if row.begun is None:
        return "waiting"
    return "running" if row.unplayed else "over"


def _enter(connection: sa.Connection, name: str, principal: Principal, now: float) -> bool:
    """Add an entrant. Return whether the contest has started."""
    contest = _lock_row(connection, name)
    there = _entered(connection, name)
    if any(row.person_id == principal.person_id for row in there):
        return contest.begun is not None
    if contest.begun is not None:
        raise Refused("contest-begun")
    number = next(number for number in range(len(there) + 1) if all(row.number != number for row in there))
    connection.execute(sa.insert(entrants).values(person_row(name, number, principal)))
    is_full = len(there) + 1 == contest.most_entrants
    if is_full:
        _begin(connection, contest, now)
    return is_full


def _leave(connection: sa.Connection, name: str, person_id: str) -> None:
    if _lock_row(connection, name).begun is not None:
        raise Refused("contest-begun")
    connection.execute(sa.delete(entrants).where(entrants.c.contest == name, entrants.c.person_id == person_id))


def _begin_for(connection: sa.Connection, name: str, person_id: str, now: float) -> None:
    contest = _lock_row(connection, name)
    if contest.host != person_id:
        raise Refused("not-your-contest")
    if contest.begun is None:
        _begin(connection, contest, now)


def _begin(connection: sa.Connection, contest: Contest, now: float) -> None:
    """Fill empty places with bots and assign the seats."""
    there = _entered(connection, contest.name)
    for number, row in enumerate(there):  # renumber, because some may have left
        here = sa.and_(entrants.c.contest == contest.name, entrants.c.number == row.number)
        connection.execute(sa.update(entrants).where(here).values(number=number))
    if contest.kind == DUEL:
        contest = replace(contest, tables=len(there))
    if len(there) < (MIN_IN_DUEL if contest.kind == DUEL else 1):
        raise Refused("too-few-entrants", fewest=MIN_IN_DUEL if contest.kind == DUEL else 1)
    if filling := range(len(there), contest.most_entrants):
        bots = [bot_row(contest.name, number, contest.level) for number in filling]
        connection.execute(sa.insert(entrants), bots)
    connection.execute(sa.insert(entries), _seats(contest))
    begun = {"begun": now, "embargoed_until": now + LONGEST, "tables": contest.tables}
    connection.execute(sa.update(contests).where(contests.c.name == contest.name).values(begun))


def _seats(contest: Contest) -> list[dict[str, Any]]:
    """Return the entry rows: who plays which deal where."""
    rows: list[dict[str, Any]] = []
    for deal in range(contest.deals):
        names = [new_name() for _ in range(contest.tables)]
        for entrant in range(contest.most_entrants):
            here = placing(entrant, deal, tables=contest.tables, seats=contest.seats)
            row = {"contest": contest.name, "deal": deal + 1, "entrant": entrant}
            rows.append(row | {"place": here.place, "seat": here.seat, "table": names[here.place]})
    return rows


def _forget(connection: sa.Connection, person_id: str) -> None:
    """Remove a person from contests that have not started and from unfinished daily attempts. Anonymize the rest."""
    connection.execute(sa.update(contests).where(contests.c.host == person_id).values(host=""))
    is_over = sa.exists().where(tables.c.name == entries.c.table, tables.c.status == "over")
    unfinished = sa.select(entries.c.entrant).where(
        entries.c.contest == entrants.c.contest, entries.c.entrant == entrants.c.number, ~is_over
    )
    of_kind = sa.select(contests.c.kind).where(contests.c.name == entrants.c.contest).scalar_subquery()
    begun = sa.select(contests.c.begun).where(contests.c.name == entrants.c.contest).scalar_subquery()
    gone = sa.or_(begun.is_(None), sa.and_(of_kind == DAILY, sa.exists(unfinished)))
    wanted = sa.select(entrants.c.contest, entrants.c.number).where(entrants.c.person_id == person_id, gone)
    for row in connection.execute(wanted).all():
        connection.execute(sa.delete(entries).where(entries.c.contest == row.contest, entries.c.entrant == row.number))
        connection.execute(
            sa.delete(entrants).where(entrants.c.contest == row.contest, entrants.c.number == row.number)
        )
    connection.execute(
        sa.update(entrants).where(entrants.c.person_id == person_id).values(person_id=None, name=ANONYMOUS)
    )
