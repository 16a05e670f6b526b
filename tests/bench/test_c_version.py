"""The C version that the benchmarks measure against plays the same games as the rules."""

import shutil
import sys
from pathlib import Path

import pytest

from locarium import catalogue
from locarium.kernel.position import Setup

sys.path.append(str(Path(__file__).parents[2]))  # bench is a package of the repository, not of the wheel

from bench.c_version import CVersion, built_library, play_ours

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc) on PATH")

GAMES = 50


@pytest.fixture(scope="module")
def library():
    with built_library() as path:
        yield path


@pytest.mark.parametrize("seed", [0, 1, 2**40])
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {}),
        (4, {}),
        (5, {"family": True}),
        (2, {"strict-marker": True}),
        (3, {"match": "full"}),
    ],
)
def test_steps_totals_and_generator_are_identical(library, seats, options, seed):
    setup = Setup(catalogue.game("loco"), seats, options)
    assert CVersion(library, setup).play(GAMES, seed) == play_ours(setup, GAMES, seed)
