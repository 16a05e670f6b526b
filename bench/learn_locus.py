"""Learns the weights of LOCUS' master from its own games: `python -m bench.learn_locus OUTPUT`.

Round after round the player plays games with the weights it has; now and then it picks another of the best activities
it has found, so that it learns what it would miss. After every activity the parts of both sums (`value.py`) are written
down, and at the end what became of it: the points of every zone, and the total. Then least squares, with a little ridge:
first each zone's points from its parts, then the total from the zones foretold so, from coins and bonuses; at six knots
of the turns that are left, linear in between. Games of the last rounds count together.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from locarium import catalogue
from locarium.games.locus.beam import new_pool, plan, plan_with
from locarium.games.locus.rules import ACTIVITIES, DRAFT, END, NOTHING, ZONES, count_zones
from locarium.games.locus.value import (
    KNOTS,
    SHARES,
    WHOLE_PARTS,
    ZONE_PARTS,
    Weights,
    learned,
    measure_sheet,
)
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

GO_ON = np.zeros(1, np.int64)
ROUNDS_KEPT = 6
RIDGE = 3.0


def first_guess() -> Weights:
    """Something to begin with: what is filled counts in part."""
    zones = np.zeros((len(KNOTS), ZONES, ZONE_PARTS))
    whole = np.zeros((len(KNOTS), WHOLE_PARTS))
    zones[:, 0, :6] = [1, 0.6, 0.35, 0.2, 0.1, 0.05]
    zones[:, 1, :6] = [1, 2.5, 1.5, 1, 0.5, 1.0]
    zones[:, 2, :8] = [1, 0.7, 0.5, 0.4, 0.3, 0.2, 0.1, 0]
    zones[:, 3, :7] = [1, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1]
    zones[:, 4, :8] = [1, 0.6, 0.5, 0.4, 0.35, 0.3, 0.2, 0.1]
    whole[:, :5] = [2, 1, 1, 1, 1]
    whole[:, 9] = 1.6
    return Weights(zones, whole)


class Log:
    """What was seen after activities, and what became of it."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, Any, Any, Any]] = []  # turns left, zones' parts, whole's parts, points now
        self.results: list[tuple[Any, int]] = []  # zones' points, total

    def arrays(self) -> tuple[Any, ...]:
        turns, zones, whole, now = zip(*self.rows, strict=True)
        finals, totals = zip(*self.results, strict=True)
        return tuple(np.array(each, np.float64) for each in (turns, zones, whole, now, finals, totals))


def play_game(setup: Setup, weights: Weights, seed: int, width: int, keep: int, stray: float, log: Log | None) -> Any:
    """One game of the player with itself; returns the totals."""
    rng, lots = new_rng(seed), np.random.default_rng(seed)
    pool, plans = new_pool(width, keep)
    position, rules = setup.begin(), setup.rules
    outlooks, ends = weights.outlooks(rules), 2 * width + 2
    rows: list[tuple[int, tuple[int, Any, Any, Any]]] = []
    points = np.zeros(setup.seats * ZONES, np.int64)
    while not position.is_over:
        if position.chance_is_due:
            position.draw(random_digits(position, rng))
            continue
        seat, fields = position.next_seat, position.fields
        left = int(fields.turns - fields.turn)
        if fields.phase == DRAFT:
            cards = position.legal(seat)
            values = []
            for card in cards:
                others = [other for other in cards if other != card]
                leftover = others[0] if len(others) == 1 else NOTHING
                plan_with(
                    rules, outlooks, position.array, pool, plans, seat, left, width, 1, card, leftover, GO_ON
                )
                values.append(plans[ends].value)
            choice = int(np.argmax(values)) if lots.random() >= stray else int(lots.integers(len(cards)))
            position.play(seat, cards[choice])
            continue
        pool[0] = position.array[0]
        ended = plan(rules, outlooks, pool, plans, seat, left, width, keep, GO_ON)
        choice = 0 if lots.random() >= stray else int(lots.integers(ended))
        position.array[0] = pool[ends + choice]
        if log is not None and fields.phase == ACTIVITIES and fields.extra_rounds == 0:
            zones, whole = np.zeros((ZONES, ZONE_PARTS)), np.zeros(WHOLE_PARTS)
            measure_sheet(rules, outlooks, position.array, seat, zones, whole)
            count_zones(setup.tables, position.array, points)
            now = points[seat * ZONES : (seat + 1) * ZONES].copy()
            rows.append((seat, (left, zones, whole, now)))
        position.play(seat, END)
    totals = position.scores()
    if log is not None:
        count_zones(setup.tables, position.array, points)
        for seat, row in rows:
            log.rows.append(row)
            log.results.append((points[seat * ZONES : (seat + 1) * ZONES].copy(), totals[seat]))
    return totals


