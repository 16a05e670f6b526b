"""Wait for a condition, or repeat while it holds, with a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from playwright.sync_api import Page

from .conftest import PATIENCE

POLL_MS = 50  # milliseconds
MAX_REPEATS = 150  # more than one player's turns in any game


def wait_for(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE) // POLL_MS):
        if is_so():
            return
        page.wait_for_timeout(POLL_MS)
    pytest.fail("the condition was never met")


def as_long_as(is_so: Callable[[], bool], what: str, most: int = MAX_REPEATS) -> Iterator[int]:
    """Count from 0 while a condition holds. Fail with `what` if it never changes."""
    for number in count():
        if not is_so():
            return
        if number == most:
            pytest.fail(f"after {most} repeats: {what}")
        yield number
