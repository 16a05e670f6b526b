"""Learn the value of a LOCUS sheet between two activities, from solo games, in about a minute.

Try it: python examples/learn_locus.py

It plays solo games with its current weights. In every draft it collects some good and bad sheets with which the next
activity can end, with either card, and plays the rest of the game from each of them with the same cards. It learns from
the differences within such a group: it fits the prediction error with least squares on the features of both sums
(`games/locus/value.py`), with the group's mean subtracted from both. So it does not learn merely that good games have
full sheets. A ridge keeps the weights in place where the data says nothing. It fits the groups of all rounds together.
Then it tests the weights on new games. The master's weights were made this way, with more games.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium import catalogue
from locarium.games.locus.beam import look_ahead, new_pool, plan, plan_with
from locarium.games.locus.rules import DRAFT, END, ZONES, count_zones
from locarium.games.locus.value import KNOTS, MOST_TURNS_LEFT, SHARES, WHOLE_PARTS, ZONE_PARTS, Weights, measure_sheet
from locarium.kernel.layout import new_array
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.position import Position

GO_ON = np.zeros(1, np.int64)
WIDTH, KEEP = 6, 24
START = 2 * WIDTH + 2  # index of the best end of an activity in the pool; others follow
FROM_EACH_CARD = 4  # maximum ends of the activity per card in a group
NOISE = 150.0  # variance of a result within a group
RANDOM_SHARE = 0.2  # share of cards taken at random
FIRST_TEST = 1 << 40  # seed of the first test game
REMARK_HEAD = "LOCUS: the weights for `value.py`. Learned on the house edition with"
REMARK_KNOTS = """\
The rows are the knots of the turns left: 0, 1, 3, 6, 10, 15. Within a knot, `zones` has one row per zone.
With no turns left, points count at face value. That knot only guides the last beam and is the initial guess."""


def first_guess() -> Weights:
    """Return initial weights that count filled squares in part."""
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


@dataclass
class Groups:
    """Sheets at the ends of activities, and the results of playing on from them."""

    turns: list[int] = field(default_factory=list)  # turns left
    zones: list[Any] = field(default_factory=list)  # features by zone
    whole: list[Any] = field(default_factory=list)  # features of the whole sheet; those of the zones are left out
    points: list[Any] = field(default_factory=list)  # current points of the zones
    results: list[float] = field(default_factory=list)
    group: list[int] = field(default_factory=list)


class Learner:
    """A player of solo games with given weights. With groups, it adds data to them and takes some cards at random."""

    def __init__(self, setup: Setup, weights: Weights, groups: Groups | None = None) -> None:
        self._setup, self._groups = setup, groups
        self._outlooks = weights.outlooks(setup.rules)
        self._pool, self._plans = new_pool(WIDTH, KEEP)

    def play(self, seed: int) -> int:
        """Play one game and return the total score."""
        lots = np.random.default_rng(seed)
        return play_solo(self._setup, seed, lambda position: self._act(position, seed, lots))

    def _act(self, position: Position, seed: int, lots: np.random.Generator) -> None:
        left = int(position.fields.turns - position.fields.turn)
        if position.fields.phase == DRAFT:
            position.play(0, self._draft(position, left, seed, lots))
            return
        self._pool[0] = position.array[0]
        plan(self._setup.rules, self._outlooks, self._pool, self._plans, 0, left, WIDTH, KEEP, GO_ON)
        position.array[0] = self._pool[START]
        position.play(0, END)

    def _draft(self, position: Position, left: int, seed: int, lots: np.random.Generator) -> int:
        """Return the card with the best end, or sometimes a random one."""
        cards, values, ends = position.legal(0), [], []
        rules, pool, plans = self._setup.rules, self._pool, self._plans
        for card, leftover in zip(cards, reversed(cards), strict=True):
            pool[0] = position.array[0]
            count = plan_with(rules, self._outlooks, pool, plans, 0, left, WIDTH, KEEP, card, leftover, GO_ON)
            values.append(plans[START].value)
            picked = lots.permutation(int(count))[: FROM_EACH_CARD - 1].tolist()
            ends += [pool[START + n].copy() for n in {0, *picked}]
        if self._groups is None:
            return cards[int(np.argmax(values))]
        if left > 0:
            play_groups_out(self._setup, self._outlooks, ends, left, seed * MOST_TURNS_LEFT + left, self._groups)
        return cards[int(np.argmax(values)) if lots.random() >= RANDOM_SHARE else int(lots.integers(len(cards)))]


def play_solo(setup: Setup, seed: int, act: Callable[[Position], None]) -> int:
    """Play one solo game and return the total score."""
    position, rng = setup.begin(), new_rng(seed)
    while not position.is_over:
        if position.chance_is_due:
            position.draw(random_digits(position, rng))
        else:
            act(position)
    return position.scores()[0]


def play_greedily(setup: Setup, seed: int) -> int:
    """Play one solo game with the greedy bot and return the total score."""
    rng = new_rng(seed)
    return play_solo(setup, seed, lambda position: position.play(0, setup.game.greedy(position.concealed(0), 0, rng)))


def play_groups_out(setup: Setup, outlooks: Any, ends: list[Any], left: int, seed: int, groups: Groups) -> None:
    """Play the rest of a game from each sheet in `ends`, always with the same cards. Add the results to `groups`."""
    states = new_array(setup.state_type, len(ends))
    points = np.zeros(ZONES, np.int64)
    for n, end in enumerate(ends):
        states[n] = end
    sums, nothing = np.zeros(len(ends)), np.zeros(len(ends))
    counts, is_out = np.zeros(len(ends), np.int64), np.zeros(len(ends), np.int64)
    depth = MOST_TURNS_LEFT
    look_ahead(
        setup.rules, outlooks, states, nothing, sums, counts, is_out, 0, left, depth, len(ends), new_rng(seed), GO_ON
    )
    number = groups.group[-1] + 1 if groups.group else 0
    for n in range(len(ends)):
        zones: Any = np.zeros((ZONES, ZONE_PARTS))
        whole: Any = np.zeros(WHOLE_PARTS)
        measure_sheet(setup.rules, outlooks, states[n : n + 1], 0, zones, whole)
        count_zones(setup.tables, states[n : n + 1], points)
        groups.turns.append(left)
        groups.zones.append(zones)
        groups.whole.append(whole)
        groups.points.append(points.copy())
        groups.results.append(round(sums[n]))
        groups.group.append(number)


def centred(values: Any, group: Any) -> Any:
    """Subtract the mean of the group."""
    counts = np.bincount(group)
    flat = values.reshape(len(values), -1)
    means = np.stack([np.bincount(group, column) / counts for column in flat.T], 1)
    return (flat - means[group]).reshape(values.shape)


def improve(weights: Weights, groups: Groups) -> tuple[Weights, float]:
    """Make one step of least squares from the weights. Also return the spread of the residuals."""
    zones, whole = np.array(groups.zones), np.array(groups.whole)
    points, results, group = np.array(groups.points), np.array(groups.results), np.array(groups.group)
    shares = SHARES[np.array(groups.turns)]
    foretold = np.einsum("nk,kzp,nzp->nz", shares, weights.zones, zones)
    is_free = foretold > points
    foretold = np.maximum(foretold, points)
    order = np.argsort(foretold, axis=1)
    whole[:, :ZONES] = np.take_along_axis(foretold, order, 1)
    whole[:, 17] = np.minimum(8, whole[:, 0])
    scales = shares @ weights.whole
    ranks = np.argsort(order, axis=1)
    steepness = np.take_along_axis(scales[:, :ZONES], ranks, 1) * is_free
    steepness += scales[:, 17:18] * (ranks == 0) * (foretold < 8) * is_free
    surprise = centred(results - np.einsum("np,np->n", scales, whole), group)
    x = np.concatenate(
        [
            np.einsum("nk,nz,nzp->nkzp", shares, steepness, zones).reshape(len(zones), -1),
            np.einsum("nk,np->nkp", shares, whole).reshape(len(zones), -1),
        ],
        1,
    )
    x = centred(x, group)
    size = np.maximum(x.std(0) * len(KNOTS) ** 0.5, 1e-3)
    x /= size
    step = np.linalg.solve(x.T @ x + NOISE * np.eye(x.shape[1]), x.T @ surprise) / size
    cut = weights.zones.size
    changed = Weights(weights.zones.ravel() + step[:cut], weights.whole.ravel() + step[cut:])
    return changed, float(surprise.std())


def write(weights: Weights, path: Path, remark: str) -> None:
    """Write the weights as TOML."""
    lines = [f"# {line}".rstrip() for line in remark.splitlines()]
    for name, table in (("zones", weights.zones), ("whole", weights.whole)):
        lines += ["", f"{name} = ["]
        lines += [
            "    " + "".join(f"{value:.4g}, " for value in row).rstrip() for row in table.reshape(-1, table.shape[-1])
        ]
        lines.append("]")
    path.write_text("\n".join(lines) + "\n", "utf-8")


def learn(setup: Setup, rounds: int, games: int, seed: int) -> Weights:
    """Learn round by round, starting from the first guess."""
    weights, groups = first_guess(), Groups()
    for number in range(rounds):
        learner, first = Learner(setup, weights, groups), seed * 1_000_003 + number * games + 1
        for game in range(first, first + games):
            learner.play(game)
        weights, unexplained = improve(weights, groups)
        print(f"round {number + 1}: {len(groups.turns)} ends, unexplained {unexplained:.2f}", flush=True)
    return weights


def report(name: str, totals: list[int]) -> None:
    """Print the mean with its 95 % interval."""
    margin = 1.96 * np.std(totals, ddof=1) / len(totals) ** 0.5
    print(f"{name}: {np.mean(totals):.1f} ± {margin:.1f} points in {len(totals)} games", flush=True)


def main() -> None:
    """Learn, then test the weights on new games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=100, help="games per round, and in the final test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--output", type=Path, help="write the weights to this file, in the format of games/locus/weights.toml"
    )
    given = parser.parse_args()
    if given.rounds < 1 or given.games < 2:
        parser.error("needs at least 1 round and 2 games")
    setup, started = Setup(catalogue.game("locus"), 1), time.process_time()
    weights = learn(setup, given.rounds, given.games, given.seed)
    print(f"learned in {time.process_time() - started:.0f} s of processor time")
    if given.output is not None:
        write(weights, given.output, f"{REMARK_HEAD}\n`python {' '.join(sys.argv)}`.\n{REMARK_KNOTS}")
    seeds = range(FIRST_TEST, FIRST_TEST + given.games)
    report("greedy", [play_greedily(setup, seed) for seed in seeds])
    report("first guess", [Learner(setup, first_guess()).play(seed) for seed in seeds])
    report("learned", [Learner(setup, weights).play(seed) for seed in seeds])


if __name__ == "__main__":
    main()
