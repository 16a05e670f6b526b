"""Editions: the printed contents of a box (sheets, cards, boards), as TOML that people can write."""

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
    """An edition of a game. Games without edition data have an empty text."""

    name: str
    text: str = ""
    foreign: bool = False  # custom: supplied by a table or a record, not built in

    @property
    def written_name(self) -> str | None:
        """The name that records and tables store. None for `house`, which is the default."""
        return None if self.foreign or self.name == HOUSE else self.name

    @property
    def written_text(self) -> str | None:
        """The text that records and tables store. None for built-in editions."""
        return self.text if self.foreign else None

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


class EditionFault(Exception):
    """An error in an edition: where it is and what would be valid."""


@contextmanager
def checking(game: str, edition: Edition) -> Iterator[None]:
    """Turn an EditionFault into a BadInput that names the edition."""
    try:
        yield
    except EditionFault as fault:
        raise BadInput(f"edition {edition.name!r} of {game}: {fault}") from None


@dataclass(frozen=True)
class Flaw:
    """An error in an edition and its location, for editors that show several errors."""

    place: str  # as written in the text, such as `zones.red` or `cards`; empty for the whole edition
    message: str


@contextmanager
def noting(flaws: list[Flaw], place: str) -> Iterator[None]:
    """Collect an EditionFault instead of raising it, so the next part can be checked too."""
    try:
        yield
    except EditionFault as fault:
        flaws.append(Flaw(place, str(fault)))


def read_toml(game: str, edition: Edition, fields: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an edition's text. Raise BadInput if it is too large, not TOML or has unknown fields."""
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


# Writing editions: the subset of TOML that they need.


def write_text(text: str) -> str:
    """Return a text as a quoted TOML string on one line."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_key(name: str) -> str:
    """Return a key, bare if possible."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else write_text(name)


def write_table(values: Mapping[str, object]) -> str:
    """Return an inline table, with texts quoted."""
    written = (
        f"{write_key(name)} = {write_text(value) if isinstance(value, str) else value}"
        for name, value in values.items()
    )
    return f"{{ {', '.join(written)} }}" if values else "{}"


def write_list(values: Iterable[object]) -> str:
    """Return an inline array, with texts quoted."""
    return f"[{', '.join(write_text(value) if isinstance(value, str) else str(value) for value in values)}]"
