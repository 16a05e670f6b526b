"""Patience for what happens by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0  # seconds; machines may have other work


def wait_until(is_so: Callable[[], bool]) -> None:
    """Look again and again; AssertionError if it never becomes so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)
