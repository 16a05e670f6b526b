"""Random games of LOCUS, and their steps compared with Jumanji's FlatPack. In both, polyominoes fill squares.

The figure is games per second. No public library has LOCUS, and FlatPack, a solo puzzle, is its closest relative. On
both sides a step is one decision: find the legal actions, choose one with equal chances, and apply it. Our decisions
are the ones that the compiled call counts: taking cards, filling in shapes, discarding, buying blocks, ending
activities. Chance, final scoring and FlatPack's reset take time but don't count as steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.position import Setup

from . import flat_pack
from .measure import (
    NOT_INSTALLED,
    THOUSAND,
    Figure,
    Goal,
    Slice,
    alternate,
    compare_rates,
    compiled_side,
    repeat,
    spread,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = flat_pack.COMMAND
SEATS = 2
SEED = 1

GAMES = Figure(
    name="locus-games",
    what="random games of two-seat LOCUS, a slice of games per compiled call",
    unit="games/s",
    goal=Goal("ours", "≥", 10_000),
    note="The long-term aim is 20,000.",
)
STEPS = Figure(
    name="locus-steps",
    what="decisions in random games of two-seat LOCUS, compared with Jumanji's FlatPack (25 blocks on 11 x 11 squares)",
    unit="k/s",
    note="FlatPack finds its legal actions by trying all 8100 at every step. Batches did not make it faster.",
    other_game=True,
)


def measure(seconds: float) -> list[Figure]:
    """Measure both figures from the same slices, or the first one alone if the peer is missing."""
    ours = compiled_side(Setup(catalogue.game("locus"), SEATS), SEED)
    if not flat_pack.is_installed():
        return [with_games(repeat(ours, seconds)), msgspec.structs.replace(STEPS, note=NOT_INSTALLED)]
    with flat_pack.flat_pack() as peer:
        pairs = alternate(ours, peer.play, seconds)
    slices = [mine for mine, _ in pairs]
    steps = compare_rates(STEPS, pairs, Slice.decision_rate, THOUSAND)
    note = f"{STEPS.note} {describe(slices)} {peer.describe()}"
    return [with_games(slices), msgspec.structs.replace(steps, note=note)]


def with_games(slices: Sequence[Slice]) -> Figure:
    """Return the figure for games per second."""
    rates = spread([each.games / each.seconds for each in slices])
    return msgspec.structs.replace(GAMES, ours=rates, note=f"{GAMES.note} {describe(slices)}")


def describe(slices: Sequence[Slice]) -> str:
    """Describe the average length of our games."""
    games = sum(each.games for each in slices)
    steps = sum(each.decisions for each in slices) / games
    return f"A game of LOCUS: {steps:.1f} decisions on average over {games} games."
