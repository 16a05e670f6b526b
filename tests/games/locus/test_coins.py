"""LOCUS: earning and spending coins."""

from __future__ import annotations

import pytest

from games.locus.script import (
    SMALL,
    coins,
    drafted,
    legal,
    pending,
    play_on,
    play_turn,
    play_turns,
    put,
    sheet_of,
    start,
    view_of,
)
from games.refusals import refusal


@pytest.mark.clause("LOCUS-07")
def test_coin_on_a_card_is_earned_when_taken() -> None:
    history = start(2, "y-d2 y-i4 y-l4", "0 take y-d2")
    assert (coins(history), coins(history, 1)) == (2, 1)
    play_on(history, "1 take y-i4, 0 fill card Y b1 c1")
    assert (coins(history), coins(history, 1)) == (2, 1)


@pytest.mark.clause("LOCUS-07", "LOCUS-14")
def test_coin_of_a_card_can_make_that_card_wild() -> None:
    history = put(start(2, "y-d2 y-i4 y-l4"), 0, coins=0)
    play_on(history, "0 take y-d2, 1 take y-i4, 0 fill card R a1 b1")
    assert coins(history) == 0


@pytest.mark.clause("LOCUS-06", "LOCUS-07")
@pytest.mark.parametrize("card", ["y-d2", "y-i4"])
def test_discarding_a_card_earns_two_coins_in_total(card: str) -> None:
    history = start(2, f"{card} p-i4 p-l4")
    before = coins(history)
    play_on(history, f"0 take {card}, 1 take p-i4, 0 discard")
    assert coins(history) == before + 2
    assert sheet_of(history).filled == {zone: [] for zone in "YPRGB"}


@pytest.mark.clause("LOCUS-07")
@pytest.mark.parametrize(
    ("option", "taken", "filled", "discarded"),
    [("combined", 1, 1, 2), ("english", 1, 1, 3), ("german", 0, 1, 2)],
)
def test_value_of_a_card_with_a_coin_depends_on_the_option(
    option: str, taken: int, filled: int, discarded: int
) -> None:
    def gained(steps: str) -> int:
        history = start(2, "y-d2 y-i4 y-l4", coins=option)
        before = coins(history)
        return coins(play_on(history, steps)) - before

    assert gained("0 take y-d2") == taken
    assert gained("0 take y-d2, 1 take y-i4, 0 fill card Y b1 c1") == filled
    assert gained("0 take y-d2, 1 take y-i4, 0 discard") == discarded


@pytest.mark.clause("LOCUS-06", "LOCUS-07")
@pytest.mark.parametrize("option", ["combined", "english", "german"])
def test_discarding_a_card_without_a_coin_earns_two_coins(option: str) -> None:
    history = start(2, "y-i4 p-i4 p-l4", "0 take y-i4, 1 take p-i4", coins=option)
    assert sheet_of(history).discard_coins == 2
    assert coins(play_on(history, "0 discard")) == 3


@pytest.mark.clause("LOCUS-07")
@pytest.mark.parametrize(("option", "expected"), [("combined", 1), ("english", 2), ("german", 2)])
def test_sheet_shows_the_coins_of_a_discard(option: str, expected: int) -> None:
    history = start(2, "y-d2 p-i4 p-l4", "0 take y-d2, 1 take p-i4", coins=option)
    assert sheet_of(history).discard_coins == expected
    put(history, 0, coins=19)
    assert sheet_of(history).discard_coins == 1, "there is one circle left"


@pytest.mark.clause("LOCUS-07", "LOCUS-14")
def test_german_option_does_not_let_a_coin_make_its_own_card_wild() -> None:
    history = put(start(2, "y-d2 y-i4 y-l4", coins="german"), 0, coins=0)
    play_on(history, "0 take y-d2, 1 take y-i4")
    assert legal(history, "fill card R") == []
    assert refusal(history, 0, "fill card R a1 b1") == "not-enough-coins"


@pytest.mark.clause("LOCUS-07", "LOCUS-16")
@pytest.mark.parametrize("option", ["combined", "english", "german"])
def test_leftover_gives_its_coin_with_every_option(option: str) -> None:
    history = start(2, "y-i4 p-i4 w-d2", "0 take y-i4, 1 take p-i4", coins=option)
    put(history, 0, coins=3)
    play_on(history, "0 fill leftover R a1 b1")
    assert coins(history) == 1


