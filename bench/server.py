"""Moves per second of our server, which stores every move, compared with boardgame.io, which keeps matches in memory.

Every table has two seats. In the closed loop, the next seat moves as soon as both have seen the last move. In the open
loop, moves fall due at a fixed rate, and latency counts from then on. Our server plays LOCO! with all its rules and
writes every step to disk before it acknowledges it. After a match, both players continue at another table. The
peer plays a tiny game that never ends. The cost of joining a table is a separate figure. The server runs on one core,
the load on the other, and the two servers take turns.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .measure import Figure, Goal, spread, spread_of_ratios

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

CHECKOUT = Path(__file__).resolve().parents[1]
PEER_SOURCES = [folder / "shared" / "example" / "peer-boardgameio" for folder in CHECKOUT.parents]
PEER = CHECKOUT / ".cache" / "peer-boardgameio"
LOAD = CHECKOUT / "bench" / "server_load.cjs"
COMMAND = (
    "locarium serve + node bench/server_load.cjs ours PORT PID TABLES SECONDS [RATE]; "
    "node server.js (boardgame.io) + node bench/server_load.cjs peer PORT PID TABLES SECONDS [RATE]"
)
ROUNDS = 3
SERVER_CORE, LOAD_CORE = 0, 1
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
NO_LIMITS = {"LOCARIUM_LIMITS": "1000000"}  # the whole load comes from one address
METRICS_TOKEN = "bench"
AS_MUCH, LESS = Goal("ratio", "≥", 1), Goal("ratio", "<", 1)


@dataclass(frozen=True)
class Load:
    """A load on a server, and the figures to measure, keyed by the load program's output."""

    tables: int
    figures: dict[str, Figure]
    rate: int = 0  # moves per second; 0 means as fast as possible


LOADS = [
    Load(
        250,
        {
            "moves_s": Figure(
                name="server-moves",
                what="moves per second at 250 two-player tables, stored on disk, compared with boardgame.io in memory",
                unit="moves/s",
                goal=AS_MUCH,
            ),
            "cost": Figure(
                name="server-cost",
                what="processor time of the server per move",
                unit="µs",
            ),
            "p50": Figure(name="server-p50", what="median time until a seat sees a move", unit="ms"),
            "p99": Figure(name="server-p99", what="the same, p99", unit="ms", goal=LESS),
        },
    ),
    Load(
        1000,
        {
            "moves_s": Figure(
                name="server-moves-1000", what="moves per second at 1,000 tables", unit="moves/s", goal=AS_MUCH
            ),
            "cost": Figure(
                name="server-cost-1000", what="processor time of the server per move at 1,000 tables", unit="µs"
            ),
            "arrival": Figure(
                name="server-arrival",
                what="processor time of the server per client that joins a table, until the client sees it",
                unit="µs",
            ),
            "p50": Figure(name="server-p50-1000", what="median at 1,000 tables", unit="ms"),
            "p99": Figure(name="server-p99-1000", what="p99 at 1,000 tables", unit="ms", goal=LESS),
        },
    ),
    Load(
        250,
        {
            "moves_s": Figure(name="server-paced", what="moves made when 1,000 per second fall due", unit="moves/s"),
            "p50": Figure(
                name="server-paced-p50", what="median time from a move's due time until a seat sees it", unit="ms"
            ),
            "p99": Figure(name="server-paced-p99", what="the same, p99", unit="ms", goal=LESS),
        },
        rate=1000,
    ),
]


def measure(seconds: float) -> list[Figure]:
    """Measure our server and the peer alternately, for each load."""
    missing = what_is_missing()
    if missing:
        return [msgspec.structs.replace(figure, note=missing) for load in LOADS for figure in load.figures.values()]
    install_peer()
    return [figure for load in LOADS for figure in _measure(load, seconds)]


def _measure(load: Load, seconds: float) -> list[Figure]:
    pairs = []
    for turn in range(ROUNDS):
        sides = (_load_ours, _load_peer) if turn % 2 == 0 else (_load_peer, _load_ours)
        numbers = {side: side(load, seconds) for side in sides}
        pairs.append((numbers[_load_ours], numbers[_load_peer]))
    return [_with_numbers(figure, key, pairs) for key, figure in load.figures.items()]


