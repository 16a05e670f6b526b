"""The person behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from locarium.server.storage.signing import person_id_of


@dataclass(frozen=True)
class Principal:
    """A guest, an account, or a program that acts for one of them."""

    user_id: str  # private: never shown to others
    name: str
    is_program: bool = False  # let in by an API token
    session: int = 0  # of the cookie; cookies of another one are void
    token: str = ""  # the digest of the API token

    @cached_property
    def person_id(self) -> str:
        """What seats store of the person."""
        return person_id_of(self.user_id)
