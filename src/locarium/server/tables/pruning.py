"""Find and delete abandoned tables. Tables with a finished game are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from locarium.server.storage import schema
from locarium.table.events import Begun, EndedEarly, Stepped, decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from locarium.table.events import AnyEvent


@dataclass(frozen=True)
class AbandonedTable:
    """A table without activity for a long time."""

    name: str
    game: str
    status: str
    events: int
    last: float  # last activity


def find_abandoned(connection: sa.Connection, before: float) -> list[AbandonedTable]:
    """Return waiting or running tables without activity since `before`, oldest first."""
    tables, entries, games = schema.tables, schema.entries, schema.games
    candidates = (
        sa.select(tables.c.name, tables.c.game, tables.c.status, tables.c.opened)
        .where(tables.c.status.in_(["waiting", "running"]), tables.c.opened < before)
        .where(~sa.exists().where(entries.c.table == tables.c.name))  # skip tables that contest results refer to
        .where(~sa.exists().where(games.c.table == tables.c.name))
        .order_by(tables.c.opened)
    )
    found = []
    for row in connection.execute(candidates).all():
        stored = sa.select(schema.events.c.event).where(schema.events.c.table == row.name)
        ordered = stored.order_by(schema.events.c.version)
        events = [decode(event) for event in connection.execute(ordered).scalars()]
        last = max([row.opened, *(getattr(event, "time", 0.0) for event in events)])
        if last < before and not _has_finished_game(events):
            found.append(AbandonedTable(row.name, row.game, row.status, len(events), last))
    return found


def _has_finished_game(events: Iterable[AnyEvent]) -> bool:
    """Return whether a game of a match is over, which means that another game started after a move.

    The first game starts before any move.
    """
    is_played = False
    for event in events:
        if is_played and isinstance(event, Begun):
            return True
        is_played = is_played or isinstance(event, Stepped | EndedEarly)
    return False


def delete_tables(connection: sa.Connection, names: Iterable[str]) -> None:
    """Delete tables and all their events."""
    for name in names:
        for column in (schema.events.c.table, schema.seats.c.table, schema.tables.c.name):
            connection.execute(sa.delete(column.table).where(column == name))


def is_in_use(connection: sa.Connection) -> bool:
    """Return whether a server is connected to PostgreSQL."""
    others = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name = 'locarium' AND pid <> pg_backend_pid()"
    )
    return bool(connection.execute(others).scalar())
