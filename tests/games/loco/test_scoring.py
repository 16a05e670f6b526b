"""LOCO!: the value of markers, the winners, and the total of a match."""

from __future__ import annotations

import pytest

from games.loco.script import deal, play, play_on, play_steps, view_of
from locarium.kernel.errors import BadNotation


def worth(steps: str) -> dict[str, int]:
    return {pile.colour: pile.worth for pile in view_of(play_steps(2, steps), 0).piles}


@pytest.mark.clause("LOCO-14")
@pytest.mark.parametrize(
    ("steps", "value"), [("g1 y", 1), ("g1 y, g5 y", 5), ("g5 y, g4 y, g2 y", 2), ("g3 y, r1 y", 3)]
)
def test_marker_is_worth_the_top_card(steps: str, value: int) -> None:
    assert worth(steps)["g"] == value


@pytest.mark.clause("LOCO-14")
def test_marker_is_worth_nothing_under_a_loco_card() -> None:
    assert worth("g4 y, g0! y")["g"] == 0
    assert worth("g4 y, g0")["g"] == 0, "shouted or not"
    assert worth("g0! y, g4 y")["g"] == 4


@pytest.mark.clause("LOCO-14")
def test_marker_is_worth_nothing_without_a_card() -> None:
    assert worth("g4 y, r3 y") == {"r": 3, "b": 0, "g": 4, "p": 0, "y": 0}


@pytest.mark.clause("LOCO-14")
def test_points_are_the_sum_over_markers() -> None:
    history = play_steps(2, "r1 b, b2 r, r2 b, b5 r, r3 g, g4 b")
    # seat 1: two blue at 5, one green at 4; seat 0: two red at 3, one blue at 5
    assert history.position.scores() == [2 * 3 + 5, 2 * 5 + 4]
    assert [place.points for place in view_of(history, 0).places] == [11, 14]


@pytest.mark.clause("LOCO-15")
@pytest.mark.parametrize(
    ("steps", "scores", "winners"),
    [
        ("r0! r, r1 r, r2 r, r3 r, r4 b, r5 b", [10, 10], [0, 1]),
        ("r0! r, r1 r, r2 r, r3 r, r4 b, r5 r", [15, 10], [0]),
        ("r0! r, r1 b, r2 r, r3 b, r4 b, r5 -", [0, 10], [1]),
        ("r0! b, r1 b, r2 b, r3 b, r4 b, r5 -", [0, 0], [0, 1]),
    ],
)
def test_seat_with_the_most_points_wins_and_ties_are_shared(steps: str, scores: list[int], winners: list[int]) -> None:
    outcome = play_steps(2, steps).position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (scores, winners)


@pytest.mark.clause("LOCO-15")
def test_partial_tie_is_shared_by_the_tied_seats() -> None:
    outcome = play_steps(3, "r0! r, r1 r, r2 b, r3 b, r4 b, r5 b").position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([0, 5, 5], [1, 2])


def quick_game(seats: int, dealer: int, markers: str) -> tuple[str, str]:
    """Return a deal and six turns with the red cards in ascending order and these markers."""
    steps = ", ".join(f"r{value}{'!' if value == 0 else ''} {marker}" for value, marker in enumerate(markers))
    return deal(seats, dealer, steps=steps), steps


@pytest.mark.clause("LOCO-16")
def test_match_adds_up_the_points() -> None:
    history = play(*quick_game(3, 1, "rbbbbb"), match="full")  # seat 2 starts
    assert history.position.outcome() is None
    assert history.position.chance_is_due
    assert history.position.scores() == [0, 0, 5]
    play_on(history, *quick_game(3, 2, "rbbrbb"))  # seat 0 starts
    assert history.position.scores() == [10, 0, 5]
    assert history.position.outcome() is None
    play_on(history, *quick_game(3, 0, "bbrbb-"))  # seat 1 starts
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ([15, 0, 5], [0], "match-complete")
    assert len(history.steps) == 3 * 7


@pytest.mark.clause("LOCO-16")
def test_every_game_of_a_match_starts_with_a_clear_table() -> None:
    history = play_on(play(*quick_game(2, 0, "rbbbbb"), match="full"), deal(2, 1))
    view = view_of(history, 0)
    assert (view.number, view.games, view.dealer, view.active) == (2, 2, 1, [0])
    assert [pile.cards for pile in view.piles] == [[]] * 5
    assert [pile.stock for pile in view.piles] == [5] * 5
    assert [(place.held, sum(place.markers.values())) for place in view.places] == [(14, 0), (14, 0)]
    assert [(place.points, place.total) for place in view.places] == [(0, 0), (0, 5)]


@pytest.mark.clause("LOCO-16")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deal_passes_clockwise(seats: int) -> None:
    for first in range(seats):
        history = play(*quick_game(seats, first, "bbbbb-"), match="full")
        for number in range(1, seats):
            due = (first + number) % seats
            for wrong in {*range(seats)} - {due}:
                with pytest.raises(BadNotation, match=f"seat {due} as the dealer"):
                    history.play_text(None, deal(seats, wrong))
            play_on(history, *quick_game(seats, due, "bbbbb-"))
        assert history.position.is_over, "every seat has dealt once"


@pytest.mark.clause("LOCO-16")
def test_tied_match_is_shared() -> None:
    history = play(*quick_game(2, 0, "rbbbbb"), match="full")
    outcome = play_on(history, *quick_game(2, 1, "rbbbbb")).position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([5, 5], [0, 1])


@pytest.mark.clause("LOCO-16")
def test_single_game_is_the_default() -> None:
    one, other = play(*quick_game(2, 0, "rbbbbb")), play(*quick_game(2, 0, "rbbbbb"), match="single")
    assert one.position.is_over
    assert other.position.is_over
    assert one.record() == other.record()
    assert one.record().options == {}
