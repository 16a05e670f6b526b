"""LOKUS: the components, the deal, and what each seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.lokus.rounds import FOUR_CLEANING_CARDS
from games.lokus.script import ALL_CARDS, GAME, deal, play, play_on, play_turns, rolls, split, view_of
from games.refusals import refusal
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.game import SPECTATOR
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from locarium.kernel.history import History

at_every_table = pytest.mark.parametrize("seats", [3, 4, 5])
TWO_TURNS = "y1 b3 e11 row 1 row 1, g2 g3 r10 row 1"  # with b6 and r7 in the rows, seat 2 cleans row 1 with the red 10


def assert_same_for(observer: int, one: History, other: History) -> None:
    """Check that two games that differ only in hidden information look the same, byte for byte."""
    assert one.texts() != other.texts()
    assert one.texts(observer) == other.texts(observer)
    assert view_of(one, observer) == view_of(other, observer)
    states = [history.position.concealed(observer).words.tobytes() for history in (one, other)]
    assert states[0] == states[1]


@pytest.mark.clause("LOKUS-01")
def test_there_are_72_cards() -> None:
    assert len(ALL_CARDS) == len(set(ALL_CARDS)) == 72
    assert {card[0] for card in ALL_CARDS} == set("rygboe")
    assert {card[1:] for card in ALL_CARDS} == {str(number) for number in range(1, 13)}
    stocks = ("r1 y1 g1 b1", "g12 b12 o12 e12")
    everything = [play(deal(6, "b6 r7", hand=11, stock=stock), crowd=True, hand=11) for stock in stocks]
    dealt = {card for history in everything for seat in range(6) for card in view_of(history, seat).hand}
    assert dealt | {"b6", "r7"} == set(ALL_CARDS)


@pytest.mark.clause("LOKUS-01")
@pytest.mark.parametrize("wrong", ["r0", "r13", "p1", "R1", "r01", "r", "1"])
def test_unknown_cards_are_rejected(wrong: str) -> None:
    with pytest.raises(BadNotation, match=wrong):
        play(deal(3, "b6 r7").replace("/ r1 ", f"/ {wrong} "))


@pytest.mark.clause("LOKUS-01")
def test_duplicate_card_is_rejected() -> None:
    with pytest.raises(BadNotation, match="'y1'"):
        play(deal(3, "b6 r7").replace("/ r1 y1 ", "/ y1 y1 "))
    with pytest.raises(BadNotation, match="'r1'"):
        play(deal(3, "b6 r7").replace("b6 r7", "r1 r7"))


@pytest.mark.clause("LOKUS-01", "LOKUS-03")
@at_every_table
def test_setup_has_two_rows_and_five_cleaning_cards(seats: int) -> None:
    view = view_of(play(deal(seats, "b6 r7")))
    assert view.rows == [["b6"], ["r7"]]
    assert view.ready == 5
    assert [place.now.cleaning for place in view.places] == [0] * seats


@pytest.mark.clause("LOKUS-02", "LOKUS-20")
@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 6, 7])
def test_unsupported_player_counts_are_rejected(seats: int) -> None:
    with pytest.raises(BadInput, match=rf"is for 3 to 5 players, not {seats}"):
        Setup(GAME, seats)


@pytest.mark.clause("LOKUS-02")
@at_every_table
def test_three_to_five_can_play(seats: int) -> None:
    assert len(view_of(play(deal(seats, "b6 r7"))).places) == seats


@pytest.mark.clause("LOKUS-03")
@pytest.mark.parametrize(("seats", "stock"), [(3, 40), (4, 30), (5, 20)])
def test_ten_cards_are_dealt_to_each_seat(seats: int, stock: int) -> None:
    history = play(deal(seats, "b6 r7"))
    for seat in range(seats):
        view = view_of(history, seat)
        assert len(view.hand) == 10
        assert [place.held for place in view.places] == [10] * seats
        assert (view.stock, view.away) == (stock, 0)
        assert (view.number, view.rounds, view.turn, view.turns) == (1, 3, 1, 10)
    assert history.position.active == list(range(seats)), "all choose at the same time"


@pytest.mark.clause("LOKUS-03")
@at_every_table
def test_every_shuffle_is_possible(seats: int) -> None:
    """The first card dealt can be any of the 72, the next any of the other 71, and so on."""
    assert Setup(GAME, seats).begin().radices() == list(range(72, 72 - 10 * seats - 2, -1))


@pytest.mark.clause("LOKUS-03")
@pytest.mark.parametrize("card", ALL_CARDS)
def test_every_card_can_be_dealt_anywhere(card: str) -> None:
    others = [other for other in ("r1", "y5", "e12") if other != card][:2]
    for text in (
        deal(3, f"{card} {others[0]}"),
        deal(3, f"{others[0]} {card}"),
        deal(3, " ".join(others), hands={0: card}),
        deal(3, " ".join(others), hands={2: card}),
    ):
        assert play(text).texts() == [(None, text)]


@pytest.mark.clause("LOKUS-03", "LOKUS-19")
def test_rolls_and_cleaning_cards_are_returned_but_minus_points_stay() -> None:
    history = play_turns(FOUR_CLEANING_CARDS.rows, FOUR_CLEANING_CARDS.turns)
    assert view_of(history).places[0].past[0].cleaning == 4
    assert history.position.chance_is_due
    totals = history.position.scores()
    assert totals[1] > 0
    play_on(history, deal(3, "b10 g4"))
    view = view_of(history)
    assert (view.number, view.turn, view.ready, view.stock, view.away) == (2, 1, 5, 40, 0)
    assert view.rows == [["b10"], ["g4"]]
    for place, total in zip(view.places, totals, strict=True):
        assert (place.now.rolls, place.now.cleaning, place.now.minus, place.held) == (0, 0, 0, 10)
        assert (place.shown, place.fate, place.cleaned, place.has_chosen) == (None, None, False, False)
        assert place.total == total


@pytest.mark.clause("LOKUS-03")
def test_round_is_dealt_only_when_due() -> None:
    history = play(deal(3, "b6 r7"))
    assert refusal(history, None, deal(3, "b6 r7")) == "chance-not-due"
    assert refusal(history, 3, "play r1") == "no-such-seat"
    history.undo_to(0)
    assert refusal(history, 0, "play r1") == "chance-due"


@pytest.mark.clause("LOKUS-05")
def test_seat_sees_its_hand_rows_counts_and_revealed_cards() -> None:
    hands = {0: "y1 g2 e2 r3 y3 b4 o5 e6 g8 b12", 1: "r5"}
    history = play_turns("b6 r7", TWO_TURNS, hands)
    history.play_text(1, "play r5")
    view = view_of(history, 0)
    assert view.hand == ["e2", "r3", "y3", "b4", "o5", "e6", "g8", "b12"]
    assert view.rows == [["r10"], ["r7"]]
    assert (view.stock, view.away, view.ready) == (40, 4, 4)
    assert [place.held for place in view.places] == [8, 8, 8]
    assert [place.now.rolls for place in view.places] == [0, 2, 0]
    assert [place.now.cleaning for place in view.places] == [0, 0, 1]
    assert [place.has_chosen for place in view.places] == [False, True, False]
    assert [place.shown for place in view.places] == ["g2", "g3", "r10"]
    assert view.active == [0, 2]


@pytest.mark.clause("LOKUS-05")
def test_every_revealed_card_stays_known() -> None:
    """Samples never deal a card that was already on the table."""
    history = play_turns("b6 r7", TWO_TURNS)
    revealed = {"b6", "r7", *(card for cards, _ in split(TWO_TURNS) for card in cards)}
    rng = new_rng(1)
    for _ in range(50):
        possible = history.position.concealed(SPECTATOR).sampled(rng)
        hands = {card for seat in range(3) for card in GAME.view(possible.concealed(seat)).hand}
        assert len(hands) == 24
        assert not hands & revealed


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize("observer", [0, 1, 2, SPECTATOR])
def test_other_hands_and_the_stock_are_hidden(observer: int) -> None:
    """Games with other hands and another stock look the same."""
    more = " e2 r3 y3 b4 o5 e6 g8 b12"
    hands = (
        {} if observer == SPECTATOR else {observer: " ".join(cards[observer] for cards, _ in split(TWO_TURNS)) + more}
    )
    one = play(deal(3, "b6 r7", TWO_TURNS, hands), TWO_TURNS)
    other = play(deal(3, "b6 r7", TWO_TURNS, hands, stock="r1 g1 b1 o1 e1 r2 y2 b2"), TWO_TURNS)
    assert_same_for(observer, one, other)


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
@pytest.mark.parametrize("observer", [1, 2, SPECTATOR])
def test_choice_is_hidden_until_all_have_chosen(observer: int) -> None:
    one, other = (play(deal(3, "b6 r7", hands={0: "y1 o9"})) for _ in range(2))
    one.play_text(0, "play y1")
    other.play_text(0, "play o9")
    assert one.position.sealed == [0]
    assert_same_for(observer, one, other)
    place = view_of(one, observer).places[0]
    assert (place.has_chosen, place.choice, place.shown) == (True, None, None)
    assert one.texts(observer)[-1] == (0, "play ?")
    assert view_of(one, 0).places[0].choice == "y1"
    assert one.texts(0)[-1] == (0, "play y1")


@pytest.mark.clause("LOKUS-05")
def test_record_of_one_seat_hides_the_rest() -> None:
    history = play_turns("b6 r7", "y1 b3 e11 row 1 row 1", {0: "y1 g2 e2 r3 y3 b4 o5 e6 g8 b12"})
    turn = [(0, "play y1"), (1, "play b3"), (2, "play e11"), (0, "row 1"), (2, "row 1")]
    assert history.texts(0) == [(None, "deal / y1 g2 e2 r3 y3 b4 o5 e6 g8 b12 / ? / ? / b6 r7"), *turn]
    assert history.texts(SPECTATOR) == [(None, "deal / ? / ? / ? / b6 r7"), *turn]
    assert history.record(0).is_redacted


@pytest.mark.clause("LOKUS-05")
def test_spectator_sees_no_hand() -> None:
    view = view_of(play(deal(4, "b6 r7")), SPECTATOR)
    assert (view.observer, view.hand) == (None, [])
    assert [place.held for place in view.places] == [10] * 4


@pytest.mark.clause("LOKUS-05")
def test_concealed_state_determines_the_legal_steps() -> None:
    history = play(deal(3, "b6 r7"))
    for seat in range(3):
        assert history.position.concealed(seat).legal_texts(seat) == history.position.legal_texts(seat)


@pytest.mark.clause("LOKUS-05", "LOKUS-16")
@pytest.mark.parametrize("observer", [0, 1, 2, SPECTATOR])
def test_second_roll_is_never_revealed(observer: int) -> None:
    """Rolls are only counted. The top card of the stock changes nothing for any observer, whether taken or not."""
    turns = "r1 b3 r12"  # with r6 and r7 in the rows, neither takes a red card
    hands = {
        0: "r1 y2 g2 b2 o2 e2 y3 g3 o3 e3",
        1: "b3 y4 g4 b4 o4 e4 y5 g5 b5 o5",
        2: "r12 y8 g8 b8 o8 e8 y9 g9 b9 o9",
    }
    history = play(deal(3, "r6 r7", turns, hands), turns)
    view = view_of(history, observer)
    assert [place.now.rolls for place in view.places] == [2, 1, 2]
    assert [place.fate for place in view.places] == ["two-rolls", "roll", "two-rolls"]
    assert view.stock == 38
    stock = set(ALL_CARDS) - {card for hand in hands.values() for card in hand.split()} - {"r6", "r7"}
    assert len(stock) == 40
    words = str(view).replace("'", " ").split()
    assert not stock & set(words)
    assert history.texts(observer)[1:] == [(0, "play r1"), (1, "play b3"), (2, "play r12")], "it isn't a step either"
    assert rolls(history) == [2, 1, 2]
