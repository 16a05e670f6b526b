"""Progress of long work: shown on a terminal, quiet in a pipe."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

LONG = 100  # so many rounds before it is worth showing


def progress(rounds: Iterable[T], what: str) -> Iterator[T]:
    """The rounds, counted on standard error if that is a terminal and the output is not."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from rounds
        return
    total = f" of {len(rounds)}" if isinstance(rounds, range) else ""
    for count, item in enumerate(rounds, start=1):
        yield item
        if count % LONG == 0:
            sys.stderr.write(f"\r{count}{total} {what}")
            sys.stderr.flush()
    sys.stderr.write("\r\033[K")


@contextlib.contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """Somebody to tell how many of all are done: counted on standard error if that is a terminal."""
    shows = sys.stderr.isatty()

    def count(done: int, total: int) -> None:
        if shows:
            sys.stderr.write(f"\r{done} of {total} {what}")
            sys.stderr.flush()

    yield count
    if shows:
        sys.stderr.write("\r\033[K")
