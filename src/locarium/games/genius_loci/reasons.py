"""GENIUS LOCI: reasons for a hint, from the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled_brief

from .freedom import freedom
from .rules import END, MAX_SEATS

if TYPE_CHECKING:
    from locarium.kernel.layout import Array
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts

    from .rules import Rules, State


@compiled_brief
def count_freedom(tables: Array[Rules], states: Array[State], counts: Array[int]) -> None:
    """Write the number of first sacrifices that each seat would have if its turn started now."""
    for seat in range(MAX_SEATS):
        counts[seat] = freedom(tables[0], states[0], seat)


def explain(texts: Texts, position: Position, seat: int, action: int) -> str:
    """Say that the step wins, or else how many sacrifices it leaves each side."""
    after = position.copy()
    after.play(seat, action)
    if after.is_over:
        return texts.get("why", "wins")
    before, counts = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    count_freedom(position.setup.tables, position.array, before)
    count_freedom(position.setup.tables, after.array, counts)
    values = {"own": counts[seat], "other": counts[1 - seat], "before": before[1 - seat]}
    if not counts[1 - seat]:
        return texts.get("why", "traps")
    if action == END:
        return texts.get("why", "ends", **values)
    own, others = after.fields.humans[seat], after.fields.humans[1 - seat]
    if others != position.fields.humans[1 - seat]:
        return texts.get("why", "takes-theirs", others=others.bit_count(), **values)
    return texts.get("why", "takes-own", humans=own.bit_count(), **values)
