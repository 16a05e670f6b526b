"""Scoring entrants against others with the same cards."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium.server.contests.scoring import DealScore, differences, standings


def deal(*points: tuple[int, int]) -> list[DealScore]:
    """Return the scores of two-seat tables. Entrants are numbered in order."""
    return [
        DealScore(2 * table + seat, seat, scored, scored == max(both))
        for table, both in enumerate(points)
        for seat, scored in enumerate(both)
    ]


def test_only_entrants_with_the_same_cards_are_compared() -> None:
    assert differences(deal((10, 3), (6, 5)), is_low=False) == {0: 2, 2: -2, 1: -1, 3: 1}
    assert differences(deal((10, 3), (6, 5)), is_low=True) == {0: -2, 2: 2, 1: 1, 3: -1}


def test_differences_add_up_and_ties_share_a_rank() -> None:
    after = standings([deal((10, 3), (6, 5)), deal((4, 4), (6, 2))], is_low=False)
    assert [(each.rank, each.entrant, each.total, each.won) for each in after] == [
        (1, 0, 1, 2),
        (2, 1, 0, 1),
        (2, 3, 0, 0),
        (4, 2, -1, 2),
    ]
    assert standings([], is_low=False) == []


def test_fractions_are_exact() -> None:
    three = [DealScore(entrant, 0, points, won=False) for entrant, points in enumerate((1, 1, 0))]
    assert differences(three, is_low=False)[0] == Fraction(1, 3)
    assert [each.rank for each in standings([three, three], is_low=False)] == [1, 1, 3]


@pytest.mark.parametrize("is_low", [False, True])
@given(points=st.lists(st.tuples(st.integers(-50, 200), st.integers(-50, 200)), min_size=2, max_size=6))
def test_differences_sum_to_zero(is_low: bool, points: list[tuple[int, int]]) -> None:
    assert sum(differences(deal(*points), is_low=is_low).values()) == 0
