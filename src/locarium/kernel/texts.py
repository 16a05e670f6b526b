"""Texts in three languages, loaded from TOML files beside the code that uses them."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

Words: TypeAlias = dict[str, dict[str, str]]  # section -> key -> text


class Texts:
    """The texts of one game in one language, on top of those that all games share."""

    def __init__(self, language: str, tables: list[Words]) -> None:
        self.language, self._tables = language, tables

    def with_words(self, words: Words) -> Texts:
        """Return these texts plus texts from a custom edition, which have no placeholders."""
        escaped = {
            section: {key: word.replace("{", "{{").replace("}", "}}") for key, word in table.items()}
            for section, table in words.items()
        }
        return Texts(self.language, [*self._tables, escaped])

    def get(self, section: str, key: str, **values: object) -> str:
        """Return the text of a key, with its placeholders filled in."""
        for table in self._tables:
            sentences = table.get(section)
            if sentences is not None and key in sentences:
                return sentences[key].format(**values)
        raise KeyError(f"no text [{section}] {key}")

    def all_sections(self) -> Words:
        """Return all texts by section and key."""
        merged: Words = {}
        for table in reversed(self._tables):
            for section, texts in table.items():
                merged[section] = merged.get(section, {}) | texts
        return merged


def _read(package: str, *path: str) -> Words:
    return tomllib.loads(files(package).joinpath(*path).read_text("utf-8"))


@lru_cache
def read_words(package: str, language: str) -> Texts:
    """Load the texts of a package."""
    return Texts(language, [_read(package, "words", f"{language}.toml")])


def shared_texts(language: str) -> Texts:
    """Return the texts that all games share."""
    return read_words("locarium.kernel", language)


@lru_cache
def read_texts(package: str, language: str) -> Texts:
    """Load the texts of a game's package, on top of the shared ones."""
    own = _read(package, "texts", language, "texts.toml")
    return Texts(language, [own, _read("locarium.kernel", "words", f"{language}.toml")])
