"""What a person has several of: API tokens, passkeys, people whom they block."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from locarium.kernel.errors import Refused
from locarium.server.storage import schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.server.storage.database import Database


class OwnedRows:
    """Rows of a table that belong to people: so many each, called by their numbers."""

    def __init__(self, database: Database, table: sa.Table, *, most: int) -> None:
        self._database, self._table, self._most = database, table, most
        self._all = sa.select(table).where(table.c.person == sa.bindparam("person")).order_by(table.c.number)

    async def of(self, person: str) -> Sequence[sa.Row[Any]]:
        """All that a person has, the oldest first."""
        return await self._database.ask(lambda connection: connection.execute(self._all, {"person": person}).all())

    async def add(self, person: str, **values: object) -> sa.Row[Any]:
        """One more, unless there are too many."""
        table = self._table

        def work(connection: sa.Connection) -> sa.Row[Any]:
            hold(connection, person)
            count = sa.select(sa.func.count()).select_from(table).where(table.c.person == person)
            if connection.scalar(count) >= self._most:  # type: ignore[operator]  # a count is never null
                raise Refused("too-many", most=self._most)
            adding = sa.insert(table).values(person=person, **values).returning(table)
            return connection.execute(adding).one()

        return await self._database.ask(work)

    async def remove(self, person: str, number: int) -> None:
        """One less, if it is theirs."""
        table = self._table
        removing = sa.delete(table).where(table.c.person == person, table.c.number == number)
        if (await self._database.ask(lambda connection: connection.execute(removing))).rowcount == 0:
            raise Refused("no-such-entry", number=number)


def hold(connection: sa.Connection, person: str) -> None:
    """Until the end of the transaction nobody else changes what is a person's; Refused if they are gone."""
    people = schema.people
    touching = sa.update(people).where(people.c.id == person).values(session=people.c.session)
    if connection.execute(touching).rowcount == 0:
        raise Refused("nobody")


def now() -> float:
    """Seconds since 1970, as they are stored."""
    return time.time()
