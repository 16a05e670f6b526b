"""Random rounds of LOKUS compared with OpenSpiel's goofspiel. In both, all seats choose a card simultaneously.

`evaluate_bots` plays goofspiel with joint moves. The turn-based version (`load_game_as_turn_based`) has the same steps
but is slower, so the faster one is the peer. The point cards are in random order, the default.

The last card of a hand is forced in both games. In LOKUS every seat still plays it, which counts. Goofspiel plays the
last trick automatically, so nine of its ten tricks are in its history and count. If only one row of LOKUS, or none, can
take a card, the rules place it, which does not count.
"""

from __future__ import annotations

from locarium import catalogue
from locarium.kernel.position import Setup

from .measure import Figure, Goal
from .open_spiel import command, measure_against

PEER = "goofspiel(players=3,num_cards=10)"
COMMAND = command(PEER)
SEATS = 4
NOTE = (
    "A joint move of goofspiel counts as three decisions. Its last trick is automatic and does not count. "
    "A game of LOKUS is three rounds."
)

DECISIONS = Figure(
    name="lokus-decisions",
    what="decisions in random games of four-seat LOKUS, compared with OpenSpiel's goofspiel (3 players, 10 cards)",
    unit="M/s",
    goal=Goal("ratio", "≥", 10),
    note=NOTE,
    other_game=True,
)
ALL_STEPS = Figure(
    name="lokus-all-steps",
    what="the same, counting every chance draw as a step",
    unit="M/s",
    note=NOTE,
    other_game=True,
)


def measure(seconds: float) -> list[Figure]:
    """Measure both figures from the same slices."""
    return measure_against(PEER, Setup(catalogue.game("lokus"), SEATS), DECISIONS, ALL_STEPS, seconds)
