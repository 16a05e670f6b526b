"""A cache bounded in size and age."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class TtlCache(Generic[Key, Value]):
    """A cache that keeps values for a limited time and drops the oldest when full."""

    def __init__(self, *, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._known: OrderedDict[Key, tuple[float, Value]] = OrderedDict()
        self.drops = 0  # number of invalidations; a value read before the last one may be outdated

    def get(self, key: Key) -> Value | None:
        """Return the value, or None if it is missing or too old."""
        until, value = self._known.get(key, (0.0, None))
        return value if time.monotonic() < until else None

    def put(self, key: Key, value: Value, drops: int) -> None:
        """Store a value, unless an invalidation happened after `drops` was read."""
        if drops != self.drops:
            return
        self._known[key] = (time.monotonic() + self._seconds, value)
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Invalidate one key."""
        self.drops += 1
        self._known.pop(key, None)

    def clear(self) -> None:
        """Invalidate everything."""
        self.drops += 1
        self._known.clear()
