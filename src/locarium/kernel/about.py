"""Who a game is: all that can be known without compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .bounds import MAX_TEXT, shown
from .edition import HOUSE, Edition
from .errors import BadInput, one_of
from .options import Options, read_options
from .texts import Texts, read_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

LANGUAGES = ("en", "de", "fr")


@dataclass(frozen=True)
class About:
    """Name, options, seats, texts and editions of a game."""

    name: str  # as in records
    title: str  # as on the box
    package: str  # where its texts and editions lie
    rules_version: int  # the newest version of the rules; records name theirs
    options: type[Options]  # of the rules: they are in records
    manners: type[Options]  # how a table is run: they are not
    seats: Callable[[Any], range]  # how many may play with these options
    fewest_win: bool = False  # the lowest score wins

    @property
    def folder(self) -> Traversable:
        """Where its data lie."""
        return files(self.package)

    def texts(self, language: str) -> Texts:
        """Words and sentences of the game in a language."""
        check_language(language)
        return read_texts(self.package, language)

    def rules_text(self, language: str) -> str:
        """The rules for people, in Markdown."""
        check_language(language)
        return (self.folder / "texts" / language / "rules.md").read_text("utf-8")

    def read_options(self, values: Mapping[str, object]) -> Options:
        """Checked options."""
        return read_options(self.name, self.options, values)

    def read_manners(self, values: Mapping[str, object]) -> Options:
        """Checked table options."""
        return read_options(self.name, self.manners, values)

    def check_seats(self, seats: int, options: Options) -> None:
        """Refuse a number of seats for which the game is not made."""
        allowed = self.seats(options)
        if seats not in allowed:
            accepted = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
            raise BadInput(f"{self.name} cannot be played by {seats}; it takes {accepted} seats")

    def check_rules_version(self, version: int) -> None:
        """Refuse a version of the rules that this program does not know."""
        if not 1 <= version <= self.rules_version:
            known = "1" if self.rules_version == 1 else f"1 to {self.rules_version}"
            raise BadInput(f"rules version {version} of {self.name} is unknown; this program knows {known}")

    def edition_names(self) -> list[str]:
        """The built-in editions; `house` alone where the game has no edition data."""
        return sorted(_editions(self.package)) or [HOUSE]

    def edition(self, name: str = HOUSE) -> Edition:
        """A built-in edition."""
        if name not in self.edition_names():
            raise BadInput(f"{self.name} has no edition {shown(name)}; it has {one_of(self.edition_names())}")
        return _editions(self.package).get(name, Edition(HOUSE))

    def edition_brought(self, name: str | None, text: str | None) -> Edition:
        """The edition of a record or a table: brought along as text, built in by name, or `house`."""
        if text is not None and name is not None:
            raise BadInput("there is an edition (built in, by its name) or an edition_text (brought along), not both")
        if text is not None and len(text) > MAX_TEXT:
            raise BadInput(f"the text of an edition has at most {MAX_TEXT} characters; this one is longer")
        if text is not None:
            return Edition("foreign", text, foreign=True)
        return self.edition(HOUSE if name is None else name)

    @property
    def has_editions(self) -> bool:
        """Whether the game has edition data at all."""
        return bool(_editions(self.package))


@lru_cache
def _editions(package: str) -> dict[str, Edition]:
    """The built-in editions of a game's package by name; they are read once."""
    folder = files(package) / "editions"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")] if folder.is_dir() else []
    return {
        name: Edition(name, entry.read_text("utf-8"))
        for name, entry in ((entry.name.removesuffix(".toml"), entry) for entry in found)
    }


def check_language(language: str) -> None:
    """Refuse a language that the house does not speak."""
    if language not in LANGUAGES:
        raise BadInput(f"there are no texts in {language!r}; the house speaks {one_of(list(LANGUAGES))}")
