"""A thread pool for tasks of well under a millisecond. Between tasks, its workers wait in compiled code.

Waking a thread takes about a tenth of a millisecond, and taking the interpreter's lock as long again. So a worker polls
a word in memory for a while and goes to sleep only if no task arrives. A task is split into pieces, and idle threads
take the next one. A worker that wakes late or is descheduled does not delay the others.
"""

from __future__ import annotations

from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from locarium.kernel.jit import compiled, compiled_brief

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.layout import Array

NOTHING, END = -1, -1 << 40  # returned instead of a piece; any value below NOTHING means END
TASK = 32  # shift of the task number; the bits below hold the number of the next piece
NUMBER = (1 << TASK) - 1
WORDS = 16  # distance between words that different threads write, to keep them in different cache lines
NEXT, DONE, ASLEEP = 0, WORDS, 2 * WORDS  # next piece, number of finished pieces, first of the workers' sleep flags
LEADER = -1  # number of the thread that starts tasks
SPINS = 100_000  # polls before giving up: about a tenth of a millisecond

if TYPE_CHECKING:

    def load(board: Array[int], place: int) -> int:
        """Read a shared word atomically."""

    def swap(board: Array[int], place: int, value: int) -> int:
        """Write a shared word atomically and return its old value."""

    def add(board: Array[int], place: int, value: int) -> int:
        """Add to a shared word atomically and return its old value."""

else:

    def _word(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
        array = make_array(kinds[0])(context, builder, values[0])
        place = context.cast(builder, values[1], kinds[1], types.intp)
        return cgutils.get_item_pointer(context, builder, kinds[0], array, [place])

    def _change(name: str) -> Any:
        def change(_typing: Any, board: Any, place: Any, value: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                given = context.cast(builder, values[2], signature.args[2], types.int64)
                return builder.atomic_rmw(name, _word(context, builder, signature.args, values), given, "seq_cst")

            return types.int64(board, place, value), generate

        return intrinsic(change)

    @intrinsic
    def load(_typing: Any, board: Any, place: Any) -> Any:
        """Read a shared word atomically."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.load_atomic(_word(context, builder, signature.args, values), "seq_cst", 8)

        return types.int64(board, place), generate

    swap, add = _change("xchg"), _change("add")


@compiled
def take_piece(board: Array[int], pieces: int) -> int:
    """Take the next piece, with the task number from bit `TASK` upwards. Return NOTHING if all are taken."""
    piece = load(board, NEXT)
    if piece >= 0 and piece & NUMBER < pieces:
        piece = add(board, NEXT, 1)
    return piece if piece < 0 or piece & NUMBER < pieces else NOTHING


@compiled
def await_piece(board: Array[int], worker: int, pieces: int) -> int:
    """Poll for the next piece. Return NOTHING if the worker has to sleep on its lock before polling again."""
    place = ASLEEP + worker * WORDS
    for _ in range(SPINS):
        piece = take_piece(board, pieces)
        if piece != NOTHING:
            return piece
    swap(board, place, 1)
    piece = take_piece(board, pieces)
    if piece != NOTHING:
        swap(board, place, 0)
    return piece


@compiled
def finish_piece(board: Array[int]) -> None:
    """Count a piece as finished. A thread that reads the new count sees everything written before it."""
    add(board, DONE, 1)


@compiled
def next_piece(board: Array[int], worker: int, pieces: int) -> int:
    """Return the next piece. Workers wait for one, the leader does not."""
    return take_piece(board, pieces) if worker == LEADER else await_piece(board, worker, pieces)


@compiled
def conclude(board: Array[int], worker: int, pieces: int, piece: int) -> int:
    """Return the result of a work function after its last piece. The leader gets NOTHING if pieces are unfinished."""
    if worker != LEADER:
        return piece
    left = SPINS
    while left and load(board, DONE) != pieces:
        left -= 1
    return 0 if left else NOTHING


@compiled_brief
def start_task(board: Array[int], task: int, sleepers: Array[int]) -> None:
    """Start a task and mark the workers that are asleep."""
    swap(board, DONE, 0)
    swap(board, NEXT, task)
    for worker in range(len(sleepers)):
        sleepers[worker] = swap(board, ASLEEP + worker * WORDS, 0)


@compiled_brief
def drop_piece(board: Array[int]) -> None:
    """Count a failed piece as finished, so that the leader does not wait for it."""
    add(board, DONE, 1)


class Crew:
    """A pool of workers and a leader, the calling thread, for tasks with a fixed number of pieces.

    `work(board, worker, pieces, *arguments)` is compiled. It processes the pieces that it gets from `next_piece`, calls
    `finish_piece` after each one, and passes the first value that is not a piece to `conclude` for its result.
    """

    def __init__(self, work: Callable[..., int], pieces: int, arguments: list[tuple[Any, ...]]) -> None:
        own, *others = arguments
        self._board = np.zeros(ASLEEP + (len(others) + 1) * WORDS, np.int64)
        self._board[NEXT], self._board[DONE] = NUMBER, pieces
        self._sleepers = np.zeros(len(others), np.int64)
        self._failures: list[Exception] = []
        self._locks = [Lock() for _ in others]
        self._lead = (work, self._board, LEADER, pieces, own)
        for worker, lock in enumerate(self._locks):
            lock.acquire()
            self._board[ASLEEP + worker * WORDS] = 1
            given = (lock, self._failures, work, self._board, worker, pieces, others[worker])
            Thread(target=_serve, args=given, name=f"worker {worker + 1}", daemon=True).start()

    def share(self, task: int) -> None:
        """Run a task on all threads. Tasks are numbered from 1."""
        try:
            self._call(task << TASK)
        finally:  # finish even if interrupted, so that the next task starts clean
            self._finish()
        if self._failures:
            failure, *_ = self._failures
            self._failures.clear()
            raise failure

    def _finish(self) -> None:
        try:
            while _do(self._failures, *self._lead) == NOTHING:
                sleep(0)  # fewer cores than threads: let a worker run
        except KeyboardInterrupt:
            self._finish()
            raise

    def end(self) -> None:
        """End the worker threads."""
        self._call(END)

    def _call(self, task: int) -> None:
        start_task(self._board, task, self._sleepers)
        for worker, lock in enumerate(self._locks):
            if self._sleepers[worker] and lock.locked():  # unlocked if the worker found a piece just before sleeping
                lock.release()


def _do(
    failures: list[Exception],
    work: Callable[..., int],
    board: Any,
    worker: int,
    pieces: int,
    arguments: tuple[Any, ...],
) -> int:
    while True:
        try:
            return work(board, worker, pieces, *arguments)
        except Exception as failure:  # raised later in the thread that started the task
            failures.append(failure)
            drop_piece(board)


def _serve(lock: Lock, *given: Any) -> None:
    """Run a worker thread. It holds no reference to the crew, so the crew can be garbage-collected."""
    piece = NOTHING
    while piece == NOTHING:
        lock.acquire()
        piece = _do(*given)
