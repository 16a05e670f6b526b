"""Threads that share a task: done once each, asleep or not; what fails is raised by whoever called."""

from __future__ import annotations

import gc
import threading
from typing import Any

import numpy as np
import pytest

from locarium.adapters.batch import VectorEnv
from locarium.adapters.crew import Crew, await_task, finish_task
from locarium.kernel.jit import compiled_entry

pytestmark = pytest.mark.compiled
COUNT, FAIL = 1, 2


@compiled_entry
def serve_counts(bells: Any, hand: int, counts: Any) -> int:
    """Counts what it is called for."""
    task = await_task(bells, hand)
    while task > 0:
        if task == FAIL:
            raise ValueError("this hand fails")
        counts[hand] += 1
        finish_task(bells, hand)
        task = await_task(bells, hand)
    return task


def hands_at_work() -> set[threading.Thread]:
    """Threads of all crews."""
    return {thread for thread in threading.enumerate() if thread.name.startswith("hand ")}


def see_off(hands: set[threading.Thread]) -> None:
    """They go home, each in its time."""
    for hand in hands:
        hand.join(10)
        assert not hand.is_alive()


@pytest.fixture
def counts() -> Any:
    return np.zeros(4, np.int64)


def test_every_hand_does_every_task_once(counts: Any) -> None:
    before = hands_at_work()
    crew = Crew(serve_counts, [(counts,)] * 3)
    done = []
    for number in range(500):
        crew.share(COUNT, lambda number=number: done.append(number))  # type: ignore[misc]
        assert counts.tolist() == [number + 1] * 3 + [0]
        if number % 100 == 0:
            gc.collect()  # long enough to fall asleep
    assert done == list(range(500))
    hands = hands_at_work() - before
    assert len(hands) == 3
    crew.end()
    see_off(hands)


def test_a_hand_that_fails_is_heard_and_goes_on(counts: Any) -> None:
    crew = Crew(serve_counts, [(counts,)] * 2)
    for _ in range(3):
        with pytest.raises(ValueError, match="this hand fails"):
            crew.share(FAIL, lambda: None)
        crew.share(COUNT, lambda: None)
    assert counts.tolist() == [3, 3, 0, 0]
    crew.end()


def test_a_batch_that_is_forgotten_ends_its_threads() -> None:
    before = hands_at_work()
    env = VectorEnv("loco", 8, 2, threads=3)
    env.reset(1)
    hands = hands_at_work() - before
    assert len(hands) == 2
    del env
    gc.collect()
    see_off(hands)


def test_a_batch_goes_on_without_its_threads() -> None:
    env = VectorEnv("loco", 8, 2, threads=2)
    env.reset(1)
    env.close()
    assert env.step(env.random_actions()).seat.shape == (8,)
