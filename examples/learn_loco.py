"""Learns LOCO! for two from its own games in under two minutes on one core, with NumPy alone.

    python examples/learn_loco.py [SECONDS]

2,048 games run at once in the vectorised environment. A small network says what every action is worth in what a seat
observes; how the games ended teaches it (Monte Carlo). Then it plays against the random and the greedy player.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import numpy as np

from locarium.adapters.batch import VectorEnv
from locarium.adapters.gymnasium import SeatEnv

GAMES, SEED = 2048, 1
SECONDS = 80.0  # of learning
HIDDEN, RATE, STRAY = 96, 1e-3, 0.1
TRIED = 400  # games against each opponent
LEFT_OUT = ("carried", "games_begun", "dealer", "active")  # never change in a single game, or say nothing
ILLEGAL = -1e9


def features(observation: dict[str, Any]) -> Any:
    """What the network reads: one row a game."""
    rows = len(observation["hand"])
    parts = [(observation["piles"][..., None] == np.arange(1, 7)).reshape(rows, -1)]
    parts += [
        array.reshape(rows, -1) / (10 if name == "scores" else 5 if name in {"stock", "markers", "held"} else 1)
        for name, array in observation.items()
        if name not in {"piles", *LEFT_OUT}
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


class Network:
    """One hidden layer; Adam."""

    def __init__(self, inputs: int, outputs: int) -> None:
        lots = np.random.default_rng(SEED)
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, outputs), (outputs,)]
        self.weights = [
            (lots.normal(size=shape) * (shape[0] ** -0.5 if len(shape) > 1 else 0)).astype(np.float32)
            for shape in shapes
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def values(self, rows: Any) -> tuple[Any, Any]:
        """What the hidden layer says, and what every action is worth."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(rows @ first + first_bias, 0)
        return hidden, hidden @ second + second_bias

    def learn(self, rows: Any, actions: Any, results: Any) -> None:
        """One step towards what came out."""
        hidden, values = self.values(rows)
        every = np.arange(len(rows))
        errors = np.zeros_like(values)
        errors[every, actions] = (values[every, actions] - results) / len(rows)
        back = (errors @ self.weights[2].T) * (hidden > 0)
        slopes = [rows.T @ back, back.sum(0), hidden.T @ errors, errors.sum(0)]
        self._steps += 1
        for weight, mean, square, slope in zip(self.weights, self._means, self._squares, slopes, strict=True):
            mean[...] = 0.9 * mean + 0.1 * slope
            square[...] = 0.999 * square + 0.001 * slope * slope
            scale = RATE * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
            weight[...] -= scale * mean / (np.sqrt(square) + 1e-8)

    def choose(self, rows: Any, masks: Any) -> Any:
        """The best legal actions."""
        return np.where(masks > 0, self.values(rows)[1], ILLEGAL).argmax(1)


def learn(seconds: float) -> Network:
    """From games against itself."""
    env, lots = VectorEnv("loco", GAMES, 2), np.random.default_rng(SEED)
    batch = env.reset(SEED)
    network = Network(features(batch.observation).shape[1], env.actions)
    pending: list[tuple[Any, Any, Any]] = []  # (rows, actions, seats) of steps whose games have not all ended
    results: list[Any] = []
    started = process_time()
    while process_time() - started < seconds:
        rows, seats = features(batch.observation), batch.seat.copy()
        actions = network.choose(rows, batch.action_mask)
        actions = np.where(lots.random(GAMES) < STRAY, env.random_actions(), actions)
        batch = env.step(actions)
        pending.append((rows, actions, seats))
        results.append(np.full(GAMES, np.nan, np.float32))
        for game in np.flatnonzero(batch.ended):
            for (_, _, who), result in zip(reversed(pending), reversed(results), strict=True):
                if not np.isnan(result[game]):
                    break
                result[game] = batch.rewards[game, who[game]]
        if len(pending) > 30:  # no game takes so many steps
            rows, actions, _ = pending.pop(0)
            network.learn(rows, actions, results.pop(0))
    return network


def play(network: Network, opponent: str) -> float:
    """The share of games won, seats changed after each; shared wins are halved."""
    won = 0.0
    envs = [SeatEnv("loco", 2, seat=seat, opponents=opponent) for seat in range(2)]
    for number in range(TRIED):
        env = envs[number % 2]
        seen, _ = env.reset(seed=number // 2)
        over, reward = False, 0.0
        while not over:
            rows = features({name: array[None] for name, array in seen["observation"].items()})
            seen, reward, over, _, _ = env.step(int(network.choose(rows, seen["action_mask"][None])[0]))
        won += (reward + 1) / 2
    return won / TRIED


def main() -> None:
    """Learn, then play."""
    network = learn(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    for opponent in ("random", "greedy"):
        print(f"{100 * play(network, opponent):.1f} % of {TRIED} games won against {opponent}", flush=True)


if __name__ == "__main__":
    main()
