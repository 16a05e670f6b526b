"""Learn the weights of GENIUS LOCI's evaluation: `python -m bench.learn_genius_loci --seconds 300`.

The master plays against itself. Up to a random point of each game, some steps are random, so that games differ. The
positions at the start of every later turn go into a logistic regression on the winner, with one set of weights per
knot (`value.py`) and a ridge. The script prints the weights to copy there, and compares their predictions for held-out
games with those of the current weights.

Why fit to results of good play, and not to the solver's answers for arbitrary positions? In arbitrary positions the
seat to move wins far more often than not. Weights fitted to those predicted the solver's answers better, but lost
three games out of four, because best-first search compares lines that end with either seat to move.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium import catalogue
from locarium.games.genius_loci.bot import BestFirst
from locarium.games.genius_loci.rules import NOBODY
from locarium.games.genius_loci.value import KNOTS, LEARNED, PARTS, measure
from locarium.kernel.jit import compiled_entry
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from locarium.games.genius_loci.rules import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.position import Position

RANDOM_SHARE = 0.12  # share of random steps early in a game
RIDGE = 3.0
LEFT_OUT = 5  # one game in this many is held out


@compiled_entry
def measure_seats(rules: Rules, states: Array[State], counts: Any) -> None:
    """Compute the features of both seats."""
    for seat in range(2):
        counts[seat, 0], counts[seat, 1], counts[seat, 2] = measure(rules, states[0], seat)


def parts_of(position: Position) -> tuple[list[float], int]:
    """Return the features at the start of a turn, and the number of humans on the board."""
    fields, mover = position.fields, int(position.fields.first)
    counts = np.zeros((2, 3), np.int64)
    measure_seats(position.setup.rules, position.array, counts)
    parts = [1.0]
    for seat in (mover, 1 - mover):
        attacks, losses, priests = counts[seat].tolist()
        parts += [int(fields.humans[seat]).bit_count(), np.log1p(attacks), np.log1p(losses), priests]
    return parts, int(parts[1] + parts[5])


def play_game(setup: Setup, seed: int, simulations: int) -> list[tuple[list[float], int, float]]:
    """Play one game. For every turn after the last random step, return features, humans, and whether its seat won."""
    lots = np.random.default_rng(seed)
    until = lots.integers(14, 32)  # steps can be random while at least this many humans are left
    position = setup.begin()
    turns: list[tuple[list[float], int, int]] = []
    while not position.is_over:
        if position.chance_is_due:
            position.draw(random_digits(position, new_rng(seed)))
            continue
        seat = position.next_seat
        legal = position.legal(seat)
        parts, humans = parts_of(position)
        if position.fields.priest == NOBODY:
            turns.append((parts, humans, seat))
        if len(legal) > 1 and humans >= until and lots.random() < RANDOM_SHARE:
            position.play(seat, legal[lots.integers(len(legal))])
            turns.clear()
            continue
        bot = BestFirst(position.concealed(seat), legal, 0)
        position.play(seat, bot.think(simulations=simulations)[0].action if len(legal) > 1 else legal[0])
    outcome = position.outcome()
    assert outcome is not None
    return [(parts, humans, float(seat in outcome.winners)) for parts, humans, seat in turns]


def spread(parts: Any, humans: Any) -> Any:
    """Distribute the features over the knots."""
    shares = np.array([np.interp(humans, KNOTS, row) for row in np.eye(len(KNOTS))]).T
    return (shares[:, :, None] * parts[:, None, :]).reshape(len(parts), -1)


def chances(spread_parts: Any, weights: Any) -> Any:
    """Predict the winning chances."""
    return 1 / (1 + np.exp(-np.clip(spread_parts @ weights, -30, 30)))


def fit(spread_parts: Any, won: Any) -> Any:
    """Fit a logistic regression with Newton's method. The ridge penalty is scaled by each feature's spread."""
    scale = spread_parts.std(0) + 1e-9
    scaled = spread_parts / scale
    weights = np.zeros(scaled.shape[1])
    for _ in range(50):
        chance = chances(scaled, weights)
        slope = scaled.T @ (chance - won) + RIDGE * weights
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights / scale


def loss(spread_parts: Any, won: Any, weights: Any) -> float:
    """Return the mean log loss."""
    chance = np.clip(chances(spread_parts, weights), 1e-9, 1 - 1e-9)
    return float(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--simulations", type=int, default=400, help="a step")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    setup = Setup(catalogue.game("genius-loci"), 2, {})
    rows, games = [], 0
    end = perf_counter() + given.seconds
    while perf_counter() < end:
        games += 1
        rows += [(games, *turn) for turn in play_game(setup, given.seed * 1_000_000 + games, given.simulations)]
    number, parts, humans, won = (np.array(column) for column in zip(*rows, strict=True))
    every = spread(parts, humans)
    is_out = number % LEFT_OUT == 0
    learned = fit(every[~is_out], won[~is_out])
    print(f"{games} games, {len(won)} turns")
    print(f"log loss, games left out: learned {loss(every[is_out], won[is_out], learned):.4f}, ", end="")
    print(f"as they are {loss(every[is_out], won[is_out], np.ravel(LEARNED)):.4f}")
    for knot, row in zip(KNOTS, fit(every, won).reshape(-1, PARTS), strict=True):
        print(f"{knot}: {tuple(np.round(row, 2).tolist())}")


if __name__ == "__main__":
    main()
