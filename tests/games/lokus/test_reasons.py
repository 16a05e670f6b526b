"""LOKUS: reasons for hints."""

from __future__ import annotations

import re

import pytest

from games.lokus.script import GAME, deal, play, play_turns
from games.reasons import check_all, why
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng


def test_lowest_card_that_fits_is_explained():
    history = play(deal(3, "g5 b7", hands={0: "r1 e6"}))
    assert why(history, 0, "play r1") == "It has a 100 % chance of joining a row, which costs no rolls."
    assert why(history, 0, "play r1", "fr").startswith("Cette carte a 100\N{NO-BREAK SPACE}% de chances")


def test_risk_of_a_card_that_fits_no_row_is_explained():
    history = play(deal(3, "r5 r7", hands={0: "r1"}))
    assert why(history, 0, "play r1").endswith(
        ": 100 % for two rolls, 0 % for one and 0 % for none. Your other cards are worse."
    )


def test_roll_for_a_middle_card_is_explained():
    said = why(play(deal(4, "g1 b12", hands={0: "r6 y6 g6 b6 o6 e6 r7 y7 g7 b7"})), 0, "play r6")
    found = re.fullmatch(r"It will probably stay in the middle: (\d+) % for one roll, .*", said)
    assert found
    assert int(found[1]) > 50


def test_cleaned_row_is_explained():
    history = play_turns("g1 b12", "y2 o6 r11 row 1 row 2, r3 o7 g10, b4 o8 y9, e5 o9 e8")
    assert why(history, 0, "row 1") == "It is the fifth card in row 1: you clean up and take a cleaning card."
    assert (
        why(history, 0, "row 2", "de") == "Deine Karte ist die fünfte in Reihe 2: Du putzt und nimmst eine Putzkarte."
    )


def test_remaining_room_for_the_hand_is_explained():
    history = play_turns("g5 b7", "r1 y6 e12")
    (seat,) = history.position.active
    for step in ("row 1", "row 2"):
        assert re.search(r"in your hand", why(history, seat, step))


def test_hidden_choices_are_not_mentioned():
    """The other seats' choices do not change the reasons."""
    hands = {0: "r1 r6", 1: "y2 y11", 2: "b3"}
    said = set()
    for card in ("y2", "y11"):
        history = play(deal(3, "g5 b7", hands=hands))
        history.play_text(1, f"play {card}")
        said.add(why(history, 0, "play r6"))
    assert len(said) == 1


@pytest.mark.compiled
def test_every_step_can_be_explained():
    said = check_all(write_game(Setup(GAME, 4), new_rng(3), choose_at_random), every=20)
    assert len(said) > 10
