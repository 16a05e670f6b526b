"""How long a command that plays compiled LOCO! takes: the first time ever, and from then on.

Wall-clock time of whole processes, as somebody who waits sees it; the note has the processor time, which is what is
left where nobody else computes. The yardstick is `import numba` alone, which no program with compiled rules can
undercut; it takes turns with our command.

Numba imports SciPy where it is installed, used or not. Our requirements do not bring it but OpenSpiel, the peer of
another figure, does. So it is hidden here as if it were absent, and a figure of its own says what it costs.
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
    what="first start ever of a command that plays LOCO!, nothing compiled yet, beside `import numba`",
    unit="s",
    goal=Goal("ours", "<", 6),
)
WARM = Figure(
    name="start-warm",
    what="every later start of the same command beside `import numba`",
    unit="s",
    goal=Goal("ours", "<", 0.8),
)
WARM_WITH_SCIPY = Figure(
    name="start-warm-scipy",
    what="the same where SciPy is installed, which Numba then imports",
    unit="s",
    goal=Goal("ours", "<", 0.8),
)


WITHOUT_RULES = Figure(
    name="start-games",
    what="`locarium games`, which loads no compiled code, beside `import numba`",
    unit="s",
    goal=Goal("ours", "<", 0.3),
)


class Run(msgspec.Struct, frozen=True):
    """How long a process took."""

    seconds: float
    processor_seconds: float


def measure(_seconds: float) -> list[Figure]:
    """All figures; a fixed number of processes, however long they take."""
    with hidden_scipy() as hiding:
        run(YARDSTICK, hiding)  # from here on the files of Python and Numba are in memory
        return [measure_first(hiding), *measure_warm(hiding), measure_games(hiding)]


def measure_games(hiding: str) -> Figure:
    """Starts that need no rules."""
    pairs = [(run(GAMES, hiding), run(YARDSTICK, hiding)) for _ in range(WARM_STARTS)]
    return _with_numbers(WITHOUT_RULES, [ours for ours, _ in pairs], [yardstick for _, yardstick in pairs])


def measure_first(hiding: str) -> Figure:
    """Starts with nothing compiled."""
    first, yardstick = [], []
    for _ in range(FIRST_STARTS):
        with tempfile.TemporaryDirectory() as empty:
            first.append(run(OURS, hiding, empty))
            yardstick.append(run(YARDSTICK, hiding, empty))
    return _with_numbers(FIRST, first, yardstick)


def measure_warm(hiding: str) -> list[Figure]:
    """Starts with everything compiled before, without SciPy and, where it is installed, with it."""
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
    """A folder that, searched first, makes SciPy look absent."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "scipy.py").write_text("raise ImportError('hidden')\n")
        yield folder


def run(arguments: Sequence[str], searched_first: str, cache: str = "") -> Run:
    """Start Python with these arguments, its compiled code kept in the given folder, and wait for its end."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is set, every start compiles our sources anew
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
