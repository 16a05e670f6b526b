"""LOKUS: texts for cards and points."""

from __future__ import annotations

import re

import pytest

from games.lokus.script import deal, play
from locarium.games.lokus import notation, rules
from locarium.games.lokus.about import ABOUT
from locarium.kernel.about import LANGUAGES
from locarium.kernel.jit import plain

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def tables(language: str, columns: int) -> list[list[str]]:
    """Return the table rows in the rules that have this many columns: a name, then numbers."""
    lines = [line for line in ABOUT.rules_text(language).splitlines() if re.match(r"\| \w+ \| ", line)]
    cells = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in lines]
    return [line for line in cells if len(line) == columns and all(cell.isdigit() for cell in line[1:])]


@in_every_language
def test_every_colour_has_a_name(language: str) -> None:
    colours = ABOUT.texts(language).all_sections()["colours"]
    assert "".join(colours) == notation.COLOUR_LETTERS
    assert len(set(colours.values())) == 6


@pytest.mark.clause("LOKUS-17", "LOKUS-18", "LOKUS-19")
@in_every_language
def test_examples_in_the_rules_add_up(language: str) -> None:
    """A row has a round's rolls, cleaning cards, counted rolls and minus points, or a game's rounds and their sum."""
    lines = [[int(cell) for cell in line[1:]] for line in tables(language, 5)]
    assert len(lines) == 8
    for rolls, cleaning, counted, minus in lines[:4]:
        assert plain(rules.rolls_counted)(rolls, cleaning) == counted
        assert counted * (counted + 1) // 2 == minus
    for *rounds, total in lines[4:]:
        assert sum(rounds) == total
    assert [rounds[0] for rounds in lines[4:]] == [line[3] for line in lines[:4]], "the first round is the same"


@pytest.mark.clause("LOKUS-18")
@in_every_language
def test_table_in_the_rules_is_a_valid_edition(language: str) -> None:
    (text,) = re.findall(r"`(minus-points = .*)`", ABOUT.rules_text(language))
    for hand in (10, 11):
        history = play(deal(3, "b6 r7", hand=hand), edition=text, hand=hand)
        assert list(history.setup.fields.minus_points)[: 2 * hand + 1] == list(range(2 * hand + 1))
