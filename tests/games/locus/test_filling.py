"""LOCUS: where a shape can be filled in, and the bonuses of covered squares."""

from __future__ import annotations

import pytest

from games.locus.script import SMALL, coins, drafted, legal, pending, play_on, put, sheet_of, view_of
from games.refusals import refusal
from locarium.kernel.errors import BadNotation


@pytest.mark.clause("LOCUS-08")
def test_shape_can_be_rotated_and_mirrored() -> None:
    """All eight forms of the L shape fit on the same bold square."""
    history = drafted("y-l4 p-i4 r-u5")
    for squares in (
        "b1 c1 d1 d2",
        "b1 b2 c1 d1",
        "c1 c2 c3 d1",
        "b1 c1 c2 c3",
        "b3 c1 c2 c3",
        "c1 c2 c3 d3",
        "b2 c2 d1 d2",
        "b1 b2 c2 d2",
    ):
        assert f"fill card Y {squares}" in legal(history)


@pytest.mark.clause("LOCUS-08")
@pytest.mark.parametrize("squares", ["b1 c1 d1", "b1 c1 d1 e1", "b1 b2 c1 c2"])
def test_only_the_whole_shape_can_be_filled_in(squares: str) -> None:
    assert refusal(drafted("y-l4 p-i4 r-u5"), 0, f"fill card Y {squares}") == "other-shape"


@pytest.mark.clause("LOCUS-08")
@pytest.mark.parametrize("squares", ["b1 d1", "b1 c2 d3", "a1 b1 c1 d1 e1 e2 e3"])
def test_squares_that_form_no_shape_are_rejected(squares: str) -> None:
    assert refusal(drafted("y-l4 p-i4 r-u5"), 0, f"fill card Y {squares}") == "no-such-shape"


@pytest.mark.clause("LOCUS-08")
def test_shape_stays_inside_its_zone() -> None:
    history = drafted("g-i3 p-i4 r-u5")
    with pytest.raises(BadNotation, match="a square of zone G"):
        history.play_text(0, "fill card G c4 d4 d5")  # d5 is not a square
    with pytest.raises(BadNotation, match="a square of zone G"):
        history.play_text(0, "fill card G f4 g4 h4")
    assert legal(history, "fill card G ") == ["fill card G c4 d4 e4"], "no other line of three crosses the centre"


@pytest.mark.clause("LOCUS-08")
def test_shape_needs_empty_squares() -> None:
    history = put(drafted("y-i4 p-i4 r-u5"), 0, {"Y": "c1"})
    assert refusal(history, 0, "fill card Y a1 b1 c1 d1") == "square-is-filled"
    assert all("c1" not in step.split() for step in legal(history, "fill card Y "))
    assert "fill card Y c2 c3 c4 c5" in legal(history)


@pytest.mark.clause("LOCUS-09")
def test_coloured_shape_goes_into_its_zone() -> None:
    history = drafted("y-i4 p-i4 r-u5", coins=0)
    assert {step.split()[2] for step in legal(history, "fill ")} == {"Y"}
    assert {step.split()[2] for step in legal(history, "fill ", seat=1)} == {"P"}
    assert refusal(history, 0, "fill card R a1 b1 c1 d1") == "not-enough-coins"


@pytest.mark.clause("LOCUS-09")
def test_wild_shape_goes_into_any_zone_for_free() -> None:
    history = drafted("w-i3 p-i4 r-u5", coins=0)
    assert {step.split()[2] for step in legal(history, "fill ")} == set("YPRGB")
    play_on(history, "0 fill card B a1 b1 c1")
    assert coins(history) == 0


@pytest.mark.clause("LOCUS-10")
@pytest.mark.parametrize(
    ("card", "zone", "bold", "not_bold"),
    [
        ("y-i3", "Y", "a1 b1 c1", "a2 b2 c2"),
        ("p-i3", "P", "a1 a2 a3", "a4 a5 a6"),
        ("g-i3", "G", "c4 d4 e4", "a1 a2 a3"),
        ("b-i3", "B", "a1 a2 a3", "a2 a3 a4"),
    ],
)
def test_first_shape_in_a_zone_covers_a_bold_square(card: str, zone: str, bold: str, not_bold: str) -> None:
    history = drafted(f"{card} r-u5 r-o4")
    assert refusal(history, 0, f"fill card {zone} {not_bold}") == "touches-nothing"
    play_on(history, f"0 fill card {zone} {bold}")
    assert sheet_of(history).filled[zone] == bold.split()


