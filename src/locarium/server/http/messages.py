"""Structs shared by all API messages."""

from __future__ import annotations

import msgspec


class StrictStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of incoming messages. Rejects unknown fields."""


class ErrorInfo(msgspec.Struct, frozen=True):
    """An error."""

    key: str  # for programs
    message: str  # for people, in their language
