"""Our compiled rules compared with the same loop in C.

Both play the same games from the same seed. The results are compared before the measurement, to make sure that both
loops do the same work.
"""

from __future__ import annotations

import ctypes
import shlex
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from locarium import catalogue
from locarium.kernel.playout import count_games
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

from .measure import Figure, Goal, Side, Slice, alternate, clock, compare_rates, compiled_side

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).with_name("loco.c")
FLAGS = ["-O3", "-march=native", "-shared", "-fPIC"]
COMMAND = shlex.join(["cc", *FLAGS, "-o", "loco.so", "bench/loco.c"])
SEATS = 2
SEED = 1
CHECKED_SEEDS, CHECKED_GAMES = (1, 2, 3), 10_000

DECISIONS = Figure(
    name="loco-in-c",
    what="decisions in random games of two-seat LOCO!, compared with the same loop in C",
    unit="M/s",
    goal=Goal("ratio", "≥", 0.8),
)


class CRules(ctypes.Structure):
    """The struct `Rules` of loco.c."""

    _fields_ = [(name, ctypes.c_int64) for name in ("seats", "laid_out", "hand_size", "games", "strict_marker")]


class Played(msgspec.Struct, frozen=True):
    """Results that must be identical on both sides."""

    steps: int
    totals: list[int]  # total scores by seat
    rng: int  # state of the generator after the games


class CVersion:
    """The shared library built from loco.c, for one setup."""

    def __init__(self, library: Path, setup: Setup) -> None:
        self._play_games: Any = ctypes.CDLL(str(library)).play_games
        self._play_games.restype = ctypes.c_int64
        self._rules = CRules(**{name: int(setup.rules[name]) for name, *_ in CRules._fields_})
        self._seats = setup.seats

    def play(self, games: int, seed: int) -> Played:
        """Play random games from a seed."""
        rng = ctypes.c_int64(int(new_rng(seed)[0]))
        steps, totals = self._run(games, rng)
        return Played(steps, totals, rng.value)

    def side(self, seed: int) -> Side:
        """Return a side of the comparison that plays in C. Draws are not counted."""
        rng = ctypes.c_int64(int(new_rng(seed)[0]))

        def play(games: int) -> Slice:
            started = clock()
            steps, _ = self._run(games, rng)
            return Slice(games, steps, 0, clock() - started)

        return play

    def _run(self, games: int, rng: ctypes.c_int64) -> tuple[int, list[int]]:
        totals = (ctypes.c_int64 * self._seats)()
        steps = self._play_games(ctypes.byref(self._rules), ctypes.c_int64(games), ctypes.byref(rng), totals)
        return steps, list(totals)


def measure(seconds: float) -> list[Figure]:
    """Check that both sides play the same games, then measure the figure."""
    if shutil.which("cc") is None:
        return [msgspec.structs.replace(DECISIONS, note="Skipped: no C compiler (cc) on PATH.")]
    setup = Setup(catalogue.game("loco"), SEATS)
    with built_library() as library:
        version = CVersion(library, setup)
        for seed in CHECKED_SEEDS:
            check_identical(version, setup, CHECKED_GAMES, seed)
        pairs = alternate(compiled_side(setup, SEED), version.side(SEED), seconds)
    note = f"Steps, scores and generator are identical for {len(CHECKED_SEEDS)} seeds of {CHECKED_GAMES} games each."
    return [msgspec.structs.replace(compare_rates(DECISIONS, pairs, Slice.decision_rate), note=note)]


@contextmanager
def built_library() -> Iterator[Path]:
    """Build loco.c as a shared library and delete it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loco.so"
        subprocess.run(["cc", *FLAGS, "-o", str(library), str(SOURCE)], check=True)
        yield library


def play_ours(setup: Setup, games: int, seed: int) -> Played:
    """Play random games with our rules from a seed."""
    rng = new_rng(seed)
    steps, totals = count_games(setup, games, rng)
    return Played(steps, totals, int(rng[0]))


def check_identical(version: CVersion, setup: Setup, games: int, seed: int) -> None:
    """Raise an error if the C version plays different games."""
    ours, theirs = play_ours(setup, games, seed), version.play(games, seed)
    if ours != theirs:
        raise AssertionError(
            f"bench/loco.c plays different games than the rules, seed {seed}: {theirs} instead of {ours}"
        )
