"""The toy: description and options."""

from __future__ import annotations

from typing import Literal

from locarium.kernel import options
from locarium.kernel.about import About


class Options(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The rule options of the toy."""

    rounds: Literal[2, 3] = 2  # TOY-03
    stingy: bool = False  # TOY-09


class Manners(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    """The table options of the toy, which has none."""


def seats(options: Options) -> range:
    """Return the numbers of seats allowed: TOY-01."""
    return range(1, 7)


ABOUT = About(
    name="toy",
    title="The Toy",
    package="toy",
    rules_version=1,
    options=Options,
    manners=Manners,
    seats=seats,
)
