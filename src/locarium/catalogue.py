"""The list of games. No other module imports the game packages."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .games.genius_loci.view import GeniusLociView
from .games.loco.view import LocoView
from .games.locus.view import LocusView
from .games.lokus.view import LokusView
from .kernel.errors import BadInput, one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .kernel.about import About
    from .kernel.game import Game
    from .kernel.position import Position

    CheckTry: TypeAlias = Callable[[Position, int, str], None]

_PACKAGES = {
    "loco": "locarium.games.loco",
    "lokus": "locarium.games.lokus",
    "locus": "locarium.games.locus",
    "genius-loci": "locarium.games.genius_loci",
}

NAMES = tuple(_PACKAGES)

GameView = LocoView | LokusView | LocusView | GeniusLociView  # told apart by the field `game`


def _module(name: str, part: str) -> Any:
    if name not in _PACKAGES:
        raise BadInput(f"unknown game {name!r}; choose {one_of(list(NAMES))}")
    return import_module(f"{_PACKAGES[name]}.{part}")


def about(name: str) -> About:
    """Return a game's description without loading compiled code."""
    return cast("About", _module(name, "about").ABOUT)


def game(name: str) -> Game:
    """Load a game with its rules."""
    return cast("Game", _module(name, "game").GAME)


def check_try(name: str) -> CheckTry:
    """Return the function that explains why an attempted move is illegal."""
    return cast("CheckTry", _module(name, "doubts").check_try)