@pytest.mark.clause("LOCUS-10")
def test_later_shapes_touch_a_filled_square() -> None:
    history = put(drafted("y-i3 p-i4 r-u5"), 0, {"Y": "b1 b2"})
    assert "fill card Y c2 d2 e2" in legal(history)
    assert "fill card Y b3 c3 d3" in legal(history)
    assert refusal(history, 0, "fill card Y c3 d3 e3") == "touches-nothing", "b2 and c3 touch only at a corner"
    assert "fill card Y c1 d1 e1" in legal(history), "or cover another bold square"


@pytest.mark.clause("LOCUS-10")
def test_filled_squares_of_another_zone_do_not_count() -> None:
    history = put(drafted("y-i3 p-i4 r-u5"), 0, {"P": "a1-a6", "R": "a1-f6", "B": "a1-a9"})
    assert refusal(history, 0, "fill card Y a3 b3 c3") == "touches-nothing"


@pytest.mark.clause("LOCUS-10")
def test_filled_squares_of_another_player_do_not_count() -> None:
    history = put(drafted("y-i3 p-i4 r-u5"), 1, {"Y": "a1-e3"})
    assert refusal(history, 0, "fill card Y a3 b3 c3") == "touches-nothing"


@pytest.mark.clause("LOCUS-10")
def test_red_allows_any_empty_squares() -> None:
    history = drafted("r-d2 p-i4 y-i4")
    assert len(legal(history, "fill card R ")) == 2 * 6 * 5, "every pair of neighbours on 6 by 6 squares"
    play_on(history, "0 fill card R a1 a2, 0 end, 1 discard, 1 end")
    assert sheet_of(history).filled["R"] == ["a1", "a2"]


@pytest.mark.clause("LOCUS-11")
def test_coin_bonus_earns_a_coin() -> None:
    history = drafted("y-i4 p-i4 r-u5", "0 fill card Y b1 c1 d1 e1")
    assert coins(history) == 1 + 1
    assert pending(history) == {}


@pytest.mark.clause("LOCUS-11")
@pytest.mark.parametrize(
    ("card", "before", "step", "what"),
    [
        ("y-i3", {}, "fill card Y d1 d2 d3", "double-r"),
        ("y-i3", {"Y": "d4"}, "fill card Y e3 e4 e5", "double-g"),
        ("p-i3", {"P": "a4"}, "fill card P b4 b5 b6", "double-y"),
        ("g-i3", {"G": "f5"}, "fill card G e6 f6 g6", "double-p"),
        ("g-i3", {"G": "b3"}, "fill card G a2 b2 c2", "double-b"),
        ("y-i3", {"Y": "b5"}, "fill card Y a4 a5 a6", "single"),
    ],
)
def test_covering_a_bonus_earns_a_shape(card: str, before: dict[str, str], step: str, what: str) -> None:
    history = put(drafted(f"{card} r-u5 r-o4"), 0, before)
    play_on(history, f"0 {step}")
    assert pending(history) == {what: 1}
    assert pending(history, 1) == {}


@pytest.mark.clause("LOCUS-11")
def test_double_block_goes_into_its_zone_by_the_usual_rules() -> None:
    history = drafted("y-i3 p-i4 r-u5", coins=0)
    put(history, 0, {"Y": "d4", "G": "d4"})
    play_on(history, "0 fill card Y e3 e4 e5")
    around = ["fill double-g G c3 c4", "fill double-g G c4 c5", "fill double-g G e3 e4", "fill double-g G e4 e5"]
    assert legal(history, "fill ") == around
    put(history, 0, {"G": "c4 d4 e4"})
    assert refusal(history, 0, "fill double-g G a1 a2") == "touches-nothing"
    assert refusal(history, 0, "fill double-g G c3 c4") == "square-is-filled"
    assert refusal(history, 0, "fill double-g G c3") == "no-such-shape"
    assert refusal(history, 0, "fill double-y Y c1 d1") == "no-double"
    assert refusal(history, 0, "fill double-g R a1 a2") == "not-enough-coins"
    play_on(history, "0 fill double-g G c2 c3")
    assert refusal(history, 0, "fill double-g G e5 e6") == "no-double", "it is used"


