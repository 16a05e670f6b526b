"""GENIUS LOCI: the view at every point of a game."""

from __future__ import annotations

import msgspec
import pytest

from games.genius_loci.script import GAME, OWN, START, play, setup, stand, start, view_of
from locarium.games.genius_loci.view import GeniusLociView
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History


def test_view_is_correct_at_the_start_of_a_turn() -> None:
    view = view_of(start(), 1)
    assert (view.observer, view.active, view.ending, view.turn, view.priest) == (1, [0], None, 1, None)
    assert view.position == START
    assert view.humans[0][:4] == ["a1", "a2", "a3", "a4"]
    assert [(spirit.letter, spirit.cell) for spirit in view.spirits] == [
        ("T", "b3"),
        ("P", "c6"),
        ("S", "d4"),
        ("Y", "e1"),
        ("C", "f3"),
    ]


def test_view_shows_the_choices_of_the_current_turn() -> None:
    view = view_of(start(steps="d3 Txc3, S-d3xe2"))
    assert (view.active, view.turn, view.priest) == ([0], 1, "e2")
    assert [spirit.is_used for spirit in view.spirits] == [True, False, True, False, False]
    assert view.spirits[2].cell == "d3"
    assert view.position == "bbbb/bbCbb/Ywbbbb/wwS.bbb/ww.wwP/wwTww/wwww w"


def test_view_is_reset_in_the_next_turn() -> None:
    view = view_of(start(steps="d3 Txc3, end"))
    assert (view.active, view.turn, view.priest) == ([1], 2, None)
    assert not any(spirit.is_used for spirit in view.spirits)
    assert view.position.endswith(" b")


def test_view_names_the_ending() -> None:
    view = view_of(play(stand(w="d2", b="d3", T="d5"), "d2 Txd3"), SPECTATOR)
    assert (view.observer, view.active, view.ending, view.priest) == (None, [], "no-sacrifice", None)
    assert view.humans == [["d3"], []]


def test_view_of_a_finished_starting_position_names_the_ending() -> None:
    view = view_of(play(stand("b", w="a2", b="g3")))
    assert (view.active, view.ending, view.turn) == ([], "no-sacrifice", 1)


def test_view_is_empty_before_the_first_step() -> None:
    view = view_of(History(setup()), SPECTATOR)
    assert (view.active, view.ending, view.turn, view.humans) == ([], None, 0, [[], []])


@pytest.mark.clause("GENIUS-20")
def test_spirits_are_shown_with_their_effects() -> None:
    house, own = view_of(start()).spirits, view_of(History(setup(OWN))).spirits
    assert house[0].names == {"en": "Tractor", "de": "Tractor", "fr": "Tractor"}
    assert house[3].says["en"] == "From a cell beside Scylla to the next one clockwise around it."
    assert [spirit.letter for spirit in own] == list("MBSWJ")
    assert own[0].names["fr"] == "Aimant"
    assert own[4].says["de"] == "Tore: von c2 und e2 durch Janus hindurch."


def test_position_of_a_view_can_be_played() -> None:
    view = view_of(start(steps="d3 Txc3, end"))
    assert view_of(play(view.position)).humans == view.humans


def test_view_survives_a_json_round_trip() -> None:
    view = view_of(start(steps="d3 Txc3"), 1)
    encoded = msgspec.json.encode(view)
    assert msgspec.json.decode(encoded, type=GeniusLociView) == view
    assert msgspec.json.decode(encoded)["game"] == GAME.about.name
