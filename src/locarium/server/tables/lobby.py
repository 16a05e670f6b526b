"""Lists of tables: the lobby, and those of a person."""

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
LISTED_FOR = 6 * 3600.0  # seconds; later nobody waits there any more


class StoredListing(TableListing, frozen=True):
    """A listing as it is stored, with the person ids of the people at the table: nobody else gets to see those."""

    person_ids: list[str | None] | None = None  # by seat; null: stored before there were any


_decoder = msgspec.json.Decoder(TableListing)
_stored = msgspec.json.Decoder(StoredListing)


async def lobby(database: Database, blocked: Collection[str]) -> list[TableListing]:
    """Public tables with open seats, the newest first, then those that can be watched; none of unwanted hosts."""
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
    """Whether a visitor can join or watch; a full table that waits for seeds is not listed until it begins."""
    if listing.status == "waiting":
        return any(seat.kind == "open" for seat in listing.seats)
    return listing.spectators


async def tables_of(database: Database, person_id: str) -> list[str]:
    """List the tables whose logs name a person: those where they sit, and those that they left before the game."""
    wanted = sa.select(schema.seats.c.table).where(schema.seats.c.person_id == person_id)
    return await database.ask(lambda connection: list(connection.execute(wanted).scalars()))


def written(table: Table) -> bytes:
    """A table in a list, as it is stored."""
    person_ids = [who.person_id if isinstance(who, Person) else None for who in table.seats]
    return encoder.encode(StoredListing(**msgspec.structs.asdict(list_table(table)), person_ids=person_ids))


async def own_tables(database: Database, manager: TableManager, principal: Principal) -> list[OwnTable]:
    """The tables where somebody sits, the newest first."""
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
    """Load a table only while it runs: otherwise nobody is to move, and the listing tells the seat."""
    stored = _stored.decode(row.listing) if row.listing else None  # old databases have tables without a listing
    if stored is None or stored.status == "running" or stored.person_ids is None:
        return await manager.own_table(row.name, principal)
    if principal.person_id not in stored.person_ids:
        return None
    return OwnTable(_decoder.decode(row.listing), stored.person_ids.index(principal.person_id), awaited=False)
