"""GENIUS LOCI: the view of a table as it is sent to clients. Loads no compiled code."""

from __future__ import annotations

import msgspec


class SpiritSheet(msgspec.Struct, frozen=True):
    """A spirit, its cell and what it does."""

    letter: str
    cell: str
    is_used: bool  # whether it received a sacrifice this turn
    names: dict[str, str]  # by language
    says: dict[str, str]  # language -> one sentence


class GeniusLociView(msgspec.Struct, frozen=True, tag="genius-loci", tag_field="game"):
    """A table of GENIUS LOCI. All observers see the same."""

    observer: int | None  # the seat that sees this view; null for a spectator
    active: list[int]  # the seat to move
    ending: str | None  # why the game ended; null while it runs
    turn: int  # from 1
    humans: list[list[str]]  # the cells of each seat's humans
    spirits: list[SpiritSheet]
    priest: str | None  # cell of this turn's high priest
    position: str  # the position as text; during a turn, as if between turns
