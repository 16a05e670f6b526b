"""LOCUS: reasons for hints."""

from __future__ import annotations

import pytest

from games.locus.script import SMALL, drafted, legal, setup, sheet_of, start
from games.reasons import check_all, why
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.rng import new_rng


def test_points_match_the_rules():
    """The stated points of every shape equal the change on the sheet."""
    seen = set()
    for step in legal(drafted("p-w5 y-d2 r-i3", coins=1), "fill card"):
        history = drafted("p-w5 y-d2 r-i3", coins=1)
        said = why(history, 0, step)
        history.play_text(0, step)
        total = sheet_of(history).total
        assert (f"It scores {total} points now" in said) == (total > 0)
        seen.add(total > 0)
    assert seen == {True, False}


def test_bonuses_are_named():
    steps = legal(drafted("p-w5 y-d2 r-i3"), "fill card")
    said = [why(drafted("p-w5 y-d2 r-i3"), 0, step) for step in steps]
    assert any("1 coin" in each for each in said)


def test_card_for_the_weakest_zone_is_explained():
    assert why(start(2, "y-d2 p-d2 r-i3"), 0, "take r-i3").startswith("Its 3 squares go into Red, your weakest zone")
    assert why(start(2, "w-o4 p-d2 r-i3"), 0, "take w-o4", "de").startswith("Die 4 Felder der Karte passen in jeden")


def test_coins_and_ends_are_explained():
    history = drafted("y-d2 p-d2 r-i3")
    said = why(history, 0, "discard")
    history.play_text(0, "discard")
    coins = sheet_of(history).coins
    assert said.endswith(f"You will have {coins} coins.")
    assert (
        why(history, 0, "end")
        == f"Nothing you could still do would pay off. Your total is 0, and you keep {coins} coins."
    )


@pytest.mark.compiled
def test_every_step_can_be_explained():
    history = write_game(setup(2, SMALL), new_rng(3), choose_at_random)
    assert len(check_all(history, every=40)) > 10
