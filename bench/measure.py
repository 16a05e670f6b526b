"""Measurement: both sides alternate in short slices on one core, and the figures are medians.

The machines are shared and noisy. Noise affects neighbouring slices alike, so each of our slices is compared with the
peer's slice next to it. The spread of these ratios shows how far to trust the median.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Literal

import msgspec

from locarium.kernel.playout import choose_at_random, count_games, write_game
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from locarium.kernel.position import Setup

clock = process_time  # counts the time of this process alone

PAIRS = 25  # slices per side
WRITTEN_GAMES = 10  # games played to count their draws
THOUSAND, MILLION = 1e3, 1e6
NOT_INSTALLED = "Peer not installed: script/bench installs it."


class Slice(msgspec.Struct, frozen=True):
    """One uninterrupted piece of work by one side."""

    games: int
    decisions: int  # steps made by seats
    draws: int  # chance draws; 0 if not counted
    seconds: float

    def game_rate(self) -> float:
        """Return games per second."""
        return self.games / self.seconds

    def decision_rate(self) -> float:
        """Return decisions per second."""
        return self.decisions / self.seconds

    def step_rate(self) -> float:
        """Return decisions and draws per second."""
        return (self.decisions + self.draws) / self.seconds


Side = Callable[[int], Slice]  # plays the given number of games
Pair = tuple[Slice, Slice]  # our slice and the peer's, measured one after the other


class Spread(msgspec.Struct, frozen=True):
    """A median with the minimum and maximum of its values."""

    median: float
    least: float
    most: float


class Goal(msgspec.Struct, frozen=True):
    """The target of a figure."""

    of: Literal["ours", "ratio"]
    sense: Literal["≥", "<"]
    bound: float

    def __str__(self) -> str:
        return f"{self.of} {self.sense} {self.bound:g}"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measured figure. A figure that could not be measured has no numbers, and its note says why."""

    name: str
    what: str
    unit: str  # unit of both sides
    ours: Spread | None = None
    peer: Spread | None = None
    ratio: Spread | None = None  # ours / peer, by slice
    other_game: bool = False  # whether the peer plays another game, so that the two sides do different work
    goal: Goal | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Return whether the median reaches the goal, or None without a goal or numbers."""
        reached = self.goal and getattr(self, self.goal.of)
        if not self.goal or not reached:
            return None
        return bool(reached.median >= self.goal.bound if self.goal.sense == "≥" else reached.median < self.goal.bound)


def spread(values: Sequence[float]) -> Spread:
    """Return median, minimum and maximum."""
    return Spread(statistics.median(values), min(values), max(values))


def spread_of_ratios(ours: Sequence[float], peer: Sequence[float]) -> Spread:
    """Return the spread of the ratios of values measured side by side."""
    return spread([mine / other for mine, other in zip(ours, peer, strict=True)])


def compare_rates(
    figure: Figure, pairs: Sequence[Pair], rate: Callable[[Slice], float], scale: float = MILLION
) -> Figure:
    """Fill in the figure's numbers from the slices, using the given rate."""
    ours = [rate(mine) / scale for mine, _ in pairs]
    peer = [rate(other) / scale for _, other in pairs]
    numbers = {"ours": spread(ours), "peer": spread(peer), "ratio": spread_of_ratios(ours, peer)}
    return msgspec.structs.replace(figure, **numbers)


def alternate(ours: Side, peer: Side, seconds: float) -> list[Pair]:
    """Measure each side for `seconds`, alternately. The side that starts changes from pair to pair."""
    games = games_that_take(ours, seconds / PAIRS), games_that_take(peer, seconds / PAIRS)
    pairs: list[Pair] = []
    for turn in range(PAIRS):
        if turn % 2:
            other = peer(games[1])
            pairs.append((ours(games[0]), other))
        else:
            pairs.append((ours(games[0]), peer(games[1])))
    return pairs


def repeat(side: Side, seconds: float) -> list[Slice]:
    """Measure one side alone, in the same number of slices."""
    games = games_that_take(side, seconds / PAIRS)
    return [side(games) for _ in range(PAIRS)]


def games_that_take(side: Side, seconds: float) -> int:
    """Return how many games fill a slice. This also warms up the side."""
    games = 1
    while (taken := side(games).seconds) < seconds / 2:
        games *= 2
    return max(1, round(games * seconds / taken))


def compiled_side(setup: Setup, seed: int, draws: int = 0) -> Side:
    """Return our compiled rules as a side that plays a slice in one call. `draws` is the number to count per game."""
    rng = new_rng(seed)

    def play(games: int) -> Slice:
        started = clock()
        decisions, _ = count_games(setup, games, rng)
        return Slice(games, decisions, games * draws, clock() - started)

    count_games(setup, 1, rng)  # compile, or load compiled code
    return play


def draws_in_a_game(setup: Setup, seed: int) -> int:
    """Return the number of draws in a game, which must be the same in every game."""
    rng = new_rng(seed)
    games = [write_game(setup, rng, choose_at_random) for _ in range(WRITTEN_GAMES)]
    counts = {sum(len(step.digits) for step in game.steps) for game in games}
    assert len(counts) == 1, f"the draws of {setup.game.about.title} vary; count them game by game"
    return counts.pop()


@contextmanager
def one_core() -> Iterator[None]:
    """Pin this process and its children to one core, if the system allows it."""
    with _cores(lambda allowed: {max(allowed)}):
        yield


@contextmanager
def every_core() -> Iterator[None]:
    """Use all cores for a while, if the system allows it."""
    with _cores(lambda _: set(range(os.cpu_count() or 1))):
        yield


@contextmanager
def _cores(choose: Callable[[set[int]], set[int]]) -> Iterator[None]:
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, choose(allowed))
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


class Machine(msgspec.Struct, frozen=True):
    """The machine that measured the figures."""

    cpu: str
    cores: int
    system: str
    versions: dict[str, str]


def describe_machine() -> Machine:
    """Describe this machine and the versions of the compared software."""
    versions = {"python": f"{platform.python_version()} in {sys.base_prefix}"}
    for package in ("locarium", "numpy", "numba", "llvmlite", "open-spiel", "jumanji", "jax", "pettingzoo", "pgx"):
        versions[package] = _installed(package)
    versions["compiler"] = _compiler_version()
    return Machine(_cpu_model(), os.cpu_count() or 1, f"{platform.system()} {platform.machine()}", versions)


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown"


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _compiler_version() -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        return "not installed"
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0]
