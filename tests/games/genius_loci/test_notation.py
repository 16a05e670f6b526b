"""GENIUS LOCI: steps as text, in both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.cases import times
from games.genius_loci.script import CELLS, GAME, OWN, START, legal, play, setup
from locarium.games.genius_loci.rules import ACTIONS, END, LATER
from locarium.kernel.errors import BadNotation

SHOW, PARSE = GAME.notation.show, GAME.notation.parse


@pytest.mark.parametrize("edition", [None, OWN], ids=["house", "own"])
def test_every_action_round_trips(edition: object) -> None:
    rules = setup(edition).fields  # type: ignore[arg-type]
    actions = [*range(0, LATER, times(7, 97)), *range(LATER, ACTIONS, times(1, 11)), END]
    texts = [SHOW(rules, action) for action in actions]
    assert [PARSE(rules, text) for text in texts] == actions


@pytest.mark.clause("GENIUS-08")
def test_every_possible_sacrifice_has_a_text() -> None:
    """Count every combination of spirit, new cell or none, priest or none, and landing, and add `end`."""
    assert 5 * (len(CELLS) + 1) * (len(CELLS) + 1) * len(CELLS) + 1 == ACTIONS
    rules = setup().fields
    assert PARSE(rules, "end") == END
    assert PARSE(rules, "d2 Yxd1") < LATER <= PARSE(rules, "S-d2xd3") < END


@pytest.mark.parametrize("text", ["d2 Yxd1", "d2 Y-e3xd1", "S-d2xd3", "Sxd3", "g4 T-a1xd7", "end"])
def test_steps_are_written_canonically(text: str) -> None:
    rules = setup().fields
    assert SHOW(rules, PARSE(rules, text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "End",
        "end ",
        " end",
        "d2",
        "d2 Y",
        "d2 Y-e3",
        "Y-e3",
        "d2Yxd1",
        "d2  Yxd1",
        " d2 Yxd1",
        "d2 Yxd1 ",
        "d2 Yxd1\n",
        "d2 yxd1",
        "d2 Zxd1",
        "d2 YXd1",
        "d2 Yx",
        "d2 Y x d1",
        "d2 Y-xd1",
        "d2 Y--e3xd1",
        "d2 Y-e3-e4xd1",
        "D2 Yxd1",
        "d2 Yxd1 Sxd3",
        "d2 d3 Yxd1",
        "d0 Yxd1",
        "d02 Yxd1",
        "d8 Yxd1",
        "a5 Yxd1",
        "d2 Yxg5",
        "d2 Y-c7xd1",
        "h1 Yxd1",
        "d2 Yx\u0664",
        "spirits T b3 P c6 S d4 Y e1 C f3",
        f"place {START}",
    ],
)
def test_invalid_notation_is_rejected(text: str) -> None:
    with pytest.raises(BadNotation):
        PARSE(setup().fields, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", ["'hello'", "'d2 Yxd1'", "'S-d2xd3'", "'end'"]),
        ("d2 Zxd1", ["T P S Y C"]),
        ("a5 Yxd1", ["'a5'", "a1 to a4"]),
        ("d2 Y-c7xd1", ["'c7'", "c1 to c6"]),
    ],
)
def test_error_says_what_would_be_valid(text: str, words: list[str]) -> None:
    with pytest.raises(BadNotation) as caught:
        PARSE(setup().fields, text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.clause("GENIUS-20")
def test_notation_uses_the_letters_of_the_edition() -> None:
    own = setup(OWN).fields
    assert SHOW(own, PARSE(setup().fields, "d2 Yxd1")) == "d2 Wxd1"
    with pytest.raises(BadNotation, match="M B S W J"):
        PARSE(own, "d2 Yxd1")


def test_legal_steps_are_sorted_by_priest_and_spirit_with_end_last() -> None:
    for history in (play(START), play(START, "d3 Txc3")):
        steps = [step.rpartition(" ") for step in legal(history) if step != "end"]
        order = [(priest, "TPSYC".index(rest[0]), rest[-2:]) for priest, _, rest in steps]
        assert order == sorted(order)
    assert legal(play(START, "d3 Txc3"))[-1] == "end"


@given(st.text(alphabet="abcdg1247xTPSYCZen- ", max_size=12))
def test_any_text_is_a_step_or_gives_a_message(text: str) -> None:
    rules = setup().fields
    try:
        action = PARSE(rules, text)
    except BadNotation:
        return
    assert SHOW(rules, action) == text
