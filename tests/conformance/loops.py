"""Loops that are too slow in plain Python."""

from __future__ import annotations

from locarium.kernel.game import pick
from locarium.kernel.jit import compiled


@compiled
def tally_picks(tables, states, seat, rng, actions, counts, picks):
    """Count how often each action is picked."""
    for _ in range(picks):
        counts[pick(tables[0], states[0], seat, rng, actions)] += 1