def what_is_missing() -> str:
    """Return why the figure can't be measured here, or an empty string."""
    if not hasattr(os, "sched_setaffinity") or not {SERVER_CORE, LOAD_CORE} <= set(range(os.cpu_count() or 1)):
        return "not measured: needs Linux and two cores."
    if shutil.which("npm", path=PATH) is None:
        return "not measured: no npm on PATH."
    is_there = PEER.is_dir() or any(source.is_dir() for source in PEER_SOURCES)
    return "" if is_there else "not measured: the peer is not in ../shared/example/peer-boardgameio."


def install_peer() -> None:
    """Install the peer's packages once."""
    if (PEER / "node_modules" / "boardgame.io").is_dir():
        return
    PEER.mkdir(parents=True, exist_ok=True)
    for file in next(source for source in PEER_SOURCES if source.is_dir()).iterdir():
        shutil.copyfile(file, PEER / file.name)
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=PEER, check=True, env=os.environ | {"PATH": PATH})


def _load_ours(load: Load, seconds: float) -> dict[str, Any]:
    with our_server() as server:
        return _run_load("ours", server, load, seconds)


def _load_peer(load: Load, seconds: float) -> dict[str, Any]:
    with _peer_server() as server:
        return _run_load("peer", server, load, seconds)


def _run_load(side: str, server: Running, load: Load, seconds: float) -> dict[str, Any]:
    arguments = [side, *map(str, (server.port, server.process, load.tables, seconds, load.rate))]
    done = subprocess.run(
        [_node(), str(LOAD), *arguments],
        env=os.environ | {"NODE_PATH": str(PEER / "node_modules")},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
        preexec_fn=lambda: os.sched_setaffinity(0, {LOAD_CORE}),
    )
    numbers: dict[str, Any] = json.loads(done.stdout)
    assert not numbers["refused"], f"{numbers['refused']} moves were rejected"
    return numbers


@lru_cache
def _node() -> str:
    """Return the real node binary: a wrapper on PATH would have another process id."""
    command = ["node", "-p", "process.execPath"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env={"PATH": PATH}).stdout.strip()


@dataclass(frozen=True)
class Running:
    """A running server."""

    process: int
    port: int
    data: Path  # its data folder


@contextmanager
def our_server(
    cores: Iterable[int] = (SERVER_CORE,), environment: Mapping[str, str] = NO_LIMITS, errors: int | None = None
) -> Iterator[Running]:
    """Run `locarium serve` on a free port with its own data folder, by default without limits."""
    cache = CHECKOUT / ".cache"
    cache.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "locarium", "serve", "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | environment | {"LOCARIUM_METRICS_TOKEN": METRICS_TOKEN},
            preexec_fn=lambda: os.sched_setaffinity(0, cores),  # noqa: PLW1509
        )
        assert server.stdout is not None
        found = re.search(r"localhost:(\d+)", server.stdout.readline())
        assert found
        try:
            yield Running(server.pid, int(found[1]), Path(data))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)
            server.stdout.close()


@contextmanager
def _peer_server() -> Iterator[Running]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [_node(), "--max-old-space-size=4000", "server.js"],
        cwd=PEER,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PORT": str(port), "NODE_ENV": "production", "DEBUG": ""},
        preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),  # noqa: PLW1509
    )
    try:
        _wait_for_port(port)
        yield Running(server.pid, port, PEER)
    finally:
        server.kill()
        server.wait(30)


def _wait_for_port(port: int, seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def _with_numbers(figure: Figure, key: str, pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> Figure:
    ours, peer = [float(mine[key]) for mine, _ in pairs], [float(other[key]) for _, other in pairs]
    finished = sum(mine["finished"] for mine, _ in pairs)
    busy = ["/".join(f"{100 * numbers['busy']:.0f}" for numbers in side) for side in zip(*pairs, strict=True)]
    share = ["/".join(f"{100 * numbers['share']:.0f}" for numbers in side) for side in zip(*pairs, strict=True)]
    note = (
        f"{len(pairs)} rounds; {finished} matches were finished. "
        f"The load took {busy[0]} % of its core with our server, {busy[1]} % with the peer. "
        f"Our server had {share[0]} % of its core, the peer {share[1]} %; load average {os.getloadavg()[1]:.0f}. "
        "If these shares are far below 100 and differ, other work ran there, and only the processor time per move "
        "compares the two. The peer's game is a tiny one that never ends."
    )
    numbers = {"ours": spread(ours), "peer": spread(peer), "ratio": spread_of_ratios(ours, peer)}
    return msgspec.structs.replace(figure, **numbers, note=note, other_game=True)
