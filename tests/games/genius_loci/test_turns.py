"""GENIUS LOCI: the priest, the sacrifices of a turn, and the ends of turns and games."""

from __future__ import annotations

import pytest

from games.genius_loci.script import START, board, legal, pieces, play, play_on, stand, start, staying, view_of
from games.refusals import refusal
from locarium.kernel.errors import BadNotation
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.rng import new_rng

ALL_FIVE = "c3 Sxe4, Cxf4, Y-e4xe5, Txd5, P-e5xc4"  # a first turn with one priest and every spirit


def outcome(history: History) -> tuple[list[int], list[int], str] | None:
    found = history.position.outcome()
    return None if found is None else (found.scores, found.winners, found.reason)


@pytest.mark.clause("GENIUS-05")
@pytest.mark.parametrize("steps", ["", "d3 Txc3", "d3 Txc3, end"])
def test_all_observers_see_everything(steps: str) -> None:
    history = start(steps=steps)
    views = [view_of(history, observer) for observer in (0, 1, SPECTATOR)]
    assert [view.observer for view in views] == [0, 1, None]
    for view in views:
        assert view.position == views[0].position
        assert (view.humans, view.spirits, view.priest) == (views[0].humans, views[0].spirits, views[0].priest)
    assert history.texts(0) == history.texts(1) == history.texts(SPECTATOR) == history.texts()


@pytest.mark.clause("GENIUS-05")
def test_sample_equals_the_real_position() -> None:
    history = start(steps="d3 Txc3")
    for observer in (0, 1, SPECTATOR):
        concealed = history.position.concealed(observer)
        assert concealed.sampled(new_rng(1)).words.tobytes() == history.position.words.tobytes()


@pytest.mark.clause("GENIUS-06")
def test_turn_starts_with_a_priest() -> None:
    history = play(stand(w="d2 f3", b="d3 f2", T="d5"))
    assert {step.split(" ")[0] for step in legal(history)} == {"d2", "f3"}
    assert all(" " in step for step in legal(history))
    assert refusal(history, 0, "Txd3") == "name-a-priest"
    assert view_of(history).priest is None


@pytest.mark.clause("GENIUS-06")
@pytest.mark.parametrize("cell", ["d3", "d4", "d5"])
def test_priest_is_one_of_your_humans(cell: str) -> None:
    """An enemy human, an empty cell or a spirit can't be the priest."""
    history = play(stand(w="d2", b="d3 e3", T="d5"))
    assert refusal(history, 0, f"{cell} Txd3") == "not-your-human"


@pytest.mark.clause("GENIUS-06")
def test_only_the_priest_moves_during_a_turn() -> None:
    """The human on f3 could be the priest before the first sacrifice, but not after it."""
    history = play(stand(w="d2 f3", b="d3 f4 d4 d1", T="d6", P="f2"))
    assert "f3 Pxf4" in legal(history)
    play_on(history, "d2 Txd3")
    assert view_of(history).priest == "d3"
    assert all(" " not in step for step in legal(history))
    assert refusal(history, 0, "f3 Pxf4") == "priest-is-named"
    assert refusal(history, 0, "d3 P-d2xd4") == "priest-is-named"
    assert "P-d2xd4" in legal(history)
    assert refusal(history, 0, "Pxf4") == "spirit-forbids", "from d3 it leads nowhere"


@pytest.mark.clause("GENIUS-06")
def test_next_turn_has_another_priest() -> None:
    history = play(START, "d3 Txc3, end")
    assert view_of(history).priest is None
    assert history.position.active == [1]
    priests = {step.split(" ")[0] for step in legal(history)}
    assert len(priests) > 5
    assert priests <= set(view_of(history).humans[1])


@pytest.mark.clause("GENIUS-07")
def test_turn_needs_a_sacrifice() -> None:
    history = play(START)
    assert "end" not in legal(history)
    assert refusal(history, 0, "end") == "sacrifice-first"


@pytest.mark.clause("GENIUS-07")
def test_turn_can_end_after_any_sacrifice() -> None:
    for count in range(1, 5):
        history = play(START, ", ".join(ALL_FIVE.split(", ")[:count]))
        assert history.position.active == [0]
        assert "end" in legal(history)
        assert play_on(history, "end").position.active == [1]


@pytest.mark.clause("GENIUS-07")
def test_each_spirit_receives_at_most_one_sacrifice_per_turn() -> None:
    history = play(stand(w="d1", b="d2 d3 f2", T="d6", P="f1"), "d1 Txd2")
    assert not legal(history, "T")
    assert refusal(history, 0, "Txd3") == "spirit-is-used"
    assert refusal(history, 0, "T-d7xd3") == "spirit-is-used"
    assert [spirit.letter for spirit in view_of(history).spirits if spirit.is_used] == ["T"]


@pytest.mark.clause("GENIUS-07")
def test_every_spirit_takes_sacrifices_again_in_the_next_turn() -> None:
    history = play(START, "d3 Txc3, end")
    assert not any(spirit.is_used for spirit in view_of(history).spirits)
    assert "f5 Txe5" in legal(history)


@pytest.mark.clause("GENIUS-07")
def test_turn_ends_after_five_sacrifices_with_the_same_priest() -> None:
    history = play(START, ALL_FIVE)
    assert [position.active for position in history.positions] == [[0]] * 5 + [[1]], "without an end"
    assert (view_of(history).priest, view_of(history).turn) == (None, 2)
    assert "c4" in view_of(history).humans[0]
    assert [len(humans) for humans in view_of(history).humans] == [15, 12]


