"""LOCUS: statistics of sheets."""

from __future__ import annotations

from games.locus.script import SMALL, drafted, finish, put, setup, start
from locarium.games.locus.tally import Tally, count_sheets, full_zones


def test_sheet_statistics_are_counted() -> None:
    history = put(drafted("y-d2 p-i4 r-u5", "0 fill card Y d1 d2, 0 end, 1 discard, 1 end"), 0, {"Y": "a1-e1"})
    ada, bo = count_sheets(history)
    assert ada == Tally(zones=(8, 0, 0, 0, 0), total=8, coins=2, unspent=2, discards=0)
    assert bo == Tally(zones=(0, 0, 0, 0, 0), total=0, coins=3, unspent=3, discards=1)


def test_spent_coins_still_count_as_earned() -> None:
    history = drafted("y-d2 p-i4 r-u5", "1 discard, 1 blocks, 1 fill single R a1, 1 fill single R a2, 1 end")
    assert count_sheets(history)[1] == Tally(zones=(0, 0, 0, 0, 0), total=0, coins=3, unspent=1, discards=1)


def test_game_of_discards_fills_all_circles() -> None:
    (tally,) = count_sheets(finish(start(1)))
    assert (tally.discards, tally.coins, tally.unspent) == (16, 20, 20), "all circles are filled"


def test_full_zone_has_its_maximum_points() -> None:
    assert full_zones(setup(2)) == (66, 38, 86, 48, 36)
    assert full_zones(setup(1, SMALL)) == (7, 9, 12, 6, 7)
