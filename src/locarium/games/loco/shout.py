"""LOCO!: shouting at a table, LOCO-17. The rules know only whether a card was shouted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules import CHOICES, UNSHOUTED

if TYPE_CHECKING:
    from .about import Manners


def shouted(actions: list[int]) -> list[int]:
    """Return the actions that don't forget a shout. Bots always shout."""
    return [action for action in actions if action % CHOICES != UNSHOUTED]


def offered(manners: Manners, actions: list[int]) -> list[int]:
    """Return the actions allowed at a table. If the table shouts for everyone, players can't forget to shout."""
    return shouted(actions) if manners.shout == "auto" else actions
