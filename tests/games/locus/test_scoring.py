"""LOCUS: the value of a sheet, the winner, and ties."""

from __future__ import annotations

import pytest

from games.locus.script import (
    HOUSE,
    ROUNDS,
    SMALL,
    deck,
    drafted,
    draw_in_order,
    finish,
    play_on,
    play_turn,
    play_turns,
    put,
    sheet_of,
    squares_of,
    start,
    view_of,
)
from locarium.kernel.edition import Edition

ROWS_1_3_4 = "a1-e1 a3-e4"
THREE_ENDS = "d4 c3-c4 a2-c2 a1 e4-e5 e6-g6 g7 e3 e2-g2 g1"
FOUR_LINES = "a1-a12"

WORKED = {  # the worked example of a whole sheet: 32 + 24 + 12 + 24 + 32
    "Y": ROWS_1_3_4,
    "P": "a3-d3 d2 d4 b1-b2 f5-f6 g3-g5",
    "R": "a4-b6 c6",
    "G": THREE_ENDS,
    "B": FOUR_LINES,
}


def points(zone: str, squares: str, edition: Edition = HOUSE) -> int:
    """Return the points of a zone with these squares filled."""
    history = drafted("y-i3 p-i3", edition=edition)
    return sheet_of(put(history, 0, {zone: squares})).points[zone]


def test_empty_sheet_scores_nothing() -> None:
    place = sheet_of(start(2))
    assert (place.points, place.lowest, place.total) == (dict.fromkeys("YPRGB", 0), 0, 0)


@pytest.mark.clause("LOCUS-20")
@pytest.mark.parametrize(
    ("squares", "worth"),
    [
        (ROWS_1_3_4, 12 + 12 + 8),
        ("a2-e2", 10),
        ("a2-d2", 0),
        ("a1-d6", 0),
        ("a6-e6", 12),
        ("a1-e6", 8 + 10 + 12 + 12 + 12 + 12),
        ("a1-e1 a2-d6", 8),
    ],
)
def test_yellow_scores_complete_rows(squares: str, worth: int) -> None:
    assert points("Y", squares) == worth


@pytest.mark.clause("LOCUS-21")
@pytest.mark.parametrize(
    ("squares", "worth"),
    [
        ("a3", 0),
        ("a3-c3 e3-g3 d1", 0),
        ("a3-d3 d4", 8),
        ("a3-d3 d2 d4", 16),
        ("a3-d3 d2 d4 b1-b2", 24),
        ("a3-d3 d2 d4 b1-b2 f5-f6 g3-g5", 24),  # groups of 4 and 2
        ("a3-d3 d2 d4 b1-b2 f1-g2 g3", 24),  # groups of 4 and 2 that don't touch
        ("b6 b5 c6 d6 e6 f6 a3-d3 d2 d4 b1-b2", 24),  # 4 and 2
        ("a1-g6", 38),
        ("a3 b4", 0),
    ],
)
def test_purple_scores_the_group_with_the_most_bold_squares(squares: str, worth: int) -> None:
    assert points("P", squares) == worth


@pytest.mark.clause("LOCUS-21")
def test_only_the_larger_purple_group_counts() -> None:
    """The worked example: only the group of four counts."""
    four, three = "a3-d3 d2 d4 b1-b2", "f1-f2 g2-g5 f5-f6"
    assert points("P", four) == 24
    assert points("P", three) == 16
    assert points("P", f"{four} {three}") == 24
    assert points("P", f"{four} {three} e2") == 35, "joined, they are one group of seven"


@pytest.mark.clause("LOCUS-21")
def test_groups_do_not_connect_at_corners() -> None:
    assert points("P", "d2 c3 d4") == 0
    assert points("P", "d2 c2 c3 c4 d4") == 8


@pytest.mark.clause("LOCUS-22")
@pytest.mark.parametrize(
    ("squares", "worth"),
    [
        ("a4-b6 c6", 12),
        ("d5-f6 f4", 14),
        ("a4-b6 c6 d5-f6 f4", 12 + 14),
        ("a4-b6", 0),
        ("a1-f6", 12 + 14 + 20 + 22 + 18),
    ],
)
def test_red_scores_complete_blocks(squares: str, worth: int) -> None:
    assert points("R", squares) == worth


