"""Random games of LOCO! compared with random games of hearts in OpenSpiel's C++ library."""

from __future__ import annotations

from locarium import catalogue
from locarium.kernel.position import Setup

from .measure import Figure, Goal
from .open_spiel import command, measure_against

PEER = "hearts"
COMMAND = command(PEER)
SEATS = 2

DECISIONS = Figure(
    name="loco-decisions",
    what="decisions in random games of two-seat LOCO!, compared with OpenSpiel's hearts",
    unit="M/s",
    goal=Goal("ratio", "≥", 10),
    other_game=True,
)
ALL_STEPS = Figure(
    name="loco-all-steps",
    what="the same, counting every chance draw as a step",
    unit="M/s",
    other_game=True,
)


def measure(seconds: float) -> list[Figure]:
    """Measure both figures from the same slices."""
    return measure_against(PEER, Setup(catalogue.game("loco"), SEATS), DECISIONS, ALL_STEPS, seconds)
