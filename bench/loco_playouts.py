"""Random games of LOCO! beside random games of OpenSpiel's hearts, a card game of its C++ library."""

from __future__ import annotations

from locarium import catalogue
from locarium.kernel.position import Setup

from .measure import Figure, Goal
from .open_spiel import command, measure_beside

PEER = "hearts"
COMMAND = command(PEER)
SEATS = 2

DECISIONS = Figure(
    name="loco-decisions",
    what="random LOCO! with two seats beside OpenSpiel's hearts: decisions of seats",
    unit="M/s",
    goal=Goal("ratio", "≥", 10),
    other_game=True,
)
ALL_STEPS = Figure(
    name="loco-all-steps",
    what="the same, with every draw of chance counted as a step",
    unit="M/s",
    other_game=True,
)


def measure(seconds: float) -> list[Figure]:
    """Both figures, from the same slices."""
    return measure_beside(PEER, Setup(catalogue.game("loco"), SEATS), DECISIONS, ALL_STEPS, seconds)
