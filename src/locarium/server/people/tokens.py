"""API tokens: programs act for the person who made them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from locarium.kernel.errors import Refused
from locarium.server.base.cache import TtlCache
from locarium.server.storage import schema
from locarium.server.storage.signing import secret_digest

from .owned_rows import OwnedRows, now
from .principal import Principal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.server.storage.database import Database

PREFIX = "loc_"  # whoever finds one lying about knows what it is
MOST = 20  # a person
TOKEN_BYTES = 32
USE_IS_NOTED = 3600.0  # seconds between two notes
REMEMBERED_FOR, MAX_REMEMBERED = 5.0, 10_000


class Tokens:
    """The tokens of all people; only their digests are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows = OwnedRows(database, schema.tokens, most=MOST)
        self._recent: TtlCache[str, Principal] = TtlCache(seconds=REMEMBERED_FOR, most=MAX_REMEMBERED)

    async def of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """All that a person has."""
        return await self._rows.of(user_id)

    async def make(self, user_id: str, label: str) -> tuple[sa.Row[Any], str]:
        """A new one, and its text, which nobody can find out later."""
        token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        return await self._rows.add(user_id, label=label, digest=secret_digest(token), created=now()), token

    async def remove(self, user_id: str, number: int) -> None:
        """It opens nothing any more."""
        await self._rows.remove(user_id, number)
        self._recent.clear()

    async def holder(self, token: str) -> Principal:
        """For whom it acts; Refused if it is none."""
        principal = await self.find(secret_digest(token))
        if principal is None:
            raise Refused("bad-token")
        return principal

    async def find(self, digest: str) -> Principal | None:
        """Return the holder of a token by its digest; from memory if it was looked up a moment ago."""
        principal = self._recent.get(digest)
        if principal is None:
            drops = self._recent.drops
            principal = await self._database.ask(lambda connection: _find(connection, digest))
            if principal is not None:
                self._recent.put(digest, principal, drops)
        return principal

    def forget_recent(self) -> None:
        """Names or people have changed."""
        self._recent.clear()


def _find(connection: sa.Connection, digest: str) -> Principal | None:
    tokens, users = schema.tokens, schema.users
    wanted = (
        sa.select(users.c.id, users.c.name, tokens.c.last_used)
        .join(tokens, tokens.c.user_id == users.c.id)
        .where(tokens.c.digest == digest)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    if row.last_used is None or row.last_used < now() - USE_IS_NOTED:
        connection.execute(sa.update(tokens).where(tokens.c.digest == digest).values(last_used=now()))
    return Principal(row.id, row.name, is_program=True, token=digest)
