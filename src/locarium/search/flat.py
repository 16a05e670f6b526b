"""Flat Monte Carlo for any game: tries every action equally often with random games. A baseline for other bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.bits import count_bits
from locarium.kernel.game import apply, judge, sample, sizes
from locarium.kernel.jit import compiled_entry
from locarium.kernel.playout import play_out

from .thinker import Advice, Thinker, standard_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.position import Position
    from locarium.kernel.rng import Rng

    from .ismcts import Control


@compiled_entry
def try_all(
    tables: Array[Rules],
    roots: Array[State],
    offered: Array[int],
    totals: Array[float],
    controls: Array[Control],
    rng: Rng,
    simulations: int,
) -> int:
    """Try the observer's actions in turn. `totals` sums the results by action.

    Stops early when the control says so, but not before the first simulation. Call it again to continue.
    """
    rules, control, observer = tables[0], controls[0], roots[0].observer
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    _, max_legal, _, max_draws, max_seats = sizes(state)
    actions = np.empty(max_legal, np.int64)
    digits = np.empty(max_draws, np.int64)
    scores = np.empty(max_seats, np.int64)
    done = 0
    while done < simulations and (control.stop == 0 or control.simulations == 0):
        turn = control.simulations % len(offered)
        states[0] = roots[0]
        sample(rules, state, rng)
        apply(rules, state, observer, offered[turn])
        play_out(rules, state, rng, actions, digits)
        winners = judge(rules, state, scores)
        if winners >> observer & 1:
            totals[turn] += 1.0 / count_bits(winners)
        done += 1
        control.simulations += 1
    return done


class Flat(Thinker):
    """A bot that takes the action with the best mean result in random games."""

    def __init__(self, position: Position, offered: Sequence[int], seed: int) -> None:
        super().__init__(position, offered, seed, capacity=1)
        self._totals = np.zeros(len(offered))

    def _search(self, simulations: int) -> None:
        tables, roots = self._position.setup.tables, self._position.array
        try_all(tables, roots, self._offered, self._totals, self._controls, self._rng, simulations)

    def _advice(self) -> list[Advice]:
        count = len(self._offered)
        tries = [(self.simulations + count - 1 - turn) // count for turn in range(count)]
        advice = [
            Advice(
                int(action),
                tried / self.simulations,
                float(total / tried),
                standard_error(float(total), float(total), tried),  # most results are 0 or 1
            )
            for action, total, tried in zip(self._offered, self._totals, tries, strict=True)
            if tried
        ]
        return sorted(advice, key=lambda each: (-(each.value or 0.0), each.action))
