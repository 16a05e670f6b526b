"""The same draws and actions give the same games in all frameworks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adapters.cases import CASES
from locarium.adapters.batch import ENDED, VectorEnv
from locarium.adapters.draws import divide
from locarium.adapters.gymnasium import SeatEnv
from locarium.adapters.numbering import numbering_of
from locarium.adapters.openspiel import load
from locarium.adapters.pettingzoo import env, parallel_env
from locarium.kernel.playout import random_digits
from locarium.kernel.rng import new_rng

pytestmark = pytest.mark.compiled
SEED = 11


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


def draw(state: Any, rng: Any) -> None:
    """Draw the pending chance step as the other frameworks do."""
    while state.is_chance_node():
        radices = state.line.radices
        for digit in divide(random_digits(state.line.position, rng), radices):
            state.apply_action(digit)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_all_frameworks_play_the_same_games(game: str, seats: int, options: dict[str, object]) -> None:
    turns, vector = env(game, seats, options), VectorEnv(game, 2, seats, options)
    spiel = load(game, seats, **{name.replace("-", "_"): value for name, value in options.items()})
    observer, state, rng = spiel.make_py_observer(), spiel.new_initial_state(), new_rng(SEED)
    turns.reset(seed=SEED)
    batch = vector.reset(SEED)
    draw(state, rng)
    lots = np.random.default_rng(2)
    while True:
        seen, *_ = turns.last()
        seat = turns.stage.seat
        observer.set_from(state, seat)
        assert state.current_player() == batch.seat[0] == seat
        assert_same(seen["observation"], {name: array[0] for name, array in batch.observation.items()})
        assert_same(seen["observation"], observer.dict)
        np.testing.assert_array_equal(seen["action_mask"], batch.action_mask[0])
        assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_actions()
        action = int(lots.choice(state.legal_actions()))
        turns.step(action)
        state.apply_action(action)
        draw(state, rng)
        batch = vector.step([action, vector.random_actions()[1]])
        if state.is_terminal():
            break
    rewards = [turns.rewards[agent] for agent in turns.possible_agents]
    assert batch.ended[0] == ENDED
    assert batch.rewards[0].tolist() == rewards
    if seats > 1:
        assert state.returns() == pytest.approx(rewards)


def test_parallel_lokus_plays_the_same_games() -> None:
    turns, at_once = env("lokus", 3), parallel_env(3)
    turns.reset(seed=SEED)
    observations, _ = at_once.reset(seed=SEED)
    lots = np.random.default_rng(2)
    while at_once.agents:
        actions = {
            agent: int(lots.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in at_once.agents
        }
        for agent in [agent for agent, action in actions.items() if action != at_once.wait]:
            assert turns.agent_selection == agent
            turns.step(actions[agent])
        observations, rewards, *_ = at_once.step(actions)
        for agent, observation in observations.items():
            assert_same(observation["observation"], turns.observe(agent)["observation"])
    assert rewards == turns.rewards


def test_gymnasium_with_bots_plays_the_same_games() -> None:
    """Replay the bots' steps turn by turn."""
    single, turns = SeatEnv("loco", 2, seat=1, opponents="random"), env("loco", 2)
    observation, _ = single.reset(seed=SEED)
    turns.reset(seed=SEED)
    over, numbers = False, numbering_of(turns.stage.setup)
    made: list[tuple[int, int]] = []
    play = single.stage.play
    single.stage.play = lambda seat, action: (made.append((seat, action)), play(seat, action))[1]  # type: ignore[method-assign]
    single.reset(seed=SEED)
    while not over:
        observation, reward, over, _, _ = single.step(np.flatnonzero(observation["action_mask"])[-1])
    for seat, action in made:
        assert turns.stage.seat == seat
        turns.step(numbers.to_host(action))
    assert turns.rewards["seat_1"] == reward
    assert_same(turns.observe("seat_1")["observation"], observation["observation"])
