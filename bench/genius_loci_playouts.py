"""Random games of GENIUS LOCI compared with OpenSpiel's havannah. Both use 37 hexagons and no chance.

The unit is a playout, a whole game from start to end, because that is what a search needs.
"""

from __future__ import annotations

import msgspec

from locarium import catalogue
from locarium.kernel.position import Setup

from .measure import NOT_INSTALLED, THOUSAND, Figure, Goal, Slice, alternate, compare_rates
from .open_spiel import RandomBots, command, describe_ours, our_side

PEER = "havannah(board_size=4)"
COMMAND = command(PEER)

PLAYOUTS = Figure(
    name="genius-loci-playouts",
    what="random games of GENIUS LOCI with the setup `house`, compared with OpenSpiel's havannah (board size 4)",
    unit="k/s",
    goal=Goal("ratio", "≥", 1.3),
    other_game=True,
)
DECISIONS = Figure(name="genius-loci-decisions", what="the same, counted in decisions", unit="M/s", other_game=True)


def measure(seconds: float) -> list[Figure]:
    """Measure both figures from the same slices."""
    try:
        import pyspiel  # noqa: PLC0415  # a peer, not a dependency
    except ImportError:
        return [msgspec.structs.replace(figure, note=NOT_INSTALLED) for figure in (PLAYOUTS, DECISIONS)]
    setup, peer = Setup(catalogue.game("genius-loci"), 2), RandomBots(pyspiel, PEER)
    pairs = alternate(our_side(setup), peer.play, seconds)
    note = f"{describe_ours(setup)} {peer.describe()}"
    figures = (
        compare_rates(PLAYOUTS, pairs, Slice.game_rate, THOUSAND),
        compare_rates(DECISIONS, pairs, Slice.decision_rate),
    )
    return [msgspec.structs.replace(figure, note=note) for figure in figures]
