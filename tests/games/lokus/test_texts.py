"""LOKUS: the texts are complete, and say the same in every language."""

from __future__ import annotations

import re
import tomllib
from string import Formatter

import pytest

from games.lokus.script import deal, play
from locarium.games.lokus import notation, rules
from locarium.games.lokus.about import ABOUT, Options
from locarium.kernel.about import LANGUAGES
from locarium.kernel.jit import plain
from locarium.kernel.options import accepted, hints

RULING = {"en": "(ruling)", "de": "(Hausregelung)", "fr": "(précision maison)"}

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def read_table(language: str) -> dict[str, dict[str, str]]:
    """The game's own texts, without those that all games share."""
    return tomllib.loads((ABOUT.folder / "texts" / language / "texts.toml").read_text("utf-8"))


def placeholders(table: dict[str, dict[str, str]]) -> dict[tuple[str, str], set[str]]:
    """Section and key -> what is filled into the text."""
    return {
        (section, key): {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        for section, texts in table.items()
        for key, text in texts.items()
    }


def read_clauses() -> dict[str, list[str]]:
    """Clause -> where it comes from."""
    clauses = tomllib.loads((ABOUT.folder / "clauses.toml").read_text("utf-8"))["clause"]
    return {clause["id"]: clause["from"] for clause in clauses}


def tables(language: str, columns: int) -> list[list[str]]:
    """The lines of the rules' tables with so many columns that begin with a name and go on with numbers."""
    lines = [line for line in ABOUT.rules_text(language).splitlines() if re.match(r"\| \w+ \| ", line)]
    cells = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in lines]
    return [line for line in cells if len(line) == columns and all(cell.isdigit() for cell in line[1:])]


@in_every_language
def test_languages_have_the_same_keys_and_placeholders(language: str) -> None:
    assert placeholders(read_table(language)) == placeholders(read_table("en"))


@in_every_language
def test_no_text_is_empty(language: str) -> None:
    for section, texts in read_table(language).items():
        for key, text in texts.items():
            assert text, f"[{section}] {key}"
            assert text == text.strip(), f"[{section}] {key}"


@in_every_language
def test_every_fault_has_a_text(language: str) -> None:
    assert set(read_table(language)["faults"]) == set(rules.FAULTS[1:])


@in_every_language
def test_a_fault_follows_a_colon(language: str) -> None:
    for text in read_table(language)["faults"].values():
        assert text[0].islower()
        assert not text.endswith(".")


@in_every_language
def test_every_ending_has_a_text(language: str) -> None:
    assert set(read_table(language)["endings"]) == set(rules.ENDINGS[1:])


@pytest.mark.clause("LOKUS-04", "LOKUS-20")
@in_every_language
def test_every_option_and_choice_has_a_text(language: str) -> None:
    table = read_table(language)
    assert set(table["options"]) == set(hints(Options)) == {"hand", "crowd"}
    values = {f"{name}.{value}" for name, hint in hints(Options).items() for value in accepted(hint)}
    assert set(table["choices"]) == values - {"crowd.False", "crowd.True"} == {"hand.10", "hand.11"}


@in_every_language
def test_every_colour_has_a_name(language: str) -> None:
    colours = read_table(language)["colours"]
    assert "".join(colours) == notation.COLOUR_LETTERS
    assert len(set(colours.values())) == 6


def test_clauses_are_complete() -> None:
    assert list(read_clauses()) == [f"LOKUS-{number:02}" for number in range(1, 21)]


def test_clauses_name_every_option() -> None:
    sources = {source for of_clause in read_clauses().values() for source in of_clause}
    named = {source.removeprefix("option: ") for source in sources if source.startswith("option")}
    assert named == set(hints(Options))


@in_every_language
def test_rules_list_every_ruling(language: str) -> None:
    last_section = ABOUT.rules_text(language).rpartition("\n## ")[2]
    rulings = [name for name, sources in read_clauses().items() if any(each.startswith("ruling") for each in sources)]
    assert re.findall(r"\((LOKUS-\d\d)\)", last_section) == rulings


@in_every_language
def test_rules_have_the_same_shape(language: str) -> None:
    """Headings, tables, lists and paragraphs stand in the same lines, and so do the marks of rulings."""

    def shape(of: str) -> list[tuple[str, int, int]]:
        lines = ABOUT.rules_text(of).splitlines()
        kinds = [re.match(r"#+ |\||- |\d\. |\*\*|", line) for line in lines]
        return [
            (kind[0] if kind else "", line.count(RULING[of]), line.count("`"))
            for kind, line in zip(kinds, lines, strict=True)
        ]

    assert shape(language) == shape("en")


@in_every_language
def test_rules_count_alike(language: str) -> None:
    """The tables of the rules hold the same numbers."""

    def numbers(of: str) -> list[list[str]]:
        return [re.findall(r"\d+", line) for line in ABOUT.rules_text(of).splitlines() if line.startswith("|")]

    assert numbers(language) == numbers("en")


@pytest.mark.clause("LOKUS-17", "LOKUS-18", "LOKUS-19")
@in_every_language
def test_the_examples_of_the_rules_add_up(language: str) -> None:
    """A line is a round (rolls, cleaning cards, what counts, minus points), or the rounds of a game and their sum."""
    lines = [[int(cell) for cell in line[1:]] for line in tables(language, 5)]
    assert len(lines) == 8
    for rolls, cleaning, counted, minus in lines[:4]:
        assert plain(rules.rolls_counted)(rolls, cleaning) == counted
        assert counted * (counted + 1) // 2 == minus
    for *rounds, total in lines[4:]:
        assert sum(rounds) == total
    assert [rounds[0] for rounds in lines[4:]] == [line[3] for line in lines[:4]], "the first round is that one"


@pytest.mark.clause("LOKUS-18")
@in_every_language
def test_the_table_in_the_rules_is_an_edition(language: str) -> None:
    (text,) = re.findall(r"`(minus-points = .*)`", ABOUT.rules_text(language))
    for hand in (10, 11):
        history = play(deal(3, "b6 r7", hand=hand), edition=text, hand=hand)
        assert list(history.setup.fields.minus_points)[: 2 * hand + 1] == list(range(2 * hand + 1))


def test_french_is_set_in_french() -> None:
    folder = ABOUT.folder / "texts" / "fr"
    for name in ("texts.toml", "rules.md"):
        text = (folder / name).read_text("utf-8")
        assert "'" not in text, "the apostrophe is curved"
        assert not re.search(r" [:;!?»]|« ", text), "no-break space before : ; ! ? and inside quotes"
