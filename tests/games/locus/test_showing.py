"""LOCUS: the view at every point of a turn."""

from __future__ import annotations

import msgspec
import pytest

from games.locus.script import GAME, HOUSE, SMALL, drafted, play_on, play_turns, setup, sheet_of, start, view_of
from locarium.games.locus.showing import without_sheet
from locarium.games.locus.view import LocusView
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History

observed_by_anyone = pytest.mark.parametrize("observer", [0, 1, SPECTATOR])


@observed_by_anyone
def test_view_is_correct_during_the_draft(observer: int) -> None:
    view = view_of(start(2, "y-d2 p-i4 r-u5", "1 take p-i4", star=1), observer)
    assert (view.phase, view.turn, view.turns, view.star, view.active) == ("draft", 1, 16, 1, [0])
    assert (view.display, view.leftover, view.deck) == (["y-d2", "r-u5"], None, 45)
    assert [place.taken for place in view.places] == [None, "p-i4"]
    assert [place.must_use_card for place in view.places] == [False, True]
    assert [place.is_busy for place in view.places] == [False, False]
    assert view.observer == (None if observer == SPECTATOR else observer)


@pytest.mark.clause("LOCUS-02", "LOCUS-27")
def test_rounds_are_counted() -> None:
    def where(history: History) -> tuple[int | None, int | None, int | None, int]:
        view = view_of(history)
        return view.round, view.rounds, view.turn_of_round, view.extra_rounds

    history = play_turns(start(3), 4)
    assert where(history) == (2, 5, 2, 0)
    play_turns(history, 11)
    assert where(history) == (5, 5, 3, 0), "after the last turn the counters stay"
    play_on(history, "0 end, 1 end, 2 end")
    assert where(history) == (1, 5, 1, 1), "all sheets are empty, so it is tied"
    assert where(start(1)) == (None, None, None, 0), "solo games have no rounds"


@pytest.mark.clause("LOCUS-18")
def test_view_marks_used_cards_with_the_printed_order() -> None:
    history = start(3, "y-d2 p-i4 r-u5 w-i3", "0 take y-d2, 1 take p-i4, 1 discard", order="printed")
    view = view_of(history)
    assert (view.phase, view.active) == ("draft", [2])
    assert [place.must_use_card for place in view.places] == [True, False, False]
    assert [place.is_busy for place in view.places] == [False] * 3
    assert [place.is_busy for place in view_of(play_on(history, "2 take r-u5")).places] == [True] * 3


@observed_by_anyone
def test_view_is_correct_during_the_activities(observer: int) -> None:
    history = drafted("y-d2 p-i4 r-u5", "0 fill card Y d1 e1, 0 blocks, 1 discard, 1 end")
    view = view_of(history, observer)
    assert (view.phase, view.active, view.display, view.leftover) == ("activities", [0], [], "r-u5")
    ada, bo = view.places
    assert (ada.taken, ada.must_use_card, ada.is_busy, bo.is_busy) == ("y-d2", False, True, False)
    assert ada.filled == {"Y": ["d1", "e1"], "P": [], "R": [], "G": [], "B": []}
    assert (ada.earned, ada.crossed, ada.coins) == (3, 2, 1)
    assert ada.pending == dict.fromkeys(["double-y", "double-p", "double-r", "double-g", "double-b"], 0) | {"single": 2}
    assert (bo.taken, bo.must_use_card, bo.coins) == ("p-i4", False, 3)


def test_view_is_correct_in_the_final_activities_and_at_the_end() -> None:
    history = play_turns(start(2), 16)
    view = view_of(history)
    assert (view.phase, view.active, view.display, view.leftover, view.ending) == ("final", [0, 1], [], None, None)
    assert [place.taken for place in view.places] == [None, None]
    for _ in range(4):
        play_on(history, "0 end, 1 end")
        if not history.position.is_over:
            play_turns(history, 2)
    view = view_of(history)
    assert (view.ending, view.active, view.extra_rounds, view.turns) == ("still-tied", [], 3, 22)


def test_view_contains_everything_printed_on_the_sheet() -> None:
    sheet = view_of(start(2)).sheet
    assert sheet is not None
    yellow, purple, red, green, blue = sheet.zones
    assert (sheet.title, sheet.circles) == ("House sheet", 20)
    assert (yellow.columns, yellow.rows, yellow.bold) == (5, 6, ["b1", "c1", "d1"])
    assert yellow.bonuses == {"c6": "$", "a3": "$", "e1": "$", "a5": "*", "e4": "g", "d2": "r"}
    assert yellow.points == {"1": 8, "2": 10, "3": 12, "4": 12, "5": 12, "6": 12}
    assert purple.points == {"2": 8, "3": 16, "4": 24, "5": 28, "6": 32, "7": 35, "8": 38}
    assert (red.bold, red.blocks["A"]) == ([], ["a4", "a5", "a6", "b4", "b5", "b6", "c6"])
    assert red.points == {"A": 12, "B": 14, "C": 20, "D": 22, "E": 18}
    assert (green.bold, green.ends, green.points) == (["d4"], ["a1", "a4", "a7", "g1", "g4", "g7"], {"end": 8})
    doubles = {"c4": "g", "e4": "g", "f3": "g", "f6": "p", "b2": "b"}
    assert green.bonuses == {"d7": "$", "d1": "$", "a3": "*"} | doubles
    assert blue.points == {"3": 8, "6": 16, "9": 24, "12": 32, "15": 36}
    assert blue.squares[:3] == ["a1", "a2", "a3"]
    assert "b11" not in blue.squares


def test_view_shows_another_edition() -> None:
    sheet = view_of(start(1, edition=SMALL)).sheet
    assert sheet is not None
    assert (sheet.title, sheet.circles, sheet.cards["y-m1"].shape) == ("small", 14, [(0, 0)])
    assert [zone.columns for zone in sheet.zones] == [3, 4, 3, 3, 2]


def test_view_survives_a_json_round_trip_with_and_without_its_sheet() -> None:
    view = view_of(drafted("y-d2 p-i4 r-u5"), 1)
    for each in (view, without_sheet(view)):
        encoded = msgspec.json.encode(each)
        assert msgspec.json.decode(encoded, type=LocusView) == each
        assert msgspec.json.decode(encoded)["game"] == "locus"
    assert without_sheet(view).sheet is None
    assert GAME.trimmed(view) == without_sheet(view)


def test_view_is_empty_before_the_first_card() -> None:
    for seats in (1, 3):
        view = view_of(History(setup(seats, HOUSE)), SPECTATOR)
        assert (view.turn, view.display, view.active, view.ending) == (0, [], [], None)
        assert view.star == (None if seats == 1 else 0)


def test_totals_match_the_outcome() -> None:
    history = drafted("y-d2 p-i4 r-u5", "0 fill card Y b1 c1")
    assert [place.total for place in view_of(history).places] == history.position.scores()
    assert sheet_of(history).lowest == 0
