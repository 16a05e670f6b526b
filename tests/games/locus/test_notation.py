"""LOCUS: steps as text, in both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.locus.script import GAME, HOUSE, SMALL, drafted, legal, setup
from locarium.games.locus.edition import read_sheet
from locarium.games.locus.rules import FILL_CARD, FILL_LEFTOVER
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadNotation, IllegalStep

SHOW, PARSE = GAME.notation.show, GAME.notation.parse


@pytest.mark.parametrize("edition", [HOUSE, SMALL], ids=["house", "small"])
def test_every_action_of_the_edition_round_trips(edition: Edition) -> None:
    """Check takes, one-word steps and all fills of the edition. Other action numbers are never legal."""
    rules = setup(2, edition).fields
    written = [(action, SHOW(rules, action)) for action in range(GAME.book.ACTIONS)]
    read = {}
    for _, text in written:
        try:
            read[text] = PARSE(rules, text)
        except (BadNotation, IllegalStep):
            continue
    meant = [action for action, text in written if read.get(text) == action]
    sheet = read_sheet(edition)
    singles, doubles, *others = [sum(map(len, zones)) for zones in sheet.placements]
    fillings = 2 * (singles + doubles + sum(others)) + 5 * doubles + singles
    assert len(meant) == 48 + 3 + fillings
    assert len({SHOW(rules, action) for action in meant}) == len(meant), "no text means two actions"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "take",
        "take y-d9",
        "take Y-d2",
        "take y-d2 ",
        " take y-d2",
        "take  y-d2",
        "take y-d2 p-d2",
        "TAKE y-d2",
        "discard y-d2",
        "Discard",
        "discard ",
        "blocks 2",
        "end 0",
        "fill",
        "fill card",
        "fill card Y",
        "fill card Y ",
        "fill card y b1 c1",
        "fill card X b1 c1",
        "fill card Y B1 c1",
        "fill card Y b01 c1",
        "fill card Y b0 c1",
        "fill card Y b1, c1",
        "fill card Y b1  c1",
        "fill card Y b1 c1 ",
        "fill card Y b1 c1\n",
        "fill card  Y b1 c1",
        "fill double Y b1 c1",
        "fill double-w Y b1 c1",
        "fill double-Y Y b1 c1",
        "fill y-d2 Y b1 c1",
        "fill card Y b1 c100",
        "fill card Y f1 g1",
        "deck y-d2",
        "star 0",
    ],
)
def test_invalid_notation_is_rejected(text: str) -> None:
    with pytest.raises(BadNotation):
        PARSE(setup(2).fields, text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("fill card Y c1 b1", "b1 c1"),
        ("fill card B a10 a9", "a9 a10"),
        ("fill card Y b1 b1 c1", "b1 c1"),
        ("fill card Y b2 b1 a1", "a1 b1 b2"),
    ],
)
def test_squares_must_be_sorted_and_unique(text: str, right: str) -> None:
    with pytest.raises(BadNotation, match=rf"sorted by column, then row: {right}$"):
        PARSE(setup(2).fields, text)


def test_rows_are_sorted_as_numbers() -> None:
    rules = setup(2).fields
    assert SHOW(rules, PARSE(rules, "fill card B a9 a10")) == "fill card B a9 a10"


@pytest.mark.parametrize(
    "text",
    [
        "fill single Y b1 c1",
        "fill double-y Y b1",
        "fill double-y Y b1 c1 d1",
        "fill card Y a1 c3",
        "fill leftover P a1 c1",
    ],
)
def test_squares_of_no_shape_are_rejected(text: str) -> None:
    with pytest.raises(IllegalStep) as caught:
        PARSE(setup(2).fields, text)
    assert caught.value.reason == "no-such-shape"


def test_error_names_the_squares_of_the_zone() -> None:
    with pytest.raises(BadNotation) as caught:
        PARSE(setup(2).fields, "fill card G d5 d6")
    assert str(caught.value) == "'d5' is not valid notation: expected a square of zone G, from a1 to g7"


def test_legal_steps_are_listed_in_order() -> None:
    """One-word steps come first, then card, double blocks, single blocks and leftover, each zone by zone."""
    history = drafted("y-d2 p-i4 r-d2", coins=9)
    history.play_text(0, "blocks")
    words = list(dict.fromkeys(" ".join(text.split()[:3]) for text in legal(history)))
    assert words[:2] == ["discard", "blocks"]
    assert words[2:] == [f"fill {what} {zone}" for what in ("card", "single", "leftover") for zone in "YPRGB"]


def test_unused_actions_have_a_placeholder_text() -> None:
    rules = setup(2, SMALL).fields
    assert SHOW(rules, FILL_CARD + 8000) == "fill card -"
    assert SHOW(rules, FILL_LEFTOVER + 8000) == "fill leftover -"


@given(st.text(alphabet="fildcarouestkpYPRGBabcdefg0123456789-? ", max_size=30))
def test_any_text_is_a_step_or_gives_a_message(text: str) -> None:
    rules = setup(2).fields
    try:
        action = PARSE(rules, text)
    except (BadNotation, IllegalStep):
        return
    assert SHOW(rules, action) == text
