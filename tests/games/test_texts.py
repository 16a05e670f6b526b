"""The texts of every game are complete and agree in every language."""

from __future__ import annotations

import inspect
import re
import tomllib
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from locarium import catalogue
from locarium.kernel.about import LANGUAGES
from locarium.kernel.options import accepted, hints, takes_text

if TYPE_CHECKING:
    from locarium.kernel.about import About

MARKS = {  # for anything that isn't in the publisher's rules
    "en": ("(ruling)", "(other sources)", "(our data)", "(by option)"),
    "de": ("(Hausregelung)", "(andere Quellen)", "(eigene Daten)", "(auf Wunsch)"),
    "fr": ("(précision maison)", "(autres sources)", "(données maison)", "(en option)"),
}
FIGURES = {
    "loco": ["turn", "loco", "scoring"],
    "lokus": ["before", "after"],
    "locus": ["sheet", "example"],
    "genius-loci": ["setup", "spirits"],
}
CLAUSES = {"loco": 19, "lokus": 20, "locus": 30, "genius-loci": 21}
SOURCES = {"seed", "ruling", "ours", "other sources", "option", "edition data"}

of_every_game = pytest.mark.parametrize("about", list(map(catalogue.about, catalogue.NAMES)), ids=catalogue.NAMES)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def read_table(about: About, language: str) -> dict[str, dict[str, str]]:
    """Return the game's own texts, without those that all games share."""
    return tomllib.loads((about.folder / "texts" / language / "texts.toml").read_text("utf-8"))


def read_clauses(about: About) -> dict[str, list[str]]:
    """Return the sources of each clause."""
    clauses = tomllib.loads((about.folder / "clauses.toml").read_text("utf-8"))["clause"]
    return {clause["id"]: clause["from"] for clause in clauses}


def choices(about: About) -> set[str]:
    """Return the named choices of options, and the options that take a text."""
    known = hints(about.options) | hints(about.manners)
    named = {
        f"{name}.{value}" for name, hint in known.items() for value in accepted(hint) if value not in (False, True)
    }
    return named | {f"{name}.own" for name, hint in known.items() if takes_text(hint)}


@of_every_game
@in_every_language
def test_no_text_is_empty(about: About, language: str) -> None:
    for section, texts in read_table(about, language).items():
        for key, text in texts.items():
            assert text, f"[{section}] {key}"
            assert text == text.strip(), f"[{section}] {key}"


@of_every_game
@in_every_language
def test_every_fault_has_a_text(about: About, language: str) -> None:
    game = catalogue.game(about.name)
    of_notation = re.findall(r'IllegalStep\("([a-z-]+)"', inspect.getsource(game.notation))
    doubts = inspect.getsource(import_module(f"{about.package}.doubts"))
    of_doubts = re.findall(r'"([a-z]+(?:-[a-z]+)+)"|else "([a-z]+)", tried', doubts)
    of_rules = set(game.book.FAULTS[1:]) - {"not-your-turn"}  # a text that all games share
    assert set(read_table(about, language)["faults"]) == {*of_rules, *of_notation, *map("".join, of_doubts)}


@of_every_game
@in_every_language
def test_error_texts_are_all_sentences_or_all_fragments(about: About, language: str) -> None:
    texts = read_table(about, language)["faults"].values()
    assert len({(text[0].isupper(), text.endswith(".")) for text in texts}) == 1


@of_every_game
@in_every_language
def test_every_ending_has_a_text(about: About, language: str) -> None:
    assert set(read_table(about, language)["endings"]) == set(catalogue.game(about.name).book.ENDINGS[1:])


@pytest.mark.clause("LOKUS-04", "LOKUS-05", "LOKUS-20")
@of_every_game
@in_every_language
def test_every_option_and_choice_has_a_text(about: About, language: str) -> None:
    table = read_table(about, language)
    assert set(table.get("options", {})) == set(hints(about.options))
    assert set(table.get("table-options", {})) == set(hints(about.manners))
    assert set(table.get("choices", {})) == choices(about)


@of_every_game
def test_clauses_are_complete(about: About) -> None:
    prefix = about.name.partition("-")[0].upper()
    clauses = read_clauses(about)
    assert list(clauses) == [f"{prefix}-{number:02}" for number in range(1, CLAUSES[about.name] + 1)]
    assert {source.partition(":")[0] for of_clause in clauses.values() for source in of_clause} <= SOURCES


@of_every_game
def test_clauses_name_every_option(about: About) -> None:
    sources = {source for of_clause in read_clauses(about).values() for source in of_clause}
    named = {source.removeprefix("option: ") for source in sources if source.startswith("option")}
    assert named == {*hints(about.options), *hints(about.manners)}


@of_every_game
@in_every_language
def test_rules_list_every_ruling(about: About, language: str) -> None:
    last_section = about.rules_text(language).rpartition("\n## ")[2]
    clauses = read_clauses(about)
    rulings = [name for name, sources in clauses.items() if any(each.startswith("ruling") for each in sources)]
    assert re.findall(r"\(([A-Z]+-\d\d)\)", last_section) == rulings


@of_every_game
@in_every_language
def test_rules_have_the_same_structure_in_every_language(about: About, language: str) -> None:
    """Headings, tables, lists, figures and paragraphs are on the same lines, and so are the source marks."""

    def shape(of: str) -> list[tuple[str, list[int], int]]:
        lines = about.rules_text(of).splitlines()
        kinds = [re.match(r"#+ |\||- |\d\. |\*\*|!\[|", line) for line in lines]
        return [
            (kind[0] if kind else "", [line.count(mark) for mark in MARKS[of]], line.count("`"))
            for kind, line in zip(kinds, lines, strict=True)
        ]

    assert shape(language) == shape("en")


@of_every_game
@in_every_language
def test_figures_have_a_description_and_a_caption(about: About, language: str) -> None:
    figures = [line for line in about.rules_text(language).splitlines() if line.startswith("![")]
    written = [re.fullmatch(r'!\[([^\]]+\.)\]\(figure:([a-z]+) "([^"]+\.)"\)', line) for line in figures]
    assert [figure and figure[2] for figure in written] == FIGURES[about.name]


@of_every_game
@in_every_language
def test_other_sources_and_our_rulings_are_marked(about: About, language: str) -> None:
    """A source that a clause names is also marked in the text."""
    sources = {source.partition(":")[0] for of_clause in read_clauses(about).values() for source in of_clause}
    text = about.rules_text(language)
    ruling, others, data, _ = MARKS[language]
    assert (ruling in text) == ("ruling" in sources)
    assert (others in text) == ("other sources" in sources)
    assert about.name != "locus" or data in text


@of_every_game
@in_every_language
def test_rules_tables_have_the_same_numbers_in_every_language(about: About, language: str) -> None:
    """Compare the numbers in the tables."""

    def numbers(of: str) -> list[list[str]]:
        return [re.findall(r"\d+", line) for line in about.rules_text(of).splitlines() if line.startswith("|")]

    assert numbers(language) == numbers("en")


@of_every_game
def test_french_uses_french_typography(about: About) -> None:
    folder = about.folder / "texts" / "fr"
    for name in ("texts.toml", "rules.md"):
        text = (folder / name).read_text("utf-8")
        assert "'" not in text, "the apostrophe is curved"
        assert not re.search(r" [:;!?»]|« ", text), "no-break space before : ; ! ? and inside quotes"
