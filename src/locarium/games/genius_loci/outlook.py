"""GENIUS LOCI: win estimates. Nothing is hidden, so they come from the master's search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.outcome import Outlook, is_proven

from .bot import BestFirst

if TYPE_CHECKING:
    from locarium.kernel.position import Position

NODES = 4  # tree nodes that take as long as one simulation in another game
CALM = 0.5  # factor on the log odds of the master's tree, which are too extreme; fitted to games between masters


def outlook(position: Position, seed: int, games: int) -> Outlook:
    """Estimate the result from the best line in a tree. Before the pieces are placed, both sides are equal."""
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
    """Return a chance moved towards 50 %."""
    return float(1 / (1 + (1 / chance - 1) ** CALM))
