"""Editions: what a box holds in print (sheets, cards, tables), as a text that a person can write."""

from __future__ import annotations

import hashlib
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import BadInput, all_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HOUSE = "house"
MAX_TEXT = 65_536  # characters of an edition that somebody brings along


@dataclass(frozen=True)
class Edition:
    """One edition of a game; games without edition data have an empty text."""

    name: str
    text: str = ""
    foreign: bool = False  # brought along by a table or a record, not shipped with the house

    @property
    def written_name(self) -> str | None:
        """As records and tables write it: the name of a built-in one; `house` goes without saying."""
        return None if self.foreign or self.name == HOUSE else self.name

    @property
    def written_text(self) -> str | None:
        """The same: a foreign one is carried whole."""
        return self.text if self.foreign else None

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


class EditionFault(Exception):
    """What is wrong with an edition: the place, and what would be right."""


@contextmanager
def checking(game: str, edition: Edition) -> Iterator[None]:
    """Whatever is found wrong with the edition is the asker's to mend: BadInput says of which edition it is said."""
    try:
        yield
    except EditionFault as fault:
        raise BadInput(f"edition {edition.name!r} of {game}: {fault}") from None


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
