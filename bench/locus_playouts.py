"""Random games of LOCUS, and their steps beside those of Jumanji's FlatPack: in both, polyominoes fill squares.

The figure is games a second. LOCUS has no public twin; FlatPack, a puzzle for one, is the nearest relative. On both
sides a step is one decision: the legal actions are found, one of them is chosen with equal chances and done. Ours are
what the compiled call returns: cards taken, shapes filled in, discards, blocks bought, activities ended. What chance
draws and what the end scores is done, but does not count; nor does the reset of FlatPack.
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
    what="random games of LOCUS with two seats, as many as fit into a slice in one compiled call",
    unit="games/s",
    goal=Goal("ours", "≥", 10_000),
    note="Beyond the bound, 20,000 are aimed at.",
)
STEPS = Figure(
    name="locus-steps",
    what="random LOCUS with two seats beside Jumanji's FlatPack (25 blocks on 11 x 11 squares): decisions",
    unit="k/s",
    note="FlatPack finds its legal actions by trying all 8100 at every step; batches did not make it faster.",
    other_game=True,
)


def measure(seconds: float) -> list[Figure]:
    """Both figures, from the same slices; the first one also without the peer."""
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
    """Games a second."""
    rates = spread([each.games / each.seconds for each in slices])
    return msgspec.structs.replace(GAMES, ours=rates, note=f"{GAMES.note} {describe(slices)}")


def describe(slices: Sequence[Slice]) -> str:
    """How long our games were."""
    games = sum(each.games for each in slices)
    steps = sum(each.decisions for each in slices) / games
    return f"A game of LOCUS: {steps:.1f} decisions on average over {games} games."
