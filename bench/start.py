"""The duration of a command that plays compiled LOCO!, for the very first start and for later ones.

The figures are wall-clock times of whole processes, as a user experiences them. The note has the processor time, which
is the lower bound on an idle machine. The peer is `import numba` alone, the minimum for any program with compiled
rules. It alternates with our command.

Numba imports SciPy if it is installed, whether it is used or not. Our requirements don't install it, but OpenSpiel, the
peer of another figure, does. So it is hidden here, and a separate figure shows its cost.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from .measure import Figure, Goal, spread, spread_of_ratios

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OURS = ("-m", "locarium", "record", "random", "loco", "--seats", "2", "--seed", "1", "--games", "1")
GAMES = ("-m", "locarium", "games")
YARDSTICK = ("-c", "import numba")
COMMAND = shlex.join(["python", *OURS])
FIRST_STARTS, WARM_STARTS = 3, 7

FIRST = Figure(
    name="start-first",
    what="first start of a command that plays LOCO!, with nothing compiled, compared with `import numba`",
    unit="s",
    goal=Goal("ours", "<", 6),
)
WARM = Figure(
    name="start-warm",
    what="later starts of the same command, compared with `import numba`",
    unit="s",
    goal=Goal("ours", "<", 0.8),
)
WARM_WITH_SCIPY = Figure(
    name="start-warm-scipy",
    what="the same with SciPy installed, which Numba then imports",
    unit="s",
    goal=Goal("ours", "<", 0.8),
)


WITHOUT_RULES = Figure(
    name="start-games",
    what="`locarium games`, which loads no compiled code, compared with `import numba`",
    unit="s",
    goal=Goal("ours", "<", 0.3),
)


class Run(msgspec.Struct, frozen=True):
    """The duration of a process."""

    seconds: float
    processor_seconds: float


def measure(_seconds: float) -> list[Figure]:
    """Measure all figures, with a fixed number of processes."""
    with hidden_scipy() as hiding:
        run(YARDSTICK, hiding)  # warm up: from here on the files of Python and Numba are in memory
        return [measure_first(hiding), *measure_warm(hiding), measure_games(hiding)]


def measure_games(hiding: str) -> Figure:
    """Measure starts that need no rules."""
    pairs = [(run(GAMES, hiding), run(YARDSTICK, hiding)) for _ in range(WARM_STARTS)]
    return _with_numbers(WITHOUT_RULES, [ours for ours, _ in pairs], [yardstick for _, yardstick in pairs])


def measure_first(hiding: str) -> Figure:
    """Measure starts with an empty cache."""
    first, yardstick = [], []
    for _ in range(FIRST_STARTS):
        with tempfile.TemporaryDirectory() as empty:
            first.append(run(OURS, hiding, empty))
            yardstick.append(run(YARDSTICK, hiding, empty))
    return _with_numbers(FIRST, first, yardstick)


def measure_warm(hiding: str) -> list[Figure]:
    """Measure starts with a full cache, without SciPy and, if it is installed, with it."""
    warm, with_scipy, yardstick = [], [], []
    with tempfile.TemporaryDirectory() as cache:
        run(OURS, hiding, cache)
        for _ in range(WARM_STARTS):
            warm.append(run(OURS, hiding, cache))
            with_scipy.append(run(OURS, "", cache))
            yardstick.append(run(YARDSTICK, hiding, cache))
    if find_spec("scipy") is None:
        return [_with_numbers(WARM, warm, yardstick)]
    return [_with_numbers(WARM, warm, yardstick), _with_numbers(WARM_WITH_SCIPY, with_scipy, yardstick)]


@contextmanager
def hidden_scipy() -> Iterator[str]:
    """Return a folder that hides SciPy when it comes first on the path."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "scipy.py").write_text("raise ImportError('hidden')\n")
        yield folder


def run(arguments: Sequence[str], searched_first: str, cache: str = "") -> Run:
    """Run Python with these arguments and the given cache folder, and wait for it to exit."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # if set, every start would compile our sources again
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [searched_first, os.environ.get("PYTHONPATH")]))
    started, used = perf_counter(), _processor_seconds_of_children()
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    ended = Run(perf_counter() - started, _processor_seconds_of_children() - used)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(arguments)} failed: {done.stderr}")
    return ended


def _processor_seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _with_numbers(figure: Figure, ours: Sequence[Run], peer: Sequence[Run]) -> Figure:
    waited, yardstick = [run.seconds for run in ours], [run.seconds for run in peer]
    used = spread([run.processor_seconds for run in ours])
    return msgspec.structs.replace(
        figure,
        ours=spread(waited),
        peer=spread(yardstick),
        ratio=spread_of_ratios(waited, yardstick),
        note=f"Median of {len(ours)}; processor time {used.median:.2f} s ({used.least:.2f}..{used.most:.2f}).",
    )
