"""How a figure is measured: both sides in turns, in short slices, on one core, and medians of what comes out.

The machines that measure are shared and noisy. What disturbs one slice disturbs its neighbour alike, so every slice
of ours is compared with the slice of the peer beside it; the spread of these ratios says how far to trust the median.
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

clock = process_time  # of this process alone: what others compute meanwhile does not count

PAIRS = 25  # slices of each side
WRITTEN_GAMES = 10  # in which draws are counted
THOUSAND, MILLION = 1e3, 1e6
NOT_INSTALLED = "Peer not installed: script/bench installs it."


class Slice(msgspec.Struct, frozen=True):
    """What one side did without a break."""

    games: int
    decisions: int  # steps of seats
    draws: int  # of chance; 0 where they are not counted
    seconds: float

    def game_rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds

    def decision_rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    def step_rate(self) -> float:
        """Decisions and draws a second."""
        return (self.decisions + self.draws) / self.seconds


Side = Callable[[int], Slice]  # plays so many games
Pair = tuple[Slice, Slice]  # ours and the peer's, measured one after the other


class Spread(msgspec.Struct, frozen=True):
    """A median, and the least and the most it was made of."""

    median: float
    least: float
    most: float


class Goal(msgspec.Struct, frozen=True):
    """What a figure should reach."""

    of: Literal["ours", "ratio"]
    sense: Literal["≥", "<"]
    bound: float

    def __str__(self) -> str:
        return f"{self.of} {self.sense} {self.bound:g}"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One thing measured. What could not be measured has no numbers and a note that says why."""

    name: str
    what: str
    unit: str  # of ours and the peer's
    ours: Spread | None = None
    peer: Spread | None = None
    ratio: Spread | None = None  # ours / peer, slice by slice
    other_game: bool = False  # the peer plays another game, so the ratio says little about the work
    goal: Goal | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the median reaches the goal; None without a goal or without numbers."""
        reached = self.goal and getattr(self, self.goal.of)
        if not self.goal or not reached:
            return None
        return bool(reached.median >= self.goal.bound if self.goal.sense == "≥" else reached.median < self.goal.bound)


def spread(values: Sequence[float]) -> Spread:
    """Median, least and most."""
    return Spread(statistics.median(values), min(values), max(values))


def spread_of_ratios(ours: Sequence[float], peer: Sequence[float]) -> Spread:
    """The ratios of values measured side by side."""
    return spread([mine / other for mine, other in zip(ours, peer, strict=True)])


def compare_rates(
    figure: Figure, pairs: Sequence[Pair], rate: Callable[[Slice], float], scale: float = MILLION
) -> Figure:
    """The figure with its numbers: millions a second, or others, by the given way of counting."""
    ours = [rate(mine) / scale for mine, _ in pairs]
    peer = [rate(other) / scale for _, other in pairs]
    numbers = {"ours": spread(ours), "peer": spread(peer), "ratio": spread_of_ratios(ours, peer)}
    return msgspec.structs.replace(figure, **numbers)


def alternate(ours: Side, peer: Side, seconds: float) -> list[Pair]:
    """Measure each side for so many seconds, in turns; who begins changes from pair to pair."""
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
    """Measure one side alone, in as many slices."""
    games = games_that_take(side, seconds / PAIRS)
    return [side(games) for _ in range(PAIRS)]


def games_that_take(side: Side, seconds: float) -> int:
    """How many games fill a slice; they also warm the side up."""
    games = 1
    while (taken := side(games).seconds) < seconds / 2:
        games *= 2
    return max(1, round(games * seconds / taken))


def compiled_side(setup: Setup, seed: int, draws: int = 0) -> Side:
    """Our compiled rules: all games of a slice in one call. The draws are those of a game, if they are to count."""
    rng = new_rng(seed)

    def play(games: int) -> Slice:
        started = clock()
        decisions, _ = count_games(setup, games, rng)
        return Slice(games, decisions, games * draws, clock() - started)

    count_games(setup, 1, rng)  # compile, or load what was compiled before
    return play


def draws_in_a_game(setup: Setup, seed: int) -> int:
    """The draws of all deals of a game, which must be as many in every game."""
    rng = new_rng(seed)
    games = [write_game(setup, rng, choose_at_random) for _ in range(WRITTEN_GAMES)]
    counts = {sum(len(step.digits) for step in game.steps) for game in games}
    assert len(counts) == 1, f"the draws of {setup.game.about.title} vary; count them game by game"
    return counts.pop()


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, children included, where the system lets us."""
    with _cores(lambda allowed: {max(allowed)}):
        yield


@contextmanager
def every_core() -> Iterator[None]:
    """Use the whole machine for a while, where the system lets us."""
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
    """Where the figures were measured."""

    cpu: str
    cores: int
    system: str
    versions: dict[str, str]


def describe_machine() -> Machine:
    """This machine, and the versions of what is compared."""
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
