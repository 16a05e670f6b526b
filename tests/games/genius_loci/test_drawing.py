"""GENIUS LOCI: the board as text."""

from __future__ import annotations

import pytest

from games.genius_loci.script import GAME, NAMES, OWN, play, setup, stand, start, view_of
from locarium.kernel.about import LANGUAGES
from locarium.kernel.history import History


def drawn(history: History, language: str = "en") -> list[str]:
    lines = GAME.draw(view_of(history), history.setup.texts(language), NAMES)
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def styles(history: History, mark: str) -> set[str]:
    """Return the styles in which a mark is drawn on the board."""
    lines = GAME.draw(view_of(history), history.setup.texts("en"), NAMES)
    return {style for line in lines[2:9] for text, style in line if text == mark}


def test_board_is_drawn_as_a_hexagon() -> None:
    lines = drawn(start())
    assert lines[2:9] == [
        "g        ●1  ●2  ●3  ●4",
        "f      ●1  ●2  C3  ●4  ●5",
        "e    Y1  ●2  ●3  ●4  ●5  ●6",
        "d  ○1  ○2  ○3  S4  ●5  ●6  ●7",
        "c    ○1  ○2  ○3  ○4  ○5  P6",
        "b      ○1  ○2  T3  ○4  ○5",
        "a        ○1  ○2  ○3  ○4",
    ]


def test_empty_cells_priest_and_used_spirits_are_drawn() -> None:
    history = start(steps="d3 Txc3")
    assert drawn(history)[5:7] == ["d  ○1  ○2  ·3  S4  ●5  ●6  ●7", "c    ○1  ○2  ◇3  ○4  ○5  P6"]
    assert drawn(history)[7] == "b      ○1  ○2  T3✓ ○4  ○5"
    assert styles(history, "T") == {"dim"}
    assert styles(history, "P") == {"y"}
    other = play(stand("b", b="d2", w="d3 d4 d1 c3", T="d6", P="d5"), "d2 Txd3")
    assert "◆3" in drawn(other)[5]


@pytest.mark.clause("GENIUS-07")
@pytest.mark.parametrize("language", LANGUAGES)
def test_used_spirit_is_recognizable_without_colours(language: str) -> None:
    fresh, served = start(), start(steps="d3 Txc3")
    used = served.setup.texts(language).get("words", "used")
    assert "✓" not in "".join(drawn(fresh, language))
    lines = [line for line in drawn(served, language) if "✓" in line]
    assert lines[0].startswith("b ")
    assert lines[1:] == [f"T✓ {'Tractor':<12} {used}"]


def test_turn_and_players_are_drawn() -> None:
    lines = drawn(start(steps="d3 Txc3, end"))
    assert lines[0] == "Turn 2"
    ada, bo = (next(line for line in lines if name in line) for name in NAMES)
    assert ada.startswith("  ○ Ada")
    assert bo.startswith("▸ ● Bo")
    assert [word for line in (ada, bo) for word in line.split() if word.isdigit()] == ["15", "16"]
    assert "humans" in ada


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spirit_has_a_line_with_its_effect(language: str) -> None:
    lines = drawn(start(), language)
    for spirit in view_of(start()).spirits:
        assert any(line.startswith(f"{spirit.letter}  {spirit.names[language]}") for line in lines)
        assert any(line.endswith(spirit.says[language]) for line in lines)


@pytest.mark.clause("GENIUS-20")
@pytest.mark.parametrize("language", LANGUAGES)
def test_edition_is_drawn_with_its_spirits(language: str) -> None:
    assert GAME.draw_edition is not None
    for table in (setup(), setup(OWN)):
        lines = GAME.draw_edition(table, table.texts(language))
        text = "\n".join("".join(piece for piece, _ in line) for line in lines)
        for spirit in view_of(History(table)).spirits:
            assert spirit.names[language] in text
            assert spirit.says[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_edition_fits_a_terminal(language: str) -> None:
    for line in drawn(start(), language):
        assert len(line) <= 116, line


def test_board_before_the_first_step_is_drawn() -> None:
    lines = drawn(History(setup()))
    assert all(name in "\n".join(lines) for name in NAMES)
