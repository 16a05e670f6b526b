"""LOKUS: description and options."""

from __future__ import annotations

from typing import Literal

from locarium.kernel import options
from locarium.kernel.about import About


class Options(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The rule options of LOKUS."""

    hand: Literal[10, 11] = 10  # LOKUS-04
    crowd: bool = False  # LOKUS-20


class Manners(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The table options of LOKUS."""

    memory: Literal["open", "closed"] = "open"  # LOKUS-05


def seats(options: Options) -> range:
    """Return the numbers of seats allowed: LOKUS-02, LOKUS-20."""
    return range(2, 7) if options.crowd else range(3, 6)


ABOUT = About(
    name="lokus",
    title="LOKUS",
    package="locarium.games.lokus",
    rules_version=1,
    options=Options,
    manners=Manners,
    seats=seats,
    fewest_win=True,
)
