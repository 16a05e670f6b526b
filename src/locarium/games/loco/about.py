"""LOCO!: description and options."""

from __future__ import annotations

from typing import Literal

from locarium.kernel import options
from locarium.kernel.about import About


class Options(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The rule options of LOCO!"""

    match: Literal["single", "full"] = "single"  # LOCO-16
    family: bool = False  # LOCO-18
    strict_marker: bool = False  # LOCO-19


class Manners(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The table options of LOCO!"""

    shout: Literal["manual", "auto"] = "manual"  # LOCO-17


def seats(options: Options) -> range:
    """Return the numbers of seats allowed: LOCO-03, LOCO-18."""
    return range(2, 6 if options.family else 5)


ABOUT = About(
    name="loco",
    title="LOCO!",
    package="locarium.games.loco",
    rules_version=1,
    options=Options,
    manners=Manners,
    seats=seats,
)
