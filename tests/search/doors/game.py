"""Doors, with only the parts of a game that a search needs. It has no texts and is never recorded."""

from __future__ import annotations

from typing import Any

from locarium.kernel.about import About
from locarium.kernel.edition import HOUSE, Edition
from locarium.kernel.game import Game, register
from locarium.kernel.options import Options
from locarium.kernel.position import Position, Setup

from . import rules

MISSING: Any = None

register(rules)
ABOUT = About("doors", "Doors", __package__ or "", 1, Options, Options, lambda _: range(2, 3))
GAME = Game(ABOUT, rules, MISSING, MISSING, MISSING, MISSING, MISSING)


def doors() -> Position:
    """Return the position before any choice."""
    return Setup(GAME, 2, {}, Edition(HOUSE)).begin()
