"""Passwords: Argon2id in worker threads, a few at a time."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from locarium.server.base.workers import SERVER, Client, Workers

if TYPE_CHECKING:
    from argon2 import Parameters


class Passwords:
    """Hashes and checks passwords; Refused if too many wait already."""

    def __init__(self, parameters: Parameters = RFC_9106_LOW_MEMORY, workers: Workers | None = None) -> None:
        self._workers = workers or Workers()
        self._hasher = PasswordHasher.from_parameters(parameters)

    async def hash(self, password: str, client: Client = SERVER) -> str:
        """What is stored of a password."""
        return await self._workers.run("passwords", client, self._hasher.hash, _normal(password))

    async def check(self, password: str, stored: str | None, client: Client = SERVER) -> bool:
        """Whether it is the password; where none is stored the answer is no after the same work."""
        if stored is None:
            await self.hash(password, client)
            return False
        return await self._workers.run("passwords", client, self._fits, password, stored)

    def is_outdated(self, stored: str) -> bool:
        """Whether a password should be hashed anew because the parameters are others now."""
        return self._hasher.check_needs_rehash(stored)

    def _fits(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """The same bytes from every keyboard."""
    return unicodedata.normalize("NFKC", password)
