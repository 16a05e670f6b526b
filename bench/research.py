"""Our environments compared with PettingZoo and Pgx: random steps per second."""

from __future__ import annotations

from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from locarium.adapters.batch import VectorEnv

from . import pgx_leduc
from .flat_pack import start_peer
from .measure import (
    NOT_INSTALLED,
    THOUSAND,
    Figure,
    Goal,
    Side,
    Slice,
    alternate,
    clock,
    compare_rates,
    every_core,
    repeat,
    spread,
)

if TYPE_CHECKING:
    from collections.abc import Callable

TURN_COMMAND = "pettingzoo.classic.connect_four_v3.env(), agent_iter, last, a legal action at random, step"
VECTOR_COMMAND = pgx_leduc.COMMAND
THREADS_COMMAND = "VectorEnv('loco', 2048, 2, threads=1)"
SEED = 1
OTHERS = {"lokus": 3, "locus": 2, "genius-loci": 2}  # number of seats by game

TURN = Figure(
    name="pettingzoo-loco",
    what="steps of random two-seat LOCO! through PettingZoo's AEC, compared with PettingZoo's connect_four_v3",
    unit="k/s",
    goal=Goal("ratio", "≥", 5),
    other_game=True,
)
VECTOR = Figure(
    name="vector-loco",
    what="steps of random two-seat LOCO! in our vectorised environment, compared with Pgx's leduc_holdem, 2,048 games",
    unit="M/s",
    goal=Goal("ratio", "≥", 1),
    other_game=True,
)
THREADS = Figure(
    name="vector-threads",
    what="steps of random LOCO! in our vectorised environment, two threads compared with one, in wall-clock time",
    unit="M/s",
    goal=Goal("ratio", "≥", 1.5),
)


def turn_side(env: Any) -> Side:
    """Play whole games of an AEC environment. All sides choose actions the same way, and that time counts."""
    lots = np.random.default_rng(SEED)

    def play(games: int) -> Slice:
        steps = 0
        started = clock()
        for _ in range(games):
            env.reset()
            for _agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                actions = np.flatnonzero(observation["action_mask"])
                env.step(int(actions[int(lots.random() * len(actions))]))
                steps += 1
        return Slice(games, steps, 0, clock() - started)

    return play


def measure_turns(seconds: float) -> list[Figure]:
    """Measure LOCO! against the peer, and the other games without one."""
    if find_spec("rlcard") is None or find_spec("pettingzoo") is None:  # the peer needs pettingzoo[classic]
        return [msgspec.structs.replace(TURN, note=NOT_INSTALLED)]
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415  # a peer, not a dependency

    from locarium.adapters.pettingzoo import env  # noqa: PLC0415

    pairs = alternate(turn_side(env("loco", 2)), turn_side(connect_four_v3.env()), seconds)
    note = "Both sides choose an action with `numpy.flatnonzero` of the mask, and that time counts."
    figures = [msgspec.structs.replace(compare_rates(TURN, pairs, Slice.decision_rate, THOUSAND), note=note)]
    for game, seats in OTHERS.items():
        slices = repeat(turn_side(env(game, seats)), seconds)
        rates = spread([each.decision_rate() / THOUSAND for each in slices])
        what = f"steps of random {game} with {seats} seats through PettingZoo's AEC, without a peer"
        figures.append(Figure(name=f"pettingzoo-{game}", what=what, unit="k/s", ours=rates))
    return figures


def vector_side(threads: int, clock: Callable[[], float] = clock) -> Side:
    """Make steps in all games. Compiled code picks the actions, as for the peer."""
    env = VectorEnv("loco", pgx_leduc.BATCH, 2, threads=threads)
    env.reset(SEED)

    def play(steps: int) -> Slice:
        started = clock()
        for _ in range(steps):
            env.step(env.random_actions())
        return Slice(steps, steps * pgx_leduc.BATCH, 0, clock() - started)

    return play


def measure_vectors(seconds: float) -> list[Figure]:
    """Measure our environment against the peer, both with one thread."""
    if not pgx_leduc.is_installed():
        return [msgspec.structs.replace(VECTOR, note=NOT_INSTALLED)]
    with start_peer("bench.pgx_leduc") as process:
        pairs = alternate(vector_side(1), pgx_leduc.Leduc(process).play, seconds)
        assert process.stdin is not None
        process.stdin.close()
    note = "Both sides compute steps, observations, masks and the choice of actions, on one core."
    return [msgspec.structs.replace(compare_rates(VECTOR, pairs, Slice.decision_rate), note=note)]


def measure_threads(seconds: float) -> list[Figure]:
    """Measure two threads against one. This needs two idle cores."""
    with every_core():
        pairs = alternate(vector_side(2, perf_counter), vector_side(1, perf_counter), seconds)
    return [compare_rates(THREADS, pairs, Slice.decision_rate)]
