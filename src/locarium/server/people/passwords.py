"""Passwords: Argon2id in a worker thread, one at a time."""

from __future__ import annotations

import unicodedata

from argon2 import Parameters, PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from locarium.server.base.workers import SERVER, Client, Workers

# The minimum of OWASP's password storage guide. A hash takes 14 ms of one core. With the 64 MiB and four threads of
# RFC 9106 it took 133 ms, and a flood of sign-in attempts kept both cores of a small host busy.
OWASP = Parameters(
    type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=19 * 1024, parallelism=1
)


class Passwords:
    """Hashes and checks passwords; Refused if too many wait already."""

    def __init__(self, parameters: Parameters = OWASP, workers: Workers | None = None) -> None:
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
