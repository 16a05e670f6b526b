"""Random rollouts for OpenSpiel's searches, each in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.jit import compiled_brief
from locarium.kernel.playout import play_out
from locarium.kernel.rng import new_rng

from .stage import utilities

if TYPE_CHECKING:
    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.rng import Rng

    from .openspiel import LocariumState


@compiled_brief
def play_to_end(tables: Array[Rules], states: Array[State], rng: Rng, actions: Array[int], digits: Array[int]) -> int:
    """Play random actions to the end of the game. Return the number of steps, not counting chance."""
    return play_out(tables[0], states[0], rng, actions, digits)


class Rollouts:
    """An evaluator for `open_spiel.python.algorithms.mcts` and `ismcts`."""

    def __init__(self, seed: int) -> None:
        self._rng = new_rng(seed)

    def evaluate(self, state: LocariumState) -> Any:
        """Return the utilities of one random playout."""
        position = state.line.position.copy()
        book = position.setup.game.book
        actions, digits = np.empty(int(book.MAX_LEGAL), np.int64), np.empty(int(book.MAX_DRAWS), np.int64)
        play_to_end(position.setup.tables, position.array, self._rng, actions, digits)
        outcome = position.outcome()
        assert outcome is not None
        return np.array(utilities(outcome))

    def prior(self, state: LocariumState) -> list[tuple[int, float]]:
        """Return all legal actions with equal probabilities."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