@pytest.mark.clause("LOCUS-22")
def test_shape_can_cover_several_blocks() -> None:
    """The worked example 12 + 14 = 26, completed by one shape on c6 and d6."""
    history = put(drafted("r-d2 p-i4 y-i4"), 0, {"R": "a4-b6 e5-f6 d5 f4"})
    assert sheet_of(history).points["R"] == 0
    play_on(history, "0 fill card R c6 d6")
    assert sheet_of(history).points["R"] == 26


@pytest.mark.clause("LOCUS-23")
def test_three_green_ends_score() -> None:
    assert points("G", THREE_ENDS) == 24


@pytest.mark.clause("LOCUS-23")
@pytest.mark.parametrize(
    ("squares", "worth"),
    [
        ("d4", 0),
        ("a1 a4 a7 g1 g4 g7 d4", 0),  # ends that are not connected
        (THREE_ENDS.removeprefix("d4 "), 0),  # connected to each other, but the centre is empty
        ("d4 c4 c3 b3 a3 a4", 8),
        ("d4 c4 c3 b3 a3 a4 g7", 8),
        ("d4 c3 b3 a3 a4", 0),  # d4 and c3 touch at a corner
        ("a1-b7 c2-c6 d6-d7 d1-d2 d4 e2-e6 f1-f3 f5-f7 g1-g7", 48),
    ],
)
def test_green_scores_ends_connected_to_the_centre(squares: str, worth: int) -> None:
    filled = " ".join(name for name in expand(squares) if name in green_squares())
    assert points("G", filled) == worth


def expand(squares: str) -> list[str]:
    return [f"{chr(ord('a') + column)}{row + 1}" for column, row in squares_of(squares)]


def green_squares() -> list[str]:
    sheet = view_of(start(2)).sheet
    assert sheet is not None
    return sheet.zones[3].squares


@pytest.mark.clause("LOCUS-24")
@pytest.mark.parametrize(
    ("squares", "worth"),
    [
        ("a1-a2", 0),
        ("a1-a3", 8),
        ("a1-a5", 8),
        ("a1-a6", 16),
        ("a1-a9", 24),  # reaches the third line
        ("a1-a11", 24),
        ("a1-a12", 32),  # reaches the fourth line
        ("d1-d15", 36),
        ("a1-d6", 16),
    ],
)
def test_blue_scores_the_highest_line_reached_or_passed(squares: str, worth: int) -> None:
    assert points("B", squares) == worth


@pytest.mark.clause("LOCUS-25", "LOCUS-20", "LOCUS-21", "LOCUS-22", "LOCUS-23", "LOCUS-24")
def test_worked_example_of_a_sheet_adds_up() -> None:
    place = sheet_of(put(drafted("y-i3 p-i3"), 0, WORKED))
    assert place.points == {"Y": 32, "P": 24, "R": 12, "G": 24, "B": 32}
    assert (place.lowest, place.total) == (12, 136)


@pytest.mark.clause("LOCUS-25")
def test_lowest_zone_counts_twice() -> None:
    history = put(drafted("y-i3 p-i3"), 0, {"Y": "a1-e6"})
    assert sheet_of(history).total == 66, "twice nothing"
    put(history, 0, WORKED | {"B": "a1-a3"})
    place = sheet_of(history)
    assert (place.lowest, place.total) == (8, sum(place.points.values()) + 8)


@pytest.mark.clause("LOCUS-20", "LOCUS-21", "LOCUS-22", "LOCUS-23", "LOCUS-24")
def test_other_edition_has_its_own_points() -> None:
    for zone, squares, worth in (
        ("Y", "a1-c1", 3),
        ("Y", "a1-c2", 7),
        ("P", "a2 a1 b1", 5),
        ("P", "a2-d2 b1", 9),
        ("R", "c2-c3 a1-b1", 8),
        ("G", "b2 b3 a3 b1 c1", 6),
        ("B", "a1-a2", 3),
        ("B", "a1-a4", 7),
    ):
        assert points(zone, squares, SMALL) == worth


