"""Editions: what a box holds in print (sheets, cards, tables), as a text that a person can write."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import BadInput, all_of

if TYPE_CHECKING:
    from collections.abc import Sequence

HOUSE = "house"
MAX_TEXT = 65_536  # characters of an edition that somebody brings along


@dataclass(frozen=True)
class Edition:
    """One edition of a game; games without edition data have an empty text."""

    name: str
    text: str = ""
    foreign: bool = False  # brought along by a table or a record, not shipped with the house

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def read_toml(game: str, edition: Edition, fields: Sequence[str]) -> dict[str, Any]:
    """The fields of an edition's text; BadInput if it is not TOML or has other fields."""
    try:
        values = tomllib.loads(edition.text)
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError is one; numbers may be too long, lists too deep
        raise BadInput(f"edition {edition.name!r} of {game} is not TOML: {error}") from None
    for name in values:
        if name not in fields:
            known = all_of(list(fields))
            raise BadInput(f"edition {edition.name!r} of {game}: unknown field {name!r}; an edition has {known}")
    return values
