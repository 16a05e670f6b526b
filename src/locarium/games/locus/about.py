"""LOCUS: description and options."""

from __future__ import annotations

from typing import Literal

from locarium.kernel import options
from locarium.kernel.about import About


class Options(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The rule options of LOCUS."""

    coins: Literal["combined", "english", "german"] = "combined"  # LOCUS-07
    order: Literal["together", "printed"] = "together"  # LOCUS-18


class Manners(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The table options of LOCUS. There are none."""


def seats(options: Options) -> range:
    """Return the numbers of seats allowed: LOCUS-02, LOCUS-28."""
    return range(1, 6)


ABOUT = About(
    name="locus",
    title="LOCUS",
    package="locarium.games.locus",
    rules_version=1,
    options=Options,
    manners=Manners,
    seats=seats,
)
