"""Passwords: Argon2id in threads, a few at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from locarium.kernel.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from argon2 import Parameters

Answer = TypeVar("Answer")

AT_ONCE = 2  # 64 MiB each
MOST_WAITING = 16


class Passwords:
    """Hashes and checks passwords; whoever finds too many waiting is sent away."""

    def __init__(self, parameters: Parameters = RFC_9106_LOW_MEMORY) -> None:
        self._hasher = PasswordHasher.from_parameters(parameters)
        self._free = asyncio.Semaphore(AT_ONCE)
        self._asking = 0

    async def hash(self, password: str) -> str:
        """What is stored of a password."""
        return await self._work(lambda: self._hasher.hash(_normal(password)))

    async def check(self, password: str, stored: str | None) -> bool:
        """Whether it is the password; where none is stored the answer is no after the same work."""
        if stored is None:
            await self.hash(password)
            return False
        return await self._work(lambda: self._fits(password, stored))

    def is_outdated(self, stored: str) -> bool:
        """Whether a password should be hashed anew because the parameters are others now."""
        return self._hasher.check_needs_rehash(stored)

    def _fits(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, _normal(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _work(self, work: Callable[[], Answer]) -> Answer:
        if self._asking >= AT_ONCE + MOST_WAITING:
            raise Refused("busy")
        self._asking += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._asking -= 1


def _normal(password: str) -> str:
    """The same bytes from every keyboard."""
    return unicodedata.normalize("NFKC", password)
