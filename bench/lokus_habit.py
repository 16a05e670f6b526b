"""Find the weights of LOKUS's rollout policy: `python -m bench.lokus_habit SECONDS`.

This is an evolution strategy. Two policies that differ from the current one in opposite directions play each other,
with two seats each. The current policy moves towards the winners.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from locarium import catalogue
from locarium.games.lokus.habit import HABIT, choose_by_habit
from locarium.games.lokus.rules import MAX_DRAWS, MAX_SEATS, STATE, apply, begin, judge
from locarium.kernel.bits import count_bits
from locarium.kernel.game import next_seat
from locarium.kernel.jit import compiled_entry
from locarium.kernel.layout import new_array
from locarium.kernel.playout import draw_at_random
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

PAIRS, GAMES = 20, 4000  # pairs per generation; games per pair
SPREAD, STEP, MOMENTUM = 0.15, 2.4, 0.6


@compiled_entry
def contest(rules: Any, states: Any, one: Any, other: Any, games: int, rng: Any) -> float:
    """Return the share of first places of the first policy."""
    state = states[0]
    digits = np.empty(MAX_DRAWS, np.int64)
    scores = np.empty(MAX_SEATS, np.int64)
    won = 0.0
    for game in range(games):
        begin(rules, state)
        while state.over == 0:
            if state.active == 0:
                draw_at_random(rules, state, rng, digits)
            else:
                seat = next_seat(rules, state)
                habit = one if (seat + game) % 2 == 0 else other
                apply(rules, state, seat, choose_by_habit(rules, state, seat, rng, habit))
        winners = judge(rules, state, scores)
        for seat in range(rules.seats):
            if (seat + game) % 2 == 0 and winners >> seat & 1:
                won += 1.0 / count_bits(winners)
    return won / games


def main(seconds: float) -> None:
    """Improve the policy. From time to time, print it and its results against the initial one."""
    setup, states, chooser = Setup(catalogue.game("lokus"), 4), new_array(STATE, 1), np.random.default_rng(1)
    start = np.array(HABIT)
    habit, drift = start.copy(), np.zeros(len(start))
    end = time.monotonic() + seconds
    generation = 0
    while time.monotonic() < end:
        slope = np.zeros(len(habit))
        for _ in range(PAIRS):
            step = chooser.standard_normal(len(habit))
            rng = new_rng(int(chooser.integers(1 << 30)))
            share = contest(setup.rules, states, habit + SPREAD * step, habit - SPREAD * step, GAMES, rng)
            slope += (share - 0.5) * step / PAIRS
        drift = MOMENTUM * drift + slope
        habit = habit + STEP * drift
        generation += 1
        if generation % 5 == 0:
            share = contest(setup.rules, states, habit, start, 5 * GAMES, new_rng(generation))
            print(generation, f"{100 * share:.1f} %", np.round(habit, 3).tolist(), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
