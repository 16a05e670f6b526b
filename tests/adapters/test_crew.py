"""The thread pool: every piece runs once, sleeping workers wake up, and errors reach the caller."""

from __future__ import annotations

import gc
import threading
from typing import Any

import numpy as np
import pytest

from locarium.adapters import crew as crew_module
from locarium.adapters.batch import VectorEnv
from locarium.adapters.crew import NUMBER, TASK, Crew, conclude, finish_piece, next_piece
from locarium.kernel.jit import compiled_entry

pytestmark = pytest.mark.compiled
COUNT, FAIL = 1, 2


@compiled_entry
def count_pieces(board: Any, worker: int, pieces: int, counts: Any) -> int:
    """Count how often each piece runs."""
    piece = next_piece(board, worker, pieces)
    while piece >= 0:
        if piece >> TASK == FAIL and piece & NUMBER == 1:
            raise ValueError("this piece fails")
        counts[piece & NUMBER] += 1
        finish_piece(board)
        piece = next_piece(board, worker, pieces)
    return conclude(board, worker, pieces, piece)


def crew_threads() -> set[threading.Thread]:
    """Return the worker threads of all crews."""
    return {thread for thread in threading.enumerate() if thread.name.startswith("worker ")}


def join_all(workers: set[threading.Thread]) -> None:
    """Wait for the threads to end."""
    for worker in workers:
        worker.join(10)
        assert not worker.is_alive()


def test_every_piece_runs_once() -> None:
    before, counts = crew_threads(), np.zeros(7, np.int64)
    crew = Crew(count_pieces, len(counts), [(counts,)] * 4)
    workers = crew_threads() - before
    assert len(workers) == 3
    for number in range(500):
        crew.share(COUNT)
        assert counts.tolist() == [number + 1] * 7
        if number % 50 == 0:
            gc.collect()  # gives the workers time to fall asleep
    crew.end()
    join_all(workers)


def test_failing_piece_raises_after_the_others_finish() -> None:
    counts = np.zeros(5, np.int64)
    crew = Crew(count_pieces, len(counts), [(counts,)] * 3)
    for _ in range(3):
        with pytest.raises(ValueError, match="this piece fails"):
            crew.share(FAIL)
        crew.share(COUNT)
    assert counts.tolist() == [6, 3, 6, 6, 6]
    crew.end()


def test_interrupt_is_raised_after_the_task_finishes(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, do = np.zeros(5, np.int64), crew_module._do
    crew = Crew(count_pieces, len(counts), [(counts,)] * 2)
    presses = iter([KeyboardInterrupt, KeyboardInterrupt])

    def press(*given: Any) -> int:
        if threading.current_thread() is threading.main_thread():  # signals never reach other threads
            for error in presses:
                raise error
        return do(*given)

    monkeypatch.setattr(crew_module, "_do", press)
    with pytest.raises(KeyboardInterrupt):
        crew.share(COUNT)
    assert counts.tolist() == [1] * 5
    crew.share(COUNT)
    assert counts.tolist() == [2] * 5
    crew.end()


def test_deleted_batch_ends_its_threads() -> None:
    before = crew_threads()
    env = VectorEnv("loco", 8, 2, threads=3)
    env.reset(1)
    workers = crew_threads() - before
    assert len(workers) == 2
    del env
    gc.collect()
    join_all(workers)


def test_batch_works_without_its_threads() -> None:
    env = VectorEnv("loco", 8, 2, threads=2)
    env.reset(1)
    env.close()
    assert env.step(env.random_actions()).seat.shape == (8,)
