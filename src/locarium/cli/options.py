"""Options as they are written on the command line: name=value."""

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

SeedOption: TypeAlias = Annotated[int, typer.Option("--seed", help="The same seed gives the same deals.", min=0)]
WorkersOption: TypeAlias = Annotated[
    int | None, typer.Option("--workers", help="Processes; one a core if not given.", min=1)
]
EditionOption: TypeAlias = Annotated[
    str | None, typer.Option(help="A built-in edition by its name, or a file with one of your own.")
]


def split_options(about: About, written: Sequence[str]) -> tuple[dict[str, object], dict[str, object]]:
    """Options of the rules, and those of the table; unknown ones stand with the rules, which refuse them."""
    rules, table_options = dict[str, object](), dict[str, object]()
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option {text!r} is not written name=value")
        kind, values = (about.manners, table_options) if name in hints(about.manners) else (about.options, rules)
        values[name] = option_from_text(kind, name, value)
    return rules, table_options


def explain_options(texts: Texts, values: Mapping[str, object]) -> Iterator[str]:
    """What options mean that are not at their default, in sentences of the game; texts of people's own have none."""
    words = texts.all_sections()
    for name, value in values.items():
        section, key = ("options", name) if value is True else ("choices", f"{name}.{value}")
        if found := words.get(section, {}).get(key):
            yield found


def seats_or_fewest(about: About, seats: int | None, rules: dict[str, object]) -> int:
    """The number of seats, checked; as few as the game takes if none is given."""
    options = about.read_options(rules)
    chosen = about.seats(options)[0] if seats is None else seats
    about.check_seats(chosen, options)
    return chosen


def check_folders(*files: Path | None) -> None:
    """Whether there is a folder for every file that is to be written: better known before the work than after it."""
    for file in files:
        if file is not None and not file.parent.is_dir():
            raise BadInput(f"cannot write {str(file)!r}: there is no folder {str(file.parent)!r}")


def read_edition(about: About, written: str | None) -> Edition:
    """A built-in edition by its name, or that of a file; `house` if none is given."""
    if written is None or written in about.edition_names():
        return about.edition_brought(written, None)
    try:
        return about.edition_brought(None, read_start(Path(written), MAX_TEXT))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        built_in = one_of(about.edition_names())
        raise BadInput(f"{written!r} is neither {built_in} nor a file with an edition: {reason}") from None
