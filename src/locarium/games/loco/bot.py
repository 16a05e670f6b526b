"""LOCO!: the bots."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.game import next_seat
from locarium.kernel.jit import compiled, compiled_entry, plain
from locarium.kernel.layout import Array, new_array
from locarium.kernel.playout import draw_at_random
from locarium.kernel.rng import Rng, best_of
from locarium.search.craft import Craft, register_craft
from locarium.search.guide import register_guide
from locarium.search.guided import GuidedThinker, new_manner, pick_appealing
from locarium.search.levels import Level

from . import guide
from .network import SIZE
from .rules import MAX_LEGAL, MAX_SEATS, STATE, apply, judge, legal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position, Setup
    from locarium.search.guided import Manner

    from .rules import Rules, State

register_guide(guide)

LEVELS = (
    Level("greedy", slips=0.6),
    Level("search", simulations=125),
    Level("search", simulations=800),
    Level("master", simulations=50, slips=0.065),
    Level("master"),
)

# With the network, simulations stop at once and use its estimate. Without it, they play to the end and priors count
# little.
BY_NETWORK = {"exploration": 0.35, "trust": 3.0, "lots": 1, "depth": 0}
LOTS = 4  # a rollout takes the most appealing of this many random steps
BY_PLAYING = {"exploration": 0.5, "trust": 0.5, "lots": LOTS, "depth": 1 << 30}


@cache
def network() -> Array[float]:
    """Load the weights of the network."""
    weights: Array[float] = np.load(Path(__file__).with_name("network.npy")).astype(np.float64)
    if len(weights) != SIZE:
        raise ValueError(f"network.npy holds {len(weights)} weights, not {SIZE}")
    return weights


def master(position: Position, offered: Sequence[int], seed: int) -> GuidedThinker:
    """Return the strongest bot."""
    return GuidedThinker(position, offered, seed, network(), manner_of(position.setup))


def manner_of(setup: Setup) -> Array[Manner]:
    """Return the search parameters."""
    return new_manner(**(BY_NETWORK if plain(guide.has_network)(setup.fields) else BY_PLAYING))


@compiled
def play_on(rules: Rules, state: State, rng: Rng, actions: Array[int], digits: Array[int]) -> None:
    """Play to the end. Every seat takes the most appealing of a few random steps."""
    while state.over == 0:
        if state.active == 0:
            draw_at_random(rules, state, rng, digits)
        else:
            seat = next_seat(rules, state)
            apply(rules, state, seat, pick_appealing(rules, state, seat, LOTS, rng, actions))


register_craft(STATE, Craft(play_on=play_on))


@compiled
def lead(rules: Rules, state: State, seat: int, scores: Array[int]) -> int:
    """Return a seat's lead over the best other seat if the game ended now."""
    judge(rules, state, scores)
    best_other = -1
    for other in range(rules.seats):
        if other != seat and scores[other] > best_other:
            best_other = scores[other]
    return scores[seat] - best_other


@compiled_entry
def largest_lead(rules: Rules, states: Array[State], seat: int, rng: Rng) -> int:
    """Return the step in states[0] that gives the seat the largest lead.

    Ties are broken at random. states[1] is scratch space.
    """
    actions: Array[int] = np.empty(MAX_LEGAL, np.int64)
    leads = np.empty(MAX_LEGAL, np.int64)
    scores = np.empty(MAX_SEATS, np.int64)
    count = legal(rules, states[0], seat, actions)
    for i in range(count):
        states[1] = states[0]
        apply(rules, states[1], seat, actions[i])
        leads[i] = lead(rules, states[1], seat, scores)
    return actions[best_of(leads, count, rng)]


def choose_greedily(position: Position, seat: int, rng: Rng) -> int:
    """Return the step with the best immediate result."""
    states = new_array(position.array.dtype, 2)
    states[0] = position.array[0]
    return int(largest_lead(position.setup.rules, states, seat, rng))
