"""Loops that are too slow in plain Python."""

from __future__ import annotations

import numpy as np

from locarium.games.genius_loci.rules import MAX_DRAWS, MAX_LEGAL, begin
from locarium.kernel.bits import count_bits
from locarium.kernel.jit import compiled_entry
from locarium.kernel.playout import play_out


@compiled_entry
def play_games(rules, states, rng, sacrifices, turns, won):
    """Play random games: write the sacrifices and turns of each, and whether the first player wins (1 or 0)."""
    state = states[0]
    actions = np.empty(MAX_LEGAL, np.int64)
    digits = np.empty(MAX_DRAWS, np.int64)
    for game in range(len(won)):
        begin(rules, state)
        play_out(rules, state, rng, actions, digits)
        sacrifices[game] = 32 - count_bits(state.humans[0] | state.humans[1])
        turns[game] = state.turns - 1  # the last turn, of the stuck seat, has no sacrifice
        won[game] = state.first