@pytest.mark.clause("LOCUS-13")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_every_seat_starts_with_one_coin(seats: int) -> None:
    assert [(place.earned, place.crossed, place.coins) for place in view_of(start(seats)).places] == [(1, 0, 1)] * seats


@pytest.mark.clause("LOCUS-13")
def test_circle_is_filled_once_and_crossed_off_once() -> None:
    history = drafted("y-i4 p-i4 r-u5", "0 discard, 0 blocks, 0 fill single R f1")
    place = sheet_of(history)
    assert (place.earned, place.crossed, place.coins) == (4, 2, 2)


@pytest.mark.clause("LOCUS-13")
def test_further_coins_are_lost_when_all_circles_are_filled() -> None:
    sheet = view_of(start(2)).sheet
    assert sheet is not None
    assert sheet.circles == 20
    history = drafted("y-i4 p-i4 r-u5", coins=19)
    play_on(history, "0 discard")
    assert (sheet_of(history).earned, coins(history)) == (20, 20), "one of two is lost"
    play_on(history, "0 blocks, 0 fill single R f1")
    place = sheet_of(history)
    assert (place.earned, place.crossed, place.coins) == (20, 2, 18), "circles crossed off are not filled again"


@pytest.mark.clause("LOCUS-13", "LOCUS-07")
def test_coins_of_cards_and_leftovers_are_lost_when_circles_are_full() -> None:
    history = put(start(2, "y-m1 y-i3 w-m1", edition=SMALL), 0, coins=14)
    play_on(history, "0 take y-m1, 1 take y-i3, 0 fill leftover R a1")
    place = sheet_of(history)
    assert (place.earned, place.crossed) == (14, 3)
    play_on(history, "0 discard")
    assert sheet_of(history).earned == 14


@pytest.mark.clause("LOCUS-13")
def test_coins_are_limited_by_the_circles() -> None:
    """A seat that always discards has filled all circles of the small sheet after seven turns."""
    history = play_turns(start(2, edition=SMALL), 10)
    assert [(place.earned, place.coins) for place in view_of(history).places] == [(14, 14)] * 2


@pytest.mark.clause("LOCUS-14")
def test_one_coin_makes_a_card_wild() -> None:
    history = drafted("y-i3 p-i4 r-u5", coins=1)
    assert {step.split()[2] for step in legal(history, "fill card ")} == set("YPRGB")
    play_on(history, "0 fill card B a1 b1 c1")
    assert (coins(history), sheet_of(history).filled["B"]) == (0, ["a1", "b1", "c1"])


@pytest.mark.clause("LOCUS-14")
def test_one_coin_makes_a_double_block_wild() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 fill card Y d1 d2 d3", coins=1)
    assert {step.split()[2] for step in legal(history, "fill double-r ")} == set("YPRGB")
    play_on(history, "0 fill double-r P a3 b3")
    assert (coins(history), pending(history)) == (0, {})


@pytest.mark.clause("LOCUS-14")
def test_shape_in_its_own_zone_costs_nothing() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 fill card Y d1 d2 d3, 0 fill double-r R a1 b1", coins=1)
    assert coins(history) == 1


@pytest.mark.clause("LOCUS-14")
def test_shape_in_another_zone_needs_a_coin() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 fill card Y d1 d2 d3", coins=0)
    assert {step.split()[2] for step in legal(history, "fill ")} == {"R"}
    assert refusal(history, 0, "fill double-r P a3 b3") == "not-enough-coins"


@pytest.mark.clause("LOCUS-15")
def test_two_coins_buy_two_singles_in_any_zones() -> None:
    history = drafted("y-i4 p-i4 r-u5", coins=2)
    play_on(history, "0 blocks")
    assert (coins(history), pending(history)) == (0, {"single": 2})
    play_on(history, "0 fill single B a1")
    assert "fill single B a2" in legal(history), "the second may touch the first"
    play_on(history, "0 fill single R e4")
    assert pending(history) == {}
    assert (sheet_of(history).filled["B"], sheet_of(history).filled["R"]) == (["a1"], ["e4"])


@pytest.mark.clause("LOCUS-15")
def test_blocks_can_be_bought_repeatedly() -> None:
    history = drafted("y-i4 p-i4 r-u5", "0 blocks, 0 blocks, 0 blocks", coins=7)
    assert (coins(history), pending(history)) == (1, {"single": 6})
    assert refusal(history, 0, "blocks") == "not-enough-coins"


