"""Progress counters for long work, shown only on a terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

INTERVAL = 100  # items between updates


def progress(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items, counting them on standard error if that is a terminal and standard output is not."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from items
        return
    total = f" of {len(items)}" if isinstance(items, range) else ""
    for count, item in enumerate(items, start=1):
        yield item
        if count % INTERVAL == 0:
            sys.stderr.write(f"\r{count}{total} {what}")
            sys.stderr.flush()
    sys.stderr.write("\r\033[K")


@contextlib.contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """Return a callback that shows how much is done, on standard error if that is a terminal."""
    shows = sys.stderr.isatty()

    def count(done: int, total: int) -> None:
        if shows:
            sys.stderr.write(f"\r{done} of {total} {what}")
            sys.stderr.flush()

    yield count
    if shows:
        sys.stderr.write("\r\033[K")
