"""The deadline for all tests that wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

PATIENCE = 180.0  # seconds; only a failing test waits this long, even on a busy machine


def finish(work: Callable[[], Result]) -> Result:
    """Run work in a thread and return its result. Fail after the deadline instead of hanging."""
    results: list[Result] = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert results, "the work failed or did not finish"
    return results[0]
