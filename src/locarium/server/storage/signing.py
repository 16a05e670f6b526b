"""Signatures, and digests of secrets."""

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
    """Return the digest to store for a long random secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def person_id_of(user_id: str) -> str:
    """Return the public id of a person, as stored in seats and events. It cannot be used to act for them."""
    return secret_digest(user_id)


class Signer:
    """A signer with the server's key. Each signature is valid for one purpose only."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def digest(self, purpose: str, text: str) -> str:
        """Return a keyed digest of a text. It is useless to someone who steals only the database column."""
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()

    def sign(self, purpose: str, text: str) -> str:
        """Return the text with a signature after its last dot."""
        return f"{text}.{self.digest(purpose, text)}"

    def verify(self, purpose: str, signed: str) -> str | None:
        """Return the signed text, or None if the signature is invalid or for another purpose."""
        text, _, signature = signed.rpartition(".")
        if hmac.compare_digest(signature.encode(), self.digest(purpose, text).encode()):
            return text
        return None


def signing_key(database: Database) -> bytes:
    """Return the server's signing key, creating it on first use. If several processes create one, the first wins."""
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
