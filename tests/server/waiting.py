"""Wait for a condition."""

from __future__ import annotations

import time
from collections.abc import Callable

from waiting import PATIENCE

__all__ = ["PATIENCE", "wait_until"]


def wait_until(is_so: Callable[[], bool]) -> None:
    """Poll until `is_so` returns true. Raise AssertionError after the deadline."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)
