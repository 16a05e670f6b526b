"""Contest results as a person may see them. Others' results of a deal appear once the person has played it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.record import Result
from locarium.server.storage import schema

from .messages import ContestInfo, ContestTableResult, DealResult, Entrant, SeatResult, Standing
from .scoring import DealScore, differences, standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database

    from .model import Contest

entrants, entries, games, tables = schema.entrants, schema.entries, schema.games, schema.tables


class Fairness(msgspec.Struct, frozen=True):
    """The fairness data of a record."""

    lot: int = 0  # the seat that was drawn to go first


class Written(msgspec.Struct, frozen=True):
    """The fields of a record that the results need."""

    seats: int
    result: Result
    fair: Fairness


_decoder = msgspec.json.Decoder(Written)


@dataclass(frozen=True)
class ContestSeat:
    """An entrant's seat at a contest table, with its result."""

    deal: int
    entrant: int
    place: int
    seat: int
    table: str
    is_over: bool
    is_own: bool
    score: int | None  # None while the game is not over
    won: bool | None

    @property
    def played(self) -> DealScore | None:
        """Return the result, or None."""
        if self.won is None:
            return None
        return DealScore(self.entrant, self.seat, int(self.won) if self.score is None else self.score, self.won)


async def show(database: Database, contest: Contest, principal: Principal | None, now: float) -> ContestInfo:
    """Return a contest as a person may see it."""
    person_id = "" if principal is None else principal.person_id
    users, rows, records = await database.ask(lambda connection: _read(connection, contest.name))
    written = {row.table: _decoder.decode(row.record) for row in records}
    about = catalogue.about(contest.game)
    own = {row.number for row in users if row.person_id == person_id}
    seats = [_enter(row, written.get(row.table), own) for row in rows]
    deals = {deal: list(same) for deal, same in groupby(seats, key=lambda seat: seat.deal)}
    over = [deal for deal in deals.values() if _is_over(deal)]
    status: Literal["waiting", "running", "over"] = "running" if len(over) < len(deals) else "over"
    return ContestInfo(
        contest=contest.name,
        kind=cast("Literal['duel', 'duplicate']", contest.kind),
        game=contest.game,
        title=about.title,
        seats=contest.seats,
        tables=contest.tables,
        deals=contest.deals,
        options=contest.options,
        edition=about.edition_brought(contest.edition, None).name if about.has_editions else None,
        level=contest.level,
        status="waiting" if contest.begun is None else status,
        fewest_win=about.fewest_win,
        host=person_id == contest.host and principal is not None,
        entrants=[Entrant(row.number, row.name, row.level, row.program, row.number in own) for row in users],
        results=[_show_deal(contest, number, deal, now, is_low=about.fewest_win) for number, deal in deals.items()],
        standings=[
            Standing(each.rank, each.entrant, float(each.total), each.won)
            for each in standings([_results(deal) for deal in over], is_low=about.fewest_win)
        ],
    )


def _read(connection: sa.Connection, contest: str) -> list[Sequence[sa.Row[Any]]]:
    """Read the entrants, their seats by deal, table and seat, and the records of finished games."""
    users = sa.select(entrants).where(entrants.c.contest == contest).order_by(entrants.c.number)
    seats = (
        sa.select(entries, tables.c.status)
        .select_from(entries.outerjoin(tables, tables.c.name == entries.c.table))
        .where(entries.c.contest == contest)
        .order_by(entries.c.deal, entries.c.place, entries.c.seat)
    )
    own_tables = sa.select(entries.c.table).where(entries.c.contest == contest)
    records = sa.select(games.c.table, games.c.record).where(games.c.table.in_(own_tables))
    return [connection.execute(wanted).all() for wanted in (users, seats, records)]


def _enter(row: sa.Row[Any], written: Written | None, own: set[int]) -> ContestSeat:
    score: int | None = None
    won: bool | None = None
    if written is not None:
        seat = (row.seat - written.fair.lot) % written.seats
        scores = written.result.scores
        score = None if scores is None else scores[seat]
        won = seat in written.result.winners
    is_over = row.status == "over"
    return ContestSeat(row.deal, row.entrant, row.place, row.seat, row.table, is_over, row.entrant in own, score, won)


def _is_over(deal: Sequence[ContestSeat]) -> bool:
    return all(each.is_over for each in deal)


def _places(deal: Sequence[ContestSeat]) -> list[list[ContestSeat]]:
    """Group seats by table."""
    return [list(seats) for _, seats in groupby(deal, key=lambda each: each.place)]


def _results(deal: Sequence[ContestSeat]) -> list[DealScore]:
    return [played for each in deal if (played := each.played) is not None]


def _show_deal(contest: Contest, number: int, deal: Sequence[ContestSeat], now: float, *, is_low: bool) -> DealResult:
    is_over = _is_over(deal)
    is_open = is_over or (contest.embargoed_until or 0.0) <= now
    may_compare = is_open or any(each.is_own and each.is_over for each in deal)
    better = differences(_results(deal), is_low=is_low) if is_over else {}
    shown = [_show_place(seats, better, may_compare=may_compare) for seats in _places(deal)]
    return DealResult(number, contest.commitment(number), is_over, shown)


def _show_place(seats: list[ContestSeat], better: Mapping[int, Fraction], *, may_compare: bool) -> ContestTableResult:
    is_own, is_over = any(each.is_own for each in seats), seats[0].is_over
    is_shown = is_own or (may_compare and is_over)
    return ContestTableResult(
        table=seats[0].table if is_shown else None,
        over=is_over,
        own=is_own,
        seats=[
            SeatResult(
                entrant=each.entrant,
                seat=each.seat,
                score=each.score if is_shown else None,
                won=each.won if is_shown else None,
                difference=float(better[each.entrant]) if each.entrant in better else None,
            )
            for each in seats
        ],
    )
