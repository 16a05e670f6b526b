"""The embargo: hide games while others are still playing the same deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import sqlalchemy as sa

from locarium.server.storage import schema
from locarium.server.storage.schema import DAILY

if TYPE_CHECKING:
    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database

Condition: TypeAlias = sa.ColumnElement[bool]

contests, entrants, entries, games, tables = (
    schema.contests,
    schema.entrants,
    schema.entries,
    schema.games,
    schema.tables,
)
_own, _other = entries.alias("own_entries"), entries.alias("other_entries")
_same_deal = sa.and_(_other.c.contest == _own.c.contest, _other.c.deal == _own.c.deal)


@dataclass(frozen=True)
class Visibility:
    """A person's access to a table that shares its deal with other tables."""

    is_open: bool  # the deal has been played at all tables
    may_compare: bool  # the person has played the deal


def is_open(table: sa.ColumnElement[Any]) -> Condition:
    """Return the condition that a table's deal is finished everywhere, or that its day is over."""
    is_over = sa.exists().where(tables.c.name == _other.c.table, tables.c.status == "over").correlate(_other)
    still_played = sa.exists().where(_same_deal, ~is_over).correlate(_own)
    return sa.exists().where(_is_of_contest(table), ~still_played).correlate_except(_own, contests)


def is_embargoed(now: float) -> Condition:
    """Return the condition that an archived game is embargoed."""
    return sa.and_(games.c.embargoed_until > now, ~is_open(games.c.table))


async def visibility(database: Database, table: str, principal: Principal | None) -> Visibility:
    """Return a person's access to a table."""
    name, person_id = sa.literal(table), "" if principal is None else principal.person_id
    has_played = sa.exists().where(
        _is_of_contest(name),
        _same_deal,
        entrants.c.contest == _other.c.contest,
        entrants.c.number == _other.c.entrant,
        entrants.c.person_id == person_id,
        tables.c.name == _other.c.table,
        tables.c.status == "over",
    )
    wanted = sa.select(is_open(name), has_played)
    row = await database.ask(lambda connection: connection.execute(wanted).one())
    return Visibility(*row)


def _is_of_contest(table: sa.ColumnElement[Any]) -> Condition:
    return sa.and_(_own.c.table == table, contests.c.name == _own.c.contest, contests.c.kind != DAILY)
