"""PettingZoo's own tests, illegal actions and errors."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from adapters.cases import CASES
from locarium.adapters.pettingzoo import env, parallel_env
from locarium.kernel.errors import BadInput

with warnings.catch_warnings(action="ignore"):  # its imports of optional games raise deprecation warnings
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings(
        "ignore:Observation is not a NumPy array"
    ),  # observations are dicts, as in PettingZoo's card games
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # raised after the game
]


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_turn_environment_passes_pettingzoos_tests(game: str, seats: int, options: dict[str, object]) -> None:
    api_test(env(game, seats, options), 1000)
    seed_test(lambda: env(game, seats, options), 500)
    render_test(lambda render_mode: env(game, seats, options, render_mode=render_mode))


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {}), *(pytest.param(s, {"crowd": True, "hand": 11}, marks=pytest.mark.slow) for s in (2, 6))],
)
def test_parallel_environment_passes_pettingzoos_tests(seats: int, options: dict[str, object]) -> None:
    parallel_api_test(parallel_env(seats, options), 1000)
    parallel_seed_test(lambda: parallel_env(seats, options), 500)


def test_illegal_action_ends_the_game_for_its_seat() -> None:
    game = env("loco", 3)
    game.reset(seed=1)
    agent = game.agent_selection
    illegal = int(np.flatnonzero(game.last()[0]["action_mask"] == 0)[0])
    game.step(illegal)
    assert all(game.terminations.values())
    assert game.rewards == {name: -1.0 if name == agent else 0.0 for name in game.possible_agents}
    assert game.infos[agent] == {"illegal": "card-not-in-hand"}


def test_idle_seats_wait_in_the_parallel_environment() -> None:
    game = parallel_env(3)
    observations, _ = game.reset(seed=1)
    lots = np.random.default_rng(1)
    waited = 0
    while game.agents:
        actions = {}
        for agent in game.agents:
            possible = np.flatnonzero(observations[agent]["action_mask"])
            actions[agent] = int(lots.choice(possible))
            waited += actions[agent] == game.wait
        observations, rewards, *_ = game.step(actions)
    assert waited > 0
    assert sum(rewards.values()) == pytest.approx(0)
    game.reset(seed=1)
    with pytest.raises(BadInput, match="seat_1 is missing"):
        game.step({"seat_0": 0})


def test_errors_name_the_problem() -> None:
    with pytest.raises(BadInput, match="unknown render mode 'movie'"):
        env("loco", render_mode="movie")
    game = env("loco")
    game.reset(seed=1)
    with pytest.raises(BadInput, match="there is no action 185; choose from 0 to 184"):
        game.step(185)
    with pytest.raises(BadInput, match="a seed must be a whole number of at least 0, not -1"):
        game.reset(seed=-1)
