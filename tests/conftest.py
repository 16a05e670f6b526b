"""Options, hooks and fixtures for all tests."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import settings

from locarium.kernel.jit import IS_COMPILED
from services import Nats, Postgres
from waiting import PATIENCE

settings.register_profile("locarium", derandomize=True, deadline=None, database=None, max_examples=100)
settings.register_profile("soak", derandomize=False, deadline=None, database=None, max_examples=1000, print_blob=True)
settings.load_profile("locarium")

DEFAULT_TIMEOUT_CONFIG.read = PATIENCE  # httpx waits 5 seconds by default, which is too short on a busy machine

os.environ.setdefault("LOCARIUM_TEST_SEED", str(int(time.time())))  # the same for all processes of a run
SEED = int(os.environ["LOCARIUM_TEST_SEED"])
SOAK_END = pytest.StashKey[float]()
REPEAT = f"LOCARIUM_TEST_SEED={SEED} repeats the random choices of this run"


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "in this file, run only the tests whose id names this game; repeatable"
    parser.addoption("--named", action="append", default=[], metavar="FILE=GAME", help=what)
    what = "run only tests marked soak, and let them share this many seconds"
    parser.addoption("--soak", type=float, metavar="SECONDS", help=what)


def pytest_configure(config: pytest.Config) -> None:
    if seconds := config.getoption("soak"):
        config.stash[SOAK_END] = time.monotonic() + seconds


def pytest_report_header() -> str:
    return REPEAT


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip comparisons with compiled code if Numba is disabled, and apply `--named` and `--soak`."""
    if not IS_COMPILED:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="NUMBA_DISABLE_JIT=1 disables compilation"))
    chosen = items
    if named := [choice.split("=") for choice in config.getoption("named")]:
        files = {file for file, _ in named}
        chosen = [item for item in items if _file(item) not in files or any(_names(item, *one) for one in named)]
    if SOAK_END in config.stash:
        chosen = [item for item in chosen if item.get_closest_marker("soak")]
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


def _file(item: pytest.Item) -> str:
    return item.nodeid.split("::")[0]


def _names(item: pytest.Item, file: str, game: str) -> bool:
    name = item.nodeid.lower().replace("_", "-")
    return _file(item) == file and re.search(rf"(?<![a-z]){game}(?![a-z])", name) is not None


@pytest.fixture
def seed() -> int:
    """The seed of this run, printed so that it appears in failure reports."""
    print(REPEAT)
    return SEED


@pytest.fixture
def rounds(request: pytest.FixtureRequest, seed: int) -> Callable[[int], Iterator[int]]:
    """Return a function that counts rounds: as many as asked, or in a soak run until the time is up."""

    def count(usual: int) -> Iterator[int]:
        if SOAK_END not in request.config.stash:
            yield from range(usual)
            return
        now, items = time.monotonic(), request.session.items
        share = (request.config.stash[SOAK_END] - now) / (len(items) - items.index(request.node))
        if share <= 0:
            pytest.skip("the time of the soak run is up")
        number = seed
        while number == seed or time.monotonic() < now + share:
            yield number
            number += 1
        print(f"{number - seed} rounds from seed {seed}")

    return count


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    server = Nats()
    yield server
    server.remove()
