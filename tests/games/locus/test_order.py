"""LOCUS: the order within a turn, as the texts print it."""

from __future__ import annotations

import msgspec
import pytest

from conformance.cases import Case, played
from games.locus.script import GAME, coins, legal, look, pending, play_on, put, sheet_of, start
from games.refusals import refusal
from locarium.kernel.errors import BadRecord
from locarium.kernel.history import History
from locarium.kernel.replay import replay

THREE = "y-d2 p-i4 y-i4 w-i3"  # for three seats and the leftover


def printed(top: str = THREE, steps: str = "", *, seats: int = 3) -> History:
    return start(seats, top, steps, order="printed")


def words(history: History, seat: int = 0) -> set[str]:
    """What a seat may do, without the squares."""
    return {" ".join(text.split()[:2]) if text.startswith("fill") else text for text in legal(history, seat=seat)}


@pytest.mark.clause("LOCUS-18")
def test_a_card_may_be_filled_in_before_the_next_player_chooses() -> None:
    history = printed(steps="0 take y-d2, 0 fill card Y b1 c1")
    assert history.position.active == [0]
    assert look(history, observer=1).places[0].filled["Y"] == ["b1", "c1"], "others see it before they choose"
    play_on(history, "0 end")
    assert history.position.active == [1]
    assert look(history).phase == "draft"


@pytest.mark.clause("LOCUS-18")
def test_it_may_also_be_discarded_at_once() -> None:
    history = printed(steps="0 take y-d2, 0 discard, 0 end")
    assert coins(history) == 3
    assert history.position.active == [1]


@pytest.mark.clause("LOCUS-06", "LOCUS-18")
def test_it_may_wait_until_everyone_has_chosen_but_no_longer() -> None:
    history = printed(steps="0 take y-d2, 0 end, 1 take p-i4, 1 end, 2 take y-i4")
    assert look(history).phase == "activities"
    assert history.position.active == [0, 1, 2]
    assert refusal(history, 0, "end") == "card-not-used"
    play_on(history, "0 fill card Y b1 c1, 0 end")
    assert history.position.active == [1, 2]


@pytest.mark.clause("LOCUS-18")
def test_the_last_to_choose_needs_not_pass_on() -> None:
    history = printed(steps="0 take y-d2, 0 end, 1 take p-i4, 1 end, 2 take y-i4, 2 discard, 2 end")
    assert history.position.active == [0, 1]


@pytest.mark.clause("LOCUS-15", "LOCUS-18")
def test_coins_may_be_spent_before_the_own_choice() -> None:
    history = put(printed(), 0, coins=3)
    assert words(history) == {"take y-d2", "take p-i4", "take y-i4", "take w-i3", "blocks"}
    play_on(history, "0 blocks, 0 fill single R a1")
    assert pending(history) == {"single": 1}
    play_on(history, "0 take y-d2, 0 end")
    assert pending(history) == {"single": 1}, "it can be used for the whole turn"
    play_on(history, "1 take p-i4, 1 end, 2 take y-i4, 0 fill single R b1")
    assert sheet_of(history).filled["R"] == ["a1", "b1"]


@pytest.mark.clause("LOCUS-14", "LOCUS-18")
def test_a_coin_makes_the_card_wild_before_the_next_player_chooses() -> None:
    history = printed(steps="0 take y-d2, 0 fill card R a1 b1")
    assert coins(history) == 1


@pytest.mark.clause("LOCUS-16", "LOCUS-18")
def test_the_leftover_waits_for_everyone() -> None:
    history = put(printed(steps="0 take y-d2"), 0, coins=5)
    assert "fill leftover" not in words(history)
    assert refusal(history, 0, "fill leftover R a1 b1 c1") == "leftover-not-yet"
    play_on(history, "0 end, 1 take p-i4, 1 end, 2 take y-i4")
    assert look(history).leftover == "w-i3"
    play_on(history, "0 fill leftover R a1 b1 c1")
    assert coins(history) == 2


@pytest.mark.clause("LOCUS-18")
@pytest.mark.parametrize("step", ["discard", "end", "fill card Y b1 c1"])
def test_nothing_that_needs_a_card_goes_before_it(step: str) -> None:
    assert refusal(printed(), 0, step) == "draft-first"


@pytest.mark.clause("LOCUS-05", "LOCUS-18")
def test_nobody_takes_two_cards() -> None:
    assert refusal(printed(steps="0 take y-d2"), 0, "take p-i4") == "draft-is-over"


@pytest.mark.clause("LOCUS-18")
def test_whoever_has_nothing_left_to_do_is_passed_over() -> None:
    history = printed(steps="0 take y-i4, 0 fill card Y b1 b2 b3 b4, 0 end, 1 take p-i4, 1 end, 2 take y-d2")
    assert (coins(history), pending(history)) == (1, {})
    assert history.position.active == [1, 2]
    play_on(history, "1 discard, 1 end, 2 discard, 2 end")
    assert look(history).turn == 2
    assert history.position.active == [1]


@pytest.mark.clause("LOCUS-18", "LOCUS-28")
def test_alone_coins_may_be_spent_before_the_choice_too() -> None:
    history = put(start(1, "w-o4 y-d2 p-i4", order="printed"), 0, coins=2)
    play_on(history, "0 blocks, 0 fill single R a1, 0 take y-d2")
    assert look(history).phase == "activities"
    assert pending(history) == {"single": 1}


@pytest.mark.clause("LOCUS-18")
def test_together_nobody_fills_in_before_all_have_chosen() -> None:
    history = start(3, THREE, "0 take y-d2")
    assert history.position.active == [1]
    put(history, 1, coins=3)
    assert {word.split()[0] for word in words(history, 1)} == {"take"}
    assert refusal(history, 1, "blocks") == "draft-first"


@pytest.mark.clause("LOCUS-18")
@pytest.mark.parametrize(("played_by", "written"), [("printed", "together"), ("together", "printed")])
def test_a_record_whose_steps_follow_the_other_order_is_refused_with_the_step(played_by: str, written: str) -> None:
    record = played(Case("locus", 2, (("order", played_by),)), "random", 3).record()
    with pytest.raises(BadRecord, match=r"^step \d+: ") as caught:
        replay(msgspec.structs.replace(record, options={"order": written}), GAME)
    assert caught.value.step == 4, "the star, the deck, the first card, and then the first difference"