@pytest.mark.clause("LOCUS-15")
def test_blocks_cannot_be_bought_without_an_empty_square() -> None:
    history = drafted("y-i4 p-i4 r-u5", coins=4)
    sheet = view_of(history).sheet
    assert sheet is not None
    every = {zone.colour: " ".join(zone.squares) for zone in sheet.zones}
    put(history, 0, every | {"R": "a1-f5 a6-e6"})
    assert "blocks" in legal(history), "f6 of red is empty"
    put(history, 0, {"R": "f6"})
    assert refusal(history, 0, "blocks") == "no-room-for-blocks"
    assert legal(history) == ["discard"]


@pytest.mark.clause("LOCUS-16")
def test_three_coins_buy_the_leftover() -> None:
    history = drafted("y-i4 p-i4 r-o4", coins=3)
    play_on(history, "0 fill leftover R a1 a2 b1 b2")
    place = sheet_of(history)
    assert (place.coins, place.has_bought, place.must_use_card) == (0, True, True)
    assert place.filled["R"] == ["a1", "a2", "b1", "b2"]


@pytest.mark.clause("LOCUS-16")
def test_leftover_can_be_bought_only_after_the_draft() -> None:
    history = put(start(2, "y-i4 p-i4 r-o4", "0 take y-i4"), 1, coins=9)
    assert all(step.startswith("take ") for step in legal(history, seat=1))
    assert refusal(history, 1, "fill leftover R a1 a2 b1 b2") == "draft-first"


@pytest.mark.clause("LOCUS-16")
def test_each_seat_can_buy_the_leftover_once_per_turn() -> None:
    history = drafted("y-i4 p-i4 r-o4", coins=7)
    play_on(history, "0 fill leftover R a1 a2 b1 b2")
    assert refusal(history, 0, "fill leftover R c1 c2 d1 d2") == "leftover-is-used"
    assert view_of(history).leftover == "r-o4", "the card stays for the others"
    play_on(history, "1 fill leftover R a1 a2 b1 b2")
    play_turn(history)
    assert view_of(history).turn == 2
    assert [place.has_bought for place in view_of(history).places] == [False, False], "a new turn, a new leftover"


@pytest.mark.clause("LOCUS-16")
def test_leftover_needs_all_coins_in_advance() -> None:
    history = drafted("y-i4 p-i4 w-d2", coins=2)
    assert refusal(history, 0, "fill leftover R a1 b1") == "not-enough-coins"
    put(history, 0, coins=3)
    play_on(history, "0 fill leftover R a1 b1")
    assert coins(history) == 1, "its coin is earned afterwards"


@pytest.mark.clause("LOCUS-16", "LOCUS-07")
def test_buyer_earns_the_coin_of_the_leftover() -> None:
    history = drafted("y-i4 p-i4 w-d2", coins=3)
    play_on(history, "1 fill leftover R a1 b1")
    assert (coins(history, 0), coins(history, 1)) == (3, 1)


@pytest.mark.clause("LOCUS-17")
def test_four_coins_buy_the_leftover_as_a_wild_shape() -> None:
    history = drafted("y-i4 p-i4 r-o4", coins=3)
    assert {step.split()[2] for step in legal(history, "fill leftover ")} == {"R"}
    assert refusal(history, 0, "fill leftover B a1 a2 b1 b2") == "not-enough-coins"
    put(history, 0, coins=4)
    assert {step.split()[2] for step in legal(history, "fill leftover ")} == set("YPRGB") - {"G"}
    play_on(history, "0 fill leftover B a1 a2 b1 b2")
    assert coins(history) == 0


@pytest.mark.clause("LOCUS-17")
def test_wild_leftover_costs_three_coins_in_any_zone() -> None:
    history = drafted("y-i4 p-i4 w-o4", "0 fill leftover B a1 a2 b1 b2", coins=3)
    assert coins(history) == 0


@pytest.mark.clause("LOCUS-17")
def test_coin_effects_can_be_combined() -> None:
    """A wild card, a wild leftover, two singles and a wild double cost 1 + 4 + 2 + 1 coins."""
    history = drafted("y-i3 p-i4 r-i3", coins=8)
    play_on(history, "0 fill card R a1 b1 c1, 0 fill leftover Y d1 d2 d3, 0 fill double-r P a3 b3")
    play_on(history, "0 blocks, 0 fill single G d4, 0 fill single B a1")
    assert coins(history) == 0
