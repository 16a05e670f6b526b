"""Learn two-player LOCO! from self-play, with NumPy alone, in less than a minute on one core.

Try it: python examples/learn_loco.py

It learns the value of after-states: the share of the win that a seat can expect right after its action, given what
it knows then. To play, the program evaluates every legal action and takes the best one. It learns from many parallel
games against itself with TD(lambda): each value moves towards the result and the values that followed. Then it plays
against the built-in bots, every deal from both seats.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import numpy as np

from locarium.adapters.batch import RUNNING, VectorEnv
from locarium.adapters.gymnasium import SeatEnv

COLOURS, VALUES = 5, 6
NO_MARKER = COLOURS
# The card and the marker colour of every action, in the order that docs/research.md gives.
CARD, MARKER = np.array(
    [
        (card, min(choice, NO_MARKER))
        for card in range(COLOURS * VALUES)
        for choice in range(COLOURS + (1 if card % VALUES else 2))
    ]
).T

GAMES, STEPS = 256, 52  # parallel games; steps of each per round
RANDOM_SHARE = 0.1  # share of random actions
LAMBDA = 0.8  # how much of a result is passed back to the previous step
HIDDEN, JOINT = 32, 16  # widths of the layers
PASSES, BATCH, RATE = 4, 256, 2e-3  # passes over the data, batch size and learning rate of each fit
TOPS, COUNTS = (
    np.eye(VALUES + 1, dtype=np.float32),
    np.eye(VALUES, dtype=np.float32),
)  # one row per top card and one for no card; one row for each number of markers from 0 to 5
COLOUR_FEATURES, WHOLE_FEATURES = 2 * VALUES + len(TOPS) + 2 * len(COUNTS), 3
FIRST_TEST = 1_000_000  # seed of the first deal against bots; training uses other seeds


def look_behind(seen: dict[str, Any], games: Any, actions: Any) -> tuple[Any, Any]:
    """Return what the seat will know after each action: features of every colour, and of the whole table."""
    every = np.arange(len(actions))
    colour, value = np.divmod(CARD[actions], VALUES)
    hand, played = (seen[name][games].reshape(-1, COLOURS, VALUES) for name in ("hand", "played"))
    hand[every, colour, value] = 0
    played[every, colour, value] = 1
    tops = seen["piles"][games, :, 0]
    tops[every, colour] = value + 1
    own, others = seen["markers"][games, 0], seen["markers"][games, 1]
    own += MARKER[actions, None] == np.arange(COLOURS)
    unseen = 1 - hand - played
    colours = np.concatenate([hand, unseen, TOPS[tops], COUNTS[own], COUNTS[others]], 2, dtype=np.float32)
    lead = 0.1 * ((own - others) * np.maximum(tops - 1, 0)).sum(1)
    is_full = played.all(2).any(1)
    return colours, np.stack([lead, is_full, lead * is_full], 1).astype(np.float32)


def squash(odds: Any) -> Any:
    """Convert log odds to a share between 0 and 1."""
    return 1 / (1 + np.exp(-odds))


class Network:
    """A layer shared by all colours and summed over them, a joint layer, and the odds of winning."""

    def __init__(self, lots: np.random.Generator) -> None:
        shapes: list[Any] = [(COLOUR_FEATURES, HIDDEN), HIDDEN, (HIDDEN + WHOLE_FEATURES, JOINT), JOINT, JOINT, 1]
        scales = [0.15, 0, (COLOURS * HIDDEN) ** -0.5, 0, 0.5 * JOINT**-0.5, 0]
        self.weights = [
            (scale * lots.normal(size=shape)).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def layers(self, colours: Any, whole: Any) -> tuple[Any, Any, Any, Any]:
        """Return all activations up to and including the odds."""
        first, first_bias, second, second_bias, last, last_bias = self.weights
        hidden = np.maximum(colours.reshape(-1, COLOUR_FEATURES) @ first + first_bias, 0)
        table = np.concatenate([hidden.reshape(-1, COLOURS, HIDDEN).sum(1), whole], 1)
        joint = np.maximum(table @ second + second_bias, 0)
        return hidden, table, joint, joint @ last + last_bias

    def fit(self, colours: Any, whole: Any, targets: Any, rate: float) -> None:
        """Make a step of Adam on the cross entropy."""
        _, _, second, _, last, _ = self.weights
        hidden, table, joint, odds = self.layers(colours, whole)
        error = (squash(odds) - targets) / len(targets)
        at_joint = error[:, None] * last * (joint > 0)
        at_hidden = np.repeat(at_joint @ second[:HIDDEN].T, COLOURS, 0) * (hidden > 0)
        slopes = [
            colours.reshape(-1, COLOUR_FEATURES).T @ at_hidden,
            at_hidden.sum(0),
            table.T @ at_joint,
            at_joint.sum(0),
            joint.T @ error,
            error.sum(keepdims=True),
        ]
        self._steps += 1
        for n, slope in enumerate(slopes):
            self._means[n] += 0.1 * (slope - self._means[n])
            self._squares[n] += 0.001 * (slope**2 - self._squares[n])
            spread = np.sqrt(self._squares[n] / (1 - 0.999**self._steps)) + 1e-8
            self.weights[n] -= rate * self._means[n] / (1 - 0.9**self._steps) / spread


class Chosen(NamedTuple):
    """The chosen action of every game, what the seat will know after it, and its value."""

    actions: Any
    colours: Any
    whole: Any
    values: Any


def choose(
    network: Network, seen: dict[str, Any], mask: Any, stray: float = 0.0, lots: np.random.Generator | None = None
) -> Chosen:
    """Return the action with the highest value in every game, or sometimes a random one."""
    games, actions = np.nonzero(mask)
    colours, whole = look_behind(seen, games, actions)
    odds = network.layers(colours, whole)[-1]
    appeal = odds
    if lots is not None:
        appeal = np.where((lots.random(len(mask)) < stray)[games], lots.random(len(odds)), odds)
    order = np.lexsort((appeal, games))
    best = order[np.cumsum(mask.sum(1)) - 1]
    return Chosen(actions[best], colours[best], whole[best], squash(odds[best]))


def look_back(values: Any, has_ended: Any, shares: Any) -> Any:
    """Return the target of each value, by step and game: the result, or 1 minus the other seat's next value."""
    targets = np.where(has_ended, shares, values)
    for step in range(len(values) - 2, -1, -1):
        others = LAMBDA * targets[step + 1] + (1 - LAMBDA) * values[step + 1]
        targets[step] = np.where(has_ended[step], shares[step], 1 - others)
    return targets


