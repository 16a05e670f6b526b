"""Options as they are written on the command line: name=value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.errors import BadInput
from locarium.kernel.options import hints, option_from_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.about import About


def split_options(about: About, written: Sequence[str]) -> tuple[dict[str, object], dict[str, object]]:
    """Options of the rules, and those of the table; unknown ones stand with the rules, which refuse them."""
    rules, manners = dict[str, object](), dict[str, object]()
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option {text!r} is not written name=value")
        kind, values = (about.manners, manners) if name in hints(about.manners) else (about.options, rules)
        values[name] = option_from_text(kind, name, value)
    return rules, manners


def seats_or_fewest(about: About, seats: int | None, rules: dict[str, object]) -> int:
    """The number of seats, checked; as few as the game takes if none is given."""
    options = about.read_options(rules)
    chosen = about.seats(options)[0] if seats is None else seats
    about.check_seats(chosen, options)
    return chosen
