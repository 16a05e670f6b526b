"""GENIUS LOCI: what a position is worth at the start of a turn, in log odds to win.

A weighted sum of how free both seats are and of how many humans they have; what each part counts depends on the humans
that are left on the board, since the game is first about space and then about who runs out of sacrifices. The weights
were learned by `bench/learn_genius_loci.py`, which says how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.jit import compiled

from .edition import SPIRITS
from .rules import MAX_LEGAL, free_cells, ways
from .setup import MAX_HUMANS

if TYPE_CHECKING:
    from locarium.kernel.layout import Array, Grid

    from .rules import Rules, State

PARTS = 9  # a constant; then four of the seat to move and four of the other one, see `estimate`
KNOTS = (8, 14, 20, 28)  # humans on the board, between which weights are interpolated
LEARNED = (
    (-0.21, 1.04, 0.55, 0.88, 1.21, -1.30, -0.69, -0.77, -0.47),
    (-0.86, 1.14, 0.57, 0.34, 0.23, -0.59, -0.66, -0.37, 0.06),
    (-1.25, 0.53, 0.49, 0.02, 0.21, 0.48, -0.48, -0.26, -0.01),
    (-0.50, 0.44, 0.41, -0.07, 0.25, -0.02, -0.35, -0.05, -0.19),
)
ALL_HUMANS = range(2 * MAX_HUMANS + 1)
WEIGHTS: Grid[float] = np.array([np.interp(ALL_HUMANS, KNOTS, column) for column in np.transpose(LEARNED)]).T.copy()
LOGARITHMS: Array[float] = np.log(np.arange(1, MAX_LEGAL + 1))  # of n + 1; a table, so that plain Python agrees


@compiled
def measure(rules: Rules, state: State, seat: int) -> tuple[int, int, int]:
    """If the turn of a seat began now: its first sacrifices, the humans that could be priest, enemies in danger."""
    humans = state.humans[0] | state.humans[1]
    free = free_cells(rules, state)
    freedom = priests = victims = 0
    rest = state.humans[seat]
    while rest:
        priest = lowest_bit(rest)
        rest &= rest - 1
        before = freedom
        for spirit in range(SPIRITS):
            landings = rules.targets[spirit, priest] & humans
            while landings:
                landing = lowest_bit(landings)
                landings &= landings - 1
                count = count_bits(ways(rules, state, spirit, priest, landing, free))
                freedom += count
                victims |= (count > 0) << landing
        priests += freedom > before
    return freedom, priests, count_bits(victims & state.humans[1 - seat])


@compiled
def estimate(rules: Rules, state: State, mover: int) -> float:
    """Log odds of a seat whose turn begins now."""
    own, other = count_bits(state.humans[mover]), count_bits(state.humans[1 - mover])
    freedom, priests, victims = measure(rules, state, mover)
    other_freedom, other_priests, other_victims = measure(rules, state, 1 - mover)
    left = own + other
    return (
        WEIGHTS[left, 0]
        + WEIGHTS[left, 1] * LOGARITHMS[freedom]
        + WEIGHTS[left, 2] * own
        + WEIGHTS[left, 3] * priests
        + WEIGHTS[left, 4] * victims
        + WEIGHTS[left, 5] * LOGARITHMS[other_freedom]
        + WEIGHTS[left, 6] * other
        + WEIGHTS[left, 7] * other_priests
        + WEIGHTS[left, 8] * other_victims
    )
