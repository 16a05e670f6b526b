"""Open contest tables. Tables with only bots are opened one after the other, to leave time for other bots."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from locarium.search.levels import DEFAULT
from locarium.server.base.tasks import Tasks
from locarium.server.storage import schema
from locarium.table.events import Bot, Person

from . import model

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.server.storage.database import Database
    from locarium.server.tables.manager import TableManager

CHECK_SECONDS = 0.2  # seconds between checks of tables with only bots
MAX_BOT_SECONDS = 900.0  # seconds after which the next table no longer waits for a table with only bots

contests, entrants, entries, tables = schema.contests, schema.entrants, schema.entries, schema.tables
_filled = entries.join(
    entrants, sa.and_(entrants.c.contest == entries.c.contest, entrants.c.number == entries.c.entrant)
)


@dataclass(frozen=True)
class PendingTable:
    """A table that must be opened."""

    contest: str
    deal: int
    table: str  # its name
    players: list[sa.Row[Any]]  # by seat

    @property
    def has_people(self) -> bool:
        """Return whether a person is waiting for the table."""
        return any(player.level is None for player in self.players)


class TableOpener:
    """A queue of planned tables. It is stored, so tables interrupted by a crash are opened after a restart."""

    def __init__(self, database: Database, manager: TableManager, clock: Callable[[], float] = time.time) -> None:
        self._database, self._manager, self._clock = database, manager, clock
        self._woken = asyncio.Event()
        self._opening = asyncio.Lock()  # if two tasks opened the same table, one would have to discard it
        self._tasks = Tasks()

    def start(self) -> None:
        """Start, beginning with unopened tables."""
        self._tasks.keep("openings", self._run)

    async def close(self) -> None:
        """Stop. Unopened tables are opened later."""
        await self._tasks.close()

    async def open(self, contest: str) -> None:
        """Open the tables of a contest that people wait for. Tables with only bots follow."""
        async with self._opening:
            for waiting in await self._database.ask(partial(_waiting, now=self._clock(), contest=contest)):
                if waiting.has_people:
                    await self._open(waiting)
        self._woken.set()

    async def _run(self) -> None:
        while True:
            while await self._open_next():
                await asyncio.sleep(CHECK_SECONDS)
            await self._woken.wait()
            self._woken.clear()

    async def _open_next(self) -> bool:
        """Open the tables that people wait for, and one with only bots if none is running.

        Return False if none are left.
        """
        async with self._opening:
            now = self._clock()
            waiting = await self._database.ask(partial(_waiting, now=now))
            for each in waiting:
                if each.has_people:
                    await self._open(each)
            alone = [each for each in waiting if not each.has_people]
            if alone and not await self._database.ask(partial(_are_bots_alone, since=now - MAX_BOT_SECONDS)):
                await self._open(alone[0])
            return bool(alone)

    async def _open(self, waiting: PendingTable) -> None:
        contest = await self._database.ask(partial(model.find, name=waiting.contest))
        assert contest is not None
        players = [self._player(row) for row in waiting.players]
        await self._manager.open_contest_table(contest.table(waiting.table, waiting.deal, players))

    def _player(self, entrant: sa.Row[Any]) -> Person | Bot:
        """Return the player for an entrant. A bot replaces a deleted person."""
        if entrant.person_id is None:
            return self._manager.bot(entrant.level or DEFAULT, entrant.name)
        return Person(entrant.name, entrant.person_id, entrant.program)


def _waiting(connection: sa.Connection, now: float, contest: str | None = None) -> list[PendingTable]:
    """Return the tables that are planned but not opened."""
    wanted = (
        sa.select(entries, entrants.c.person_id, entrants.c.name, entrants.c.program, entrants.c.level)
        .select_from(_filled.join(contests, contests.c.name == entries.c.contest))
        .where(contests.c.embargoed_until > now)
        .where(~sa.exists().where(tables.c.name == entries.c.table))
        .order_by(contests.c.begun, entries.c.contest, entries.c.deal, entries.c.place, entries.c.seat)
    )
    if contest is not None:
        wanted = wanted.where(entries.c.contest == contest)
    rows = connection.execute(wanted).all()
    found = ((name, list(seats)) for name, seats in groupby(rows, key=lambda row: row.table))
    return [PendingTable(seats[0].contest, seats[0].deal, name, seats) for name, seats in found]


def _are_bots_alone(connection: sa.Connection, since: float) -> bool:
    """Return whether a contest table with only bots is running."""
    person = (
        sa.exists()
        .where(entries.c.table == tables.c.name)
        .where(entrants.c.contest == entries.c.contest, entrants.c.number == entries.c.entrant)
        .where(entrants.c.level.is_(None))
    )
    in_contest = sa.exists().where(entries.c.table == tables.c.name)
    wanted = sa.select(tables.c.name).where(tables.c.due == 0, tables.c.status == "running")
    wanted = wanted.where(tables.c.opened > since, in_contest, ~person)
    return connection.execute(wanted.limit(1)).first() is not None
