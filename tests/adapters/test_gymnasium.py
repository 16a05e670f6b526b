"""Gymnasium's own environment check, rewards and errors."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from adapters.cases import CASES
from locarium.adapters.gymnasium import GAME_ID, SOLO_ID
from locarium.kernel.errors import BadInput

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_environment_passes_gymnasiums_check(game: str, seats: int, options: dict[str, object]) -> None:
    check_env(gymnasium.make(GAME_ID, game=game, seats=seats, seat=seats - 1, options=options).unwrapped)


def test_solo_rewards_add_up_to_the_score() -> None:
    env = gymnasium.make(SOLO_ID).unwrapped
    observation, _ = env.reset(seed=3)
    lots, total, over = np.random.default_rng(1), 0.0, False
    while not over:
        action = lots.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, over, _, _ = env.step(action)
        total += reward
    assert total == observation["observation"]["scores"][0]


def test_built_in_bots_play_the_other_seats() -> None:
    env = gymnasium.make(GAME_ID, game="lokus", seats=3, seat=1, opponents=["random", "level-2"]).unwrapped
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        observation, reward, over, _, info = env.step(np.flatnonzero(observation["action_mask"])[0])
    assert info == {}
    assert -0.5 <= reward <= 1


def test_errors_name_the_problem() -> None:
    for wrong, message in (
        ({"seat": 2}, "there is no seat 2; choose from 0 to 1"),
        ({"opponents": ["greedy", "greedy"]}, "expected 1 opponents for 2 seats, not 2"),
        ({"opponents": "program:cat"}, "opponents must be built-in bots"),
        ({"opponents": "genius"}, "unknown bot 'genius'"),
    ):
        with pytest.raises(BadInput, match=message):
            gymnasium.make(GAME_ID, **wrong)
