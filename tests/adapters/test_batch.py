"""Batched environments."""

from __future__ import annotations

import numpy as np
import pytest

from locarium.adapters.batch import ENDED_ILLEGALLY, VectorEnv
from locarium.kernel.errors import BadInput

pytestmark = pytest.mark.compiled


def test_result_does_not_depend_on_threads() -> None:
    alone, shared = VectorEnv("loco", 7, 2), VectorEnv("loco", 7, 2, threads=2)
    alone.reset(4)
    shared.reset(4)
    ended = 0
    for _ in range(60):
        actions = alone.random_actions().copy()
        np.testing.assert_array_equal(shared.random_actions(), actions)
        one, other = alone.step(actions), shared.step(actions)
        for name, rows in one.observation.items():
            np.testing.assert_array_equal(rows, other.observation[name])
        np.testing.assert_array_equal(one.action_mask, other.action_mask)
        np.testing.assert_array_equal(one.rewards, other.rewards)
        assert one.action_mask.any(axis=1).all()
        ended += int((one.ended > 0).sum())
    assert ended > 7
    shared.close()


def test_illegal_action_ends_only_its_game() -> None:
    env = VectorEnv("loco", 3, 2)
    batch = env.reset(1)
    actions = env.random_actions().copy()
    seat = int(batch.seat[1])
    actions[1] = int(np.flatnonzero(batch.action_mask[1] == 0)[0])
    batch = env.step(actions)
    assert batch.ended.tolist() == [0, ENDED_ILLEGALLY, 0]
    assert batch.rewards[1, seat] == -1
    assert batch.observation["held"][1].tolist() == [14, 14]  # the next game has started


def test_errors_name_the_problem() -> None:
    env = VectorEnv("loco", 3, 2, masks=False)
    assert env.reset(1).action_mask is None
    with pytest.raises(BadInput, match="one action for each of 3 games"):
        env.step([1, 2])
    with pytest.raises(BadInput, match="actions must be from 0 to 184"):
        env.step([1, 2, 185])
    with pytest.raises(BadInput, match="at least one game"):
        VectorEnv("loco", 0)