def learn(rounds: int, seed: int) -> Network:
    """Train a network: in every round, play games, compute targets and fit."""
    lots = np.random.default_rng(seed)
    network, env = Network(lots), VectorEnv("loco", games=GAMES, seats=2)
    batch = env.reset(seed=seed)
    for number in range(rounds):
        chosen, has_ended, shares = [], [], []
        for _ in range(STEPS):
            seats = batch.seat.copy()
            chosen.append(choose(network, batch.observation, batch.action_mask, RANDOM_SHARE, lots))
            batch = env.step(chosen[-1].actions)
            has_ended.append(batch.ended != RUNNING)
            shares.append((batch.rewards[np.arange(GAMES), seats] + 1) / 2)
        targets = look_back(np.array([each.values for each in chosen]), np.array(has_ended), np.array(shares))
        colours, whole = (np.concatenate([each[part] for each in chosen]) for part in (1, 2))
        rate = RATE * min(1.0, 1.5 * (1 - number / rounds))
        order = np.concatenate([lots.permutation(len(colours)) for _ in range(PASSES)])
        for some in order.reshape(-1, BATCH):
            network.fit(colours[some], whole[some], targets.ravel()[some].astype(np.float32), rate)
        if number % 5 == 4:
            print(f"round {number + 1}: {np.sum(has_ended)} games ended", flush=True)
    return network


def compare(network: Network, opponent: str, deals: int) -> float:
    """Return the share of first places against a bot, with every deal played from both seats."""
    shares = []
    for seat in range(2):
        env = SeatEnv("loco", seats=2, seat=seat, opponents=opponent)
        for deal in range(deals):
            answer, _ = env.reset(seed=FIRST_TEST + deal)
            is_over = False
            while not is_over:
                seen = {name: array[None] for name, array in answer["observation"].items()}
                action = choose(network, seen, answer["action_mask"][None]).actions[0]
                answer, reward, is_over, _, _ = env.step(action)
            shares.append((reward + 1) / 2)
    return float(np.mean(shares))


def interval(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval, which has a width even if every game was won."""
    square = 1.96**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    width = 1.96 * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5 / (1 + square / games)
    return middle - width, middle + width


def main() -> None:
    """Train a network and play it against bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30, help=f"of {GAMES} games, {STEPS} steps each")
    parser.add_argument("--deals", type=int, default=200, help="deals against each bot, two games each")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.rounds < 1 or given.deals < 1:
        parser.error("needs at least 1 round and 1 deal")
    started = time.process_time()
    network = learn(given.rounds, given.seed)
    print(f"learned in {time.process_time() - started:.0f} s of processor time")
    for opponent in ("random", "greedy"):
        share = compare(network, opponent, given.deals)
        low, high = interval(share, 2 * given.deals)
        print(f"against {opponent}: {share:.1%} of first places ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
