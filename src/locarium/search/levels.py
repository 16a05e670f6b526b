"""Bot strength: five levels per game, from one that a child can beat to the master."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from locarium.kernel.rng import draw_below, new_rng

from .thinker import NO_LIMIT, Advice, Bot, Brain, Glance, Thinker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.game import Game
    from locarium.kernel.position import Position

LEVELS = 5
DEFAULT = 3  # the default level
CERTAIN = 1 << 20  # the integer that stands for a blunder rate of 1


@dataclass(frozen=True)
class Level:
    """A bot's search, its simulations and its blunder rate."""

    brain: Literal["greedy", "search", "master"]
    simulations: int | None = None  # None: limited only by time
    slips: float = 0.0  # the chance that a step is random

    @property
    def is_quick(self) -> bool:
        """Whether it answers quickly without a time limit."""
        return self.brain == "greedy" or self.simulations is not None

    def bot(self, position: Position, offered: Sequence[int], seed: int) -> Bot:
        """Return a bot of this level for one step."""
        rng = new_rng(seed)
        slips = draw_below(rng, CERTAIN) < self.slips * CERTAIN
        lot = draw_below(rng, len(offered))
        return Slip(offered[lot]) if slips else Levelled(self, position, offered, seed)


ANY_GAME = (  # the levels of games that define none
    Level("greedy", slips=0.6),
    Level("greedy"),
    Level("search", simulations=100),
    Level("search", simulations=1000),
    Level("master"),
)


def levels_of(game: Game) -> Sequence[Level]:
    """Return all levels of a game, weakest first."""
    return game.levels or ANY_GAME


def level_of(game: Game, number: int) -> Level:
    """Return a level by its number, from 1 to LEVELS."""
    return levels_of(game)[number - 1]


def master(position: Position, offered: Sequence[int], seed: int) -> Bot:
    """Return the strongest bot of a game."""
    return (position.setup.game.master or Thinker)(position, offered, seed)


def create_bot(seen: Position, legal_actions: Sequence[int], seed: int, level: int | None = None) -> Bot:
    """Create a bot of a level, or the strongest one, for a concealed position."""
    return (master if level is None else level_of(seen.setup.game, level).bot)(seen, legal_actions, seed)


@dataclass(frozen=True)
class Slip:
    """A bot that plays a given random action."""

    action: int

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the given action."""
        return [Advice(self.action, 1.0, None)]

    def stop(self) -> None:
        """Do nothing: the answer is immediate."""


class Levelled:
    """A bot limited to the simulations of its level."""

    def __init__(self, level: Level, position: Position, offered: Sequence[int], seed: int) -> None:
        self._level = level
        self._bot = _BRAINS[level.brain](position, offered, seed)

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """Return the considered actions, best first."""
        most = simulations if self._level.simulations is None else min(simulations, self._level.simulations)
        return self._bot.think(seconds, most)

    def stop(self) -> None:
        """End the search as soon as possible."""
        self._bot.stop()


_BRAINS: dict[str, Brain] = {"greedy": Glance, "search": Thinker, "master": master}
