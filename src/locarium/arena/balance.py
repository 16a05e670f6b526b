"""Balance of a LOCUS edition: scores of bots' sheets, zone by zone, with 95 % intervals.

The sheets of one game are correlated, so a game counts as one observation: the mean of its sheets.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from locarium import catalogue
from locarium.games.locus.edition import COLOURS
from locarium.games.locus.tally import Tally, count_sheets, full_zones
from locarium.kernel.history import History
from locarium.kernel.position import Setup

from .games import play_to_end
from .players import parse_player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from locarium.kernel.edition import Edition

Goal: TypeAlias = Literal["apart", "maximum", "total"]

GAME = "locus"
NORMAL = statistics.NormalDist().inv_cdf(0.975)
PERCENTILES = (10, 30, 50, 70, 90, 99)  # percentiles at which solo ranks start

# Goals for our own edition, in games of the greedy bot.
MOST_APART = 0.15  # maximum distance of a zone from the mean of all zones, as a share of that mean
MOST_AT_MAXIMUM = 0.4  # maximum share of the sheets on which a zone scores its maximum
TOTAL = (140, 190)


@dataclass(frozen=True)
class Sample:
    """A set of games to measure. Can be sent to another process."""

    edition: Edition
    player: str  # as written on the command line; plays all seats
    seats: int

    def play(self, deal: int) -> list[Tally]:
        """Play one game and return its sheets."""
        history = History(self.setup())
        play_to_end(history, [parse_player(self.player).seat()] * self.seats, deal)
        return count_sheets(history)

    def setup(self) -> Setup:
        """Return the setup with this edition."""
        return Setup(catalogue.game(GAME), self.seats, {}, self.edition)


@dataclass(frozen=True)
class Figure:
    """A measured value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ZoneBalance:
    """The measurements of one zone."""

    points: Figure
    apart: float  # distance from the mean of all zones, as a share of that mean
    lowest: Figure  # share of the sheets on which this zone is the lowest; ties are split
    maximum: int  # points of the full zone
    at_maximum: Figure  # share of the sheets on which the zone scores its maximum


@dataclass(frozen=True)
class Findings:
    """The measurements of a sample."""

    player: str
    seats: int
    games: int
    total: Figure
    zones: dict[str, ZoneBalance]
    coins: Figure  # gained, including the starting coins
    unspent: Figure
    discards: Figure
    percentiles: dict[int, Figure]  # percentiles of the total, in solo games


@dataclass(frozen=True)
class Verdict:
    """A balance goal and whether it is met."""

    key: Goal
    goal: str
    met: bool
    found: str
    value: float  # `found` as a number: points or a share
    bounds: tuple[float, float]  # range of accepted values
    zone: str | None = None  # the zone that decides, if any


def summarise(sample: Sample, games: Sequence[list[Tally]]) -> Findings:
    """Summarise at least two games."""
    full = full_zones(sample.setup())
    middle = statistics.mean(points for game in games for tally in game for points in tally.zones) or 1.0
    totals = sorted(tally.total for game in games for tally in game)
    return Findings(
        player=sample.player,
        seats=sample.seats,
        games=len(games),
        total=_mean(games, lambda tally: tally.total),
        zones={name: _summarise_zone(games, zone, full[zone], middle) for zone, name in enumerate(COLOURS)},
        coins=_mean(games, lambda tally: tally.coins),
        unspent=_mean(games, lambda tally: tally.unspent),
        discards=_mean(games, lambda tally: tally.discards),
        percentiles={each: _percentile(totals, each / 100) for each in PERCENTILES} if sample.seats == 1 else {},
    )


def _summarise_zone(games: Sequence[list[Tally]], zone: int, maximum: int, middle: float) -> ZoneBalance:
    points = _mean(games, lambda tally: tally.zones[zone])
    return ZoneBalance(
        points=points,
        apart=points.value / middle - 1,
        lowest=_share(games, lambda tally: _share_of_lowest(tally, zone)),
        maximum=maximum,
        at_maximum=_share(games, lambda tally: tally.zones[zone] == maximum),
    )


def judge(balance: Findings) -> list[Verdict]:
    """Compare the findings with the goals."""
    farthest = max(balance.zones, key=lambda name: abs(balance.zones[name].apart))
    fullest = max(balance.zones, key=lambda name: balance.zones[name].at_maximum.value)
    apart, at_maximum = balance.zones[farthest].apart, balance.zones[fullest].at_maximum.value
    (low, high), total = TOTAL, balance.total.value
    return [
        Verdict(
            "apart",
            f"all zones within ±{100 * MOST_APART:.0f} % of their mean",
            abs(apart) <= MOST_APART,
            f"{farthest} {100 * apart:+.1f} %",
            apart,
            (-MOST_APART, MOST_APART),
            farthest,
        ),
        Verdict(
            "maximum",
            f"no zone at its maximum on more than {100 * MOST_AT_MAXIMUM:.0f} % of the sheets",
            at_maximum <= MOST_AT_MAXIMUM,
            f"{fullest} {100 * at_maximum:.1f} %",
            at_maximum,
            (0, MOST_AT_MAXIMUM),
            fullest,
        ),
        Verdict(
            "total",
            f"mean total {low} to {high}",
            low <= total <= high,
            f"{total:.1f}",
            total,
            TOTAL,
        ),
    ]


def _share_of_lowest(tally: Tally, zone: int) -> float:
    lowest = min(tally.zones)
    return (tally.zones[zone] == lowest) / tally.zones.count(lowest)


def _by_game(games: Sequence[list[Tally]], value: Callable[[Tally], float]) -> list[float]:
    return [statistics.mean(value(tally) for tally in game) for game in games]


def _mean(games: Sequence[list[Tally]], value: Callable[[Tally], float]) -> Figure:
    values = _by_game(games, value)
    mean = statistics.mean(values)
    error = NORMAL * statistics.stdev(values) / math.sqrt(len(values))
    return Figure(mean, mean - error, mean + error)


def _share(games: Sequence[list[Tally]], value: Callable[[Tally], float]) -> Figure:
    """Return the mean share with Wilson's interval, which is accurate near 0 and 1 too."""
    values = _by_game(games, value)
    share, weight = statistics.mean(values), NORMAL**2 / len(values)
    middle = (share + weight / 2) / (1 + weight)
    error = math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return Figure(share, max(0.0, middle - error), min(1.0, middle + error))


def _percentile(ordered: Sequence[int], share: float) -> Figure:
    """Return the lowest result with this share of all results below it, with a binomial interval."""
    count = len(ordered)
    error = NORMAL * math.sqrt(count * share * (1 - share))
    value, low, high = (
        ordered[min(count - 1, max(0, math.floor(count * share + shift)))] for shift in (0, -error, error)
    )
    return Figure(value, low, high)
