"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from locarium.kernel.jit import IS_COMPILED

settings.register_profile("house", derandomize=True, deadline=None, database=None, max_examples=100)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compares compiled code with something else makes no sense without compiled code."""
    if not IS_COMPILED:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="nothing is compiled under NUMBA_DISABLE_JIT=1"))
