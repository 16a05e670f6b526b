"""LOCO!: turns and the end of the game."""

from __future__ import annotations

import pytest

from games.loco.script import FIVE_RED_TURNS, TWENTY_TURNS, deal, legal, play, play_steps, refusal, view_of
from locarium.kernel.errors import BadNotation, IllegalStep

RED_BUT_ONE = "r0! b, r1 b, r2 g, r3 g, r4 p"  # five turns; the red 5 would be the last card


@pytest.mark.clause("LOCO-08")
def test_turn_is_a_card_and_any_marker() -> None:
    history = play(deal(2, hands={1: "r3 y5"}))
    assert legal(history, "r3") == ["r3 r", "r3 b", "r3 g", "r3 p", "r3 y"]
    assert legal(history, "y5") == ["y5 r", "y5 b", "y5 g", "y5 p", "y5 y"]


@pytest.mark.clause("LOCO-08")
@pytest.mark.parametrize("marker", "rbgpy")
def test_card_goes_to_its_pile_and_marker_to_the_seat(marker: str) -> None:
    view = view_of(play_steps(2, f"r3 {marker}"), 1)
    assert [pile.cards for pile in view.piles] == [["r3"], [], [], [], []]
    assert [pile.stock for pile in view.piles] == [4 if pile.colour == marker else 5 for pile in view.piles]
    assert [place.markers for place in view.places] == [
        dict.fromkeys("rbgpy", 0),
        dict.fromkeys("rbgpy", 0) | {marker: 1},
    ]
    assert "r3" not in view.hand
    assert view.places[1].held == 13


@pytest.mark.clause("LOCO-08")
def test_only_cards_in_the_hand_can_be_played() -> None:
    history = play(deal(2, hands={0: "r3", 1: "r4"}))
    assert refusal(history, "r3 y") == "card-not-in-hand"
    history.play_text(1, "r4 y")
    history.play_text(0, "r3 y")
    assert refusal(history, "r4 y") == "card-not-in-hand"


@pytest.mark.clause("LOCO-08")
def test_all_legal_steps_of_a_hand_are_listed() -> None:
    """There are 13 cards with any of five markers, and one Loco card with any of five or without a shout."""
    history = play(deal(2, hands={1: "r1 r2 r3 r4 r5 b1 b2 b3 b4 b5 g1 g2 g3 y0"}))
    assert len(legal(history)) == 14 * 5 + 1


@pytest.mark.clause("LOCO-09")
def test_taking_a_marker_is_mandatory() -> None:
    history = play(deal(2, hands={1: "r0 r3"}))
    assert refusal(history, "r3 -") == "marker-required"
    assert refusal(history, "r0! -") == "marker-required"
    assert "r3 -" not in legal(history)
    assert refusal(history, "r3") == "marker-not-named"


@pytest.mark.clause("LOCO-09")
def test_marker_is_mandatory_even_with_the_fifth_card() -> None:
    assert refusal(play_steps(2, "r0! b, r1 b, r2 b, r3 b", hands={1: "r4"}), "r4 -") == "marker-required"


@pytest.mark.clause("LOCO-10")
def test_exhausted_colour_cannot_be_taken() -> None:
    history = play_steps(2, "r1 y, r2 y, b1 y, b2 y, g1 y", hands={0: "p3 p0"})
    assert refusal(history, "p3 y") == "colour-exhausted"
    assert refusal(history, "p0! y") == "colour-exhausted"
    assert legal(history, "p3") == ["p3 r", "p3 b", "p3 g", "p3 p"]
    assert view_of(history, 0).piles[4].stock == 0


@pytest.mark.clause("LOCO-10")
def test_exhausted_colour_cannot_be_taken_with_the_last_card() -> None:
    history = play_steps(2, "r0! y, r1 y, r2 y, r3 y, r4 y", hands={0: "r5"})
    assert legal(history, "r5") == ["r5 r", "r5 b", "r5 g", "r5 p", "r5 -"]
    assert refusal(history, "r5 y") == "colour-exhausted"


@pytest.mark.clause("LOCO-09", "LOCO-10", "LOCO-12")
def test_26th_turn_takes_no_marker() -> None:
    history = play_steps(2, f"{TWENTY_TURNS}, {FIVE_RED_TURNS}", out="b5 g5", hands={0: "r5"})
    view = view_of(history, 0)
    assert [pile.stock for pile in view.piles] == [0] * 5
    assert [len(pile.cards) for pile in view.piles] == [5] * 5
    assert set(legal(history)) <= {"r5 -", "p5 -", "y5 -"}
    for colour in "rbgpy":
        assert refusal(history, f"r5 {colour}") == "colour-exhausted"
    history.play_text(0, "r5 -")
    assert history.position.is_over
    assert len(history.steps) == 1 + 26


@pytest.mark.clause("LOCO-10", "LOCO-11")
def test_26th_turn_with_a_loco_card_takes_no_marker() -> None:
    """With or without a shout, no marker is left."""
    turns = f"{TWENTY_TURNS}, {FIVE_RED_TURNS}".replace("r0! r", "r5 r")
    history = play_steps(2, turns, out="b5 g5", hands={0: "r0"})
    assert legal(history, "r0") == ["r0! -", "r0"]


