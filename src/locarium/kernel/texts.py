"""Words and sentences in three languages: checked TOML files beside what they name."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Texts:
    """The texts of one game in one language, over those that all games share."""

    def __init__(self, tables: list[dict[str, dict[str, str]]]) -> None:
        self._tables = tables

    def get(self, section: str, key: str, **values: object) -> str:
        """The sentence of a key, with its values filled in."""
        for table in self._tables:
            if key in table.get(section, {}):
                return table[section][key].format(**values)
        raise KeyError(f"no text [{section}] {key}")

    def section(self, section: str) -> dict[str, str]:
        """All texts of a section."""
        merged: dict[str, str] = {}
        for table in reversed(self._tables):
            merged |= table.get(section, {})
        return merged


@lru_cache
def _read(file: Traversable) -> dict[str, dict[str, str]]:
    return tomllib.loads(file.read_text("utf-8"))


@lru_cache
def read_texts(folder: Traversable, language: str) -> Texts:
    """The texts in the folder of a game, over the shared ones."""
    own = folder / "texts" / language / "texts.toml"
    shared = files("locarium.kernel") / "words" / f"{language}.toml"
    return Texts([_read(own), _read(shared)])
