"""Random rounds of LOKUS beside random games of OpenSpiel's goofspiel: in both all seats choose a card at once.

`evaluate_bots` plays goofspiel as it is, with joint moves. Turned into a game of turns (`load_game_as_turn_based`) it
has the same steps, but takes longer; so the faster one is the peer. As by default, the point cards come at random.

The last card of a hand is forced in both. LOKUS asks every seat for it, which counts; goofspiel plays the last trick
by itself, so of its ten tricks nine are in its history and count. A card of LOKUS that only one row takes, or none,
is placed by the rules and does not count.
"""

from __future__ import annotations

from locarium import catalogue
from locarium.kernel.position import Setup

from .measure import Figure, Goal
from .open_spiel import command, measure_beside

PEER = "goofspiel(players=3,num_cards=10)"
COMMAND = command(PEER)
SEATS = 4
NOTE = (
    "A joint move of goofspiel counts as three decisions; its last trick is played without steps and does not count. "
    "A game of LOKUS is three rounds."
)

DECISIONS = Figure(
    name="lokus-decisions",
    what="random LOKUS with four seats beside OpenSpiel's goofspiel (3 players, 10 cards): decisions of seats",
    unit="M/s",
    goal=Goal("ratio", "≥", 10),
    note=NOTE,
    other_game=True,
)
ALL_STEPS = Figure(
    name="lokus-all-steps",
    what="the same, with every draw of chance counted as a step",
    unit="M/s",
    note=NOTE,
    other_game=True,
)


def measure(seconds: float) -> list[Figure]:
    """Both figures, from the same slices."""
    return measure_beside(PEER, Setup(catalogue.game("lokus"), SEATS), DECISIONS, ALL_STEPS, seconds)
