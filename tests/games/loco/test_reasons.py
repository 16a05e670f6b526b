"""LOCO!: reasons for hints."""

from __future__ import annotations

import pytest

from games.loco.script import play_steps
from games.reasons import check_all, why
from locarium import catalogue
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng


def test_raising_a_colour_with_own_markers_is_explained():
    history = play_steps(2, "r1 r, b1 b, r2 r, b2 b", hands={1: "r5"})
    assert why(history, 1, "r5 r") == (
        "Red will be worth 5 instead of 2. You have 3 of its markers, and the others have 0."
    )
    assert (
        why(history, 1, "r5 g", "de")
        == "Jeder Marker in Rot ist dann 5 statt 2 wert. Marker dieser Farbe: 2 bei dir, 0 bei den anderen."
    )


def test_lowering_a_colour_with_more_opposing_markers_is_explained():
    history = play_steps(2, "r5 r, b1 b, r2 r, b5 b", hands={1: "b0"})
    said = why(history, 1, "b0! g")
    assert said.startswith("Blue will be worth only 0 instead of 5. ")
    assert said.endswith("The others have 2 of its markers, and you have 0.")


def test_marker_that_the_hand_can_raise_is_explained():
    history = play_steps(2, "r5 g, b1 g", hands={0: "y5", 1: "p0 y4"})
    assert why(history, 1, "p0! y") == "You take a yellow marker, worth 0 now, and you can raise it to 4 yourself."


def test_endings_are_explained_with_their_points():
    won = play_steps(2, "r0! b, r1 r, r2 b, r3 r, r4 b", hands={0: "r5"})
    assert why(won, 0, "r5 r") == "It ends the game, and you win 15 to 0."
    lost = play_steps(2, "r0! r, r1 b, r2 r, r3 b, r4 r", hands={0: "r5"})
    assert why(lost, 0, "r5 -") == "It ends the game, and you lose 0 to 15. But nothing better was found."
    first = play_steps(2, "r0! b, r1 r, r2 b, r3 r, r4 b", hands={0: "r5"}, match="full")
    assert why(first, 0, "r5 r") == "It ends this game. Your total is then 15, and your best opponent has 0."


def test_hidden_cards_are_not_mentioned():
    """The other hand may hold anything."""
    hand = "r2 g1 g2 g3 g4 p1 p2 p3 p4 y1 y2 y3 y4"
    said = {why(play_steps(2, "r1 r, b1 b", out, {1: hand}), 1, "r2 r") for out in ("r5 b5", "g5 p5")}
    assert said == {"Red will be worth 2 instead of 1. You have 2 of its markers, and the others have 0."}


@pytest.mark.compiled
def test_every_step_can_be_explained():
    game = catalogue.game("loco")
    for seats, options in ((2, {}), (3, {"match": "full", "strict-marker": True})):
        said = check_all(write_game(Setup(game, seats, options), new_rng(3), choose_at_random), every=5)
        assert len(said) > 20
