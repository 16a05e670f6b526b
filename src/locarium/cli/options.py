"""Shared command-line options and their parsing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from locarium.kernel.bounds import MAX_TEXT, read_start
from locarium.kernel.errors import BadInput, one_of
from locarium.kernel.options import hints, option_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from locarium.kernel.about import About
    from locarium.kernel.edition import Edition
    from locarium.kernel.texts import Texts

SeedOption: TypeAlias = Annotated[
    int, typer.Option("--seed", help="Random seed; the same seed gives the same deals.", min=0)
]
WorkersOption: TypeAlias = Annotated[
    int | None, typer.Option("--workers", help="Number of processes; by default one per core.", min=1)
]
EditionOption: TypeAlias = Annotated[
    str | None, typer.Option(help="The name of a built-in edition, or a file with a custom edition.")
]


def split_options(about: About, written: Sequence[str]) -> tuple[dict[str, object], dict[str, object]]:
    """Split name=value texts into rule options and table options. Unknown names count as rule options."""
    rules, table_options = dict[str, object](), dict[str, object]()
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"write --option {text!r} as name=value")
        kind, values = (about.manners, table_options) if name in hints(about.manners) else (about.options, rules)
        values[name] = option_from_text(kind, name, value)
    return rules, table_options


def explain_options(texts: Texts, values: Mapping[str, object]) -> Iterator[str]:
    """Yield the game's description of each option value. Free-text values have none."""
    words = texts.all_sections()
    for name, value in values.items():
        section, key = ("options", name) if value is True else ("choices", f"{name}.{value}")
        if found := words.get(section, {}).get(key):
            yield found


def seats_or_fewest(about: About, seats: int | None, rules: dict[str, object]) -> int:
    """Return the number of seats after checking it, or the game's minimum if none is given."""
    options = about.read_options(rules)
    chosen = about.seats(options)[0] if seats is None else seats
    about.check_seats(chosen, options)
    return chosen


def check_folders(*files: Path | None) -> None:
    """Raise BadInput if the folder of an output file is missing, before any long work starts."""
    for file in files:
        if file is not None and not file.parent.is_dir():
            raise BadInput(f"cannot write {str(file)!r}: the folder {str(file.parent)!r} does not exist")


def read_edition(about: About, written: str | None) -> Edition:
    """Return a built-in edition by name, or the edition in a file. The default is `house`."""
    if written is None or written in about.edition_names():
        return about.edition_brought(written, None)
    try:
        return about.edition_brought(None, read_start(Path(written), MAX_TEXT))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        built_in = one_of(about.edition_names())
        raise BadInput(f"{written!r} is neither {built_in} nor an edition file: {reason}") from None
