"""LOCUS: the printed order within a turn."""

from __future__ import annotations

import msgspec
import pytest

from conformance.cases import Case, played
from games.locus.script import GAME, coins, legal, pending, play_on, put, sheet_of, split, start, view_of
from games.refusals import refusal
from locarium.kernel.errors import BadRecord
from locarium.kernel.history import History
from locarium.kernel.replay import replay

THREE = "y-d2 p-i4 y-i4 w-i3"  # for three seats and the leftover


def printed(top: str = THREE, steps: str = "", *, seats: int = 3) -> History:
    return start(seats, top, steps, order="printed")


def words(history: History, seat: int = 0) -> set[str]:
    """Return the kinds of steps a seat may make, without the squares."""
    return {" ".join(text.split()[:2]) if text.startswith("fill") else text for text in legal(history, seat=seat)}


@pytest.mark.clause("LOCUS-05", "LOCUS-18")
def test_take_passes_the_choice_to_the_next_seat() -> None:
    history = printed(steps="0 take y-d2")
    assert (history.position.active, history.position.may_act) == ([1], [0, 1, 2])
    play_on(history, "0 discard, 1 take p-i4")
    assert (history.position.active, history.position.may_act) == ([2], [0, 1, 2])
    assert coins(history) == 3


@pytest.mark.clause("LOCUS-18")
def test_card_can_be_filled_in_before_the_next_player_chooses() -> None:
    history = printed(steps="0 take y-d2, 0 fill card Y b1 c1")
    assert view_of(history).phase == "draft"
    assert view_of(history, observer=1).places[0].filled["Y"] == ["b1", "c1"], "others see it before they choose"
    assert history.position.active == [1]


@pytest.mark.clause("LOCUS-18")
def test_card_can_be_filled_in_after_others_have_chosen() -> None:
    history = printed(steps="0 take y-d2, 1 take p-i4, 0 fill card Y b1 c1, 1 discard, 2 take y-i4")
    assert view_of(history).phase == "activities"
    assert sheet_of(history).filled["Y"] == ["b1", "c1"]
    assert [place.must_use_card for place in view_of(history).places] == [False, False, True]


@pytest.mark.clause("LOCUS-06", "LOCUS-18")
def test_card_must_be_used_before_the_activity_ends() -> None:
    history = printed(steps="0 take y-d2, 1 take p-i4, 2 take y-i4")
    assert history.position.active == [0, 1, 2]
    assert refusal(history, 0, "end") == "card-not-used"
    play_on(history, "0 fill card Y b1 c1, 0 end")
    assert history.position.active == [1, 2]


@pytest.mark.clause("LOCUS-18")
def test_activity_cannot_end_during_the_draft() -> None:
    history = printed(steps="0 take y-d2")
    assert refusal(history, 0, "end") == "draft-goes-on"
    play_on(history, "0 discard")
    assert refusal(history, 0, "end") == "draft-goes-on"
    assert "end" not in words(history)


@pytest.mark.clause("LOCUS-18")
def test_every_seat_ends_its_activity() -> None:
    steps = "0 take y-i4, 0 fill card Y b1 b2 b3 b4, 1 take p-i4, 1 discard, 2 take y-d2"
    history = printed(steps=steps)
    assert (coins(history), pending(history)) == (1, {})
    assert history.position.active == [0, 1, 2]
    assert words(history) == {"end"}
    play_on(history, "0 end, 2 discard, 2 end, 1 end")
    assert view_of(history).turn == 2
    assert history.position.active == [1]


@pytest.mark.clause("LOCUS-15", "LOCUS-18")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_blocks_can_be_bought_before_the_take(seat: int) -> None:
    history = put(printed(), seat, coins=3)
    takes = {"take y-d2", "take p-i4", "take y-i4", "take w-i3"}
    assert words(history, seat) - {"blocks"} == (takes if seat == 0 else set())
    play_on(history, f"{seat} blocks, {seat} fill single R a1")
    assert pending(history, seat) == {"single": 1}
    play_on(history, "0 take y-d2, 1 take p-i4, 2 take y-i4")
    assert pending(history, seat) == {"single": 1}, "it can be used during the whole turn"
    play_on(history, f"{seat} fill single R b1")
    assert sheet_of(history, seat).filled["R"] == ["a1", "b1"]


