"""OpenSpiel's own simulation test, resampling and searches."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest

from adapters.cases import CASES
from locarium.adapters.draws import divide, join, portions, split
from locarium.adapters.openspiel import load

pytestmark = pytest.mark.compiled


def load_case(game: str, seats: int, options: dict[str, object]) -> pyspiel.Game:
    return load(game, seats, **{name.replace("-", "_"): value for name, value in options.items()})


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_random_simulations_survive_serialisation(game: str, seats: int, options: dict[str, object]) -> None:
    pyspiel.random_sim_test(load_case(game, seats, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "seats"), [("loco", 3), ("lokus", 3), ("locus", 2), ("genius-loci", 2)])
def test_resampled_state_looks_the_same_to_its_seat(game: str, seats: int) -> None:
    state, lots = load(game, seats).new_initial_state(), np.random.RandomState(5)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = set()
    for _ in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            seat = state.current_player()
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()
            others.add(str(other) == str(state))
        state.apply_action(lots.choice(state.legal_actions()))
    assert others == ({True} if game == "genius-loci" else {False} if game == "loco" else others)


def test_face_down_choice_is_hidden() -> None:
    first, second = (load("lokus", 3).new_initial_state() for _ in range(2))
    while first.is_chance_node():
        first.apply_action(0)
        second.apply_action(0)
    one, other = first.legal_actions()[:2]
    first.apply_action(one)
    second.apply_action(other)
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.observation_string(1) == second.observation_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    np.testing.assert_array_equal(first.observation_tensor(1), second.observation_tensor(1))


def test_large_draws_are_split() -> None:
    radices = [1638, 5, 601_080_390]
    assert max(split(601_080_390)) <= 2048
    digits = [1637, 3, 600_000_007]
    divided = divide(digits, radices)
    assert all(digit < part for digit, part in zip(divided, portions(radices), strict=True))
    assert join(divided, radices) == digits


def test_openspiel_searches_choose_legal_actions() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    from locarium.adapters.rollouts import Rollouts

    lots = np.random.RandomState(1)
    for name, bot_of in (
        ("loco", lambda game: ismcts.ISMCTSBot(game, Rollouts(1), 1.4, 20, random_state=lots)),
        ("genius-loci", lambda game: mcts.MCTSBot(game, 1.4, 20, Rollouts(1), random_state=lots)),
    ):
        game = load(name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        assert bot_of(game).step(state) in state.legal_actions()
