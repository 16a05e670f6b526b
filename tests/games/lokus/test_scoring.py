"""LOKUS: the cost of rolls, the effect of cleaning cards, and the winner after three rounds."""

from __future__ import annotations

import pytest

from games.lokus.rounds import (
    CLEANING_0_1_2,
    FIVE_CLEANING_CARDS,
    FOUR_CLEANING_CARDS,
    MORE_CLEANING_CARDS_THAN_ROLLS,
    THREE_CLEANING_CARDS,
    Round,
)
from games.lokus.script import GAME, deal, play, play_on, play_turns, split, view_of
from games.refusals import refusal
from locarium.games.lokus.rules import rolls_counted
from locarium.kernel.history import History
from locarium.kernel.jit import plain
from locarium.kernel.position import Setup

HOUSE = [n * (n + 1) // 2 for n in range(21)]


def written(played: Round, order: list[int]) -> tuple[str, str]:
    """Return the deal and turns of a round with seat i in the place of seat order[i]."""
    turns = ", ".join(" ".join([*(cards[seat] for seat in order), *chosen]) for cards, chosen in split(played.turns))
    return deal(len(order), played.rows, turns), turns


def play_rounds(*rounds: tuple[Round, list[int]], edition: str | None = None) -> History:
    """Return a game of these rounds, each with its order of seats."""
    first, *others = [written(played, order) for played, order in rounds]
    history = play(*first, edition=edition)
    for each in others:
        play_on(history, *each)
    return history


def costs(played: Round) -> list[int]:
    """Return the minus points by seat, counted by hand."""
    left = [
        0 if cleaning >= 3 else max(0, rolls - cleaning)
        for rolls, cleaning in zip(played.rolls, played.cleaning, strict=True)
    ]
    return [n * (n + 1) // 2 for n in left]


@pytest.mark.clause("LOKUS-17")
@pytest.mark.parametrize(
    ("played", "minus"),
    [
        (CLEANING_0_1_2, [6, 10, 36]),  # 5 rolls minus 2, 5 minus 1, 8
        (THREE_CLEANING_CARDS, [0, 36, 6]),  # none with 3 cleaning cards, then 8 and 3
        (FOUR_CLEANING_CARDS, [0, 15, 6]),  # none with 4 cleaning cards, then 5 and 3
        (FIVE_CLEANING_CARDS, [0, 10, 3]),  # one roll minus 2 is none, then 5 minus 1, 4 minus 2
        (MORE_CLEANING_CARDS_THAN_ROLLS, [0, 6]),  # no rolls minus 2, 4 minus 1
    ],
)
def test_cleaning_cards_remove_rolls(played: Round, minus: list[int]) -> None:
    history = play_turns(played.rows, played.turns, crowd=len(minus) == 2)
    counts = [place.past[0] for place in view_of(history).places]
    assert [count.rolls for count in counts] == played.rolls
    assert [count.cleaning for count in counts] == played.cleaning
    assert [count.minus for count in counts] == minus == costs(played)
    assert [count.counted for count in counts] == [HOUSE.index(points) for points in minus]
    assert history.position.scores() == minus


@pytest.mark.clause("LOKUS-17")
@pytest.mark.parametrize("rolls", range(21))
def test_cleaning_cards_reduce_the_counted_rolls(rolls: int) -> None:
    """One card removes one roll, two remove two, and three or more remove all. The count never falls below zero."""
    remaining = [plain(rolls_counted)(rolls, cleaning) for cleaning in range(6)]
    assert remaining == [rolls, max(rolls - 1, 0), max(rolls - 2, 0), 0, 0, 0]


@pytest.mark.clause("LOKUS-17")
def test_cleaning_cards_are_used_after_the_last_turn() -> None:
    """During a round the current points are shown, and the cleaning cards stay until its end."""
    last = THREE_CLEANING_CARDS.turns.rpartition(",")
    history = play(deal(3, THREE_CLEANING_CARDS.rows, THREE_CLEANING_CARDS.turns), last[0])
    place = view_of(history).places[0]
    assert (place.now.cleaning, place.now.counted, place.past) == (3, 0, [])
    assert place.now.rolls > 0


@pytest.mark.clause("LOKUS-18")
def test_house_edition_charges_triangular_numbers() -> None:
    view = view_of(play(deal(3, "b6 r7")))
    assert view.minus_points == HOUSE
    assert HOUSE[:7] == [0, 1, 3, 6, 10, 15, 21]


@pytest.mark.clause("LOKUS-18")
def test_edition_table_sets_the_minus_points() -> None:
    edition = f"minus-points = {[0, *(100 + n for n in range(20))]}"
    history = play_rounds((CLEANING_0_1_2, [0, 1, 2]), edition=edition)
    assert history.position.scores() == [102, 103, 107]  # 3, 4 and 8 rolls remain
    assert view_of(history).minus_points == [0, *range(100, 120)]
    assert history.record().edition_text == edition


@pytest.mark.clause("LOKUS-19")
def test_three_rounds_are_played_and_added_up() -> None:
    history = play_rounds((CLEANING_0_1_2, [0, 1, 2]))
    assert history.position.scores() == [6, 10, 36]
    assert history.position.outcome() is None
    assert history.position.chance_is_due
    play_on(history, *written(THREE_CLEANING_CARDS, [1, 2, 0]))
    assert history.position.scores() == [6 + 36, 10 + 6, 36 + 0]
    assert history.position.outcome() is None
    play_on(history, *written(FOUR_CLEANING_CARDS, [0, 1, 2]))
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ([42 + 0, 16 + 15, 36 + 6], [1], "rounds-played")
    assert [[count.minus for count in place.past] for place in view_of(history).places] == [
        [6, 36, 0],
        [10, 6, 15],
        [36, 0, 6],
    ]
    for seat in (0, 1, 2):
        assert history.position.legal_texts(seat) == []
        assert refusal(history, seat, "play r1") == "game-over"
    assert refusal(history, None, deal(3, "b6 r7")) == "game-over"


@pytest.mark.clause("LOKUS-06", "LOKUS-19")
def test_round_has_ten_turns() -> None:
    history = play_rounds((CLEANING_0_1_2, [0, 1, 2]))
    turns = split(CLEANING_0_1_2.turns)
    assert len(turns) == 10
    assert len(history.steps) == 1 + 30 + sum(len(chosen) for _, chosen in turns)
    view = view_of(history)
    assert [place.held for place in view.places] == [0, 0, 0]
    assert (view.number, view.turn, view.active) == (1, 10, [])


@pytest.mark.clause("LOKUS-19")
def test_full_tie_is_shared_by_all() -> None:
    """Each seat plays each of the three hands once."""
    history = play_rounds(*((CLEANING_0_1_2, order) for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1])))
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([52, 52, 52], [0, 1, 2])


@pytest.mark.clause("LOKUS-19")
def test_partial_tie_is_shared_by_the_tied_seats() -> None:
    flat = f"minus-points = {[0, 0, 0, 0, 0, *[7] * 16]}"  # up to four rolls cost nothing
    history = play_rounds(*((CLEANING_0_1_2, order) for order in ([0, 1, 2], [1, 0, 2], [0, 1, 2])), edition=flat)
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([0, 0, 21], [0, 1])


@pytest.mark.clause("LOKUS-19")
def test_seat_with_the_fewest_minus_points_wins() -> None:
    outcome = play_rounds(*((THREE_CLEANING_CARDS, [0, 1, 2]),) * 3).position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ([0, 108, 18], [0])


@pytest.mark.clause("LOKUS-19")
def test_nothing_is_scored_before_the_first_deal() -> None:
    history = History(Setup(GAME, 3))
    assert history.position.scores() == [0, 0, 0]
    view = view_of(history)
    assert (view.number, view.turn, view.rows) == (0, 0, [[], []])
    assert [place.past for place in view.places] == [[], [], []]
