"""Access to the archive: a person's own games and public games."""

from __future__ import annotations

import json
import math
import time
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.errors import BadInput, Refused
from locarium.kernel.options import option_from_text
from locarium.kernel.record import read_record
from locarium.server.storage import schema
from locarium.server.storage.signing import person_id_of
from locarium.server.tables.messages import DAY

from . import writer
from .embargo import is_embargoed
from .messages import FinishedGame, FinishedGames, GamePlayer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Sequence

    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database

MAX_EXPORTED = 5_000  # games
AT_A_TIME = 100  # games fetched per query
Whose: TypeAlias = Literal["mine", "public", "imported"]
Condition: TypeAlias = sa.ColumnElement[bool]

games, players = schema.games, schema.players
LISTED = [column for column in games.c if column is not games.c.record]
EXPORTED = [games.c.id, games.c.finished, games.c.record]


class ArchiveQuery(msgspec.Struct, frozen=True):
    """A selection of games."""

    whose: Whose = "public"
    game: str | None = None
    person: str | None = None  # name of a player
    bots: bool | None = None  # whether bots played
    practice: bool | None = None
    seats: int | None = None
    options: tuple[str, ...] = ()  # rule options as name=value
    since: date | None = None  # UTC, inclusive
    until: date | None = None


class Archive:
    """The archive of finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(
        self, wanted: ArchiveQuery, principal: Principal | None, blocked: Collection[str], after: str | None, most: int
    ) -> FinishedGames:
        """Return a page of games after a cursor, newest first."""
        columns = [*LISTED, is_embargoed(time.time()).label("embargoed")]
        rows = await self._page(columns, _conditions(wanted, principal, blocked), after, most + 1)
        shown = rows[:most]
        seated = await self._players([row.id for row in shown])
        return FinishedGames(
            [_describe(row, seated[row.id], principal) for row in shown],
            _cursor(shown[-1]) if len(rows) > most else None,
        )

    async def export(
        self, wanted: ArchiveQuery, principal: Principal | None, blocked: Collection[str]
    ) -> AsyncIterator[bytes]:
        """Yield the records of games as lines, newest first. Errors in the query are raised before the first line."""
        conditions = [*_conditions(wanted, principal, blocked), ~is_embargoed(time.time())]
        return self._lines(conditions, await self._page(EXPORTED, conditions, None, AT_A_TIME))

    async def _lines(self, conditions: list[Condition], rows: Sequence[sa.Row[Any]]) -> AsyncIterator[bytes]:
        sent = 0
        while rows and sent < MAX_EXPORTED:
            yield b"".join(row.record + b"\n" for row in rows)
            sent += len(rows)
            rows = await self._page(EXPORTED, conditions, _cursor(rows[-1]), AT_A_TIME)

    async def record(self, game: str, principal: Principal | None) -> bytes:
        """Return a game's record.

        Anyone who knows the id may read it, except imports, which only the importer may read.
        """
        return bytes((await self._read(game, principal)).record)

    async def game(self, game: str, principal: Principal | None) -> tuple[FinishedGame, bytes]:
        """Return a game and its record, with the same access rules as `record`."""
        row = await self._read(game, principal)
        seated = (await self._players([game]))[game]
        if not seated:  # deleted in the meantime
            raise Refused("no-such-record")
        return _describe(row, seated, principal), bytes(row.record)

    async def _read(self, game: str, principal: Principal | None) -> sa.Row[Any]:
        wanted = sa.select(games, is_embargoed(time.time()).label("embargoed")).where(games.c.id == game)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        if row is None or (row.importer is not None and (principal is None or principal.person_id != row.importer)):
            raise Refused("no-such-record")
        if row.embargoed:
            raise Refused("embargoed")
        return row

    async def check_no_embargo(self, record: bytes, digest_of: Callable[[bytes], str]) -> None:
        """Raise Refused for a copy of an embargoed game, wherever it comes from."""
        if await self._database.ask(
            partial(_is_copy_of_embargoed, record=record, digest_of=digest_of, now=time.time())
        ):
            raise Refused("embargoed")

    async def remove(self, game: str, principal: Principal) -> None:
        """Delete a game that the person imported."""
        which = sa.and_(games.c.id == game, games.c.importer == principal.person_id)
        if await self._database.ask(lambda connection: writer.remove(connection, which)) == 0:
            raise Refused("no-such-record")

    async def anonymize_person(self, user_id: str) -> None:
        """Delete a person's imports. The table manager removes the person's name from other games."""
        which = games.c.importer == person_id_of(user_id)
        await self._database.ask(lambda connection: writer.remove(connection, which))

    async def _page(
        self, columns: Sequence[sa.ColumnElement[Any]], conditions: list[Condition], after: str | None, most: int
    ) -> Sequence[sa.Row[Any]]:
        wanted = sa.select(*columns).where(*conditions, *([] if after is None else [_after(after)]))
        wanted = wanted.order_by(games.c.finished.desc(), games.c.id.desc()).limit(most)
        return await self._database.ask(lambda connection: connection.execute(wanted).all())

    async def _players(self, ids: list[str]) -> dict[str, list[sa.Row[Any]]]:
        """Return the players of each game, keyed by game id."""
        wanted = sa.select(players).where(players.c.game.in_(ids)).order_by(players.c.seat)
        found: dict[str, list[sa.Row[Any]]] = {game: [] for game in ids}
        for row in await self._database.ask(lambda connection: connection.execute(wanted).all()):
            found[row.game].append(row)
        return found


def _conditions(wanted: ArchiveQuery, principal: Principal | None, blocked: Collection[str]) -> list[Condition]:
    found = [_belongs(wanted.whose, principal, blocked)]
    if wanted.game is not None:
        catalogue.about(wanted.game)  # raises if the game is unknown
        found.append(games.c.game == wanted.game)
    if wanted.person is not None:
        found.append(
            _sat_there(sa.func.lower(players.c.name) == sa.func.lower(wanted.person.strip()), ~players.c.is_bot)
        )
    if wanted.bots is not None:
        found.append((games.c.bots > 0) == wanted.bots)
    if wanted.practice is not None:
        found.append(games.c.practice == wanted.practice)
    if wanted.seats is not None:
        found.append(games.c.seats == wanted.seats)
    if wanted.since is not None:
        found.append(games.c.finished >= _midnight(wanted.since))
    if wanted.until is not None:
        found.append(games.c.finished < _midnight(wanted.until) + DAY)
    return found + [_has_option(wanted.game, option) for option in wanted.options]


def _belongs(whose: Whose, principal: Principal | None, blocked: Collection[str]) -> Condition:
    if whose == "public":
        return sa.and_(games.c.public, ~is_embargoed(time.time()), ~_sat_there(players.c.person_id.in_(blocked)))
    if principal is None:
        raise Refused("sign-in-required")
    return (
        games.c.importer == principal.person_id
        if whose == "imported"
        else _sat_there(players.c.person_id == principal.person_id)
    )


def _sat_there(*conditions: Condition) -> Condition:
    return games.c.id.in_(sa.select(players.c.game).where(*conditions))


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _has_option(game: str | None, text: str) -> Condition:
    """Return the condition that a game has the option `name=value`. Defaults are not stored."""
    name, _, value = text.partition("=")
    if game is None:
        raise BadInput(f"to filter by option {text!r}, also name the game: game=loco")
    about = catalogue.about(game)
    chosen = about.read_options({name: option_from_text(about.options, name, value)})
    written = msgspec.to_builtins(chosen)
    start = f"{json.dumps(name)}:"
    if not written:
        return ~games.c.options.contains(start, autoescape=True)
    ending = writer.write_options(written)[1:-1]
    return sa.or_(*(games.c.options.contains(f"{ending}{end}", autoescape=True) for end in ",}"))


def _is_copy_of_embargoed(
    connection: sa.Connection, record: bytes, digest_of: Callable[[bytes], str], now: float
) -> bool:
    """Return whether the steps match an embargoed game."""
    read, digest = read_record(record.decode()), digest_of(record)
    alike = (games.c.game == read.game, games.c.seats == read.seats, games.c.steps == len(read.steps))
    wanted = sa.select(games.c.record).where(*alike, is_embargoed(now))
    return any(digest_of(bytes(row)) == digest for row in connection.execute(wanted).scalars())


def _cursor(row: sa.Row[Any]) -> str:
    return f"{row.finished!r}~{row.id}"


def _after(cursor: str) -> Condition:
    """Return the condition that games come after a cursor."""
    finished, _, game = cursor.partition("~")
    try:
        time = float(finished)
    except ValueError:
        time = math.nan
    if not math.isfinite(time) or not game:
        raise BadInput(f"invalid cursor {cursor!r}; use `next` from the previous response")
    return sa.or_(games.c.finished < time, sa.and_(games.c.finished == time, games.c.id < game))


def _describe(row: sa.Row[Any], seated: list[sa.Row[Any]], principal: Principal | None) -> FinishedGame:
    about = catalogue.about(row.game)
    own = [player.seat for player in seated if principal is not None and player.person_id == principal.person_id]
    return FinishedGame(
        id=row.id,
        table=row.table,
        number=row.number,
        game=row.game,
        title=about.title,
        rules=row.rules,
        options=json.loads(row.options),
        edition=row.edition if about.has_editions else None,
        finished=row.finished,
        public=row.public,
        practice=row.practice,
        embargoed=row.embargoed,
        hints=row.hints,
        steps=row.steps,
        ended=row.ended,
        seat=own[0] if own else None,
        players=[_describe_player(player, is_known=row.importer is None) for player in seated],
    )


def _describe_player(player: sa.Row[Any], *, is_known: bool) -> GamePlayer:
    kind: Literal["person", "bot", "unknown"] = "unknown"
    if is_known:
        kind = "bot" if player.is_bot else "person"
    return GamePlayer(kind, player.name, player.level, player.program, player.won, player.score)
