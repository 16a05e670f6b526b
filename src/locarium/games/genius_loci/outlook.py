"""GENIUS LOCI: what both sides may expect. Nothing is hidden, so the master says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.outcome import Outlook, is_proven

from .bot import BestFirst

if TYPE_CHECKING:
    from locarium.kernel.position import Position

NODES = 4  # of the tree take as long as a game of others
CALM = 0.5  # log odds are so much nearer to even than the master's tree says: found by games of masters


def outlook(position: Position, seed: int, games: int) -> Outlook:
    """By the best line of both sides in a tree; before the pieces stand both are alike."""
    if position.chance_is_due:
        return Outlook([0.5, 0.5])
    (seat,) = position.active
    advice = BestFirst(position, position.legal(seat), seed).think(simulations=NODES * games)
    chance = max(each.value or 0.0 for each in advice)
    proven = is_proven(chance)
    chance = float(round(chance)) if proven else calmed(chance)
    chances = [chance, 1 - chance] if seat == 0 else [1 - chance, chance]
    return Outlook(chances, [0.0, 0.0] if proven else None)


def calmed(chance: float) -> float:
    """A chance between 0 and 1 that claims less."""
    return float(1 / (1 + (1 / chance - 1) ** CALM))
