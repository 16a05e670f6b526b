"""LOCUS: statistics on the sheets of a game, for authors of editions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .rules import DISCARD
from .showing import zone_points

if TYPE_CHECKING:
    from locarium.kernel.history import History
    from locarium.kernel.position import Setup


@dataclass(frozen=True)
class Tally:
    """The statistics of one sheet at the end of a game."""

    zones: tuple[int, ...]  # points by zone
    total: int
    coins: int  # earned, including the first one
    unspent: int
    discards: int  # cards discarded


def count_sheets(history: History) -> list[Tally]:
    """Return the statistics of all seats' sheets."""
    position = history.position
    points, scores, state = zone_points(position), position.scores(), position.fields
    return [
        Tally(
            zones=tuple(points[seat]),
            total=scores[seat],
            coins=state.earned[seat],
            unspent=state.earned[seat] - state.crossed[seat],
            discards=sum(step.seat == seat and step.action == DISCARD for step in history.steps),
        )
        for seat in range(history.setup.seats)
    ]


def full_zones(setup: Setup) -> tuple[int, ...]:
    """Return the points of each zone with every square filled. This is the maximum, because points never fall."""
    position = setup.begin()
    position.array["filled"][0, 0] = setup.tables["squares"][0]
    return tuple(zone_points(position)[0])
