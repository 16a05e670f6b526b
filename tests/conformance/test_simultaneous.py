"""Simultaneous choices: their order of arrival changes nothing."""

from __future__ import annotations

from itertools import permutations

import pytest

from locarium.kernel.errors import IllegalStep
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.position import Setup
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from toy.game import GAME

BIDS = {0: "bid 2", 1: "bid 5", 2: "bid 0", 3: "bid 5"}


def opened(**options) -> History:
    """Return a game of four seats with the first prize on the table."""
    history = History(Setup(GAME, 4, options))
    history.play_text(None, "deal 1 2 3 4")
    history.play_text(None, "prize 6")
    return history


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_order_of_arrival_does_not_matter(order):
    expected, history = opened(), opened()
    for seat in range(4):
        expected.play_text(seat, BIDS[seat])
    for seat in order:
        assert seat in history.position.active
        history.play_text(seat, BIDS[seat])
    for each in (expected, history):
        each.play_text(1, "give 3")
    assert history.position.words.tobytes() == expected.position.words.tobytes()
    for observer in (-1, 0, 1, SPECTATOR):
        assert history.record(observer).to_json() == expected.record(observer).to_json()
    with_legal = history.record(with_legal=True).to_json()
    assert with_legal == expected.record(with_legal=True).to_json()
    assert replay(read_record(with_legal), GAME).record(with_legal=True).to_json() == with_legal


@pytest.mark.parametrize("order", list(permutations(range(4), 2)))
def test_order_of_arrival_does_not_matter_before_all_have_chosen(order):
    expected, history = opened(), opened()
    for seat in sorted(order):
        expected.play_text(seat, BIDS[seat])
    for seat in order:
        history.play_text(seat, BIDS[seat])
    assert history.position.words.tobytes() == expected.position.words.tobytes()
    for observer in (-1, 0, 1, 2, 3, SPECTATOR):
        assert history.record(observer).to_json() == expected.record(observer).to_json()


def test_steps_keep_the_order_of_arrival_for_undo():
    history = opened()
    history.play_text(3, "bid 5")
    history.play_text(0, "bid 2")
    history.undo_to(3)
    assert history.texts()[2:] == [(3, "bid 5")]
    assert history.position.active == [0, 1, 2]


def test_choice_is_hidden_until_all_have_chosen():
    history = opened()
    history.play_text(2, "bid 0")
    history.play_text(0, "bid 2")
    assert history.position.sealed == [0, 2]
    assert history.texts(0)[2:] == [(0, "bid 2"), (2, "bid ?")]
    assert history.texts(1)[2:] == [(0, "bid ?"), (2, "bid ?")]
    assert history.texts(SPECTATOR)[2:] == [(0, "bid ?"), (2, "bid ?")]
    assert history.record(1).is_redacted
    history.play_text(3, "bid 5")
    history.play_text(1, "bid 5")
    assert history.position.sealed == []
    assert history.texts(SPECTATOR)[2:] == [(seat, BIDS[seat]) for seat in range(4)]


def test_earlier_rounds_stay_open():
    history = opened(rounds=3)
    for seat in range(4):
        history.play_text(seat, BIDS[seat])
    history.play_text(1, "keep")
    history.play_text(None, "prize 2")
    history.play_text(1, "bid 0")
    assert history.texts(0)[2:6] == [(seat, BIDS[seat]) for seat in range(4)]
    assert history.texts(0)[-1] == (1, "bid ?")


def test_seat_cannot_choose_twice():
    history = opened()
    history.play_text(0, "bid 2")
    with pytest.raises(IllegalStep) as caught:
        history.play_text(0, "bid 3")
    assert caught.value.reason == "not-your-turn"


def test_solo_choice_is_shown_immediately():
    history = History(Setup(GAME, 1))
    history.play_text(None, "deal 8")
    history.play_text(None, "prize 8")
    history.play_text(0, "bid 5")
    assert history.position.sealed == []
    assert history.position.legal_texts(0) == ["keep"]
