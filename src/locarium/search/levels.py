"""How strong a bot plays: five levels a game, from one that a child beats to the master."""

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
DEFAULT = 3  # where nobody asks for another
CERTAIN = 1 << 20  # of slips, as a whole number


@dataclass(frozen=True)
class Level:
    """Who thinks, how much, and how often the answer is a slip."""

    brain: Literal["greedy", "search", "master"]
    simulations: int | None = None  # None: as many as the time allows
    slips: float = 0.0  # the chance that a step is any one, drawn at random

    @property
    def is_quick(self) -> bool:
        """Whether it answers soon without a limit of time."""
        return self.brain == "greedy" or self.simulations is not None

    def bot(self, position: Position, offered: Sequence[int], seed: int) -> Bot:
        """A bot of this level for one step."""
        rng = new_rng(seed)
        slips = draw_below(rng, CERTAIN) < self.slips * CERTAIN
        lot = draw_below(rng, len(offered))
        return Slip(offered[lot]) if slips else Levelled(self, position, offered, seed)


ANY_GAME = (  # that brings no levels of its own
    Level("greedy", slips=0.6),
    Level("greedy"),
    Level("search", simulations=100),
    Level("search", simulations=1000),
    Level("master"),
)


def levels_of(game: Game) -> Sequence[Level]:
    """All levels of a game, the weakest first."""
    return game.levels or ANY_GAME


def level_of(game: Game, number: int) -> Level:
    """A level by its number, from 1 to LEVELS."""
    return levels_of(game)[number - 1]


def master(position: Position, offered: Sequence[int], seed: int) -> Bot:
    """The strongest bot of a game."""
    return (position.setup.game.master or Thinker)(position, offered, seed)


def create_bot(seen: Position, legal_actions: Sequence[int], seed: int, level: int | None = None) -> Bot:
    """Create a bot of a level, or the strongest one, for a concealed position."""
    return (master if level is None else level_of(seen.setup.game, level).bot)(seen, legal_actions, seed)


@dataclass(frozen=True)
class Slip:
    """Does not think."""

    action: int

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """The action that it was given."""
        return [Advice(self.action, 1.0, None)]

    def stop(self) -> None:
        """It takes no time anyway."""


class Levelled:
    """A bot that thinks no more than its level does."""

    def __init__(self, level: Level, position: Position, offered: Sequence[int], seed: int) -> None:
        self._level = level
        self._bot = _BRAINS[level.brain](position, offered, seed)

    def think(self, seconds: float | None = None, simulations: int = NO_LIMIT) -> list[Advice]:
        """The actions considered, best first."""
        most = simulations if self._level.simulations is None else min(simulations, self._level.simulations)
        return self._bot.think(seconds, most)

    def stop(self) -> None:
        """Answer as soon as possible."""
        self._bot.stop()


_BRAINS: dict[str, Brain] = {"greedy": Glance, "search": Thinker, "master": master}
