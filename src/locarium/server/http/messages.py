"""Structs that every API message shares."""

from __future__ import annotations

import msgspec


class StrictStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what comes in: unknown fields are refused."""


class ErrorInfo(msgspec.Struct, frozen=True):
    """Why something was refused."""

    key: str  # for programs
    message: str  # for people, in their language