@pytest.mark.clause("LOCO-11")
def test_loco_card_with_a_shout_takes_a_marker() -> None:
    history = play(deal(2, hands={1: "g0"}))
    assert legal(history, "g0") == ["g0! r", "g0! b", "g0! g", "g0! p", "g0! y", "g0"]
    history.play_text(1, "g0! y")
    assert view_of(history, 1).places[1].markers["y"] == 1


@pytest.mark.clause("LOCO-11")
def test_loco_card_without_a_shout_takes_no_marker() -> None:
    history = play_steps(2, "g0", hands={1: "r0"})
    view = view_of(history, 1)
    assert view.piles[2].cards == ["g0"]
    assert sum(view.places[1].markers.values()) == 0
    assert [pile.stock for pile in view.piles] == [5] * 5
    assert history.position.active == [0], "the turn is over"


@pytest.mark.clause("LOCO-11")
@pytest.mark.parametrize("step", ["g0 y", "g0 -"])
def test_loco_card_without_a_shout_names_no_marker(step: str) -> None:
    assert refusal(play(deal(2, hands={1: "g0"})), step) == "marker-without-shout"


@pytest.mark.clause("LOCO-11")
@pytest.mark.parametrize("step", ["g3! y", "g3! -", "g3!"])
def test_shout_with_any_other_card_is_illegal(step: str) -> None:
    assert refusal(play(deal(2, hands={1: "g3"})), step) == "shout-without-loco"


@pytest.mark.clause("LOCO-11", "LOCO-17")
def test_rules_record_only_whether_the_player_shouted() -> None:
    """Steps with and without a shout replay, whatever the table's options. No rule option concerns shouting."""
    for step in ("r0! b", "r0"):
        assert play_steps(2, step).texts()[1] == (1, step)
    assert set(play(deal(2)).setup.options.__struct_fields__) == {"match", "family", "strict_marker"}


@pytest.mark.clause("LOCO-12")
@pytest.mark.parametrize("colour", "rbgpy")
def test_sixth_card_of_any_colour_ends_the_game(colour: str) -> None:
    five = ", ".join(f"{colour}{value} {'r' if value % 2 else 'b'}" for value in range(1, 6))
    history = play_steps(2, five, hands={0: f"{colour}0"})
    assert history.position.outcome() is None
    history.play_text(0, f"{colour}0! y")
    outcome = history.position.outcome()
    assert outcome is not None
    assert outcome.reason == "colour-complete"
    assert history.position.active == []
    for seat in (0, 1):
        assert history.position.legal_texts(seat) == []
        with pytest.raises(IllegalStep, match="game-over"):
            history.play_text(seat, "y1 y")
    with pytest.raises(IllegalStep, match="game-over"):
        history.play_text(None, deal(2))


@pytest.mark.clause("LOCO-12")
def test_six_cards_of_several_colours_do_not_end_the_game() -> None:
    assert not play_steps(2, "r1 y, b1 y, r2 y, b2 y, r3 y, b3 g, r4 g, b4 g").position.is_over


@pytest.mark.clause("LOCO-13")
def test_player_can_decline_the_marker_of_the_last_card() -> None:
    history = play_steps(2, RED_BUT_ONE, hands={0: "r5 b2"})
    assert legal(history, "r5") == ["r5 r", "r5 b", "r5 g", "r5 p", "r5 y", "r5 -"]
    assert "b2 -" not in legal(history), "other cards can't decline"
    assert refusal(history, "b2 -") == "marker-required"


@pytest.mark.clause("LOCO-13", "LOCO-14")
@pytest.mark.parametrize(("step", "scores"), [("r5 r", [5, 0]), ("r5 -", [0, 0]), ("r5 y", [0, 0])])
def test_marker_of_the_last_card_counts(step: str, scores: list[int]) -> None:
    outcome = play_steps(2, f"{RED_BUT_ONE}, {step}").position.outcome()
    assert outcome is not None
    assert outcome.scores == scores


@pytest.mark.clause("LOCO-11", "LOCO-13")
def test_shout_rule_applies_to_the_last_card() -> None:
    history = play_steps(2, "r5 b, r1 b, r2 g, r3 g, r4 p", hands={0: "r0"})
    assert legal(history, "r0") == ["r0! r", "r0! b", "r0! g", "r0! p", "r0! y", "r0! -", "r0"]
    history.play_text(0, "r0")
    assert history.position.is_over
    assert sum(view_of(history, 0).places[0].markers.values()) == 2, "only those of earlier turns"


@pytest.mark.parametrize(
    "text", ["", "r3", "r3y", "r3  y", " r3 y", "r3 y ", "R3 y", "r6 y", "r3 w", "r0 !", "r0!! y", "?"]
)
def test_invalid_notation_is_rejected(text: str) -> None:
    history = play(deal(2, hands={1: "r0 r3"}))
    with pytest.raises((BadNotation, IllegalStep)):
        history.play_text(1, text)
    assert len(history.steps) == 1
