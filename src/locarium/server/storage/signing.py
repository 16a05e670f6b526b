"""What the house signs, and what it keeps of secrets that it must not know."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from . import schema

if TYPE_CHECKING:
    from .database import Database

KEY_NAME, KEY_BYTES = "signing", 32


def secret_digest(secret: str) -> str:
    """Return what is stored of a secret that is long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def person_id_of(user_id: str) -> str:
    """Return what seats and events store of a person: nobody can act for them with it."""
    return secret_digest(user_id)


class Signer:
    """Signs with the key of the house; what is signed for one purpose is worth nothing for another."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def digest(self, purpose: str, text: str) -> str:
        """What only the house can compute of a text: worthless to whoever steals the text's table alone."""
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()

    def sign(self, purpose: str, text: str) -> str:
        """The text, with a signature behind its last dot."""
        return f"{text}.{self.digest(purpose, text)}"

    def verify(self, purpose: str, signed: str) -> str | None:
        """The text that was signed; None if it was not, or for another purpose."""
        text, _, signature = signed.rpartition(".")
        if hmac.compare_digest(signature.encode(), self.digest(purpose, text).encode()):
            return text
        return None


def signing_key(database: Database) -> bytes:
    """The key of the house, made at first use; of several processes that make one at once the first prevails."""
    key = _stored_key(database)
    if key is None:
        try:
            with database.engine.begin() as connection:
                connection.execute(sa.insert(schema.keys), {"name": KEY_NAME, "key": secrets.token_bytes(KEY_BYTES)})
        except IntegrityError:
            pass  # another process was faster
        key = _stored_key(database)
        assert key is not None
    return key


def _stored_key(database: Database) -> bytes | None:
    with database.engine.connect() as connection:
        return connection.scalar(sa.select(schema.keys.c.key).where(schema.keys.c.name == KEY_NAME))
