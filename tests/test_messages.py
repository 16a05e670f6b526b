"""Message catalogues: the same keys and placeholders in every language, and no dropped phrases in English."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Formatter

import pytest

from locarium.kernel.about import LANGUAGES
from prose import find_habits

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "src" / "locarium", ROOT / "tests" / "toy"]
CATALOGUES = sorted(
    path.relative_to(ROOT)
    for folder in FOLDERS
    for pattern in ("words/en.toml", "texts/en/*.toml")
    for path in folder.rglob(pattern)
)
WEB = sorted(path.relative_to(ROOT) for path in (ROOT / "web" / "src").rglob("texts/en.ts"))

each_catalogue = pytest.mark.parametrize("path", CATALOGUES, ids=str)


def translated(path: Path, language: str) -> Path:
    """Return the path of a catalogue in another language."""
    parts = [{"en": language, "en.toml": f"{language}.toml"}.get(part, part) for part in path.parts]
    return ROOT.joinpath(*parts)


def messages(path: Path, language: str) -> dict[str, str]:
    """Return the messages of a catalogue by section and key."""
    found: dict[str, str] = {}

    def collect(name: str, value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                collect(f"{name}.{key}", inner)
        elif isinstance(value, str):
            found[name] = value

    collect("", tomllib.loads(translated(path, language).read_text("utf-8")))
    return found


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_all_catalogues_are_found() -> None:
    assert len(CATALOGUES) >= 11
    assert len(WEB) >= 5


@each_catalogue
@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_keys_and_placeholders(path: Path, language: str) -> None:
    english, other = messages(path, "en"), messages(path, language)
    assert set(other) == set(english)
    assert all(text.strip() for text in other.values())
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in english.items()
    }


@pytest.mark.parametrize("path", [*CATALOGUES, *WEB], ids=str)
def test_english_messages_have_no_dropped_phrases(path: Path) -> None:
    assert find_habits((ROOT / path).read_text("utf-8")) == []
