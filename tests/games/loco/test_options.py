"""LOCO!: the options `family` and `strict-marker`; `match` is in test_scoring.py."""

from __future__ import annotations

import pytest

from games.loco.script import FIVE_RED_TURNS, TWENTY_TURNS, deal, legal, play, play_steps, refusal, view_of
from locarium import catalogue
from locarium.kernel.errors import BadInput
from locarium.kernel.position import Setup

FIVE_HANDS = (
    "deal 0 / / r0 r1 r2 r3 r4 r5 / b0 b1 b2 b3 b4 b5 / g0 g1 g2 g3 g4 g5 / p0 p1 p2 p3 p4 p5 / y0 y1 y2 y3 y4 y5"
)


@pytest.mark.clause("LOCO-18")
def test_family_game_deals_six_cards_to_five_players() -> None:
    history = play(FIVE_HANDS, family=True)
    assert history.texts() == [(None, FIVE_HANDS)]
    view = view_of(history, 4)
    assert view.laid_out == 0
    assert view.hand == ["y0", "y1", "y2", "y3", "y4", "y5"]
    assert [place.held for place in view.places] == [6] * 5
    assert history.setup.begin().radices() == [5, *range(30, 6, -1)]


@pytest.mark.clause("LOCO-06", "LOCO-18")
def test_family_record_of_one_seat_hides_only_hands() -> None:
    """No card is laid out, so that part of the record hides nothing."""
    assert play(FIVE_HANDS, family=True).texts(1) == [(None, "deal 0 / / ? / b0 b1 b2 b3 b4 b5 / ? / ? / ?")]


@pytest.mark.clause("LOCO-18")
def test_family_game_ends_with_the_sixth_card() -> None:
    history = play_steps(5, "r1 y, r2 y, r3 y, r4 y, r5 y, r0! r", family=True)
    assert [seat for seat, _ in history.texts()] == [None, 1, 2, 3, 4, 0, 1]
    assert history.position.is_over


@pytest.mark.clause("LOCO-03", "LOCO-18")
def test_seat_limits_depend_on_the_family_option() -> None:
    game = catalogue.game("loco")
    with pytest.raises(BadInput, match="2 to 4 players"):
        Setup(game, 5)
    with pytest.raises(BadInput, match="2 to 5 players"):
        Setup(game, 6, {"family": True})


@pytest.mark.clause("LOCO-18")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_family_option_changes_nothing_for_fewer_players(seats: int) -> None:
    with_option, without = play(deal(seats), family=True), play(deal(seats))
    assert view_of(with_option, 1) == view_of(without, 1)
    assert legal(with_option) == legal(without)


@pytest.mark.clause("LOCO-16", "LOCO-18")
def test_match_of_five_has_five_games() -> None:
    assert view_of(play(FIVE_HANDS, family=True, match="full"), 0).games == 5


@pytest.mark.clause("LOCO-19")
@pytest.mark.parametrize("colour", "rbgpy")
def test_strict_marker_has_another_colour_than_the_card(colour: str) -> None:
    history = play(deal(2, hands={1: f"{colour}0 {colour}3"}), strict_marker=True)
    others = [marker for marker in "rbgpy" if marker != colour]
    assert legal(history, f"{colour}3") == [f"{colour}3 {marker}" for marker in others]
    assert legal(history, f"{colour}0") == [*(f"{colour}0! {marker}" for marker in others), f"{colour}0"]
    assert refusal(history, f"{colour}3 {colour}") == "other-colour-required"
    assert refusal(history, f"{colour}3 -") == "marker-required"


@pytest.mark.clause("LOCO-19")
def test_any_colour_is_allowed_by_default() -> None:
    assert "r3 r" in legal(play(deal(2, hands={1: "r3"})))


@pytest.mark.clause("LOCO-19")
def test_strict_marker_allows_the_only_colour_in_stock() -> None:
    history = play_steps(2, TWENTY_TURNS, out="b5 g5", hands={1: "r1 p5"}, strict_marker=True)
    assert [pile.stock for pile in view_of(history, 1).piles] == [5, 0, 0, 0, 0]
    assert legal(history, "r1") == ["r1 r"]
    assert refusal(history, "r1 -") == "marker-required"
    assert refusal(history, "r1 b") == "colour-exhausted"
    assert legal(history, "p5") == ["p5 r", "p5 -"]


@pytest.mark.clause("LOCO-10", "LOCO-19")
def test_26th_turn_takes_no_marker_with_strict_markers() -> None:
    turns = f"{TWENTY_TURNS}, {FIVE_RED_TURNS}"
    history = play_steps(2, turns, out="b5 g5", hands={0: "r5"}, strict_marker=True)
    assert legal(history, "r5") == ["r5 -"]


@pytest.mark.clause("LOCO-13", "LOCO-19")
def test_strict_marker_applies_to_the_last_card() -> None:
    history = play_steps(2, "r0! b, r1 b, r2 g, r3 g, r4 p", hands={0: "r5"}, strict_marker=True)
    assert legal(history, "r5") == ["r5 b", "r5 g", "r5 p", "r5 y", "r5 -"]
    assert refusal(history, "r5 r") == "other-colour-required"


@pytest.mark.clause("LOCO-13", "LOCO-19")
def test_last_card_takes_its_own_colour_if_no_other_is_in_stock() -> None:
    turns = ", ".join(f"{card}{value} {marker}" for card, marker in ("rb", "bg", "gp", "py") for value in range(1, 6))
    history = play_steps(2, turns, hands={1: "r0 b0"}, strict_marker=True)
    assert legal(history, "r0") == ["r0! r", "r0! -", "r0"]
    assert legal(history, "b0") == ["b0! r", "b0! -", "b0"]
