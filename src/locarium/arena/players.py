"""Who plays in the arena: bots of the house by name, outside programs by their command."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from locarium.kernel.errors import BadInput, one_of
from locarium.kernel.playout import choose_at_random
from locarium.kernel.rng import new_rng
from locarium.search.flat import Flat
from locarium.search.levels import LEVELS, level_of, master
from locarium.search.thinker import NO_LIMIT, Thinker

from .program import Program

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.history import History
    from locarium.kernel.position import Position
    from locarium.search.thinker import Brain

AT_ONCE = ("random", "greedy")  # they have nothing to set
THINKING = ("flat", "search", "master", "level-1 to level-5")
SETTINGS = ("seconds", "simulations")
DEFAULT_SECONDS = 0.1


class Player(Protocol):
    """Somebody at a seat of one game."""

    def choose(self, history: History, seat: int, seed: int) -> int:
        """A legal action of the seat; Failure if the player cannot give one."""

    def end(self) -> None:
        """The game is over."""


@dataclass(frozen=True)
class Spec:
    """A player as it is written on the command line: `greedy`, `search:seconds=0.05`, `program:python my_bot.py`."""

    text: str
    kind: str
    command: str = ""  # of a program
    seconds: float | None = None  # a step; None: as all have
    simulations: int | None = None

    def seat(self, seconds: float = DEFAULT_SECONDS) -> Player:
        """The player for one game, where all have so many seconds a step."""
        if self.kind == "program":
            return Program(self.command, seconds)
        has_limit = self.seconds is not None or self.simulations is not None
        return House(_KINDS[self.kind], self if has_limit else replace(self, seconds=seconds))


def parse_player(text: str) -> Spec:
    """The player of a text; BadInput names what is wrong."""
    kind, _, rest = text.partition(":")
    if kind == "program":
        if not rest.strip():
            raise BadInput("a program is written with its command, as in 'program:python my_bot.py'")
        return Spec(text, kind, command=rest)
    if kind not in _KINDS:
        raise BadInput(f"there is no player {kind!r}; there are {one_of([*_KINDS, 'program:COMMAND'])}")
    settings = dict(part.partition("=")[::2] for part in rest.split(",") if part)
    for name in settings:
        if kind in AT_ONCE or name not in SETTINGS:
            raise BadInput(f"{kind} has no setting {name!r}; {one_of(list(THINKING))} has {one_of(list(SETTINGS))}")
    try:
        seconds = float(settings["seconds"]) if "seconds" in settings else None
        simulations = int(settings["simulations"]) if "simulations" in settings else None
    except ValueError:
        raise BadInput(f"{text!r}: seconds and simulations are numbers, as in 'search:seconds=0.05'") from None
    if (seconds is not None and seconds <= 0) or (simulations is not None and simulations < 1):
        raise BadInput(f"{text!r}: seconds and simulations are above 0")
    return Spec(text, kind, seconds=seconds, simulations=simulations)


@dataclass(frozen=True)
class House:
    """A bot of the house: it is handed what its seat may know."""

    think: Callable[[Position, int, int, Spec], int]
    spec: Spec

    def choose(self, history: History, seat: int, seed: int) -> int:
        """Its choice."""
        return self.think(history.position.concealed(seat), seat, seed, self.spec)

    def end(self) -> None:
        """It keeps nothing."""


def _at_random(position: Position, seat: int, seed: int, _: Spec) -> int:
    return choose_at_random(position, seat, new_rng(seed))


def _greedy(position: Position, seat: int, seed: int, _: Spec) -> int:
    return position.setup.game.greedy(position, seat, new_rng(seed))


def _search(position: Position, seat: int, seed: int, spec: Spec) -> int:
    return _think(Thinker, position, seat, seed, spec)


def _flat(position: Position, seat: int, seed: int, spec: Spec) -> int:
    return _think(Flat, position, seat, seed, spec)


def _master(position: Position, seat: int, seed: int, spec: Spec) -> int:
    return _think(master, position, seat, seed, spec)


def _think(brain: Brain, position: Position, seat: int, seed: int, spec: Spec, *, is_quick: bool = False) -> int:
    offered = position.setup.game.offered_to_bots(position.legal(seat))
    if len(offered) == 1:
        return offered[0]
    limit = NO_LIMIT if spec.simulations is None else spec.simulations
    return brain(position, offered, seed).think(None if is_quick else spec.seconds, limit)[0].action


def _level(number: int, position: Position, seat: int, seed: int, spec: Spec) -> int:
    level = level_of(position.setup.game, number)
    return _think(level.bot, position, seat, seed, spec, is_quick=level.is_quick)


_KINDS: dict[str, Callable[[Position, int, int, Spec], int]] = {
    "random": _at_random,
    "greedy": _greedy,
    "flat": _flat,
    "search": _search,
    "master": _master,
    **{f"level-{number}": partial(_level, number) for number in range(1, LEVELS + 1)},
}
