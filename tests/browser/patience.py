"""Wait for a condition, or repeat while it holds, with a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from playwright.sync_api import Page

from .conftest import PATIENCE

A_MOMENT = 50  # milliseconds
OFTEN_ENOUGH = 150  # more than one player's turns in any game


def wait_for(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE) // A_MOMENT):
        if is_so():
            return
        page.wait_for_timeout(A_MOMENT)
    pytest.fail("waited in vain")


def as_long_as(is_so: Callable[[], bool], what: str, most: int = OFTEN_ENOUGH) -> Iterator[int]:
    """Count from 0 while a condition holds. Fail with `what` if it never changes."""
    for number in count():
        if not is_so():
            return
        if number == most:
            pytest.fail(f"after {most} times {what}")
        yield number
