"""The person behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from locarium.server.storage.signing import person_id_of


@dataclass(frozen=True)
class Principal:
    """A guest, an account, or a program that acts for one of them."""

    user_id: str  # secret: never shown to others
    name: str
    is_program: bool = False  # whether it signed in with an API token
    session: int = 0  # session number; cookies with another number are invalid
    token: str = ""  # digest of the API token

    @cached_property
    def person_id(self) -> str:
        """Return the public id of the person."""
        return person_id_of(self.user_id)
