"""What was found out a moment ago: bounded in number and in time."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class TtlCache(Generic[Key, Value]):
    """Remembers values for some seconds; the oldest fall out when there are too many."""

    def __init__(self, *, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._known: OrderedDict[Key, tuple[float, Value]] = OrderedDict()
        self.drops = 0  # so far: a value that was looked up before the last one may be outdated

    def get(self, key: Key) -> Value | None:
        """The value, None if it is unknown or too old."""
        until, value = self._known.get(key, (0.0, None))
        return value if time.monotonic() < until else None

    def put(self, key: Key, value: Value, drops: int) -> None:
        """Remember it from now on, unless something was dropped since `drops` was read."""
        if drops != self.drops:
            return
        self._known[key] = (time.monotonic() + self._seconds, value)
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def drop(self, key: Key) -> None:
        """It is not true any more."""
        self.drops += 1
        self._known.pop(key, None)

    def clear(self) -> None:
        """Nothing of it is true any more."""
        self.drops += 1
        self._known.clear()
