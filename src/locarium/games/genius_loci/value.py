"""GENIUS LOCI: the value of a position at the start of a turn, as log odds of the seat to move winning.

It is a weighted sum, for both seats, of the number of humans, the numbers of possible first sacrifices of enemies and
of own humans (as logarithms), and the number of humans that could be the priest. The weights depend on the humans left
on the board and are interpolated between a few knots.

They come from self-play of the master, by logistic regression on the winner: 5,707 turns of 487 games with 500
simulations per step (`bench/learn_genius_loci.py`). The log loss on held-out games was 0.297.
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

PARTS = 9  # a constant, four for the seat to move, four for the other; see `estimate`
KNOTS = (9, 16, 26)  # weights are learned for these numbers of humans on the board and interpolated in between
LEARNED = (
    (-0.26, 0.40, 2.51, 0.22, 1.26, -0.51, -1.56, -0.78, -1.04),
    (-1.07, 0.77, 1.25, 0.16, 0.32, -0.76, -0.54, 0.14, -0.33),
    (-1.64, 0.55, 0.88, -0.24, 0.10, -0.52, -0.35, 0.39, -0.04),
)
ALL_HUMANS = range(2 * MAX_HUMANS + 1)
WEIGHTS: Grid[float] = np.array([np.interp(ALL_HUMANS, KNOTS, column) for column in np.transpose(LEARNED)]).T.copy()
LOGARITHMS: Array[float] = np.log(
    np.arange(1, MAX_LEGAL + 1)
)  # LOGARITHMS[n] is log(n + 1); a table, so that plain Python and compiled code get the same values


@compiled
def measure(rules: Rules, state: State, seat: int) -> tuple[int, int, int]:
    """Count first sacrifices of enemies and of own humans, and possible priests, as if a seat's turn started now."""
    own, enemies = state.humans[seat], state.humans[1 - seat]
    free = free_cells(rules, state)
    attacks = losses = priests = 0
    rest = own
    while rest:
        priest = lowest_bit(rest)
        rest &= rest - 1
        before = attacks + losses
        for spirit in range(SPIRITS):
            landings = rules.targets[spirit, priest]
            attacks += count_ways(rules, state, spirit, priest, landings & enemies, free)
            losses += count_ways(rules, state, spirit, priest, landings & own, free)
        priests += attacks + losses > before
    return attacks, losses, priests


@compiled
def count_ways(rules: Rules, state: State, spirit: int, priest: int, landings: int, free: int) -> int:
    """Return in how many ways a spirit lets a priest land on any of these cells."""
    count = 0
    while landings:
        count += count_bits(ways(rules, state, spirit, priest, lowest_bit(landings), free))
        landings &= landings - 1
    return count


@compiled
def estimate(rules: Rules, state: State, mover: int) -> float:
    """Return the log odds of winning for the seat whose turn starts now."""
    own, other = count_bits(state.humans[mover]), count_bits(state.humans[1 - mover])
    attacks, losses, priests = measure(rules, state, mover)
    other_attacks, other_losses, other_priests = measure(rules, state, 1 - mover)
    left = own + other
    return (
        WEIGHTS[left, 0]
        + WEIGHTS[left, 1] * own
        + WEIGHTS[left, 2] * LOGARITHMS[attacks]
        + WEIGHTS[left, 3] * LOGARITHMS[losses]
        + WEIGHTS[left, 4] * priests
        + WEIGHTS[left, 5] * other
        + WEIGHTS[left, 6] * LOGARITHMS[other_attacks]
        + WEIGHTS[left, 7] * LOGARITHMS[other_losses]
        + WEIGHTS[left, 8] * other_priests
    )
