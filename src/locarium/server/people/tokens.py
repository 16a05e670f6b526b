"""API tokens: programs act for the person who created the token."""

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

PREFIX = "loc_"  # makes leaked tokens recognizable
MOST = 20  # maximum tokens per person
TOKEN_BYTES = 32
USE_UPDATE_SECONDS = 3600.0  # seconds between updates of last_used
REMEMBERED_FOR, MAX_REMEMBERED = 5.0, 10_000


class Tokens:
    """The API tokens of all people. Only digests are stored."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows = OwnedRows(database, schema.tokens, most=MOST)
        self._recent: TtlCache[str, Principal] = TtlCache(seconds=REMEMBERED_FOR, most=MAX_REMEMBERED)

    async def of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """Return all tokens of a person."""
        return await self._rows.of(user_id)

    async def make(self, user_id: str, label: str) -> tuple[sa.Row[Any], str]:
        """Create a token. Return its row and its text, which cannot be recovered later."""
        token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        return await self._rows.add(user_id, label=label, digest=secret_digest(token), created=now()), token

    async def remove(self, user_id: str, number: int) -> None:
        """Revoke a token."""
        await self._rows.remove(user_id, number)
        self._recent.clear()

    async def holder(self, token: str) -> Principal:
        """Return the person behind a token. Raise Refused if it is invalid."""
        principal = await self.find(secret_digest(token))
        if principal is None:
            raise Refused("bad-token")
        return principal

    async def find(self, digest: str) -> Principal | None:
        """Return the person behind a token digest. Use the cache if the entry is recent."""
        principal = self._recent.get(digest)
        if principal is None:
            drops = self._recent.drops
            principal = await self._database.ask(lambda connection: _find(connection, digest))
            if principal is not None:
                self._recent.put(digest, principal, drops)
        return principal

    def forget_recent(self) -> None:
        """Clear the cache after names or people change."""
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
    if row.last_used is None or row.last_used < now() - USE_UPDATE_SECONDS:
        connection.execute(sa.update(tokens).where(tokens.c.digest == digest).values(last_used=now()))
    return Principal(row.id, row.name, is_program=True, token=digest)
