"""LOKUS: the view at every point of a turn, a round and a game."""

from __future__ import annotations

import msgspec
import pytest

from games.lokus.rounds import CLEANING_0_1_2, THREE_CLEANING_CARDS
from games.lokus.script import GAME, deal, play, play_on, play_turns, view_of
from locarium.games.lokus.view import Count, LokusView
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.position import Setup

observed_by_anyone = pytest.mark.parametrize("observer", [0, 1, 2, SPECTATOR])


@observed_by_anyone
def test_view_is_empty_before_the_first_deal(observer: int) -> None:
    view = view_of(History(Setup(GAME, 3)), observer)
    assert (view.number, view.turn, view.rows, view.hand, view.active) == (0, 0, [[], []], [], [])
    assert (view.placing, view.ending) == (None, None)
    assert [place.held for place in view.places] == [0, 0, 0]


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
@observed_by_anyone
def test_view_is_correct_while_cards_are_chosen(observer: int) -> None:
    history = play(deal(3, "b6 r7", hands={1: "b3"}))
    history.play_text(1, "play b3")
    view = view_of(history, observer)
    assert (view.number, view.turn, view.placing, view.active) == (1, 1, None, [0, 2])
    assert [place.has_chosen for place in view.places] == [False, True, False]
    assert [place.choice for place in view.places] == [None, "b3" if observer == 1 else None, None]
    assert [place.held for place in view.places] == [10, 10, 10]
    assert (view.observer, len(view.hand)) == ((None, 0) if observer == SPECTATOR else (observer, 10))


@pytest.mark.clause("LOKUS-09", "LOKUS-10")
@observed_by_anyone
def test_view_is_correct_while_a_row_is_chosen(observer: int) -> None:
    view = view_of(play_turns("b6 r7", "y1 b3 e11"), observer)
    assert (view.turn, view.placing, view.active) == (1, 0, [0])
    assert [place.shown for place in view.places] == ["y1", "b3", "e11"]
    assert [place.fate for place in view.places] == [None, None, None]
    assert [place.held for place in view.places] == [9, 9, 9]
    view = view_of(play_turns("b6 r7", "y1 b3 e11 row 2"), observer)
    assert (view.turn, view.placing) == (1, 2)
    assert [place.fate for place in view.places] == ["row-2", None, None]


@pytest.mark.clause("LOKUS-12", "LOKUS-14")
@observed_by_anyone
def test_view_is_correct_after_a_turn(observer: int) -> None:
    view = view_of(play_turns("b6 r7", "y1 b3 e11 row 2 row 1"), observer)
    assert (view.turn, view.placing, view.active) == (2, None, [0, 1, 2])
    assert [(place.shown, place.fate) for place in view.places] == [("y1", "row-2"), ("b3", "roll"), ("e11", "row-1")]
    assert [place.now for place in view.places] == [Count(0, 0, 0, 0), Count(1, 0, 1, 1), Count(0, 0, 0, 0)]
    assert [place.total for place in view.places] == [0, 1, 0]


@pytest.mark.clause("LOKUS-17", "LOKUS-19")
@observed_by_anyone
def test_view_is_correct_between_two_rounds(observer: int) -> None:
    view = view_of(play_turns(CLEANING_0_1_2.rows, CLEANING_0_1_2.turns), observer)
    assert (view.number, view.turn, view.active, view.ending) == (1, 10, [], None)
    assert [place.past for place in view.places] == [[Count(5, 2, 3, 6)], [Count(5, 1, 4, 10)], [Count(8, 0, 8, 36)]]
    assert [place.now for place in view.places] == [Count(0, 0, 0, 0)] * 3
    assert [place.total for place in view.places] == [6, 10, 36]


@pytest.mark.clause("LOKUS-19")
@observed_by_anyone
def test_view_is_correct_in_the_next_round_and_at_the_end(observer: int) -> None:
    rows, turns = THREE_CLEANING_CARDS[:2]
    history = play_turns(CLEANING_0_1_2.rows, CLEANING_0_1_2.turns)
    play_on(history, deal(3, rows, turns), turns)
    play_on(history, deal(3, rows, turns), turns.partition(",")[0])
    view = view_of(history, observer)
    assert (view.number, view.turn) == (3, 2)
    assert [[count.minus for count in place.past] for place in view.places] == [[6, 0], [10, 36], [36, 6]]
    assert [place.total for place in view.places] == [
        sum(count.minus for count in place.past) + place.now.minus for place in view.places
    ]
    assert sum(place.now.minus for place in view.places) == 1, "one roll so far"
    history.undo_to(len(history.steps) - 5)
    history.undo_to(next(i for i in reversed(range(len(history.steps))) if history.steps[i].seat is None))
    play_on(history, deal(3, rows, turns), turns)
    view = view_of(history, observer)
    assert (view.number, view.ending, view.active) == (3, "rounds-played", [])
    assert [[count.minus for count in place.past] for place in view.places] == [[6, 0, 0], [10, 36, 36], [36, 6, 6]]
    assert [place.total for place in view.places] == [6, 82, 48]


def test_view_survives_a_json_round_trip() -> None:
    view = view_of(play_turns("b6 r7", "y1 b3 e11 row 2 row 1"), 1)
    encoded = msgspec.json.encode(view)
    assert msgspec.json.decode(encoded, type=LokusView) == view
    assert msgspec.json.decode(encoded)["game"] == "lokus"
