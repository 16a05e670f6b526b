"""Stats of finished games, for a person and for a game."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.position import Setup
from locarium.server.storage import schema

from .embargo import is_embargoed
from .messages import Favourite, Frequency, GameStats, PersonGameStats, PersonStats, ScorePoint, SeatStats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from locarium.server.base.workers import Client, Workers
    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database

NEWEST = 2_000  # games per person that are evaluated individually
MAX_POINTS = 200  # maximum points in a chart, per game

games, players = schema.games, schema.players
_joined = games.join(players, players.c.game == games.c.id)


class StatsFilter(msgspec.Struct, frozen=True):
    """Which games count."""

    practice: bool | None = None
    bots: bool | None = None  # whether bots played
    seats: int | None = None

    def conditions(self) -> list[sa.ColumnElement[bool]]:
        """Return the database conditions. Imported games never count."""
        found: list[sa.ColumnElement[bool]] = [games.c.importer.is_(None)]
        if self.practice is not None:
            found.append(games.c.practice == self.practice)
        if self.bots is not None:
            found.append((games.c.bots > 0) == self.bots)
        if self.seats is not None:
            found.append(games.c.seats == self.seats)
        return found


class Stats:
    """Queries for the stats of people and games."""

    def __init__(self, database: Database, workers: Workers) -> None:
        self._database, self._workers = database, workers

    async def of_person(self, principal: Principal, client: Client, counted: StatsFilter, language: str) -> PersonStats:
        """Return a person's stats."""
        conditions = [players.c.person_id == principal.person_id, *counted.conditions()]
        newest = (
            sa.select(games.c.id, games.c.game, games.c.finished, games.c.seats, players)
            .select_from(_joined)
            .where(*conditions)
            .order_by(games.c.finished.desc(), games.c.id.desc())
            .limit(NEWEST)
        )
        by_seat, rows = await self._ask(_by_seat(conditions), newest)
        played = await self._workers.run("stats", client, _person_games, by_seat, rows, language)
        return PersonStats(sum(game.played for game in played), sum(game.won for game in played), played)

    async def of_game(self, game: str, principal: Principal | None, counted: StatsFilter) -> GameStats:
        """Return a game's stats from public tables and the person's own."""
        about = catalogue.about(game)
        may_see = sa.and_(games.c.public, ~is_embargoed(time.time()))
        if principal is not None:
            own = sa.select(players.c.game).where(players.c.person_id == principal.person_id)
            may_see = sa.or_(may_see, games.c.id.in_(own))
        conditions = [games.c.game == game, may_see, *counted.conditions()]
        lengths = _counts(games.c.steps, games).where(*conditions, games.c.ended.is_(None))
        scores = _counts(players.c.score, _joined).where(*conditions, players.c.score.is_not(None))
        by_seat, steps, points = await self._ask(_by_seat(conditions), lengths, scores)
        return GameStats(
            game=game,
            title=about.title,
            played=sum(row.played for row in by_seat if row.seat == 0),
            by_seat=_seats(by_seat),
            lengths=[Frequency(row.seats, row.value, row.times) for row in steps],
            scores=[Frequency(row.seats, row.value, row.times) for row in points],
        )

    async def _ask(self, *wanted: sa.Select[Any]) -> list[Sequence[sa.Row[Any]]]:
        return await self._database.ask(lambda connection: [connection.execute(each).all() for each in wanted])


def _by_seat(conditions: Iterable[sa.ColumnElement[bool]]) -> sa.Select[Any]:
    place = games.c.game, games.c.seats, players.c.seat
    won = sa.func.sum(sa.case((players.c.won, 1), else_=0))
    score = players.c.score
    figures = [
        sa.func.count().label("played"),
        won.label("won"),
        sa.func.sum(score).label("total"),
        sa.func.count(score).label("scored"),
        sa.func.min(score).label("lowest"),
        sa.func.max(score).label("highest"),
    ]
    return sa.select(*place, *figures).select_from(_joined).where(*conditions).group_by(*place).order_by(*place)


def _counts(value: sa.Column[Any], where: sa.FromClause) -> sa.Select[Any]:
    times = sa.func.count().label("times")
    place = games.c.seats, value
    return sa.select(games.c.seats, value.label("value"), times).select_from(where).group_by(*place).order_by(*place)


def _of(game: str, rows: Sequence[sa.Row[Any]]) -> list[sa.Row[Any]]:
    return [row for row in rows if row.game == game]


def _seats(rows: Iterable[sa.Row[Any]]) -> list[SeatStats]:
    return [
        SeatStats(
            seats=row.seats,
            seat=row.seat,
            played=row.played,
            won=row.won,
            mean=row.total / row.scored if row.scored else None,
            lowest=row.lowest,
            highest=row.highest,
        )
        for row in rows
    ]


def _person_games(
    by_seat: Sequence[sa.Row[Any]], newest: Sequence[sa.Row[Any]], language: str
) -> list[PersonGameStats]:
    names = [name for name in catalogue.NAMES if any(row.game == name for row in by_seat)]
    return [_person_game(name, _of(name, by_seat), _of(name, newest), language) for name in names]


def _person_game(name: str, by_seat: list[sa.Row[Any]], newest: list[sa.Row[Any]], language: str) -> PersonGameStats:
    points = [
        ScorePoint(row.id, row.finished, row.seats, row.seat, row.score, row.won)
        for row in reversed(newest[:MAX_POINTS])
    ]
    chosen: Counter[str] = Counter()
    for row in newest:
        chosen.update(json.loads(row.tallies))
    return PersonGameStats(
        game=name,
        title=catalogue.about(name).title,
        played=sum(row.played for row in by_seat),
        won=sum(row.won for row in by_seat),
        by_seat=_seats(by_seat),
        scores=points,
        favourites=_favourites(name, chosen, language),
    )


def _favourites(name: str, chosen: Counter[str], language: str) -> list[Favourite]:
    game = catalogue.game(name)
    if game.taste is None or not chosen:
        return []
    fewest = game.about.seats(game.about.options())[0]
    texts = Setup(game, fewest).texts(language)  # names of the house edition
    return [Favourite(key, texts.get(game.taste.section, key), count) for key, count in chosen.most_common()]
