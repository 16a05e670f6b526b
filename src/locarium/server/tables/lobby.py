"""Lists of tables: the lobby and a person's own tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from locarium.server.storage import schema
from locarium.table.events import Person

from .messages import OwnTable, TableListing
from .view import encoder, list_table

if TYPE_CHECKING:
    from collections.abc import Collection

    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database
    from locarium.table.table import Table

    from .manager import TableManager

MAX_LISTED = 50
LISTED_FOR = 6 * 3600.0  # seconds; older tables are not listed


class StoredListing(TableListing, frozen=True):
    """A stored listing with the people's ids, which are never sent to clients."""

    person_ids: list[str | None] | None = None  # by seat; null: stored by an older version


_decoder = msgspec.json.Decoder(TableListing)
_stored = msgspec.json.Decoder(StoredListing)


async def lobby(database: Database, blocked: Collection[str]) -> list[TableListing]:
    """Return public tables with open seats, newest first, then tables to watch. Leave out blocked hosts."""
    tables = schema.tables
    wanted = (
        sa.select(tables.c.listing)
        .where(tables.c.public, tables.c.status.in_(["waiting", "running"]))
        .where(tables.c.opened > time.time() - LISTED_FOR)
        .where(tables.c.host.not_in(blocked))
        .order_by(tables.c.status.desc(), tables.c.opened.desc())
        .limit(MAX_LISTED)
    )
    rows = await database.ask(lambda connection: connection.execute(wanted).all())
    listings = [_decoder.decode(row.listing) for row in rows]
    return [listing for listing in listings if _is_offered(listing)]


def _is_offered(listing: TableListing) -> bool:
    """Return whether a visitor can join or watch. A full table that still waits for seeds is not listed."""
    if listing.status == "waiting":
        return any(seat.kind == "open" for seat in listing.seats)
    return listing.spectators


async def tables_of(database: Database, person_id: str) -> list[str]:
    """Return the tables whose events name a person, including those they left before the game."""
    wanted = sa.select(schema.seats.c.table).where(schema.seats.c.person_id == person_id)
    return await database.ask(lambda connection: list(connection.execute(wanted).scalars()))


def written(table: Table) -> bytes:
    """Encode a table's listing for storage."""
    person_ids = [who.person_id if isinstance(who, Person) else None for who in table.seats]
    return encoder.encode(StoredListing(**msgspec.structs.asdict(list_table(table)), person_ids=person_ids))


async def own_tables(database: Database, manager: TableManager, principal: Principal) -> list[OwnTable]:
    """Return the tables where a person sits, newest first."""
    tables, seats = schema.tables, schema.seats
    wanted = (
        sa.select(tables.c.name, tables.c.listing)
        .join(seats, seats.c.table == tables.c.name)
        .where(seats.c.person_id == principal.person_id, ~seats.c.left)
        .order_by(tables.c.status == "over", tables.c.opened.desc())
        .limit(MAX_LISTED)
    )
    rows = await database.ask(lambda connection: connection.execute(wanted).all())
    return [own for row in rows if (own := await _own_table(manager, principal, row)) is not None]


async def _own_table(manager: TableManager, principal: Principal, row: sa.Row[Any, Any]) -> OwnTable | None:
    """Describe a table. Load it only while it runs; otherwise the stored listing is enough."""
    stored = _stored.decode(row.listing) if row.listing else None  # tables in old databases have no listing
    if stored is None or stored.status == "running" or stored.person_ids is None:
        return await manager.own_table(row.name, principal)
    if principal.person_id not in stored.person_ids:
        return None
    return OwnTable(_decoder.decode(row.listing), stored.person_ids.index(principal.person_id), awaited=False)
