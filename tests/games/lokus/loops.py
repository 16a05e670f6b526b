"""Loops that are too slow in plain Python."""

from __future__ import annotations

import numpy as np

from locarium.games.lokus.rules import MAX_LEGAL, ROUNDS, begin, rolls_counted
from locarium.kernel.jit import compiled_entry
from locarium.kernel.playout import play_out


@compiled_entry
def play_rounds(rules, states, rng, rolls, minus):
    """Play random games and write each round's average rolls and minus points over the seats."""
    state = states[0]
    actions = np.empty(MAX_LEGAL, np.int64)
    digits = np.empty(72, np.int64)
    for first in range(0, len(rolls), ROUNDS):
        begin(rules, state)
        play_out(rules, state, rng, actions, digits)
        for number in range(ROUNDS):
            for seat in range(rules.seats):
                taken = state.past_rolls[number, seat]
                left = rolls_counted(taken, state.past_cleaning[number, seat])
                rolls[first + number] += taken / rules.seats
                minus[first + number] += rules.minus_points[left] / rules.seats
