"""Editions: what a box holds in print (sheets, cards, tables), as a text that a person can write."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .bounds import OutOfBounds, load_toml, shown
from .errors import BadInput, all_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

HOUSE = "house"


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


@dataclass(frozen=True)
class Flaw:
    """A fault of an edition with the part where it was found, for those who mend several at once."""

    place: str  # as the text calls it: `zones.red`, `cards`; empty for the whole
    message: str


@contextmanager
def noting(flaws: list[Flaw], place: str) -> Iterator[None]:
    """Whatever is found wrong with a part is noted, so that the next part can be read as well."""
    try:
        yield
    except EditionFault as fault:
        flaws.append(Flaw(place, str(fault)))


def read_toml(game: str, edition: Edition, fields: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an edition's text; BadInput if it is too large, not TOML or has other fields."""
    try:
        values = load_toml(edition.text)
    except OutOfBounds as error:
        raise BadInput(f"edition {edition.name!r} of {game}: {error}") from None
    except ValueError as error:
        raise BadInput(f"edition {edition.name!r} of {game} is not TOML: {error}") from None
    for name in values:
        if name not in fields:
            known = all_of(list(fields))
            raise BadInput(f"edition {edition.name!r} of {game}: unknown field {shown(name)}; an edition has {known}")
    return values


# Writing one: what TOML needs, and no more.


def write_text(text: str) -> str:
    """A text between quotation marks, on one line."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_key(name: str) -> str:
    """The name of a field, bare if it can be."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else write_text(name)


def write_table(values: Mapping[str, object]) -> str:
    """Fields on one line; what is a text is in quotation marks."""
    written = (
        f"{write_key(name)} = {write_text(value) if isinstance(value, str) else value}"
        for name, value in values.items()
    )
    return f"{{ {', '.join(written)} }}" if values else "{}"


def write_list(values: Iterable[object]) -> str:
    """The same for a list."""
    return f"[{', '.join(write_text(value) if isinstance(value, str) else str(value) for value in values)}]"
