"""Write finished games to the archive."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from locarium.kernel.edition import HOUSE
from locarium.server.people.reports import printable
from locarium.server.storage import schema
from locarium.table.events import Bot, Person
from locarium.table.table import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from locarium.kernel.position import Setup
    from locarium.kernel.record import Record
    from locarium.table.table import Table

ID_LENGTH = 32  # characters in an imported game's id
MAX_HINTS = 10_000  # upper bound for values in imported records


@dataclass(frozen=True)
class ArchiveRows:
    """The database rows of a finished game."""

    game: dict[str, Any]  # row of games
    players: list[dict[str, Any]]  # rows of players


def file_table(table: Table, finished: float) -> list[ArchiveRows]:
    """Return the rows of a finished table's games. They are public if spectators could watch."""
    settings, name = table.opened.settings, table.opened.table
    facts = {
        "table": name,
        "importer": None,
        "finished": finished,
        "public": settings.public and settings.spectators,
        "practice": table.opened.practice,
        "embargoed_until": settings.embargoed_until,
    }
    return [
        _file(record, table.setup, [_player(who) for who in game.seats], id=f"{name}.{number}", number=number, **facts)
        for number, (game, record) in enumerate(zip(table.games, table.records(), strict=True), start=1)
    ]


def file_import(record: Record, setup: Setup, importer: str, now: float) -> ArchiveRows:
    """Return the rows of an imported game. If a person imports a game twice, it gets the same id."""
    text = f"{importer}\n{record.to_json()}"
    players = [_player(None) | {"name": name} for name in names_in(record)]
    return _file(
        record,
        setup,
        players,
        id=hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH],
        table=None,
        number=1,
        importer=importer,
        finished=now,
        public=False,
        practice=False,
        embargoed_until=0.0,
    )


def names_in(record: Record) -> list[str]:
    """Return the player names in a record. It may have none."""
    names = (record.meta or {}).get("names")
    known = names if isinstance(names, list) and len(names) == record.seats else [None] * record.seats
    return [printable(str(name or ""))[:MAX_NAME] for name in known]


def _file(record: Record, setup: Setup, players: list[dict[str, Any]], **facts: Any) -> ArchiveRows:
    result = record.result
    assert result is not None
    game = facts | {
        "game": record.game,
        "rules": record.rules,
        "seats": record.seats,
        "options": write_options(msgspec.to_builtins(setup.options)),
        "edition": setup.edition.name,
        "digest": setup.edition.digest,
        "bots": sum(player["is_bot"] for player in players),
        "steps": len(record.steps),
        "ended": None if record.ended is None else record.ended.by,
        "hints": hints_in(record),
        "record": record.to_json().encode(),
    }
    rows = [
        player
        | {
            "game": facts["id"],
            "seat": seat,
            "won": seat in result.winners,
            "score": None if result.scores is None else result.scores[seat],
            "tallies": json.dumps(tally),
        }
        for seat, (player, tally) in enumerate(zip(players, _tallies(record, setup), strict=True))
    ]
    return ArchiveRows(game, rows)


def _player(who: Person | Bot | None) -> dict[str, Any]:
    is_bot = isinstance(who, Bot)
    return {
        "person_id": who.person_id if isinstance(who, Person) else None,
        "name": who.name if who else "",
        "program": isinstance(who, Person) and who.program,
        "is_bot": is_bot,
        "level": who.level if isinstance(who, Bot) else None,
    }


def hints_in(record: Record) -> int:
    """Return the number of hints in a record."""
    hints = (record.meta or {}).get("hints")
    counts = hints if isinstance(hints, list) else []
    return min(MAX_HINTS, sum(count for count in counts if type(count) is int and 0 < count <= MAX_HINTS))


def write_options(options: dict[str, Any]) -> str:
    """Encode options so that equal options give equal text."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _tallies(record: Record, setup: Setup) -> list[Counter[str]]:
    """Count what each seat chose in a game of the house edition. In other editions, names may differ in meaning."""
    tallies: list[Counter[str]] = [Counter() for _ in range(record.seats)]
    taste = setup.game.taste
    if taste is None or setup.edition.name != HOUSE:
        return tallies
    for seat, text in record.steps:
        if seat is not None and (key := taste.key_of(text)) is not None:
            tallies[seat][key] += 1
    return tallies


# Database writes, part of the transaction that changes the table.


def store_games(table: Table, now: float) -> Callable[[sa.Connection], None]:
    """Return the write that replaces a table's games in the archive: with all of them after the end, else with none."""
    filed = file_table(table, now) if table.status == "over" else []
    return partial(replace, table=table.opened.table, filed=filed)


def rename_players(table: Table) -> Callable[[sa.Connection], None]:
    """Return the write that updates the player names in a table's archived games."""
    return partial(rename, filed=file_table(table, 0.0) if table.status == "over" else [])


def put(connection: sa.Connection, filed: Sequence[ArchiveRows]) -> None:
    """Add games."""
    if filed:
        connection.execute(sa.insert(schema.games), [each.game for each in filed])
        connection.execute(sa.insert(schema.players), [player for each in filed for player in each.players])


def replace(connection: sa.Connection, table: str, filed: Sequence[ArchiveRows]) -> None:
    """Replace all games of a table with these."""
    remove(connection, schema.games.c.table == table)
    put(connection, filed)


def remove(connection: sa.Connection, which: sa.ColumnElement[bool]) -> int:
    """Delete games. Return how many there were."""
    games, players = schema.games, schema.players
    connection.execute(sa.delete(players).where(players.c.game.in_(sa.select(games.c.id).where(which))))
    return connection.execute(sa.delete(games).where(which)).rowcount


def rename(connection: sa.Connection, filed: Sequence[ArchiveRows]) -> None:
    """Update the names in archived games."""
    games, players = schema.games, schema.players
    for each in filed:
        record, place = each.game["record"], games.c.id == each.game["id"]
        connection.execute(sa.update(games).where(place).values(record=record))
        for player in each.players:
            seat = sa.and_(players.c.game == player["game"], players.c.seat == player["seat"])
            connection.execute(sa.update(players).where(seat).values(name=player["name"]))
