"""LOCUS: the greedy player."""

from __future__ import annotations

import pytest

from conformance.cases import Case, played, times
from games.locus.script import GAME, drafted, legal, look, put, start
from locarium.kernel.game import TRUTH
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.rng import new_rng


def choice(history: History, seat: int = 0) -> str:
    action = GAME.greedy(history.position.concealed(seat), seat, new_rng(1))
    return GAME.notation.show(history.setup.fields, action)


def test_it_completes_a_row() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a6-c6 a1-e1"}, coins=0)
    assert choice(history) == "fill card Y d6 e6"


def test_it_completes_a_block_with_a_wild_card() -> None:
    history = put(drafted("w-d2 p-i4 r-u5"), 0, {"R": "a1-a3 b1-b3"}, coins=0)  # c1 and c2 are missing of block D
    assert choice(history) == "fill card R c1 c2"


def test_it_takes_the_card_of_which_most_can_be_made() -> None:
    history = put(start(2, "p-w5 y-i3 g-i4"), 0, {"Y": "a6-b6 a1-e1"}, coins=0)
    assert choice(history) == "take y-i3"


def test_it_discards_what_fits_nowhere() -> None:
    history = drafted("g-i4 p-i4 r-u5", coins=0)
    assert legal(history) == ["discard"], "no line of four crosses the centre of green"
    assert choice(history) == "discard"


def test_it_ends_when_nothing_is_left_to_do() -> None:
    history = drafted("y-i4 p-i4 r-u5", "0 discard", coins=0)
    put(history, 0, coins=0)
    assert choice(history) == "end"


def test_it_does_not_change_the_position_and_plays_the_same_again() -> None:
    history = drafted("y-i4 p-i4 r-u5", coins=5)
    before = history.position.words.tobytes()
    assert choice(history) == choice(history)
    assert history.position.words.tobytes() == before


@pytest.mark.parametrize("seats", [1, 2, 5] if IS_COMPILED else [1])
def test_it_plays_far_better_than_chance(seats: int) -> None:
    def mean(player: str) -> float:
        scores = [sum(played(Case("locus", seats), player, 30 + seed).position.scores()) for seed in range(times(5, 1))]
        return sum(scores) / len(scores) / seats

    assert mean("greedy") > 2 * mean("random") + 20


def test_it_never_sees_more_than_its_seat() -> None:
    """The deck is unknown in what it is handed, and it plays on all the same."""
    history = start(2, "p-w5 y-d2 b-l5")
    concealed = history.position.concealed(0)
    assert concealed.observer == 0 != TRUTH
    assert set(concealed.fields.deck[3:]) == {-1}
    assert choice(history) in legal(history)
    assert look(history).phase == "draft"
