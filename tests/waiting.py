"""The one deadline of all tests that wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

PATIENCE = 180.0  # seconds; only a test that fails ever waits so long, even on a busy machine


def finish(work: Callable[[], Result]) -> Result:
    """Run work that should end by itself and return its result. Fail after the deadline instead of hanging."""
    results: list[Result] = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert results, "the work has failed or did not end"
    return results[0]
