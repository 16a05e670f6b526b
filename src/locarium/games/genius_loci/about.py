"""GENIUS LOCI: description and options."""

from __future__ import annotations

from typing import Literal

from locarium.kernel import options
from locarium.kernel.about import About


class Options(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The rule options of GENIUS LOCI."""

    setup: Literal["house", "petals", "random"] | str = "house"  # GENIUS-02, GENIUS-04; or a position text
    aligned: bool = False  # GENIUS-04
    lines: Literal["axis", "any"] = "axis"  # GENIUS-19
    single: bool = False  # GENIUS-21


class Manners(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The table options of GENIUS LOCI."""

    match: Literal["single", "two"] = "single"  # GENIUS-18


def seats(options: Options) -> range:
    """Return the number of seats, which is always two."""
    return range(2, 3)


ABOUT = About(
    name="genius-loci",
    title="GENIUS LOCI",
    package="locarium.games.genius_loci",
    rules_version=1,
    options=Options,
    manners=Manners,
    seats=seats,
)
