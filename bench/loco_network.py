"""Train `games/loco/network.npy`: play games of the master against itself and fit a network to the results.

    python -m bench.loco_network play FILE --seconds 400 --simulations 300 --seed 4
    python -m bench.loco_network fit OUT FILE …

The fit needs JAX. The master plays with the current network (the first one was fitted to games of `BY_PLAYING`), and
results are scored as it scores them.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from locarium import catalogue
from locarium.games.loco.bot import manner_of, network
from locarium.games.loco.network import COLOURS, HIDDEN, JOINT, LEAD_SCALE, SCALE, SIZE, VALUES
from locarium.games.loco.rules import STATE
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.guided import GuidedThinker

AT_RANDOM, BY_SHARE = 0.12, 0.18  # shares of random and of sampled steps, so that the network also sees worse positions
ROWS = 3 * VALUES + 7 + 6 + 6
MIX = 0.1  # weight of the margin in a game's result; the rest is the share of the win
EPOCHS, BATCH, RATE, DECAY, OWN_VALUE = 25, 512, 4e-3, 1e-2, 0.5


def play(file: str, seconds: float, simulations: int, seed: int) -> None:
    """Save positions, the seat to act, the search's estimate, and that seat's final margin."""
    setup, lots = Setup(catalogue.game("loco"), 2), random.Random(seed)
    words, seats, roots, margins, games = [], [], [], [], []
    end, game = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        game += 1
        position, first = setup.begin(), len(words)
        position.draw(random_digits(position, new_rng(seed * 100_000 + game)))
        while not position.is_over:
            seat = position.next_seat
            offered = setup.game.offered_to_bots(position.legal(seat))
            thinker = GuidedThinker(
                position.concealed(seat), offered, lots.getrandbits(40), network(), manner_of(setup)
            )
            advice = thinker.think(simulations=simulations)
            words.append(position.words.copy())
            seats.append(seat)
            roots.append(sum(each.share * each.value for each in advice))
            games.append(game)
            position.play(seat, choose(advice, lots))
        scores = position.scores()
        margins += [scores[seat] - scores[1 - seat] for seat in seats[first:]]
    np.savez(file, words=words, seats=seats, roots=roots, margins=margins, games=games)


def choose(advice, lots):
    """Choose a step, usually the best one."""
    lot = lots.random()
    if lot < AT_RANDOM:
        return lots.choice(advice).action
    if lot < AT_RANDOM + BY_SHARE:
        return lots.choices(advice, [each.share for each in advice])[0].action
    return advice[0].action


def features(words, seats):
    """Return the features of every colour, and the lead, for the seat that has just acted."""
    states, every, other = words.view(STATE).reshape(-1), np.arange(len(words)), 1 - seats
    own, others, tops = states["markers"][every, seats], states["markers"][every, other], states["piles"] & 7
    rows = np.zeros((len(words), COLOURS, ROWS), np.float32)
    sets = (states["hands"][every, seats], states["hands"][every, other], states["played"])
    for colour in range(COLOURS):
        for kind, cards in enumerate(sets):
            for value in range(VALUES):
                rows[:, colour, kind * VALUES + value] = cards >> colour * VALUES + value & 1
        for row, index in ((18, tops), (25, own), (31, others)):
            rows[every, colour, row + index[:, colour]] = 1
    lead = ((own - others) * np.maximum(tops - 1, 0)).sum(1) * LEAD_SCALE
    return rows, lead.astype(np.float32)


def fit(out: str, files: list[str]) -> None:
    """Fit with Adam on the cross entropy. The target is half the result and half the search's estimate."""
    import jax  # noqa: PLC0415  # only here
    import jax.numpy as jnp  # noqa: PLC0415

    data = [np.load(file) for file in files]
    words, seats, roots, margins = (np.concatenate([each[name] for each in data]) for name in list(data[0])[:4])
    seats, roots, margins = 1 - seats, 1 - roots, -margins  # from the point of view of the seat that has just acted
    rows, lead = features(words, seats)
    shares = (np.sign(margins) + 1) / 2
    results = (1 - MIX) * shares + MIX / (1 + np.exp(-margins / SCALE))
    targets = (OWN_VALUE * roots + (1 - OWN_VALUE) * results).astype(np.float32)

    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    weights = [
        jax.random.normal(keys[0], (ROWS, HIDDEN)) * 0.15,
        jnp.full(HIDDEN, 0.05),
        jax.random.normal(keys[1], (HIDDEN + 1, JOINT)) / np.sqrt(COLOURS * HIDDEN),
        jnp.full(JOINT, 0.05),
        jax.random.normal(keys[2], (JOINT,)) * 0.5 / np.sqrt(JOINT),
        jnp.zeros(1),
    ]

    def loss(weights, rows, lead, targets):
        colours = jax.nn.relu(rows @ weights[0] + weights[1]).sum(1)
        joint = jax.nn.relu(jnp.concatenate([colours, lead[:, None]], 1) @ weights[2] + weights[3])
        odds = joint @ weights[4] + weights[5][0]
        return jnp.mean(jnp.logaddexp(0, odds) - targets * odds)

    @jax.jit
    def step(weights, means, squares, count, rate, *batch):
        value, slopes = jax.value_and_grad(loss)(weights, *batch)
        means = [0.9 * a + 0.1 * b for a, b in zip(means, slopes, strict=True)]
        squares = [0.999 * a + 0.001 * b * b for a, b in zip(squares, slopes, strict=True)]
        weights = [
            w * (1 - rate * DECAY) - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(s / (1 - 0.999**count)) + 1e-8)
            for w, m, s in zip(weights, means, squares, strict=True)
        ]
        return weights, means, squares, value

    means = squares = [jnp.zeros_like(each) for each in weights]
    order, count = np.random.default_rng(0), 0
    total = EPOCHS * (len(rows) // BATCH)
    for epoch in range(EPOCHS):
        losses = []
        for batch in order.permutation(len(rows))[: len(rows) // BATCH * BATCH].reshape(-1, BATCH):
            count += 1
            rate = RATE * min(1, count / 200) * (0.5 + 0.5 * np.cos(np.pi * count / total)) + 1e-5
            given = (rows[batch], lead[batch], targets[batch])
            weights, means, squares, value = step(weights, means, squares, count, rate, *given)
            losses.append(float(value))
        print(epoch, f"{np.mean(losses):.4f}", flush=True)
    flat = np.concatenate([np.array(each).ravel() for each in [*weights, [MIX]]]).astype(np.float32)
    assert len(flat) == SIZE
    np.save(out, flat)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("play")
    command.add_argument("file")
    command.add_argument("--seconds", type=float, default=400)
    command.add_argument("--simulations", type=int, default=300)
    command.add_argument("--seed", type=int, default=1)
    command = commands.add_parser("fit")
    command.add_argument("out")
    command.add_argument("files", nargs="+")
    given = parser.parse_args()
    if given.command == "play":
        play(given.file, given.seconds, given.simulations, given.seed)
    else:
        fit(given.out, given.files)
