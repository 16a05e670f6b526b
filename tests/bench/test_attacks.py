"""The benchmark's attacks reach their target and end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from waiting import PATIENCE

sys.path.append(str(Path(__file__).parents[2]))  # bench is a package of the repository, not of the wheel

from bench.attacks import ATTACKS, Run, Target, perform
from bench.holding import ServerClient
from bench.honest import Move
from bench.server import our_server
from bench.under_attack import Phase, dummy_sink, measure_attack, memory_of, prepare

from bench import honest

SHARE = 0.02  # of each attack's usual rate
ANSWERED = {name for name, attack in ATTACKS.items() if attack.unit == "requests/s"} - {"long-polls"}
WRONG_ADDRESS = {"401", "404", "405", "415", "no connection"}  # answers to an attack that misses its target


@pytest.fixture(scope="module")
def sink() -> Iterator[int]:
    with dummy_sink() as port:
        yield port


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with our_server(range(os.cpu_count() or 1), {}, subprocess.DEVNULL) as server:
        yield prepare(ServerClient(server))[0]


def attack(name: str, target: Target) -> Run:
    """Attack until a request was sent and, if the target answers quickly, was answered."""
    run = Run(target, max(10, ATTACKS[name].rate * SHARE), PATIENCE)
    asyncio.run(attack_until(name, run, lambda: bool(run.answers if name in ANSWERED else run.sent)))
    return run


async def attack_until(name: str, run: Run, is_enough: Callable[[], bool]) -> None:
    attacking = asyncio.create_task(perform(name, run))
    while not is_enough() and not attacking.done():
        await asyncio.sleep(0.01)
    attacking.cancel()
    await asyncio.wait([attacking])


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_sends_to_the_sink(name: str, sink: int) -> None:
    run = attack(name, Target(sink, ["token"], "table", "position", ["{}"]))
    assert run.sent
    assert not run.answers.keys() & WRONG_ADDRESS


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_attack_reaches_the_server(name: str, target: Target) -> None:
    run = attack(name, target)
    assert run.sent
    assert not run.answers.keys() & WRONG_ADDRESS


@pytest.mark.slow
def test_players_are_measured_during_an_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(honest, "GAME_MOVES", 1)  # opens more tables than needed
    median, p99 = measure_attack("chat", 0.4, rounds=1, share=0.1)
    assert (median.name, p99.name) == ("attack-chat-p50", "attack-chat-p99")
    for figure in (median, p99):
        assert figure.ours
        assert figure.peer
        assert figure.ratio
    assert "20 moves, 20 with the sink." in median.note


def test_attack_ends_without_a_server() -> None:
    run = Run(Target(1, ["token"], "table", "position", []), rate=100, seconds=0.3)
    asyncio.run(asyncio.wait_for(perform("pongs", run), PATIENCE))
    assert (run.sent, set(run.answers)) == (0, {"closed"})


def test_unanswered_move_counts_with_its_full_waiting_time() -> None:
    answered = [Move(number / 10, number / 10 + 0.001, number / 10 + 0.002) for number in range(99)]
    phase = Phase([*answered, Move(5.0)], 20.0, [100.0], {})
    assert phase.waited(0.5) == pytest.approx(2)
    assert phase.acknowledged(0.99) == pytest.approx(1)
    assert phase.waited(1.0) == pytest.approx(15_000)
    assert phase.lost == 1


def test_memory_of_an_ended_process_is_0() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(PATIENCE)
    assert memory_of(os.getpid()) > 0
    assert memory_of(ended.pid) == 0