def solve(x: Any, y: Any, ridge: float) -> Any:
    return np.linalg.solve(x.T @ x + ridge * np.eye(x.shape[1]), x.T @ y)


def fit(logs: list[Log]) -> tuple[Weights, float]:
    """Least squares on both sums; also the part of the totals' variance that is explained."""
    turns, zones, whole, now, finals, totals = (
        np.concatenate(parts) for parts in zip(*(log.arrays() for log in logs), strict=True)
    )
    shares = SHARES[turns.astype(int)]
    learned_zones = np.zeros((len(KNOTS), ZONES, ZONE_PARTS))
    foretold = np.zeros((len(turns), ZONES))
    for zone in range(ZONES):
        x = (shares[:, :, None] * zones[:, zone, None, :]).reshape(len(turns), -1)
        w = solve(x, finals[:, zone], RIDGE)
        learned_zones[:, zone] = w.reshape(len(KNOTS), ZONE_PARTS)
        foretold[:, zone] = np.maximum(x @ w, now[:, zone])
    parts = whole.copy()
    parts[:, :ZONES] = np.sort(foretold, axis=1)
    parts[:, 17] = np.minimum(8, parts[:, 0])
    x = (shares[:, :, None] * parts[:, None, :]).reshape(len(turns), -1)
    prior = np.zeros((len(KNOTS), WHOLE_PARTS))
    prior[:, :ZONES] = [2, 1, 1, 1, 1]
    w = prior.ravel() + solve(x, totals - x @ prior.ravel(), RIDGE)
    explained = 1 - np.var(totals - x @ w) / np.var(totals)
    return Weights(learned_zones, w), float(explained)


def write(weights: Weights, path: Path, remark: str) -> None:
    """As weights.toml."""
    lines = [f"# {line}".rstrip() for line in remark.splitlines()]
    for name, table in (("zones", weights.zones), ("whole", weights.whole)):
        lines += ["", f"{name} = ["]
        for row in table.reshape(-1, table.shape[-1]):
            lines.append("    " + "".join(f"{value:.4g}, " for value in row).rstrip())
        lines.append("]")
    path.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=150, help="with each number of seats, a round")
    parser.add_argument("--seats", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--width", type=int, default=4)
    parser.add_argument("--keep", type=int, default=8)
    parser.add_argument("--stray", type=float, default=0.15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--afresh", action="store_true", help="begin with the first guess")
    given = parser.parse_args()
    setups = [Setup(catalogue.game("locus"), seats) for seats in given.seats]
    weights = first_guess() if given.afresh else learned()
    logs: list[Log] = []
    seed = given.seed * 1_000_003
    for number in range(given.rounds):
        log, means, started = Log(), [], perf_counter()
        for setup in setups:
            totals: list[int] = []
            for n in range(given.games):
                seed += 1
                stray = given.stray if n % 4 else 0.0
                result = play_game(setup, weights, seed, given.width, given.keep, stray, log)
                if not stray:
                    totals += result
            means.append(f"{setup.seats} seats {np.mean(totals):.1f} ± {np.std(totals) / len(totals) ** 0.5:.1f}")
        logs = [*logs, log][-ROUNDS_KEPT:]
        weights, explained = fit(logs)
        remark = (
            f"LOCUS: what the parts of `value.py` count, learned by `python -m {__spec__.name} {' '.join(sys.argv[1:])}`:"
            f"\n{given.rounds} rounds of {given.games} games each with {given.seats} seats, edition house.\n"
            "Read it by knots of the turns left: 0, 1, 3, 6, 10, 15; `zones` within a knot by zone."
        )
        write(weights, given.output, remark)
        print(f"round {number}: {', '.join(means)}; explained {explained:.3f}; {perf_counter() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
