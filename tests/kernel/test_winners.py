"""Winners by score."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel.bits import elements
from locarium.kernel.winners import highest, lowest


def winners(rule, scores, beyond=()):
    """Return the winning seats. `beyond` fills the array after the players' scores."""
    return elements(rule(np.array([*scores, *beyond], np.int64), len(scores)))


@pytest.mark.parametrize(
    ("scores", "most", "fewest"),
    [
        ([3], [0], [0]),
        ([3, 5], [1], [0]),
        ([5, 3, 5], [0, 2], [1]),
        ([5, 3, 3], [0], [1, 2]),
        ([4, 4, 4], [0, 1, 2], [0, 1, 2]),
        ([0, 0], [0, 1], [0, 1]),
        ([0, 7], [1], [0]),
        ([7, 0], [0], [1]),
        ([-2, 0, -5], [1], [2]),
        ([-2, -2], [0, 1], [0, 1]),
    ],
)
def test_seat_with_the_highest_or_lowest_score_wins(scores, most, fewest):
    assert winners(highest, scores) == most
    assert winners(lowest, scores) == fewest


def test_empty_seats_do_not_win():
    assert winners(lowest, [4, 2, 3], beyond=[0, 1]) == [1]
    assert winners(highest, [4, 2, 3], beyond=[9, 9]) == [0]


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=6))
def test_tied_seats_share_the_win(scores):
    assert winners(lowest, scores) == [seat for seat, score in enumerate(scores) if score == min(scores)]
    assert winners(highest, scores) == [seat for seat, score in enumerate(scores) if score == max(scores)]
