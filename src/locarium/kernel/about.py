"""A game's description, readable without loading compiled code."""

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
    """A game's name, options, seats, texts and editions."""

    name: str  # as in records
    title: str  # as printed on the box
    package: str  # the Python package with its texts and editions
    rules_version: int  # the newest version of the rules; records name theirs
    options: type[Options]  # rule options, stored in records
    manners: type[Options]  # table options, not stored in records
    seats: Callable[[Any], range]  # the numbers of seats allowed with these options
    fewest_win: bool = False  # the lowest score wins

    @property
    def folder(self) -> Traversable:
        """Return the folder with the game's data."""
        return files(self.package)

    def texts(self, language: str) -> Texts:
        """Load the game's texts in one language."""
        check_language(language)
        return read_texts(self.package, language)

    def rules_text(self, language: str) -> str:
        """Return the rules for players, as Markdown."""
        check_language(language)
        return (self.folder / "texts" / language / "rules.md").read_text("utf-8")

    def read_options(self, values: Mapping[str, object]) -> Options:
        """Check option values and return the options."""
        return read_options(self.name, self.options, values)

    def read_manners(self, values: Mapping[str, object]) -> Options:
        """Check table option values and return the options."""
        return read_options(self.name, self.manners, values)

    def check_seats(self, seats: int, options: Options) -> None:
        """Raise BadInput if the game can't be played with this number of seats."""
        allowed = self.seats(options)
        if seats not in allowed:
            accepted = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
            raise BadInput(f"{self.name} is for {accepted} players, not {seats}")

    def check_rules_version(self, version: int) -> None:
        """Raise BadInput if this version of the rules is unknown."""
        if not 1 <= version <= self.rules_version:
            known = "1" if self.rules_version == 1 else f"1 to {self.rules_version}"
            raise BadInput(f"rules version {version} of {self.name} is unknown; this program knows {known}")

    def edition_names(self) -> list[str]:
        """Return the names of the built-in editions: only `house` if the game has no edition data."""
        return sorted(_editions(self.package)) or [HOUSE]

    def edition(self, name: str = HOUSE) -> Edition:
        """Return a built-in edition."""
        if name not in self.edition_names():
            raise BadInput(f"{self.name} has no edition {shown(name)}; it has {one_of(self.edition_names())}")
        return _editions(self.package).get(name, Edition(HOUSE))

    def edition_brought(self, name: str | None, text: str | None) -> Edition:
        """Return the edition of a record or table: a custom text, a built-in edition by name, or `house`."""
        if text is not None and name is not None:
            raise BadInput("give either edition (the name of a built-in one) or edition_text (a custom one), not both")
        if text is not None and len(text) > MAX_TEXT:
            raise BadInput(f"an edition text can have at most {MAX_TEXT} characters; this one is longer")
        if text is not None:
            return Edition("foreign", text, foreign=True)
        return self.edition(HOUSE if name is None else name)

    @property
    def has_editions(self) -> bool:
        """Return whether the game has edition data."""
        return bool(_editions(self.package))


@lru_cache
def _editions(package: str) -> dict[str, Edition]:
    """Load the built-in editions of a game's package, by name. Each is read once."""
    folder = files(package) / "editions"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")] if folder.is_dir() else []
    return {
        name: Edition(name, entry.read_text("utf-8"))
        for name, entry in ((entry.name.removesuffix(".toml"), entry) for entry in found)
    }


def check_language(language: str) -> None:
    """Raise BadInput if there are no texts in this language."""
    if language not in LANGUAGES:
        raise BadInput(f"there are no texts in {language!r}; available languages: {one_of(list(LANGUAGES))}")
