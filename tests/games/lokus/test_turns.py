"""LOKUS: choosing, placing, rolls and cleaning."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from games.lokus.script import ALL_CARDS, deal, fates, play, play_turns, rolls, rows, view_of
from games.refusals import refusal
from locarium.kernel.game import SPECTATOR

# Row 1 gets r2 y3 g4 b5, row 2 gets r9 y8. After two turns, the next lowest card cleans row 1 if it fits.
START = "r2 r9"
FOUR_IN_ROW_1 = "y3 b3 g4 row 1 row 1, b5 e5 y8 row 1"


@pytest.mark.clause("LOKUS-06")
def test_cards_are_revealed_when_all_have_chosen() -> None:
    history = play(deal(3, "b6 r7", hands={0: "y1", 1: "b3", 2: "e11"}))
    assert history.position.active == [0, 1, 2]
    for seat, card, left in ((1, "b3", [0, 2]), (0, "y1", [2])):
        history.play_text(seat, f"play {card}")
        assert history.position.active == left
        for observer in (*range(3), SPECTATOR):
            assert [place.shown for place in view_of(history, observer).places] == [None] * 3
        assert [place.held for place in view_of(history).places] == [10] * 3, "a card leaves the hand when revealed"
    history.play_text(2, "play e11")
    for observer in (*range(3), SPECTATOR):
        assert [place.shown for place in view_of(history, observer).places] == ["y1", "b3", "e11"]
        assert [place.has_chosen for place in view_of(history, observer).places] == [False] * 3
    assert [place.held for place in view_of(history).places] == [9] * 3


@pytest.mark.clause("LOKUS-06")
def test_only_cards_in_your_hand_can_be_chosen() -> None:
    hand = "r1 e2 b3 y5 g5 o8 r9 e10 r12 e12"
    history = play(deal(3, "b6 r7", hands={1: hand, 2: "y1"}))
    assert history.position.legal_texts(1) == [f"play {card}" for card in hand.split()]
    for card in ("y1", "b6", "o12"):  # in another hand, in a row, in the stock
        assert refusal(history, 1, f"play {card}") == "card-not-in-hand"
    assert refusal(history, 1, "row 1") == "choose-first"


@pytest.mark.clause("LOKUS-06")
def test_card_is_played_once() -> None:
    history = play_turns("b6 r7", "y1 b3 e11 row 1 row 1")
    for seat, card in enumerate(("y1", "b3", "e11")):
        assert refusal(history, seat, f"play {card}") == "card-not-in-hand"


@pytest.mark.clause("LOKUS-06")
def test_seat_cannot_choose_twice() -> None:
    """The table handles changed choices. They are not steps."""
    history = play(deal(3, "b6 r7", hands={0: "y1 o9"}))
    history.play_text(0, "play y1")
    assert refusal(history, 0, "play o9") == "not-your-turn"
    assert history.position.legal_texts(0) == []


@pytest.mark.clause("LOKUS-08")
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(ALL_CARDS)))
def test_cards_are_ordered_by_number_then_colour(lower: str, higher: str) -> None:
    """Each card is lower than the next, so its seat places first."""
    free = [card for card in ("r1", "e12", "b6") if card not in (lower, higher)]
    for cards in ((lower, higher), (higher, lower)):
        state = play_turns(" ".join(free[:2]), " ".join(cards), crowd=True).position.fields
        assert state.lowest_seat == cards.index(lower)
        assert state.highest_seat == cards.index(higher)


@pytest.mark.clause("LOKUS-08")
@pytest.mark.parametrize("cards", ["r7 y7 g7", "y7 g7 b7", "g7 b7 o7", "b7 o7 e7", "e6 r7 y7", "o6 e6 r7", "e1 e2 r12"])
def test_middle_card_becomes_a_roll(cards: str) -> None:
    between = cards.split()[1]
    for order in permutations(cards.split()):
        history = play(deal(3, "r1 e12" if "r12" not in cards else "b4 b5", turns=" ".join(order)))
        for seat, card in enumerate(order):
            history.play_text(seat, f"play {card}")
        while len(history.position.active) == 1:
            history.play_text(history.position.active[0], "row 1")
        assert [seat for seat, fate in enumerate(fates(history)) if fate == "roll"] == [order.index(between)]


@pytest.mark.clause("LOKUS-09")
@pytest.mark.parametrize("order", list(permutations(("y1", "b3", "e11"))))
def test_lowest_card_is_placed_before_the_highest(order: tuple[str, ...]) -> None:
    history = play_turns("b6 r7", " ".join(order))
    lowest, highest = order.index("y1"), order.index("e11")
    assert history.position.active == [lowest]
    assert view_of(history).placing == lowest
    assert refusal(history, highest, "row 1") == "not-your-turn"
    history.play_text(lowest, "row 1")
    assert view_of(history).placing == highest
    assert rows(history) == ["b6 y1", "r7"]
    history.play_text(highest, "row 2")
    assert rows(history) == ["b6 y1", "r7 e11"]
    assert view_of(history).placing is None
    assert history.position.active == [0, 1, 2], "the next turn"
    assert view_of(history).turn == 2


@pytest.mark.clause("LOKUS-10")
def test_seat_must_choose_one_of_two_fitting_rows() -> None:
    history = play_turns("b6 r7", "y1 b3 e11")
    assert history.position.legal_texts(0) == ["row 1", "row 2"]
    assert refusal(history, 0, "play r1") == "place-first"
    assert fates(history) == [None, None, None], "nothing is decided before"


@pytest.mark.clause("LOKUS-10")
@pytest.mark.parametrize(
    ("lowest", "at"),
    [("b1", "row-2"), ("r1", "row-1"), ("y4", "row-2"), ("y5", "row-1")],  # at b4 r5: by colour, by number
)
def test_single_fitting_row_needs_no_step(lowest: str, at: str) -> None:
    history = play_turns("b4 r5", f"{lowest} e6 g12")
    assert fates(history) == [at, None, None]
    assert history.position.active == [2]
    assert history.texts()[1:] == [(0, f"play {lowest}"), (1, "play e6"), (2, "play g12")]


@pytest.mark.clause("LOKUS-10")
def test_all_cards_in_a_row_block_their_number_and_colour() -> None:
    history = play_turns(START, f"{FOUR_IN_ROW_1}, y2 e6 g10")
    # y2: row 1 has yellow and a 2, row 2 has yellow; g10: row 1 has green, row 2 takes it
    assert fates(history) == ["two-rolls", "roll", "row-2"]
    assert rows(history) == ["r2 y3 g4 b5", "r9 y8 g10"]


@pytest.mark.clause("LOKUS-10", "LOKUS-11")
@pytest.mark.parametrize("card", ["r1", "r8", "r12"])
def test_card_without_a_fitting_row_needs_no_step(card: str) -> None:
    """With r6 and r7 in the rows, no red card fits."""
    others = {"r1": "e3 g12", "r8": "y1 e3", "r12": "y1 e3"}[card]
    history = play_turns("r6 r7", f"{card} {others}")
    while len(history.position.active) == 1:
        history.play_text(history.position.active[0], "row 2")
    assert fates(history)[0] == "two-rolls"
    assert all(seat != 0 or text.startswith("play") for seat, text in history.texts())


@pytest.mark.clause("LOKUS-11")
def test_seat_that_cannot_place_takes_two_rolls() -> None:
    history = play_turns("r6 r7", "r1 b3 r12")
    assert fates(history) == ["two-rolls", "roll", "two-rolls"]
    assert rolls(history) == [2, 1, 2]
    assert rows(history) == ["r6", "r7"]
    assert (view_of(history).stock, view_of(history).away) == (38, 0), "each second roll comes from the stock"


@pytest.mark.clause("LOKUS-12")
@pytest.mark.parametrize("turn", ["y1 b3 e11", "y1 b3 b4 e11", "y1 b3 b4 g9 e11"])
def test_all_other_seats_take_one_roll(turn: str) -> None:
    history = play_turns("b6 r7", f"{turn} row 1 row 2")
    others = len(turn.split()) - 2
    assert fates(history) == ["row-1", *["roll"] * others, "row-2"]
    assert rolls(history) == [0, *[1] * others, 0]
    assert view_of(history).stock == 72 - 2 - 10 * (others + 2), "the card itself is the roll"


@pytest.mark.clause("LOKUS-12")
def test_rolls_add_up() -> None:
    history = play_turns("r6 r7", "r1 b3 r12, r2 g3 r11, b4 e3 o10 row 1 row 2")
    assert rolls(history) == [4 + 1, 1 + 1 + 0, 4 + 0]


@pytest.mark.clause("LOKUS-13")
def test_lowest_card_can_block_a_row_for_the_highest() -> None:
    turn = "y1 b3 y12"
    assert fates(play_turns("b6 r7", f"{turn} row 1")) == ["row-1", "roll", "row-2"]
    assert fates(play_turns("b6 r7", f"{turn} row 2")) == ["row-2", "roll", "row-1"]
    assert fates(play_turns("b6 y7", f"{turn}")) == ["row-1", "roll", "two-rolls"], "or both"


@pytest.mark.clause("LOKUS-13", "LOKUS-14")
def test_cleaned_row_takes_a_card_it_refused_before() -> None:
    turn = "o1 e6 r12"  # both rows have red
    cleaned = play_turns(START, f"{FOUR_IN_ROW_1}, {turn} row 1")
    assert rows(cleaned) == ["o1 r12", "r9 y8"]
    assert fates(cleaned) == ["row-1", "roll", "row-1"]
    not_cleaned = play_turns(START, f"{FOUR_IN_ROW_1}, {turn} row 2")
    assert rows(not_cleaned) == ["r2 y3 g4 b5", "r9 y8 o1"]
    assert fates(not_cleaned) == ["row-2", "roll", "two-rolls"]


@pytest.mark.clause("LOKUS-13", "LOKUS-14")
def test_cleaned_row_refuses_a_card_it_took_before() -> None:
    turn = "o1 e6 o12"  # no row has orange
    cleaned = play_turns(START, f"{FOUR_IN_ROW_1}, {turn} row 1")
    assert rows(cleaned) == ["o1", "r9 y8 o12"]
    assert fates(cleaned) == ["row-1", "roll", "row-2"]
    not_cleaned = play_turns(START, f"{FOUR_IN_ROW_1}, {turn} row 2")
    assert rows(not_cleaned) == ["o12", "r9 y8 o1"], "here the highest card is the fifth"


@pytest.mark.clause("LOKUS-13", "LOKUS-14")
def test_cleaning_a_row_can_give_the_highest_card_a_choice() -> None:
    """The green 12 fits one row at first, and both rows once row 1 is cleaned."""
    history = play_turns(START, f"{FOUR_IN_ROW_1}, o1 e6 g12 row 1")
    assert history.position.active == [2]
    assert history.position.legal_texts(2) == ["row 1", "row 2"]
    other = play_turns(START, f"{FOUR_IN_ROW_1}, o1 e6 g12 row 2")
    assert fates(other) == ["row-2", "roll", "row-2"]


@pytest.mark.clause("LOKUS-14")
def test_fifth_card_cleans_the_row_and_stays() -> None:
    before = play_turns(START, FOUR_IN_ROW_1)
    assert rows(before) == ["r2 y3 g4 b5", "r9 y8"]
    assert (view_of(before).ready, view_of(before).away) == (5, 0), "four cards are not enough"
    history = play_turns(START, f"{FOUR_IN_ROW_1}, o1 e6 r12 row 1")
    view = view_of(history)
    assert view.rows[0][0] == "o1"
    assert (view.ready, view.away) == (4, 4)
    assert [place.now.cleaning for place in view.places] == [1, 0, 0]
    assert [place.cleaned for place in view.places] == [True, False, False]


@pytest.mark.clause("LOKUS-14")
def test_highest_card_can_clean_a_row() -> None:
    history = play_turns(START, f"{FOUR_IN_ROW_1}, y1 e6 o12 row 1")  # both rows have yellow
    view = view_of(history)
    assert [place.fate for place in view.places] == ["two-rolls", "roll", "row-1"]
    assert view.rows == [["o12"], ["r9", "y8"]]
    assert [place.now.cleaning for place in view.places] == [0, 0, 1]
    assert (view.stock, view.away) == (39, 4)


@pytest.mark.clause("LOKUS-14")
def test_both_rows_can_be_cleaned_in_one_turn() -> None:
    turns = f"{FOUR_IN_ROW_1}, g7 b7 b10, o1 e6 e12 row 1 row 2"
    before = play_turns(START, turns.rpartition(",")[0])
    assert rows(before) == ["r2 y3 g4 b5", "r9 y8 g7 b10"]
    history = play_turns(START, turns)
    view = view_of(history)
    assert view.rows == [["o1"], ["e12"]]
    assert (view.ready, view.away) == (3, 8)
    assert [place.now.cleaning for place in view.places] == [1, 0, 1]
    assert [place.cleaned for place in view.places] == [True, False, True]


@pytest.mark.clause("LOKUS-14")
def test_row_can_be_cleaned_again() -> None:
    """Its first card counts, so four more are needed."""
    turns = f"{FOUR_IN_ROW_1}, o1 e6 r12 row 1, y2 e4 g11 row 1, b4 o5 e10 row 1 row 2"
    history = play_turns(START, turns)
    # the first cleaning leaves o1 and r12; then come y2, g11 and b4 as the fifth
    assert rows(history) == ["b4", "r9 y8 e10"]
    assert [place.now.cleaning for place in view_of(history).places] == [2, 0, 0]
    assert view_of(history).away == 8


@pytest.mark.clause("LOKUS-14")
def test_only_the_latest_card_is_marked_as_cleaning() -> None:
    cleaned = f"{FOUR_IN_ROW_1}, o1 e6 r12 row 1"
    assert [place.cleaned for place in view_of(play_turns(START, cleaned)).places] == [True, False, False]
    later = view_of(play_turns(START, f"{cleaned}, y2 e4 g11 row 1"))
    assert [place.cleaned for place in later.places] == [False, False, False]
    assert [place.now.cleaning for place in later.places] == [1, 0, 0], "the card stays"
