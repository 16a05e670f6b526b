"""Threads that share work of well under a millisecond: between two tasks they wait in compiled code.

To wake a thread takes about a tenth of a millisecond, and the interpreter's lock as long again. So a hand looks at its
word in memory for a while before it goes to sleep; it needs the interpreter only then.
"""

from __future__ import annotations

from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from locarium.kernel.jit import compiled, compiled_brief, compiled_entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.layout import Array, Grid

IDLE, END = 0, -1  # instead of a task
TASK, ASLEEP = 0, 8  # the words of a hand, in lines of the cache that nobody else writes
WORDS = 16
PATIENCE = 100_000  # looks at a word: about a tenth of a millisecond


if TYPE_CHECKING:

    def load(words: Grid[int], row: int, column: int) -> int:
        """A word that another thread may write."""

    def swap(words: Grid[int], row: int, column: int, value: int) -> int:
        """Write a word that another thread may write; returns what was there."""

else:

    def _element(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
        array = make_array(kinds[0])(context, builder, values[0])
        places = [context.cast(builder, values[i], kinds[i], types.intp) for i in (1, 2)]
        return cgutils.get_item_pointer(context, builder, kinds[0], array, places)

    @intrinsic
    def load(_typing: Any, words: Any, row: Any, column: Any) -> Any:
        """A word that another thread may write."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.load_atomic(_element(context, builder, signature.args, values), "seq_cst", 8)

        return types.int64(words, row, column), generate

    @intrinsic
    def swap(_typing: Any, words: Any, row: Any, column: Any, value: Any) -> Any:
        """Write a word that another thread may write; returns what was there."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place = _element(context, builder, signature.args, values)
            written = context.cast(builder, values[3], signature.args[3], types.int64)
            return builder.atomic_rmw("xchg", place, written, "seq_cst")

        return types.int64(words, row, column, value), generate


@compiled
def await_task(bells: Grid[int], hand: int) -> int:
    """The next task of a hand, END, or IDLE: then it has to wait for its lock before it looks again."""
    for _ in range(PATIENCE):
        task = load(bells, hand, TASK)
        if task != IDLE:
            return task
    swap(bells, hand, ASLEEP, 1)
    task = load(bells, hand, TASK)
    # Called in between: whoever takes the word back first decides whether the lock is opened.
    return task if task != IDLE and swap(bells, hand, ASLEEP, 0) else IDLE


@compiled
def finish_task(bells: Grid[int], hand: int) -> None:
    """Whoever called sees all that was written before."""
    swap(bells, hand, TASK, IDLE)


@compiled_brief
def call_hands(bells: Grid[int], task: int, sleepers: Array[int]) -> None:
    """Give all hands a task, and tell which of them sleep."""
    for hand in range(len(sleepers)):
        swap(bells, hand, TASK, task)
        sleepers[hand] = swap(bells, hand, ASLEEP, 0)


@compiled_entry
def are_done(bells: Grid[int], hands: int) -> bool:
    """Whether all hands finish their task in a while."""
    for hand in range(hands):
        for _ in range(PATIENCE):
            if load(bells, hand, TASK) == IDLE:
                break
        else:
            return False
    return True


@compiled_brief
def drop_task(bells: Grid[int], hand: int) -> None:
    """The task of a hand came to nothing, and it sleeps: in this order, since the caller waits for the task."""
    swap(bells, hand, ASLEEP, 1)
    swap(bells, hand, TASK, IDLE)


class Crew:
    """So many hands besides the one that calls them. What they serve awaits tasks and finishes them; it is compiled."""

    def __init__(self, serve: Callable[..., int], arguments: list[tuple[Any, ...]]) -> None:
        hands = len(arguments)
        self._bells = np.zeros((hands, WORDS), np.int64)
        self._bells[:, ASLEEP] = 1
        self._sleepers = np.zeros(hands, np.int64)
        self._failures: list[BaseException] = []
        self._locks = [Lock() for _ in range(hands)]
        for hand, lock in enumerate(self._locks):
            lock.acquire()
            given = (lock, self._bells, hand, serve, arguments[hand], self._failures)
            Thread(target=_work, args=given, name=f"hand {hand + 1}", daemon=True).start()

    def share(self, task: int, own: Callable[[], None]) -> None:
        """All hands do the task while the caller does its own part of it."""
        self._call(task)
        try:
            own()
        finally:
            while not are_done(self._bells, len(self._locks)):
                sleep(0)  # there are fewer cores than hands
        if self._failures:
            failure, *_ = self._failures
            self._failures.clear()
            raise failure

    def end(self) -> None:
        """The hands go home."""
        self._call(END)

    def _call(self, task: int) -> None:
        call_hands(self._bells, task, self._sleepers)
        for hand, lock in enumerate(self._locks):
            if self._sleepers[hand]:
                lock.release()


def _work(
    lock: Lock,
    bells: Any,
    hand: int,
    serve: Callable[..., int],
    arguments: tuple[Any, ...],
    failures: list[BaseException],
) -> None:
    """The life of a hand; it knows nothing of the crew, which may be forgotten."""
    while True:
        lock.acquire()
        try:
            if serve(bells, hand, *arguments) == END:
                return
        except Exception as failure:  # the caller raises it
            failures.append(failure)
            drop_task(bells, hand)