def final(seats: int, sheets: dict[int, dict[str, str]]) -> list[object]:
    """Return the ending of a game in which only these squares are filled."""
    history = play_turns(start(seats), ROUNDS[seats] * seats - 1)
    if history.position.chance_is_due:
        draw_in_order(history)
    for seat, filled in sheets.items():
        put(history, seat, filled)
    outcome = finish(history).position.outcome()
    assert outcome is not None
    return [outcome.scores, outcome.winners, outcome.reason, view_of(history).extra_rounds]


@pytest.mark.clause("LOCUS-26")
def test_seat_with_the_highest_total_wins() -> None:
    red = {"R": "a4-b6 c6"}  # 12
    assert final(3, {0: red, 1: red | {"Y": "a1-e1"}, 2: {}}) == [[12, 20, 0], [1], "last-round", 0]


@pytest.mark.clause("LOCUS-26", "LOCUS-27")
def test_tie_below_first_place_does_not_count() -> None:
    assert final(3, {2: {"Y": "a2-e2"}}) == [[0, 0, 10], [2], "last-round", 0]


@pytest.mark.clause("LOCUS-27")
def test_win_is_shared_after_three_extra_rounds() -> None:
    red = {"R": "a4-b6 c6"}
    assert final(3, {0: red, 2: red}) == [[12, 0, 12], [0, 2], "still-tied", 3]


@pytest.mark.clause("LOCUS-27", "LOCUS-19")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_seats_play_the_extra_round_and_its_final_activities(seats: int) -> None:
    history = play_turns(start(seats), ROUNDS[seats] * seats)
    for extra in (1, 2, 3):
        assert (view_of(history).phase, view_of(history).active) == ("final", list(range(seats)))
        for seat in range(seats):
            history.play_text(seat, "end")
        for turn in range(seats):
            if history.position.chance_is_due:
                draw_in_order(history)
            view = view_of(history)
            assert (view.extra_rounds, view.turn) == (extra, ROUNDS[seats] * seats + (extra - 1) * seats + turn + 1)
            assert view.turns == (ROUNDS[seats] + extra) * seats
            assert len(view.display) == seats + 1
            play_turn(history)
    assert view_of(history).phase == "final"
    for seat in range(seats):
        assert not history.position.is_over
        history.play_text(seat, "end")
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("still-tied", list(range(seats)))


@pytest.mark.clause("LOCUS-27")
@pytest.mark.parametrize("extra", [1, 2, 3])
def test_first_extra_round_without_a_tie_is_the_last(extra: int) -> None:
    history = play_turns(start(2), 16)
    for number in range(1, extra + 1):
        play_on(history, "0 end, 1 end")
        assert view_of(history).extra_rounds == number
        play_turns(history, 2)
    put(history, 1, {"Y": "a1-e1"})
    play_on(history, "1 end, 0 end")
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("last-round", [1], [0, 8])


@pytest.mark.clause("LOCUS-27", "LOCUS-19")
def test_tie_is_judged_after_the_final_activities() -> None:
    history = put(play_turns(start(2), 16), 0, {"R": "a4-b6"})
    play_on(history, "0 blocks, 0 fill single R c6, 1 end, 0 end")
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ([12, 0], [0], "last-round")


@pytest.mark.clause("LOCUS-27", "LOCUS-04")
def test_extra_round_continues_with_the_deck() -> None:
    history = play_on(play_turns(start(2), 16), "0 end, 1 end")
    assert history.position.chance_is_due
    history.play_text(None, deck("w-d2 w-i3 w-v3 w-v3-2 w-l4 w-s4"))
    assert (view_of(history).display, view_of(history).deck) == (["w-d2", "w-i3", "w-v3"], 45)
    assert view_of(play_turns(history, 1)).display == ["w-v3-2", "w-l4", "w-s4"]
