"""Waiting times of honest players while the server is under attack, compared with the same attack on a dummy sink.

Moves fall due at fixed times, and the delay counts from then on, so a server that stalls pays for every move it delays.
Each round starts a fresh server with the default limits. The attack first goes to the sink, where attacker, players
and server share the same cores, and then to the server. All traffic comes from this machine, to which the server
grants 20 times the usual limits.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from .attacks import ATTACKS, Target, order_of
from .charts import number
from .holding import ServerClient
from .honest import Move, open_table, play, sit_down
from .measure import Figure, Goal, every_core, spread, spread_of_ratios
from .server import CHECKOUT, our_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .server import Running

COMMAND = "locarium serve; python -m bench.attacks against it and python -m bench.sink"
ROUNDS = 3
PLAYERS, PACE = 10, 5  # number of players; moves per second of each
PATIENCE = 10.0  # seconds to wait for moves after the attack
MAX_MEMORY = 2_000  # MB; a server that uses more is killed
WATCH = 0.1  # seconds between two readings of the server's memory
IDENTITIES = 20  # number of the attacker's identities
RECORDS = 60  # finished games that the attacker sends for review
POSITION = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"  # the opening of GENIUS LOCI, too hard for the solver


def measure(seconds: float) -> list[Figure]:
    """Measure all attacks one after the other. Each phase of a round takes `seconds`."""
    if not Path("/proc/self/status").exists():
        note = "not measured: needs Linux."
        return [msgspec.structs.replace(figure, note=note) for name in ATTACKS for figure in _figures(name)]
    with every_core():
        return [figure for each in AVAILABLE.values() for figure in each(seconds)]


def measure_attack(name: str, seconds: float, *, rounds: int = ROUNDS, share: float = 1.0) -> list[Figure]:
    """Measure median and p99 of honest moves during one attack, at a share of its rate."""
    pairs = [_measure_round(name, seconds, share) for _ in range(rounds)]
    ours, sinks = [mine for mine, _ in pairs], [other for _, other in pairs]
    note = _note(name, ours, sinks)
    figures = []
    for figure, quantile in zip(_figures(name), (0.5, 0.99), strict=True):
        mine, other = ([phase.waited(quantile) for phase in phases] for phases in (ours, sinks))
        numbers = {"ours": spread(mine), "peer": spread(other), "ratio": spread_of_ratios(mine, other)}
        figures.append(msgspec.structs.replace(figure, **numbers, note=note))
    return figures


AVAILABLE = {f"attack-{name}": partial(measure_attack, name) for name in ATTACKS}  # each attack as a figure of its own


def _figures(name: str) -> tuple[Figure, Figure]:
    what = f"{ATTACKS[name].what}: median time from an honest move to the state that shows it"
    return (
        Figure(name=f"attack-{name}-p50", what=what, unit="ms"),
        Figure(name=f"attack-{name}-p99", what="the same, p99", unit="ms", goal=Goal("ratio", "<", 2)),
    )


@dataclass(frozen=True)
class Phase:
    """The results of one phase of an attack."""

    moves: list[Move]
    end: float  # when the wait for answers ended, in seconds from the start
    memory: list[float]  # the server's memory in MB, over time
    traffic: dict[str, Any]  # traffic as counted by the attacker
    work: float = 0.0  # seconds of processor time of the server

    def waited(self, quantile: float) -> float:
        """Return the milliseconds until a move was seen. An unanswered move counts as the whole wait."""
        return _quantile([(move.seen or self.end) - move.due for move in self.moves], quantile)

    def acknowledged(self, quantile: float) -> float:
        """Return the milliseconds until a move was acknowledged."""
        return _quantile([(move.acknowledged or self.end) - move.due for move in self.moves], quantile)

    @property
    def lost(self) -> int:
        """Return how many moves got no answer."""
        return sum(move.seen is None for move in self.moves)


def _quantile(seconds: Sequence[float], quantile: float) -> float:
    """Return a quantile by the nearest-rank method, in milliseconds."""
    return 1000 * sorted(seconds)[math.ceil(quantile * len(seconds)) - 1]


def _note(name: str, ours: list[Phase], sinks: list[Phase]) -> str:
    """Describe rate, traffic, number of moves, acknowledgement times and memory."""
    attack, seconds = ATTACKS[name], ours[0].end - PATIENCE
    sides = (ours, sinks)
    sent, moves, acknowledged = ([of(phases) for phases in sides] for of in (_sent, _moves, _acknowledged))
    work = [median([phase.work for phase in phases]) for phases in sides]
    answers: Counter[str] = sum((Counter(phase.traffic["answers"]) for phase in ours), Counter())
    lost, most = sum(phase.lost for phase in ours), max(max(phase.memory) for phase in ours)
    sentences = [
        f"{attack.rate:,} {attack.unit}, {len(ours)} rounds of {seconds:g} s.",
        f"Sent {sent[0]:,} to the server and {sent[1]:,} to the sink.",
        f"Answers: {_told(answers)}." if answers else "",
        f"{moves[0]} moves, {moves[1]} with the sink.",
        f"{lost} had no answer within {PATIENCE:g} s after the attack and count as {PATIENCE:g} s." if lost else "",
        f"Median and p99 until the acknowledgement: {acknowledged[0]} ms, with the sink {acknowledged[1]} ms.",
        f"Server processor time per round: {work[0]:.2f} s, with the sink {work[1]:.2f} s.",
        f"Server memory in MB: {'; '.join(f'{p.memory[0]:.0f} → {p.memory[-1]:.0f}' for p in ours)}.",
        f"It was killed at {most:,.0f} MB." if most > MAX_MEMORY else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _told(answers: Counter[str]) -> str:
    return ", ".join(f"{times:,} × {answer}" for answer, times in sorted(answers.items()))  # noqa: RUF001


def _sent(phases: list[Phase]) -> int:
    return sum(phase.traffic["sent"] for phase in phases)


def _moves(phases: list[Phase]) -> int:
    return sum(len(phase.moves) for phase in phases)


def _acknowledged(phases: list[Phase]) -> str:
    """Return median and p99 of the acknowledgement times."""
    return " and ".join(number(median([phase.acknowledged(share) for phase in phases])) for share in (0.5, 0.99))


# One round


def _measure_round(name: str, seconds: float, share: float) -> tuple[Phase, Phase]:
    """Run the attack on the sink, then on the same fresh server."""
    with our_server(range(os.cpu_count() or 1), {}, subprocess.DEVNULL) as server, dummy_sink() as sink:
        try:
            target, players = prepare(ServerClient(server))
            orders = [order_of(name, aimed, seconds, share) for aimed in (replace(target, port=sink), target)]
            other, ours = [asyncio.run(_play_during(order, server, players, seconds)) for order in orders]
        finally:
            with suppress(ProcessLookupError):
                os.kill(server.process, signal.SIGKILL)  # it may be too busy to stop normally
    return ours, other


def prepare(client: ServerClient) -> tuple[Target, list[str]]:
    """Create identities for the attacker and the players, open a table, and load the code they will need."""
    attackers = [client.become_guest(f"Attacker {number}") for number in range(IDENTITIES)]
    players = [client.become_guest(f"Player {number}") for number in range(PLAYERS)]
    records = finished_games()
    with closing(client.line()) as line:
        for game in ("locus", "genius-loci"):
            client.ask(line, f"/api/editions/{game}", {"text": ""})
        client.ask(line, "/api/replay", {"record": records[0]})
        client.ask(line, "/api/positions/genius-loci/solve", {"position": POSITION})
    return Target(client.server.port, attackers, open_table(client, attackers[0]), POSITION, records), players


@lru_cache
def finished_games() -> list[str]:
    """Return different records of LOCO!."""
    command = [sys.executable, "-m", "locarium", "record", "random", "loco", "--games", str(RECORDS)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@contextmanager
def dummy_sink() -> Iterator[int]:
    """Run a dummy sink and yield its port."""
    command = [sys.executable, "-m", "bench.sink"]
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as sink:
        assert sink.stdout is not None
        try:
            yield int(sink.stdout.readline())
        finally:
            sink.kill()


async def _play_during(order: bytes, server: Running, tokens: list[str], seconds: float) -> Phase:
    """Let players play during an attack."""
    dues = [[(number + each / PLAYERS) / PACE for number in range(round(seconds * PACE))] for each in range(PLAYERS)]
    moves = [[Move(due) for due in own] for own in dues]
    memory = [memory_of(server.process)]
    async with AsyncExitStack() as stack:
        seats = [await sit_down(ServerClient(server), token, len(moves[0]), stack) for token in tokens]
        attacker = await _start(order)
        stack.push_async_callback(_end, attacker)
        start, worked = time.perf_counter(), _processor_time(server.process)
        watch = asyncio.create_task(_watch(server.process, memory))
        playing = [asyncio.create_task(play(*each, start)) for each in zip(seats, moves, strict=True)]
        await asyncio.wait(playing, timeout=seconds + PATIENCE)
        worked = _processor_time(server.process) - worked
        for task in (*playing, watch):
            task.cancel()
        await asyncio.gather(*playing, watch, return_exceptions=True)
        traffic = await _traffic(attacker)
    return Phase([move for own in moves for move in own], seconds + PATIENCE, memory, traffic, worked)


async def _start(order: bytes) -> asyncio.subprocess.Process:
    """Start the attacker and return when its attack starts."""
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.attacks", cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert attacker.stdin is not None
    assert attacker.stdout is not None
    attacker.stdin.write(order)
    assert await attacker.stdout.readline() == b"started\n"
    return attacker


async def _traffic(attacker: asyncio.subprocess.Process) -> dict[str, Any]:
    """Return the attacker's counts once its time is over."""
    assert attacker.stdout is not None
    counted: dict[str, Any] = json.loads(await asyncio.wait_for(attacker.stdout.readline(), 60))
    return counted


async def _end(attacker: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        attacker.kill()
    await attacker.wait()


async def _watch(process: int, memory: list[float]) -> None:
    """Record the server's memory while it runs, and kill it if it uses too much."""
    while (taken := memory_of(process)) > 0:
        memory.append(taken)
        if taken > MAX_MEMORY:
            os.kill(process, signal.SIGKILL)
        await asyncio.sleep(WATCH)


def memory_of(process: int) -> float:
    """Return the memory of a process and its children, in MB; 0 if it has ended."""
    folder = Path(f"/proc/{process}")
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", (folder / "status").read_text())
        children = [
            int(child) for task in (folder / "task").iterdir() for child in (task / "children").read_text().split()
        ]
    except OSError:
        return 0.0
    return (float(found[1]) / 1000 if found else 0.0) + sum(map(memory_of, children))


def _processor_time(process: int) -> float:
    """Return the processor time of a process so far, in seconds."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan  # it was killed
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
