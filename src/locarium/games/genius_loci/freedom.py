"""GENIUS LOCI: a seat's mobility, used by the bots and the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.jit import compiled

from .edition import SPIRITS
from .rules import free_cells, ways

if TYPE_CHECKING:
    from .rules import Rules, State


@compiled
def freedom(rules: Rules, state: State, seat: int) -> int:
    """Return the number of first sacrifices a seat would have if its turn started now."""
    humans = state.humans[0] | state.humans[1]
    free = free_cells(rules, state)
    n = 0
    priests = state.humans[seat]
    while priests:
        priest = lowest_bit(priests)
        priests &= priests - 1
        for spirit in range(SPIRITS):
            landings = rules.targets[spirit, priest] & humans
            while landings:
                n += count_bits(ways(rules, state, spirit, priest, lowest_bit(landings), free))
                landings &= landings - 1
    return n
