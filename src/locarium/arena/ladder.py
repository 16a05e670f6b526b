"""Bot levels of a game, each measured against the level below."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from locarium.search.levels import LEVELS

from .games import Contest
from .players import DEFAULT_SECONDS
from .standings import standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.about import About

    from .games import Played

LEVEL_NAMES = tuple(f"level-{number}" for number in range(1, LEVELS + 1))


@dataclass(frozen=True)
class Step:
    """How often a level beats the level below."""

    share: float  # the stronger level's share of first places
    low: float
    high: float
    games: int
    played: list[Played]  # players numbered by level, from 0


def seats_of(about: About) -> int:
    """Return the game's smallest even number of seats, so that each level gets half of them."""
    return next(seats for seats in about.seats(about.options()) if seats % 2 == 0)


def rungs(about: About, seconds: float = DEFAULT_SECONDS) -> list[Contest]:
    """Return a contest for each pair of neighbouring levels, weakest pair first. Each names the stronger level first.

    `seconds` limits levels without a limit of their own, such as the master.
    """
    pairs = zip(LEVEL_NAMES[1:], LEVEL_NAMES, strict=False)
    return [Contest(about.name, seats_of(about), {}, about.edition(), pair, seconds) for pair in pairs]


def step_of(number: int, played: Sequence[Played]) -> Step:
    """Summarise the games of a rung."""
    pair = (LEVEL_NAMES[number + 1], LEVEL_NAMES[number])
    strong = next(each for each in standings(pair, played) if each.name == pair[0])
    renumbered = [replace(game, lineup=tuple(number + 1 - player for player in game.lineup)) for game in played]
    return Step(strong.share, strong.share_low, strong.share_high, len(played), renumbered)
