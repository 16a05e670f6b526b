"""Means, shares and percentiles of sheets, and the balance goals."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.arena.balance import Sample, judge, summarise
from locarium.games.locus.tally import Tally

HOUSE = catalogue.about("locus").edition()
SOLO, PAIR = Sample(HOUSE, "greedy", 1), Sample(HOUSE, "greedy", 2)
FULL = (66, 38, 86, 48, 36)  # points of full zones


def sheet(*zones: int, coins: int = 10, unspent: int = 0, discards: int = 0) -> Tally:
    return Tally(zones, sum(zones) + min(zones), coins, unspent, discards)


def test_means_have_intervals():
    balance = summarise(SOLO, [[sheet(20, 30, 30, 30, 30)], [sheet(40, 30, 30, 30, 30)]])
    assert balance.games == 2
    assert balance.zones["yellow"].points.value == 30
    assert balance.zones["purple"].points.low == balance.zones["purple"].points.high == 30
    assert (balance.total.value, balance.total.low < 160 < balance.total.high) == (175, True)


def test_game_counts_as_one_observation():
    """Two sheets of one game carry less information than two games."""
    one, other = sheet(20, 30, 30, 30, 30), sheet(40, 30, 30, 30, 30)
    apart, together = summarise(SOLO, [[one], [one], [other], [other]]), summarise(PAIR, [[one, one], [other, other]])
    assert apart.total.value == together.total.value
    assert apart.total.low > together.total.low


def test_zone_distances_from_the_mean_are_computed():
    balance = summarise(SOLO, [[sheet(20, 30, 30, 30, 40)]] * 2)
    assert [zone.apart for zone in balance.zones.values()] == pytest.approx([-1 / 3, 0, 0, 0, 1 / 3])


def test_lowest_zone_is_counted():
    balance = summarise(SOLO, [[sheet(8, 30, 30, 8, 30)], [sheet(10, 30, 30, 20, 30)]])
    assert [zone.lowest.value for zone in balance.zones.values()] == [0.75, 0, 0, 0.25, 0], "ties are split"


def test_zones_at_their_maximum_are_counted():
    balance = summarise(SOLO, [[sheet(*FULL)], [sheet(*FULL[:4], 32)]])
    assert [zone.maximum for zone in balance.zones.values()] == list(FULL)
    assert [zone.at_maximum.value for zone in balance.zones.values()] == [1, 1, 1, 1, 0.5]


def test_interval_for_zero_events_has_a_positive_upper_bound():
    share = summarise(SOLO, [[sheet(30, 30, 30, 30, 30)]] * 20).zones["blue"].at_maximum
    assert (share.value, share.low) == (0, 0)
    assert 0.1 < share.high < 0.2


def test_percentile_is_the_minimum_score_for_a_rank():
    games = [[sheet(points, 200, 200, 200, 200)] for points in range(100)]
    found = summarise(SOLO, games).percentiles
    assert {each: figure.value - 800 for each, figure in found.items()} == {
        10: 20, 30: 60, 50: 100, 70: 140, 90: 180, 99: 198,
    }  # fmt: skip
    assert all(figure.low < figure.value <= figure.high for figure in found.values())
    assert summarise(PAIR, [[game[0], game[0]] for game in games]).percentiles == {}


@pytest.mark.parametrize(
    ("zones", "met"),
    [
        ((30, 30, 30, 30, 30), [True, True, True]),
        ((26, 30, 30, 30, 34), [True, True, True]),
        ((25, 30, 30, 30, 35), [False, True, True]),
        ((32, 32, 32, 32, 36), [True, False, False]),
        ((20, 20, 20, 20, 20), [True, True, False]),
    ],
)
def test_balance_goals_are_evaluated(zones, met):
    assert [verdict.met for verdict in judge(summarise(SOLO, [[sheet(*zones)]] * 2))] == met


@pytest.mark.parametrize("seats", [1, 2])
def test_every_sheet_of_a_game_is_counted(seats):
    sample = Sample(HOUSE, "greedy", seats)
    found = sample.play(7)
    assert len(found) == seats
    assert found == sample.play(7)
    for tally in found:
        assert tally.total == sum(tally.zones) + min(tally.zones)
        assert 0 <= tally.unspent <= tally.coins <= 20