@pytest.mark.clause("GENIUS-07")
def test_turn_without_a_further_sacrifice_ends_automatically() -> None:
    """No other human is within reach of the priest on d3, whichever spirit moves."""
    history = play(stand(w="d2", b="d3 g2 g3", T="d5"), "d2 Txd3")
    assert history.position.active == [1]
    assert (view_of(history).priest, view_of(history).turn) == (None, 2)
    assert history.texts() == [(0, "d2 Txd3")]
    assert legal(history) == ["g3 Pxg2"]


@pytest.mark.clause("GENIUS-08")
def test_moving_a_spirit_alone_is_not_a_step() -> None:
    history = play(stand(w="d2", b="d3", T="f3"))
    for text in ("d2 T-d5", "T-d5", "d2 T", "T"):
        with pytest.raises(BadNotation):
            history.play_text(0, text)
    assert all("x" in step for step in legal(history))


@pytest.mark.clause("GENIUS-08")
def test_spirit_moves_only_where_it_can_take_a_sacrifice() -> None:
    """Tractor on d4 can move to many cells, but draws the priest on d2 to the human on d3 only from d5, d6 and d7."""
    history = play(stand(w="d2", b="d3", T="d4"))
    assert sorted(legal(history, "T")) == ["d2 T-d5xd3", "d2 T-d6xd3", "d2 T-d7xd3", "d2 Txd3"]


@pytest.mark.clause("GENIUS-08")
def test_moving_the_spirit_is_optional() -> None:
    history = play(stand(w="d2", b="d3 d4", T="d5"))
    assert {"d2 Txd3", "d2 T-d6xd3"} <= set(legal(history))
    assert pieces(board(play_on(history, "d2 Txd3"))) == pieces(stand(w="d3", b="d4", T="d5"))


@pytest.mark.clause("GENIUS-08")
def test_priest_replaces_the_victim() -> None:
    history = play(stand(w="d2 f1", b="d3 f2 f3", T="d5"), "d2 Txd3")
    assert view_of(history).humans == [["d3", "f1"], ["f2", "f3"]]


@pytest.mark.clause("GENIUS-08", "GENIUS-10")
def test_own_victim_leaves_the_board() -> None:
    history = play(stand(w="d2 d3", b="f2 f3", T="d5"), "d2 Txd3")
    assert view_of(history).humans == [["d3"], ["f2", "f3"]]


# The end of the game.


@pytest.mark.clause("GENIUS-17")
def test_player_without_humans_cannot_sacrifice() -> None:
    history = play(stand(w="d2", b="d3", T="d5"), "d2 Txd3")
    assert outcome(history) == ([1, 0], [0], "no-sacrifice")
    assert history.position.active == []
    assert view_of(history).ending == "no-sacrifice"
    assert refusal(history, 1, "end") == "game-over"


@pytest.mark.clause("GENIUS-17")
@pytest.mark.parametrize(("to_move", "winner"), [("w", 1), ("b", 0)])
def test_player_stuck_at_the_start_of_a_turn_loses(to_move: str, winner: int) -> None:
    """The humans are far apart, so no spirit can move one onto another."""
    history = play(stand(to_move, w="a2", b="g3"))
    assert history.position.is_over
    assert outcome(history) == ([int(seat == winner) for seat in (0, 1)], [winner], "no-sacrifice")
    assert legal(history) == []


@pytest.mark.clause("GENIUS-17")
def test_stuck_player_loses_only_when_their_turn_starts() -> None:
    """The second player has no human left, but the first one may go on and chooses when to end."""
    history = play(stand(w="d2 d4 f3", b="d3", T="d6"), "d2 Txd3")
    assert view_of(history).humans[1] == []
    assert outcome(history) is None
    assert "end" in legal(history)
    play_on(history, "end")
    assert outcome(history) == ([1, 0], [0], "no-sacrifice")


@pytest.mark.clause("GENIUS-17")
def test_second_player_can_win() -> None:
    history = play(stand("b", b="d2", w="d3", T="d5"), "d2 Txd3")
    assert outcome(history) == ([0, 1], [1], "no-sacrifice")


@pytest.mark.clause("GENIUS-17")
def test_running_game_has_no_winner() -> None:
    history = play(START, "d3 Txc3")
    assert outcome(history) is None
    assert history.position.scores() == [0, 0]


# Options.


@pytest.mark.clause("GENIUS-21")
def test_option_single_allows_one_sacrifice_per_turn() -> None:
    history = play(START, "d3 Txc3", single=True)
    assert history.position.active == [1]
    assert view_of(history).priest is None
    assert "end" not in legal(history)
    assert refusal(history, 1, "end") == "sacrifice-first"
    play_on(history, "e2 Yxd2")
    assert history.position.active == [0]
    assert [step for _, step in history.texts()] == ["d3 Txc3", "e2 Yxd2"]


@pytest.mark.clause("GENIUS-21")
def test_turn_continues_if_option_single_is_off() -> None:
    history = play(START, "d3 Txc3")
    assert history.position.active == [0]
    assert view_of(history).priest == "c3"
    assert "end" in legal(history)


@pytest.mark.clause("GENIUS-21")
def test_first_sacrifice_is_the_same_with_option_single() -> None:
    assert legal(play(START, single=True)) == legal(play(START))


def test_seat_cannot_act_out_of_turn() -> None:
    history = play(START)
    assert refusal(history, 1, "e2 Yxd2") == "not-your-turn"
    assert refusal(history, None, "spirits T b3 P c6 S d4 Y e1 C f3") == "chance-not-due"
    assert staying(legal(history)) == legal(history)
