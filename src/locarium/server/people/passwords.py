"""Passwords: Argon2id in a worker thread, one at a time."""

from __future__ import annotations

import unicodedata

from argon2 import Parameters, PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from locarium.server.base.workers import SERVER, Client, Workers

# The minimum parameters in OWASP's password storage guide. A hash takes 14 ms on one core. The 64 MiB and four threads
# of RFC 9106 took 133 ms, and a flood of sign-in attempts kept both cores of a small host busy.
OWASP = Parameters(
    type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=19 * 1024, parallelism=1
)


class Passwords:
    """A password hasher. Raises Refused if too many passwords are waiting."""

    def __init__(self, parameters: Parameters = OWASP, workers: Workers | None = None) -> None:
        self._workers = workers or Workers()
        self._hasher = PasswordHasher.from_parameters(parameters)

    async def hash(self, password: str, client: Client = SERVER) -> str:
        """Return the hash to store for a password."""
        return await self._workers.run("passwords", client, self._hasher.hash, _normal(password))

    async def check(self, password: str, stored: str | None, client: Client = SERVER) -> bool:
        """Return whether the password matches. Take the same time if none is stored."""
        if stored is None:
            await self.hash(password, client)
            return False
        return await self._workers.run("passwords", client, self._fits, password, stored)

    def is_outdated(self, stored: str) -> bool:
        """Return whether a hash uses old parameters and should be renewed."""
        return self._hasher.check_needs_rehash(stored)

    def _fits(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """Normalize a password to the same bytes for every keyboard."""
    return unicodedata.normalize("NFKC", password)
