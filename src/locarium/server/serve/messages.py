"""Structs of the operations API."""

from __future__ import annotations

from typing import Literal

import msgspec


class WaitingWork(msgspec.Struct, frozen=True):
    """A request that is waiting for a worker thread."""

    kind: str  # such as "proofs" or "replays"
    place: int  # place in the queue, from 1


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the server can store moves."""

    status: Literal["ok", "failing"]
    version: str
    database: Literal["ok", "failing"]
    reason: str = ""  # why it is failing
