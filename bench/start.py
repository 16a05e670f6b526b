"""How long a command that plays compiled LOCO! takes: the first time ever, and from then on.

Wall-clock time of whole processes, as somebody who waits sees it. The yardstick is `import numba` alone, which no
program with compiled rules can undercut; it takes turns with our command.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from .measure import Figure, Goal, spread, spread_of_ratios

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS = ("-m", "locarium", "record", "random", "loco", "--seats", "2", "--seed", "1", "--games", "1")
YARDSTICK = ("-c", "import numba")
COMMAND = shlex.join(["python", *OURS])
FIRST_STARTS, WARM_STARTS = 3, 7

FIRST = Figure(
    name="start/first",
    what="first start ever of a command that plays LOCO!, nothing compiled yet, beside `import numba`",
    unit="s",
    goal=Goal("ours", "<", 6),
)
WARM = Figure(
    name="start/warm",
    what="every later start of the same command beside `import numba`",
    unit="s",
    goal=Goal("ours", "<", 0.8),
)


def measure(_seconds: float) -> list[Figure]:
    """Both figures; a fixed number of processes, however long they take."""
    run(YARDSTICK, "")  # from here on the files of Python and Numba are in memory
    first, yardstick = [], []
    for _ in range(FIRST_STARTS):
        with tempfile.TemporaryDirectory() as empty:
            first.append(run(OURS, empty))
            yardstick.append(run(YARDSTICK, empty))
    return [_with_numbers(FIRST, first, yardstick), measure_warm()]


def measure_warm() -> Figure:
    """Starts with everything compiled before."""
    warm, yardstick = [], []
    with tempfile.TemporaryDirectory() as cache:
        run(OURS, cache)
        for _ in range(WARM_STARTS):
            warm.append(run(OURS, cache))
            yardstick.append(run(YARDSTICK, cache))
    return _with_numbers(WARM, warm, yardstick)


def run(arguments: Sequence[str], cache: str) -> float:
    """The seconds that Python takes with these arguments, compiled code kept in the given folder."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    started = perf_counter()
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    seconds = perf_counter() - started
    if done.returncode:
        raise RuntimeError(f"{shlex.join(arguments)} failed: {done.stderr}")
    return seconds


def _with_numbers(figure: Figure, ours: Sequence[float], peer: Sequence[float]) -> Figure:
    numbers = {"ours": spread(ours), "peer": spread(peer), "ratio": spread_of_ratios(ours, peer)}
    return msgspec.structs.replace(figure, **numbers, note=f"median of {len(ours)}")
