"""Bots of all levels play whole games together with legal steps, and don't change positions."""

from __future__ import annotations

import pytest

from conformance.cases import WALKED, every_game
from locarium.kernel.history import History
from locarium.kernel.playout import random_digits
from locarium.kernel.rng import new_rng
from locarium.search.levels import LEVELS, level_of

pytestmark = pytest.mark.compiled

SIMULATIONS = 4  # per step


def play_with_bots(case) -> set[int]:
    """Play a game in which the levels take turns. Return the levels that chose a step."""
    game, history, rng, asked = case.setup.game, History(case.setup), new_rng(21), set()
    while not history.position.is_over:
        if history.position.chance_is_due:
            history.draw(random_digits(history.position, rng))
            continue
        seat, number = history.position.next_seat, 1 + (len(history.steps) + len(asked)) % LEVELS
        seen = history.position.concealed(seat)
        before, offered = seen.words.tobytes(), game.offered_to_bots(seen.legal(seat))
        advice = level_of(game, number).bot(seen, offered, len(history.steps)).think(simulations=SIMULATIONS)
        assert seen.words.tobytes() == before, f"{case}, level {number}, step {len(history.steps)}"
        assert {each.action for each in advice} <= set(offered), f"{case}, level {number}, step {len(history.steps)}"
        history.play(seat, advice[0].action)
        asked.add(number)
    return asked


@every_game
def test_bots_of_all_levels_play_whole_games(name):
    asked = set()
    for case in [case for case in WALKED if case.name == name][::3]:
        asked |= play_with_bots(case)
    assert asked == set(range(1, LEVELS + 1))
