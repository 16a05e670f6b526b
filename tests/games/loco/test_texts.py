"""LOCO!: the texts are complete, and say the same in every language."""

from __future__ import annotations

import inspect
import re
import tomllib
from string import Formatter

import pytest

from locarium.games.loco import notation, rules
from locarium.games.loco.about import ABOUT, Options
from locarium.kernel.about import LANGUAGES
from locarium.kernel.options import accepted, hints

TABLE_OPTIONS = {"shout": ["manual", "auto"]}  # LOCO-17
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


def rulings() -> list[str]:
    return [name for name, sources in read_clauses().items() if any(source.startswith("ruling") for source in sources)]


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
    of_notation = re.findall(r'IllegalStep\("([a-z-]+)"', inspect.getsource(notation))
    assert of_notation
    assert set(read_table(language)["faults"]) == {*rules.FAULTS[1:], *of_notation}


@in_every_language
def test_a_fault_follows_a_colon(language: str) -> None:
    for text in read_table(language)["faults"].values():
        assert text[0].islower()
        assert not text.endswith(".")


@in_every_language
def test_every_ending_has_a_text(language: str) -> None:
    assert set(read_table(language)["endings"]) == set(rules.ENDINGS[1:])


@in_every_language
def test_every_option_and_choice_has_a_text(language: str) -> None:
    table = read_table(language)
    values = {
        name: [value for value in accepted(hint) if isinstance(value, str)] for name, hint in hints(Options).items()
    }
    assert set(table["options"]) == set(values)
    assert set(table["table-options"]) == set(TABLE_OPTIONS)
    choices = {f"{name}.{value}" for name, of_option in (values | TABLE_OPTIONS).items() for value in of_option}
    assert set(table["choices"]) == choices


@in_every_language
def test_every_colour_has_a_name(language: str) -> None:
    assert "".join(read_table(language)["colours"]) == notation.COLOUR_LETTERS


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada plays the green Loco with a shout of LOCO! and takes a yellow marker"),
        ("de", "Ada spielt Loco in Grün, ruft LOCO! und nimmt einen Marker: Gelb"),
        ("fr", "Ada joue le Loco vert en criant LOCO! et prend un jeton jaune"),
    ],
)
def test_a_step_is_a_sentence(language: str, sentence: str) -> None:
    texts = ABOUT.texts(language)
    green, yellow = (texts.get("colours", letter) for letter in "gy")
    card = texts.get("steps", "loco", colour=green)
    assert texts.get("steps", "loco-take", seat="Ada", card=card, marker=yellow) == sentence


def test_clauses_are_complete() -> None:
    clauses = read_clauses()
    assert list(clauses) == [f"LOCO-{number:02}" for number in range(1, 20)]
    sources = {source.partition(":")[0] for of_clause in clauses.values() for source in of_clause}
    assert sources == {"seed", "ruling", "other sources", "option"}


def test_clauses_name_every_option() -> None:
    sources = {source for of_clause in read_clauses().values() for source in of_clause}
    named = {source.removeprefix("option: ") for source in sources if source.startswith("option")}
    assert named == {*hints(Options), *TABLE_OPTIONS}


@in_every_language
def test_rules_list_every_ruling(language: str) -> None:
    last_section = ABOUT.rules_text(language).rpartition("\n## ")[2]
    assert re.findall(r"\((LOCO-\d\d)\)", last_section) == rulings()


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


def test_french_is_set_in_french() -> None:
    folder = ABOUT.folder / "texts" / "fr"
    for name in ("texts.toml", "rules.md"):
        text = (folder / name).read_text("utf-8")
        assert "'" not in text, "the apostrophe is curved"
        assert not re.search(r" [:;!?»]|« ", text), "no-break space before : ; ! ? and inside quotes"
