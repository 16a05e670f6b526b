"""LOCO!: who shouts at a table, LOCO-17. The rules know only shouted or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules import CHOICES, UNSHOUTED

if TYPE_CHECKING:
    from .about import Manners


def shouted(actions: list[int]) -> list[int]:
    """The actions in which no shout is forgotten; bots always shout."""
    return [action for action in actions if action % CHOICES != UNSHOUTED]


def offered(manners: Manners, actions: list[int]) -> list[int]:
    """What a table offers: where it shouts for everyone, nobody can forget it."""
    return shouted(actions) if manners.shout == "auto" else actions
