"""LOKUS: steps as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lokus.script import ALL_CARDS, GAME, deal, play, write_deal
from locarium.games.lokus import notation
from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.game import SPECTATOR

RULES = play(deal(3, "b6 r7")).setup.fields
ALL_STEPS = [*(f"play {card}" for card in ALL_CARDS), "row 1", "row 2"]


@pytest.mark.clause("LOKUS-01", "LOKUS-08")
def test_every_action_has_its_text() -> None:
    """The cards come in ascending order, then the rows."""
    assert [notation.show(RULES, action) for action in range(GAME.book.ACTIONS)] == ALL_STEPS
    assert [notation.parse(RULES, text) for text in ALL_STEPS] == list(range(GAME.book.ACTIONS))


@pytest.mark.parametrize(
    "text",
    [
        *["", "?", "g7", "play", "play ", "play  g7", " play g7", "play g7 ", "Play g7", "play G7", "play g7 y1"],
        *["play g07", "play g13", "play g0", "play p7", "play g\u0667", "play ?"],
        *["row", "row 0", "row 3", "row 01", "row 1 2", "row one"],
    ],
)
def test_invalid_notation_is_rejected(text: str) -> None:
    with pytest.raises(BadNotation):
        notation.parse(RULES, text)


def test_errors_name_the_card_or_explain_the_step() -> None:
    with pytest.raises(BadNotation, match="'g13' is not valid notation: expected a card from r1 to e12"):
        notation.parse(RULES, "play g13")
    with pytest.raises(
        BadNotation, match=r"'g7' is not valid notation: expected 'play' and a card such as 'play g7', or"
    ):
        notation.parse(RULES, "g7")


@given(st.text())
def test_any_text_is_a_step_or_gives_a_message(text: str) -> None:
    if text not in ALL_STEPS:
        with pytest.raises(BadNotation):
            notation.parse(RULES, text)


@st.composite
def deals(draw: st.DrawFn) -> tuple[str, int]:
    """Return any deal and its hand size."""
    seats, hand = draw(st.integers(2, 6)), draw(st.sampled_from([10, 11]))
    cards = draw(st.permutations(ALL_CARDS))
    hands = [cards[seat * hand : (seat + 1) * hand] for seat in range(seats)]
    return write_deal(hands, " ".join(cards[seats * hand :][:2])), hand


@pytest.mark.clause("LOKUS-03")
@given(deals())
def test_deals_round_trip(drawn: tuple[str, int]) -> None:
    text, hand = drawn
    assert play(text, hand=hand, crowd=True).texts() == [(None, text)]


GOOD = deal(3, "b6 r7")  # seat 0 holds r1 y1 g1 b1 o1 e1 r2 y2 g2 b2


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (GOOD.replace("r1 y1", "y1 r1"), "sorted by number, then colour r y g b o e"),
        (GOOD.replace(" e1 r2", " r2 e1"), "sorted by number, then colour r y g b o e"),
        (GOOD.replace("r1 ", "", 1), "10 cards in this group"),
        (GOOD.replace("deal / ", "deal / / "), "3 hands, then the rows' cards"),
        (GOOD.rpartition(" / ")[0], "3 hands, then the rows' cards"),
        (GOOD.replace(" r7", ""), "first cards of the 2 rows"),
        (GOOD.replace(" r7", " r7 r8"), "first cards of the 2 rows"),
        (GOOD.replace("b6 r7", "r1 r7"), "dealt twice"),
        (GOOD.replace("b6 r7", "r7 r7"), "dealt twice"),
        (GOOD.replace("deal", "Deal"), "a deal such as"),
        (GOOD.replace("deal", "deal 0"), "a deal such as"),
        (GOOD.replace(" / ", "/"), "a deal such as"),
        (f"{GOOD} ", "a card from r1 to e12"),
        (GOOD.replace(" / ", "  / ", 1), "a deal such as"),
        ("", "a deal such as"),
        ("deal", "a deal such as"),
    ],
)
def test_invalid_deal_is_rejected(text: str, named: str) -> None:
    begun = play(GOOD).setup.begin()
    with pytest.raises(BadNotation, match=named):
        notation.parse_chance(RULES, begun.state, text)


def test_rows_keep_their_order() -> None:
    assert play(deal(3, "r7 b6")).texts()[0][1].endswith(" / r7 b6")
    assert play(deal(3, "b6 r7")).texts()[0][1].endswith(" / b6 r7")


@pytest.mark.clause("LOKUS-05")
def test_hidden_group_is_one_question_mark() -> None:
    history = play(GOOD)
    own = "r1 y1 g1 b1 o1 e1 r2 y2 g2 b2"
    assert history.texts(0) == [(None, f"deal / {own} / ? / ? / b6 r7")]
    assert history.texts(SPECTATOR) == [(None, "deal / ? / ? / ? / b6 r7")]


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
def test_face_down_choice_is_a_question_mark() -> None:
    assert notation.SEALED == "play ?"
    history = play(GOOD)
    history.play_text(0, "play r1")
    assert history.texts(1)[1:] == [(0, "play ?")]
    with pytest.raises((BadNotation, IllegalStep)):
        history.play_text(1, "play ?")
