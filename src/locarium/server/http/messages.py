"""Structs shared by all API messages."""

from __future__ import annotations

import msgspec


class StrictStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of incoming messages. Rejects unknown fields."""


class ErrorInfo(msgspec.Struct, frozen=True):
    """An error."""

    key: str  # the error's key, for programs
    message: str  # the error's text, for people, in their language
