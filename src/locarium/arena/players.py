"""Players of the arena: built-in bots by name and external programs by command."""

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

INSTANT = ("random", "greedy")  # bots without settings
THINKING = ("flat", "search", "master", "level-1 to level-5")
SETTINGS = ("seconds", "simulations")
DEFAULT_SECONDS = 0.1


class Player(Protocol):
    """A player in one seat of one game."""

    def choose(self, history: History, seat: int, seed: int) -> int:
        """Return a legal action of the seat. Raise Failure if the player cannot give one."""

    def end(self) -> None:
        """Release resources after the game."""


@dataclass(frozen=True)
class Spec:
    """A player as written on the command line: `greedy`, `search:seconds=0.05`, `program:python my_bot.py`."""

    text: str
    kind: str
    command: str = ""  # the command of an external program
    seconds: float | None = None  # seconds per step; None: the contest's limit
    simulations: int | None = None

    def seat(self, seconds: float = DEFAULT_SECONDS) -> Player:
        """Create the player for one game, with the contest's limit in seconds per step."""
        if self.kind == "program":
            return Program(self.command, seconds)
        has_limit = self.seconds is not None or self.simulations is not None
        return BuiltinPlayer(_KINDS[self.kind], self if has_limit else replace(self, seconds=seconds))


def parse_player(text: str) -> Spec:
    """Parse a player. Raise BadInput naming the problem."""
    kind, _, rest = text.partition(":")
    if kind == "program":
        if not rest.strip():
            raise BadInput("add the command of the program, as in 'program:python my_bot.py'")
        return Spec(text, kind, command=rest)
    if kind not in _KINDS:
        raise BadInput(f"unknown bot {kind!r}; choose {one_of([*_KINDS, 'program:COMMAND'])}")
    settings = dict(part.partition("=")[::2] for part in rest.split(",") if part)
    for name in settings:
        if kind in INSTANT or name not in SETTINGS:
            known = f"{one_of(list(SETTINGS))}, for {one_of(list(THINKING))}"
            raise BadInput(f"{kind} has no setting {name!r}; you can set {known}")
    try:
        seconds = float(settings["seconds"]) if "seconds" in settings else None
        simulations = int(settings["simulations"]) if "simulations" in settings else None
    except ValueError:
        raise BadInput(f"{text!r}: seconds and simulations must be numbers, as in 'search:seconds=0.05'") from None
    if (seconds is not None and seconds <= 0) or (simulations is not None and simulations < 1):
        raise BadInput(f"{text!r}: seconds and simulations must be above 0")
    return Spec(text, kind, seconds=seconds, simulations=simulations)


@dataclass(frozen=True)
class BuiltinPlayer:
    """A built-in bot. It gets only the concealed position of its seat."""

    think: Callable[[Position, int, int, Spec], int]
    spec: Spec

    def choose(self, history: History, seat: int, seed: int) -> int:
        """Return the bot's choice."""
        return self.think(history.position.concealed(seat), seat, seed, self.spec)

    def end(self) -> None:
        """Do nothing: the bot holds no resources."""


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
