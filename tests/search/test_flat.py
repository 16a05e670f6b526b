"""Flat Monte Carlo: every action is tried equally often, and the best mean comes first."""

from __future__ import annotations

import pytest

from locarium.search.flat import Flat
from search.positions import WIN_NOW, choosing, texts, times


def flat(truth, seat, seed=7):
    concealed = truth.concealed(seat)
    return Flat(concealed, concealed.legal(seat), seed)


def test_every_action_is_tried_equally_often():
    truth = choosing(4, 1)
    advice = flat(truth, 0).think(simulations=len(truth.legal(0)) * times(50, 3))
    assert sorted(each.action for each in advice) == truth.legal(0)
    assert all(each.share == pytest.approx(1 / len(advice)) for each in advice)
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)


def test_same_seed_gives_the_same_advice():
    truth = choosing(4, 2)
    assert flat(truth, 1).think(simulations=times(500, 20)) == flat(truth, 1).think(simulations=times(500, 20))
    assert flat(truth, 1).think(simulations=500) != flat(truth, 1, seed=8).think(simulations=500)


def test_winning_action_is_found():
    truth = WIN_NOW.position
    (seat,) = truth.active
    best, *_ = flat(truth, seat).think(simulations=times(4000, 400))
    assert texts(truth, [best.action])[0].startswith("r5 ")
    assert best.value == 1.0


def test_search_stopped_before_its_start_still_answers():
    thinking = flat(choosing(4, 0), 0)
    thinking.stop()
    (advice,) = thinking.think(seconds=60)
    assert (advice.share, thinking.simulations) == (1.0, 1)
