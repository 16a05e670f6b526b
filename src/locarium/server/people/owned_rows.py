"""Rows that belong to a person: API tokens, passkeys, blocks."""

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
    """Rows of one kind, each with an owner, a number, and a maximum per person."""

    def __init__(self, database: Database, table: sa.Table, *, most: int) -> None:
        self._database, self._table, self._most = database, table, most
        self._all = sa.select(table).where(table.c.user_id == sa.bindparam("user_id")).order_by(table.c.number)

    async def of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """Return all rows of a person, oldest first."""
        return await self._database.ask(lambda connection: connection.execute(self._all, {"user_id": user_id}).all())

    async def add(self, user_id: str, **values: object) -> sa.Row[Any]:
        """Add a row. Raise Refused if the person has too many."""
        table = self._table

        def work(connection: sa.Connection) -> sa.Row[Any]:
            lock_row(connection, user_id)
            count = sa.select(sa.func.count()).select_from(table).where(table.c.user_id == user_id)
            if connection.scalar(count) >= self._most:  # type: ignore[operator]  # a count is never null
                raise Refused("too-many", most=self._most)
            adding = sa.insert(table).values(user_id=user_id, **values).returning(table)
            return connection.execute(adding).one()

        return await self._database.ask(work)

    async def remove(self, user_id: str, number: int) -> None:
        """Delete a row of the person. Raise Refused if there is none."""
        table = self._table
        removing = sa.delete(table).where(table.c.user_id == user_id, table.c.number == number)
        if (await self._database.ask(lambda connection: connection.execute(removing))).rowcount == 0:
            raise Refused("no-such-entry", number=number)


def lock_row(connection: sa.Connection, user_id: str) -> None:
    """Lock a person's rows until the transaction ends. Raise Refused if the person does not exist."""
    users = schema.users
    touching = sa.update(users).where(users.c.id == user_id).values(session=users.c.session)
    if connection.execute(touching).rowcount == 0:
        raise Refused("sign-in-required")


def now() -> float:
    """Return the current Unix time."""
    return time.time()