@pytest.mark.clause("LOCUS-11", "LOCUS-18")
def test_double_earned_before_the_take_waits_for_it() -> None:
    history = put(printed(), 1, {"Y": "d1"}, coins=2)
    play_on(history, "1 blocks, 1 fill single Y d2")
    assert pending(history, 1) == {"double-r": 1, "single": 1}
    assert words(history, 1) == {"fill single"}
    assert refusal(history, 1, "fill double-r R a1 a2") == "draft-first"
    play_on(history, "0 take y-d2, 1 take p-i4, 1 fill double-r R a1 a2")
    assert history.position.active == [2]


@pytest.mark.clause("LOCUS-14", "LOCUS-18")
def test_coin_makes_the_card_wild_before_the_next_player_chooses() -> None:
    history = printed(steps="0 take y-d2, 0 fill card R a1 b1")
    assert coins(history) == 1


@pytest.mark.clause("LOCUS-16", "LOCUS-18")
def test_leftover_waits_for_the_last_take() -> None:
    history = put(printed(steps="0 take y-d2, 1 take p-i4"), 0, coins=5)
    assert "fill leftover" not in words(history)
    for seat in (0, 2):
        assert refusal(history, seat, "fill leftover R a1 b1 c1") == "leftover-not-yet"
    play_on(history, "2 take y-i4")
    assert view_of(history).leftover == "w-i3"
    play_on(history, "0 fill leftover R a1 b1 c1")
    assert coins(history) == 2


@pytest.mark.clause("LOCUS-18")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("step", ["discard", "end", "fill card Y b1 c1"])
def test_steps_that_need_a_card_wait_for_the_take(seat: int, step: str) -> None:
    assert refusal(printed(), seat, step) == "draft-first"


@pytest.mark.clause("LOCUS-05", "LOCUS-18")
def test_each_seat_takes_one_card_in_star_order() -> None:
    history = printed()
    assert refusal(history, 1, "take p-i4") == "not-your-turn"
    play_on(history, "0 take y-d2")
    assert refusal(history, 2, "take p-i4") == "not-your-turn"
    assert refusal(history, 0, "take p-i4") == "draft-is-over"
    assert refusal(history, 1, "take y-d2") == "taken-already"


@pytest.mark.clause("LOCUS-18", "LOCUS-28")
def test_solo_coins_can_be_spent_before_the_take() -> None:
    history = put(start(1, "w-o4 y-d2 p-i4", order="printed"), 0, coins=2)
    play_on(history, "0 blocks, 0 fill single R a1, 0 take y-d2")
    assert view_of(history).phase == "activities"
    assert pending(history) == {"single": 1}


@pytest.mark.clause("LOCUS-18")
def test_default_order_allows_no_fill_before_all_have_chosen() -> None:
    history = start(3, THREE, "0 take y-d2")
    assert history.position.active == [1]
    put(history, 1, coins=3)
    assert {word.split()[0] for word in words(history, 1)} == {"take"}
    assert refusal(history, 1, "blocks") == "draft-first"


@pytest.mark.clause("LOCUS-18")
def test_record_of_the_default_order_is_valid_for_the_printed_order() -> None:
    record = played(Case("locus", 2), "random", 3).record()
    again = replay(msgspec.structs.replace(record, options={"order": "printed"}), GAME)
    assert again.position.outcome() == replay(record, GAME).position.outcome()


@pytest.mark.clause("LOCUS-18")
@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("0 take y-d2, 0 end", "step 4: 'end' of seat 0: You can end your turn once everyone has taken a card."),
        ("0 take y-d2, 2 take p-i4", "step 4: 'take p-i4' of seat 2: It isn’t this seat’s turn."),
        (
            "0 take y-d2, 0 fill leftover R a1 b1 c1",
            "step 4: 'fill leftover R a1 b1 c1' of seat 0: You can buy the leftover once everyone has taken a card.",
        ),
    ],
)
def test_record_that_breaks_the_printed_order_is_rejected_with_the_step(steps: str, message: str) -> None:
    record = printed().record()
    with pytest.raises(BadRecord) as caught:
        replay(msgspec.structs.replace(record, steps=[*record.steps, *split(steps)]), GAME)
    assert str(caught.value) == message


@pytest.mark.clause("LOCUS-18")
def test_record_of_the_printed_order_is_rejected_by_the_default_order() -> None:
    record = printed(steps="0 take y-d2, 0 discard").record()
    with pytest.raises(BadRecord, match=r"^step 4: 'discard' of seat 0: It isn.t this seat.s turn\.$"):
        replay(msgspec.structs.replace(record, options={}), GAME)
