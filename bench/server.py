"""Moves a second of the server, durable, beside boardgame.io, which keeps its matches in memory.

250 tables with two seats each, closed loop: whoever is to act moves as soon as both seats have seen the last move.
Ours plays LOCO! with all its rules, writes every step to disk before it acknowledges it, and goes on at another table,
set up before, when a match is over; the peer plays a tiny game that never ends. Server on one core, load on the
other, in turns.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .measure import Figure, Goal, spread, spread_of_ratios

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKOUT = Path(__file__).resolve().parents[1]
PEER_SOURCE = CHECKOUT.parent / "shared" / "example" / "peer-boardgameio"
PEER = CHECKOUT / ".cache" / "peer-boardgameio"
LOAD = CHECKOUT / "bench" / "server_load.cjs"
COMMAND = "locarium serve + node bench/server_load.cjs PORT 250 SECONDS; node bench.js 250 SECONDS (boardgame.io)"
TABLES = 250
ROUNDS = 3
SERVER_CORE, LOAD_CORE = 0, 1
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])

MOVES = Figure(
    name="server-moves",
    what=f"moves a second at {TABLES} tables of two, every move on disk, beside boardgame.io in memory",
    unit="moves/s",
    goal=Goal("ratio", "≥", 1),
)
P50 = Figure(name="server-p50", what="from a move to a seat that sees it, median", unit="ms")
P99 = Figure(name="server-p99", what="the same, the slowest in a hundred", unit="ms", goal=Goal("ratio", "<", 1))


def measure(seconds: float) -> list[Figure]:
    """Our server and the peer in turns."""
    figures = {"moves_s": MOVES, "p50": P50, "p99": P99}
    missing = _what_is_missing()
    if missing:
        return [msgspec.structs.replace(figure, note=missing) for figure in figures.values()]
    _install_peer()
    pairs = [(load_ours(seconds), load_peer(seconds)) for _ in range(ROUNDS)]
    return [_with_numbers(figure, key, pairs) for key, figure in figures.items()]


def _what_is_missing() -> str:
    if not hasattr(os, "sched_setaffinity") or not {SERVER_CORE, LOAD_CORE} <= set(range(os.cpu_count() or 1)):
        return "not measured: needs Linux and two cores."
    if shutil.which("npm", path=PATH) is None:
        return "not measured: no npm on PATH."
    return "" if PEER_SOURCE.is_dir() else f"not measured: the peer is not in {PEER_SOURCE}."


def _install_peer() -> None:
    """The peer's packages by name, once."""
    if (PEER / "node_modules" / "boardgame.io").is_dir():
        return
    PEER.mkdir(parents=True, exist_ok=True)
    for file in PEER_SOURCE.iterdir():
        shutil.copyfile(file, PEER / file.name)
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=PEER, check=True, env=os.environ | {"PATH": PATH})


def load_ours(seconds: float) -> dict[str, Any]:
    """Our server under load."""
    with our_server() as port:
        command = ["node", str(LOAD), str(port), str(TABLES), str(seconds)]
        return _run_load(command, {"NODE_PATH": str(PEER / "node_modules")})


def load_peer(seconds: float) -> dict[str, Any]:
    """The peer under its own load; it starts its server and chooses the cores itself."""
    return _run_load(["node", "--max-old-space-size=4000", "bench.js", str(TABLES), str(seconds)], {})


def _run_load(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    done = subprocess.run(
        command,
        cwd=PEER,
        env=os.environ | {"PATH": PATH} | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE, LOAD_CORE} if not environment else {LOAD_CORE}),
    )
    numbers: dict[str, Any] = json.loads(done.stdout)
    return numbers


@contextmanager
def our_server() -> Iterator[int]:
    """`locarium serve` on a free port, data in a folder of its own."""
    with tempfile.TemporaryDirectory(dir=CHECKOUT / ".cache") as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "locarium", "serve", "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),  # noqa: PLW1509
        )
        assert server.stdout is not None
        found = re.search(r"localhost:(\d+)", server.stdout.readline())
        assert found
        try:
            yield int(found[1])
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
            server.stdout.close()


def _with_numbers(figure: Figure, key: str, pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> Figure:
    ours, peer = [float(mine[key]) for mine, _ in pairs], [float(other[key]) for _, other in pairs]
    note = f"{len(pairs)} rounds; {sum(mine['opened'] for mine, _ in pairs)} matches were finished on the way."
    numbers = {"ours": spread(ours), "peer": spread(peer), "ratio": spread_of_ratios(ours, peer)}
    return msgspec.structs.replace(figure, **numbers, note=note)