@pytest.mark.clause("LOCUS-11")
def test_single_block_goes_into_any_zone_by_the_usual_rules() -> None:
    history = put(drafted("y-i3 p-i4 r-u5", coins=0), 0, {"Y": "b5"})
    play_on(history, "0 fill card Y a4 a5 a6")
    assert {step.split()[2] for step in legal(history, "fill single ")} == set("YPRGB")
    assert refusal(history, 0, "fill single Y e4") == "touches-nothing"
    assert refusal(history, 0, "fill single Y a4") == "square-is-filled"
    assert refusal(history, 0, "fill single Y b4 b5") == "no-such-shape"
    play_on(history, "0 fill single R d4")
    assert refusal(history, 0, "fill single R d5") == "no-single"
    assert coins(history) == 0


@pytest.mark.clause("LOCUS-12")
def test_bonus_shape_earns_the_bonus_it_covers() -> None:
    history = put(drafted("y-i3 p-i4 r-u5", coins=0), 0, {"Y": "d4"})
    play_on(history, "0 fill card Y e3 e4 e5")
    put(history, 0, {"G": "b3"})
    play_on(history, "0 fill double-g G b2 c2")
    assert pending(history) == {"double-b": 1}
    put(history, 0, {"B": "b4"})
    play_on(history, "0 fill double-b B b5 c5")
    assert pending(history) == {"double-r": 1}
    play_on(history, "0 fill double-r R a3 a4")
    assert pending(history) == {"double-y": 1}
    play_on(history, "0 fill double-y Y d1 e1")
    assert (pending(history), coins(history)) == ({}, 1)


@pytest.mark.clause("LOCUS-12")
def test_bonus_can_earn_another_of_its_kind() -> None:
    history = drafted("g-d2 p-i4 r-u5", "0 fill card G d4 e4", coins=0)
    assert pending(history) == {"double-g": 1}
    play_on(history, "0 fill double-g G e3 f3")
    assert pending(history) == {"double-g": 1}, "one is used, one is earned"


@pytest.mark.clause("LOCUS-12")
def test_several_bonuses_can_be_used_in_any_order() -> None:
    for order in (["single R a1", "double-g G e5 e6"], ["double-g G e5 e6", "single R a1"]):
        history = put(drafted("y-i3 p-i4 r-u5", coins=2), 0, {"Y": "b5 d4", "G": "c4-e4"})
        play_on(history, "0 fill card Y e3 e4 e5, 0 blocks, 0 fill single Y a5")
        assert pending(history) == {"double-g": 1, "single": 2}, "the single block earned another"
        play_on(history, ", ".join(f"0 fill {step}" for step in order))
        assert pending(history) == {"single": 1}


@pytest.mark.clause("LOCUS-12")
def test_two_doubles_of_a_colour_add_up() -> None:
    history = put(drafted("y-i3 p-i4 r-u5", coins=2), 0, {"Y": "d4", "R": "f5", "G": "c4-e4"})
    play_on(history, "0 fill card Y e3 e4 e5, 0 blocks, 0 fill single R e5")
    assert pending(history) == {"double-g": 2, "single": 1}
    play_on(history, "0 fill double-g G e5 e6, 0 fill double-g G c2 c3")
    assert pending(history) == {"single": 1}


@pytest.mark.clause("LOCUS-12")
def test_unused_bonuses_are_lost_when_the_activity_ends() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 fill card Y d1 d2 d3, 0 blocks")
    assert pending(history) == {"double-r": 1, "single": 2}
    play_on(history, "0 end")
    assert pending(history) == {}
    play_on(history, "1 discard, 1 end")
    assert pending(history) == {}


@pytest.mark.clause("LOCUS-12")
def test_bonuses_can_be_used_before_the_card() -> None:
    history = drafted("y-i3 p-i4 r-u5", coins=2)
    put(history, 0, {"Y": "d1"})
    play_on(history, "0 blocks, 0 fill single Y d2, 0 fill double-r R c3 d3, 0 fill card Y d3 d4 d5")
    assert sheet_of(history).filled["R"] == ["c3", "d3"]
    assert coins(history) == 1, "d3 of red has a coin"


@pytest.mark.clause("LOCUS-08", "LOCUS-11")
def test_card_of_one_square_can_be_filled_in() -> None:
    history = drafted("y-m1 w-m1 r-i3", edition=SMALL)
    assert legal(history, "fill card Y ") == ["fill card Y b1"]
    assert coins(history) == 2
    play_on(history, "0 fill card Y b1, 1 fill card R c3")
    assert coins(history, 1) == 3
    assert view_of(history).active == [0, 1]
