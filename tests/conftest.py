"""What all tests share."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

from locarium.kernel.jit import IS_COMPILED

settings.register_profile("house", derandomize=True, deadline=None, database=None, max_examples=100)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "of this file, run only the tests whose id names this game; may be repeated"
    parser.addoption("--named", action="append", default=[], metavar="FILE=GAME", help=what)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip comparisons with compiled code where nothing is compiled, and apply `--named`."""
    if not IS_COMPILED:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="nothing is compiled under NUMBA_DISABLE_JIT=1"))
    if named := [choice.split("=") for choice in config.getoption("named")]:
        files = {file for file, _ in named}
        chosen = [item for item in items if _file(item) not in files or any(_names(item, *one) for one in named)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def _file(item: pytest.Item) -> str:
    return item.nodeid.split("::")[0]


def _names(item: pytest.Item, file: str, game: str) -> bool:
    name = item.nodeid.lower().replace("_", "-")
    return _file(item) == file and re.search(rf"(?<![a-z]){game}(?![a-z])", name) is not None
