"""LOKUS: the options `hand` and `crowd`."""

from __future__ import annotations

import pytest

from games.lokus.rounds import MORE_CLEANING_CARDS_THAN_ROLLS
from games.lokus.script import GAME, deal, fates, play, play_turns, rolls, rows, split, view_of
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng


@pytest.mark.clause("LOKUS-04")
@pytest.mark.parametrize(("seats", "stock"), [(3, 37), (4, 26), (5, 15)])
def test_hands_of_eleven_are_dealt(seats: int, stock: int) -> None:
    history = play(deal(seats, "b6 r7", hand=11), hand=11)
    view = view_of(history)
    assert (len(view.hand), view.turns, view.stock) == (11, 11, stock)
    assert [place.held for place in view.places] == [11] * seats
    assert len(view.minus_points) == 23
    assert history.record().options == {"hand": 11}


@pytest.mark.clause("LOKUS-04", "LOKUS-06")
@pytest.mark.parametrize("hand", [10, 11])
def test_round_has_as_many_turns_as_cards(hand: int) -> None:
    history = write_game(Setup(GAME, 3, {"hand": hand}), new_rng(1), choose_at_random)
    plays = [seat for seat, text in history.texts() if text.startswith("play")]
    assert [plays.count(seat) for seat in range(3)] == [3 * hand] * 3
    deals = [text for seat, text in history.texts() if seat is None]
    assert [len(group.split()) for text in deals for group in text.split(" / ")[1:]] == [hand, hand, hand, 2] * 3


@pytest.mark.clause("LOKUS-04")
@pytest.mark.parametrize("hand", [9, 12, 0, -10, "10", 10.0, True, None])
def test_other_hand_sizes_are_rejected(hand: object) -> None:
    with pytest.raises(BadInput, match=r"option 'hand' of lokus cannot be .*; it takes 10 or 11"):
        Setup(GAME, 3, {"hand": hand})


@pytest.mark.clause("LOKUS-04")
def test_deal_of_the_other_size_is_rejected() -> None:
    with pytest.raises(BadNotation, match="10 cards in this group"):
        play(deal(3, "b6 r7", hand=11))
    with pytest.raises(BadNotation, match="11 cards in this group"):
        play(deal(3, "b6 r7"), hand=11)


@pytest.mark.clause("LOKUS-04")
def test_ten_cards_are_the_default() -> None:
    assert play(deal(3, "b6 r7"), hand=10).record() == play(deal(3, "b6 r7")).record()
    assert play(deal(3, "b6 r7")).record().options == {}


@pytest.mark.clause("LOKUS-20")
@pytest.mark.parametrize(("seats", "hand", "stock"), [(2, 10, 50), (2, 11, 48), (6, 10, 10), (6, 11, 4)])
def test_crowd_option_allows_two_and_six_players(seats: int, hand: int, stock: int) -> None:
    view = view_of(play(deal(seats, "b6 r7", hand=hand), hand=hand, crowd=True))
    assert (len(view.places), view.stock) == (seats, stock)


@pytest.mark.clause("LOKUS-02", "LOKUS-20")
@pytest.mark.parametrize("seats", [1, 7])
def test_crowd_option_rejects_other_player_counts(seats: int) -> None:
    with pytest.raises(BadInput, match=f"is for 2 to 6 players, not {seats}"):
        Setup(GAME, seats, {"crowd": True})


@pytest.mark.clause("LOKUS-20")
@pytest.mark.parametrize("cards", ["y1 e11", "e11 y1"])
def test_both_players_place_every_card_in_a_two_player_game(cards: str) -> None:
    history = play_turns("b6 r7", f"{cards} row 1 row 2", crowd=True)
    lowest = cards.split().index("y1")
    assert [seat for seat, text in history.texts() if text.startswith("row")] == [lowest, 1 - lowest]
    assert rows(history) == ["b6 y1", "r7 e11"]
    assert rolls(history) == [0, 0]


@pytest.mark.clause("LOKUS-20")
def test_two_players_never_take_a_single_roll() -> None:
    for seed in range(5):
        history = write_game(Setup(GAME, 2, {"crowd": True}), new_rng(seed), choose_at_random)
        for position in history.positions:
            shown = [place.fate for place in GAME.view(position.concealed(0)).places]
            assert "roll" not in shown
        assert all(rolls % 2 == 0 for of_round in history.position.fields.past_rolls for rolls in of_round)


@pytest.mark.clause("LOKUS-20")
def test_two_players_play_a_round() -> None:
    history = play_turns(*MORE_CLEANING_CARDS_THAN_ROLLS[:2], crowd=True)
    assert [place.past[0].rolls for place in view_of(history).places] == [0, 4]
    assert len(split(MORE_CLEANING_CARDS_THAN_ROLLS.turns)) == 10


@pytest.mark.clause("LOKUS-12", "LOKUS-20")
def test_four_of_six_players_take_a_roll() -> None:
    history = play_turns("b6 r7", "b4 y1 g9 e11 b3 o8 row 1 row 2", crowd=True)
    assert fates(history) == ["roll", "row-1", "roll", "row-2", "roll", "roll"]
    assert rolls(history) == [1, 0, 1, 0, 1, 1]


@pytest.mark.clause("LOKUS-20")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_crowd_option_changes_nothing_for_three_to_five_players(seats: int) -> None:
    with_option, without = play(deal(seats, "b6 r7"), crowd=True), play(deal(seats, "b6 r7"))
    assert view_of(with_option, 1) == view_of(without, 1)
    assert with_option.position.words.tobytes() == without.position.words.tobytes()
