"""Threads that share work of well under a millisecond: between two tasks they wait in compiled code.

To wake a thread takes about a tenth of a millisecond, and the interpreter's lock as long again. So a hand looks at a
word in memory for a while before it goes to sleep; it needs the interpreter only then. A task is cut into pieces, and
whoever has time takes the next one: nobody waits for a hand that wakes late or that the machine holds up.
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

NOTHING, END = -1, -1 << 40  # instead of a piece of a task; what is below NOTHING is the end
TASK = 32  # how far a task is shifted: below it is the number of the next piece
NUMBER = (1 << TASK) - 1
WORDS = 16  # between two words that different threads write, so that they share no line of the cache
NEXT, DONE, ASLEEP = 0, WORDS, 2 * WORDS  # the next piece, how many are done, and a word for each hand from here on
LEADER = -1  # the number of the thread that calls the hands
PATIENCE = 100_000  # looks at a word: about a tenth of a millisecond

if TYPE_CHECKING:

    def load(board: Array[int], place: int) -> int:
        """A word that another thread may write."""

    def swap(board: Array[int], place: int, value: int) -> int:
        """Write a word that another thread may write; returns what was there."""

    def add(board: Array[int], place: int, value: int) -> int:
        """Add to a word that another thread may write; returns what was there."""

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
        """A word that another thread may write."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.load_atomic(_word(context, builder, signature.args, values), "seq_cst", 8)

        return types.int64(board, place), generate

    swap, add = _change("xchg"), _change("add")


@compiled
def take_piece(board: Array[int], pieces: int) -> int:
    """The next piece of the task, with the task above `TASK`; NOTHING if all are taken."""
    piece = load(board, NEXT)
    if piece >= 0 and piece & NUMBER < pieces:
        piece = add(board, NEXT, 1)
    return piece if piece < 0 or piece & NUMBER < pieces else NOTHING


@compiled
def await_piece(board: Array[int], hand: int, pieces: int) -> int:
    """The same, with patience. NOTHING: the hand has to wait for its lock before it looks again."""
    place = ASLEEP + hand * WORDS
    for _ in range(PATIENCE):
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
    """Whoever counts the pieces sees all that was written before."""
    add(board, DONE, 1)


@compiled
def next_piece(board: Array[int], hand: int, pieces: int) -> int:
    """What to do next: a hand awaits it, the leader does not."""
    return take_piece(board, pieces) if hand == LEADER else await_piece(board, hand, pieces)


@compiled
def conclude(board: Array[int], hand: int, pieces: int, piece: int) -> int:
    """What was no piece; for the leader it is NOTHING if not all are finished in a while."""
    if hand != LEADER:
        return piece
    left = PATIENCE
    while left and load(board, DONE) != pieces:
        left -= 1
    return 0 if left else NOTHING


@compiled_brief
def call_hands(board: Array[int], task: int, sleepers: Array[int]) -> None:
    """Begin a task, and tell which hands sleep."""
    swap(board, DONE, 0)
    swap(board, NEXT, task)
    for hand in range(len(sleepers)):
        sleepers[hand] = swap(board, ASLEEP + hand * WORDS, 0)


@compiled_brief
def drop_piece(board: Array[int]) -> None:
    """A piece came to nothing; nobody has to wait for it."""
    add(board, DONE, 1)


class Crew:
    """So many hands besides the one that leads them, for tasks of so many pieces.

    `work(board, hand, pieces, *arguments)` is compiled: it does what `next_piece` gives it, calls `finish_piece` after
    each, and returns what `conclude` makes of what was none.
    """

    def __init__(self, work: Callable[..., int], pieces: int, arguments: list[tuple[Any, ...]]) -> None:
        own, *others = arguments
        self._board = np.zeros(ASLEEP + (len(others) + 1) * WORDS, np.int64)
        self._board[NEXT], self._board[DONE] = NUMBER, pieces
        self._sleepers = np.zeros(len(others), np.int64)
        self._failures: list[Exception] = []
        self._locks = [Lock() for _ in others]
        self._lead = (work, self._board, LEADER, pieces, own)
        for hand, lock in enumerate(self._locks):
            lock.acquire()
            self._board[ASLEEP + hand * WORDS] = 1
            given = (lock, self._failures, work, self._board, hand, pieces, others[hand])
            Thread(target=_serve, args=given, name=f"hand {hand + 1}", daemon=True).start()

    def share(self, task: int) -> None:
        """Do a task, all together; tasks are numbers from 1 on."""
        try:
            self._call(task << TASK)
        finally:  # somebody interrupts: nothing is left halfway, for the next task to meet it
            self._finish()
        if self._failures:
            failure, *_ = self._failures
            self._failures.clear()
            raise failure

    def _finish(self) -> None:
        try:
            while _do(self._failures, *self._lead) == NOTHING:
                sleep(0)  # there are fewer cores than hands
        except KeyboardInterrupt:
            self._finish()
            raise

    def end(self) -> None:
        """The hands go home."""
        self._call(END)

    def _call(self, task: int) -> None:
        call_hands(self._board, task, self._sleepers)
        for hand, lock in enumerate(self._locks):
            if self._sleepers[hand] and lock.locked():  # it is open if the hand went on after all
                lock.release()


def _do(
    failures: list[Exception],
    work: Callable[..., int],
    board: Any,
    hand: int,
    pieces: int,
    arguments: tuple[Any, ...],
) -> int:
    while True:
        try:
            return work(board, hand, pieces, *arguments)
        except Exception as failure:  # raised by whoever called for the task
            failures.append(failure)
            drop_piece(board)


def _serve(lock: Lock, *given: Any) -> None:
    """The life of a hand; it knows nothing of the crew, which may be forgotten."""
    piece = NOTHING
    while piece == NOTHING:
        lock.acquire()
        piece = _do(*given)
