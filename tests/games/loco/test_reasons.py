"""LOCO!: why a step is advised."""

from __future__ import annotations

import pytest

from games.loco.script import play_steps
from games.reasons import check_all, why
from locarium import catalogue
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng


def test_raising_a_colour_of_which_one_has_markers():
    history = play_steps(2, "r1 r, b1 b, r2 r, b2 b", hands={1: "r5"})
    assert why(history, 1, "r5 r") == (
        "Red is then worth 5 instead of 2; your markers there: 3, those of the others: 0."
    )
    assert (
        why(history, 1, "r5 g", "de")
        == "Rot ist dann 5 statt 2 wert. Marker dieser Farbe: 2 bei dir, 0 bei den anderen."
    )


def test_lowering_a_colour_of_which_others_have_more():
    history = play_steps(2, "r5 r, b1 b, r2 r, b5 b", hands={1: "b0"})
    said = why(history, 1, "b0! g")
    assert said.startswith("Blue is then worth only 0 instead of 5; the others")
    assert said.endswith(" markers there: 2, yours: 0.")


def test_a_marker_that_the_hand_can_raise():
    history = play_steps(2, "r5 g, b1 g", hands={0: "y5", 1: "p0 y4"})
    assert why(history, 1, "p0! y") == "You take a yellow marker, worth 0 now, and can raise the colour to 4 yourself."


def test_ends_are_told_with_their_points():
    won = play_steps(2, "r0! b, r1 r, r2 b, r3 r, r4 b", hands={0: "r5"})
    assert why(won, 0, "r5 r") == "It ends the game and wins it, 15 points to 0."
    lost = play_steps(2, "r0! r, r1 b, r2 r, r3 b, r4 r", hands={0: "r5"})
    assert why(lost, 0, "r5 -") == "It ends the game with 0 points to 15; nothing better was found."
    first = play_steps(2, "r0! b, r1 r, r2 b, r3 r, r4 b", hands={0: "r5"}, match="full")
    assert why(first, 0, "r5 r") == "It ends this game with 15 points for you in all; the best of the others has 0."


def test_nothing_hidden_is_told():
    """The other hand may hold anything."""
    hand = "r2 g1 g2 g3 g4 p1 p2 p3 p4 y1 y2 y3 y4"
    said = {why(play_steps(2, "r1 r, b1 b", out, {1: hand}), 1, "r2 r") for out in ("r5 b5", "g5 p5")}
    assert said == {"Red is then worth 2 instead of 1; your markers there: 2, those of the others: 0."}


@pytest.mark.compiled
def test_everything_can_be_explained():
    game = catalogue.game("loco")
    for seats, options in ((2, {}), (3, {"match": "full", "strict-marker": True})):
        said = check_all(write_game(Setup(game, seats, options), new_rng(3), choose_at_random), every=5)
        assert len(said) > 20
