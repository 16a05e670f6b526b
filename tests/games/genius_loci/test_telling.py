"""GENIUS LOCI: sentences for steps and their effects."""

from __future__ import annotations

import pytest

from games.genius_loci.script import GAME, NAMES, OWN, SPIRITS, START, play, setup, stand, start
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadNotation
from locarium.kernel.history import History


def tell(seat: int | None, text: str, language: str = "en", edition: Edition | None = None) -> str:
    return GAME.telling.tell(setup(edition).texts(language), NAMES, seat, text)


def follow(history: History, line: int = -1, language: str = "en") -> list[str]:
    """Return the effects of a step, the last one by default."""
    number = range(len(history.steps))[line]
    return GAME.telling.follow(history.setup.texts(language), NAMES, *history.followed(number))


@pytest.mark.parametrize(
    ("seat", "text", "words"),
    [
        (None, SPIRITS, ["spirits"]),
        (None, f"place {START}", ["placed", "random"]),
        (0, "d2 Yxd1", ["Ada", "d2", "high priest", "d1", "Scylla"]),
        (0, "d2 Y-e3xd1", ["Ada", "d2", "high priest", "d1", "Scylla", "e3"]),
        (1, "Sxd3", ["Bo", "d3", "Saltator"]),
        (1, "S-d2xd3", ["Bo", "d3", "Saltator", "d2"]),
        (1, "end", ["Bo", "ends"]),
    ],
)
def test_step_is_described_in_a_sentence(seat: int | None, text: str, words: list[str]) -> None:
    sentence = tell(seat, text)
    for word in words:
        assert word in sentence
    for language in ("de", "fr"):
        other = tell(seat, text, language)
        assert other != sentence
        assert seat is None or NAMES[seat] in other


def test_spirit_that_stays_is_not_mentioned() -> None:
    assert "moved" in tell(0, "d2 Y-e3xd1")
    assert "moved" not in tell(0, "d2 Yxd1")


@pytest.mark.clause("GENIUS-20")
def test_custom_spirits_are_called_by_their_names() -> None:
    assert "Magnet" in tell(0, "d2 Mxd3", "en", OWN)
    assert "Aimant" in tell(0, "d2 Mxd3", "fr", OWN)
    assert "Wirbel" in tell(0, "W-d1xd3", "de", OWN)
    with pytest.raises(BadNotation):
        tell(0, "d2 Yxd3", "en", OWN)


def test_setup_and_sacrifice_have_no_effects() -> None:
    history = start(steps="d3 Txc3, end")
    assert [follow(history, line) for line in range(3)] == [[], [], []]


def test_turn_that_ends_automatically_is_described() -> None:
    (sentence,) = follow(play(stand(w="d2", b="d3 g2 g3", T="d5"), "d2 Txd3"))
    assert "No further sacrifice" in sentence
    assert "Bo" in sentence
    for language in ("de", "fr"):
        assert "Bo" in follow(play(stand(w="d2", b="d3 g2 g3", T="d5"), "d2 Txd3"), language=language)[0]


@pytest.mark.clause("GENIUS-21")
def test_end_of_a_turn_is_not_described_with_option_single() -> None:
    assert follow(play(START, "d3 Txc3", single=True)) == []


@pytest.mark.clause("GENIUS-17")
def test_seat_that_cannot_sacrifice_is_described() -> None:
    for options in ({}, {"single": True}):
        history = play(stand(w="d2", b="d3", T="d5"), "d2 Txd3", **options)
        assert follow(history) == ["Bo cannot make a sacrifice"]
    history = play(stand(w="d2 d4 f3", b="d3", T="d6"), "d2 Txd3, end")
    assert follow(history) == ["Bo cannot make a sacrifice"]
