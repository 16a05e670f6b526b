"""LOCO!: the components, the deal, the first player and what each seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.loco.script import ALL_CARDS, deal, legal, play, play_steps, refusal, view_of
from locarium import catalogue
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.game import SPECTATOR
from locarium.kernel.position import Setup

if TYPE_CHECKING:
    from locarium.kernel.history import History

OWN_CARDS = "b0 b1 b2 b3 b4 b5 g0 g1 g2 g3 g4"  # together with three red cards, a hand in a two-player game

at_every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def assert_same_for(observer: int, one: History, other: History) -> None:
    """Check that two games that differ only in hidden information look the same, byte for byte."""
    assert one.texts() != other.texts()
    assert one.texts(observer) == other.texts(observer)
    assert view_of(one, observer) == view_of(other, observer)
    states = [history.position.concealed(observer).array.tobytes() for history in (one, other)]
    assert states[0] == states[1]


@pytest.mark.clause("LOCO-01")
@at_every_table
def test_thirty_cards_are_dealt(seats: int) -> None:
    assert play(deal(seats)).texts()[0][1] == deal(seats)  # each of these 30 exactly once
    assert len(ALL_CARDS) == len(set(ALL_CARDS)) == 30


@pytest.mark.clause("LOCO-01")
@pytest.mark.parametrize("wrong", ["r6", "w0", "R0", "r00"])
def test_unknown_cards_are_rejected(wrong: str) -> None:
    with pytest.raises(BadNotation, match=wrong):
        play(deal(2).replace("r0", wrong))


@pytest.mark.clause("LOCO-01")
def test_duplicate_card_is_rejected() -> None:
    with pytest.raises(BadNotation, match="r1"):
        play(deal(2).replace("/ r0 r1 ", "/ r1 r1 "))


@pytest.mark.clause("LOCO-01")
@at_every_table
def test_stock_has_five_markers_per_colour(seats: int) -> None:
    piles = view_of(play(deal(seats)), 0).piles
    assert [(pile.colour, pile.stock) for pile in piles] == [("r", 5), ("b", 5), ("g", 5), ("p", 5), ("y", 5)]


@pytest.mark.clause("LOCO-02")
@pytest.mark.parametrize("colour", "rbgpy")
def test_zero_is_the_loco_card(colour: str) -> None:
    history = play(deal(2, hands={1: " ".join(f"{colour}{value}" for value in range(6))}))
    assert f"{colour}0! r" in legal(history)
    for value in range(1, 6):
        assert f"{colour}{value} r" in legal(history)
        assert refusal(history, f"{colour}{value}! r") == "shout-without-loco"


@pytest.mark.clause("LOCO-03")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 6])
def test_unsupported_player_counts_are_rejected(seats: int) -> None:
    with pytest.raises(BadInput, match=rf"is for 2 to 4 players, not {seats}"):
        Setup(catalogue.game("loco"), seats)


@pytest.mark.clause("LOCO-03")
@at_every_table
def test_two_to_four_can_play(seats: int) -> None:
    assert len(view_of(play(deal(seats)), 0).places) == seats


@pytest.mark.clause("LOCO-04", "LOCO-05")
@pytest.mark.parametrize(("seats", "laid_out", "hand"), [(2, 2, 14), (3, 3, 9), (4, 2, 7)])
def test_laid_out_cards_and_hand_sizes_depend_on_the_seats(seats: int, laid_out: int, hand: int) -> None:
    history = play(deal(seats))
    assert [len(group.split()) for group in deal(seats).split("/")[1:]] == [laid_out] + [hand] * seats
    for seat in range(seats):
        view = view_of(history, seat)
        assert view.laid_out == laid_out
        assert len(view.hand) == hand
        assert [place.held for place in view.places] == [hand] * seats


@pytest.mark.clause("LOCO-04", "LOCO-05")
def test_deal_of_other_sizes_is_rejected() -> None:
    with pytest.raises(BadNotation, match="2 cards in this group"):
        play("deal 0 / r0 r1 r2 / r3 / r4")


@pytest.mark.clause("LOCO-04")
def test_every_shuffle_is_possible() -> None:
    """The first card can be any of the 30, the next any of the other 29, and so on. The last hand is the rest."""
    assert Setup(catalogue.game("loco"), 2).begin().radices() == [2, *range(30, 14, -1)]
    assert Setup(catalogue.game("loco"), 3).begin().radices() == [3, *range(30, 9, -1)]
    for card in ALL_CARDS:
        assert deal(2, out=card) == play(deal(2, out=card)).texts()[0][1]


@pytest.mark.clause("LOCO-04")
@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
def test_laid_out_cards_stay_hidden_at_the_end(observer: int) -> None:
    steps = "r0! b, r1 b, r2 b, r3 b, r4 b, r5 g"
    own = {} if observer == SPECTATOR else {observer: OWN_CARDS}
    one, other = (play_steps(2, steps, out=out, hands=own) for out in ("p0 p1", "y4 y5"))
    assert one.position.is_over
    assert_same_for(observer, one, other)
    assert one.texts(observer)[0][1].startswith("deal 0 / ? / ")
    assert one.texts()[0][1].startswith("deal 0 / p0 p1 / "), "the record reveals them"


@pytest.mark.clause("LOCO-06")
def test_seat_sees_its_hand_piles_and_markers() -> None:
    history = play_steps(3, "r3 y, r0! y, b2 g, r5 y", hands={0: "b2 b3 b4 b5 g0 g1 g2 g3 g4"})
    view = view_of(history, 0)
    assert view.hand == ["b3", "b4", "b5", "g0", "g1", "g2", "g3", "g4"]
    assert [pile.cards for pile in view.piles] == [["r3", "r0", "r5"], ["b2"], [], [], []]
    assert [pile.stock for pile in view.piles] == [5, 5, 4, 5, 2]
    assert [place.held for place in view.places] == [8, 7, 8]
    assert [place.markers["y"] for place in view.places] == [0, 2, 1]
    assert [place.markers["g"] for place in view.places] == [1, 0, 0]
    assert view.active == [2]


@pytest.mark.clause("LOCO-06")
@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
def test_other_hands_and_laid_out_cards_are_hidden(observer: int) -> None:
    steps = "r0! b, r1 b, r2 b, r3 b, r4 b"
    own = {} if observer == SPECTATOR else {observer: f"{OWN_CARDS} r5" if observer == 0 else OWN_CARDS}
    one, other = (play_steps(2, steps, out=out, hands=own) for out in ("p0 p1", "y4 y5"))
    assert_same_for(observer, one, other)


@pytest.mark.clause("LOCO-06")
def test_record_of_one_seat_hides_the_rest() -> None:
    history = play_steps(2, "r3 y, r0! y", hands={0: "b0 b1 b2 b3 b4 b5 g0 g1 g2 g3 g4 g5 p0"})
    own = "r0 b0 b1 b2 b3 b4 b5 g0 g1 g2 g3 g4 g5 p0"
    turns = [(1, "r3 y"), (0, "r0! y")]
    assert history.texts(0) == [(None, f"deal 0 / ? / {own} / ?"), *turns]
    assert history.texts(SPECTATOR) == [(None, "deal 0 / ? / ? / ?"), *turns]
    assert history.record(0).is_redacted


@pytest.mark.clause("LOCO-06")
def test_spectator_sees_no_hand() -> None:
    view = view_of(play(deal(4)), SPECTATOR)
    assert (view.observer, view.hand) == (None, [])
    assert [place.held for place in view.places] == [7] * 4


@pytest.mark.clause("LOCO-06")
def test_concealed_state_determines_the_legal_steps() -> None:
    history = play(deal(3))
    assert history.position.concealed(1).legal_texts(1) == history.position.legal_texts(1)


@pytest.mark.clause("LOCO-07")
@at_every_table
def test_player_left_of_the_dealer_starts_and_play_goes_clockwise(seats: int) -> None:
    for dealer in range(seats):
        history = play(deal(seats, dealer))
        assert view_of(history, 0).dealer == dealer
        for turn in range(1, 2 * seats):
            assert history.position.active == [(dealer + turn) % seats]
            history.play_text(history.position.active[0], next(step for step in legal(history) if "0" not in step))


@pytest.mark.clause("LOCO-07")
@at_every_table
def test_first_dealer_is_drawn_at_random(seats: int) -> None:
    begin = Setup(catalogue.game("loco"), seats).begin()
    lot, *cards = begin.radices()
    assert lot == seats
    for dealer in range(seats):
        drawn = begin.copy()
        drawn.draw([dealer, *(0 for _ in cards)])
        assert drawn.active == [(dealer + 1) % seats]


@pytest.mark.clause("LOCO-07")
def test_seat_cannot_act_out_of_turn() -> None:
    history = play(deal(3, dealer=0))
    reasons = [history.position.turn_fault(seat) for seat in (0, 1, 2, 3, None)]
    assert reasons == ["not-your-turn", None, "not-your-turn", "no-such-seat", "chance-not-due"]
