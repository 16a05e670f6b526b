"""What the suite is run over: every game of the catalogue and the toy, with all seats, options and editions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from locarium import catalogue
from locarium.kernel.edition import HOUSE, Edition
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.options import accepted, hints
from locarium.kernel.playout import choose_at_random, chooser, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from toy.about import ABOUT as TOY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from locarium.kernel.about import About
    from locarium.kernel.game import Choose, Game
    from locarium.kernel.history import Step
    from locarium.kernel.position import Position

NAMES = (*catalogue.NAMES, "toy")
PLAYERS = ("random", "greedy", "mixed")
FOREIGN = {  # an edition that the house does not ship
    "toy": "# brought along: Ω\ncoins = 4\nprizes = [1, 3, 7, 9]\n",
    "lokus": f"# brought along: ß\nminus-points = {[0, 0, 2, *range(9, 500, 17)]}\n",
    "locus": (Path(__file__).parent / "editions" / "locus.toml").read_text("utf-8"),
    "genius-loci": (Path(__file__).parent / "editions" / "genius-loci.toml").read_text("utf-8"),
}
BESIDES: dict[str, list[dict[str, Any]]] = {  # options that mean something together, or are texts
    "genius-loci": [
        {"setup": "random", "aligned": True},
        {"setup": "random", "lines": "any", "single": True},
        {"setup": "..b./..wT./.bbw.b/..wSbw./.wb..P/bYCww/w.b. b"},
    ],
}
HIDING = {"loco", "lokus", "locus", "toy"}  # games in which something is hidden
REVEALING = {"toy"}  # games that show at the end what was hidden
TURNING_UP = {"locus"}  # games in which a step of a seat may turn up cards
MANY_POSSIBILITIES = {"lokus"}  # games that hide so much to the end that their own tests look at samples
SLOW_PLAYERS = {"lokus", "locus", "genius-loci"}  # games whose greedy player takes long in plain Python
SLOW_PICKS = {("locus", HOUSE)}  # games and editions with so many steps that picks at random take long there
FEW_ACTIONS = 500  # games that have no more are tried with all of them
MOST_COMBINATIONS = 16  # of options; a game with more has each value tried alone


@dataclass(frozen=True)
class Case:
    """One way to play a game."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()
    edition: str = HOUSE  # "foreign": the one of FOREIGN

    def __str__(self) -> str:
        words = [self.name, str(self.seats), *(f"{name}={value}" for name, value in self.options)]
        return "-".join(words if self.edition == HOUSE else [*words, self.edition]).lower()

    @property
    def setup(self) -> Setup:
        return _setup(self)

    @property
    def observers(self) -> list[int]:
        return [*range(self.seats), SPECTATOR]


def about_of(name: str) -> About:
    return TOY if name == "toy" else catalogue.about(name)


def game_of(name: str) -> Game:
    if name == "toy":
        from toy.game import GAME

        return GAME
    return catalogue.game(name)


@lru_cache
def _setup(case: Case) -> Setup:
    game = game_of(case.name)
    if case.edition == "foreign":
        edition = Edition("foreign", FOREIGN[case.name], foreign=True)
    else:
        edition = game.about.edition(case.edition)
    return Setup(game, case.seats, dict(case.options), edition)


def combinations(about: About) -> Iterator[dict[str, Any]]:
    """All combinations of options; if they are too many, every value alone."""
    choices = {name: accepted(hint) for name, hint in hints(about.options).items()}
    choices = {name: values for name, values in choices.items() if values}
    if prod(map(len, choices.values())) <= MOST_COMBINATIONS:
        for values in product(*choices.values()):
            yield dict(zip(choices, values, strict=True))
    else:
        yield {}
        for name, values in choices.items():
            yield from ({name: value} for value in values)


def _cases(name: str) -> list[Case]:
    about = about_of(name)
    cases = []
    for options in [*combinations(about), *BESIDES.get(name, [])]:
        seats = about.seats(about.read_options(options))
        defaults = about.options()
        chosen = tuple(
            (key, value) for key, value in options.items() if getattr(defaults, key.replace("-", "_")) != value
        )
        cases += [Case(name, n, chosen) for n in seats]
    others = [edition for edition in about.edition_names() if edition != HOUSE] + ["foreign"] * (name in FOREIGN)
    cases += [Case(name, n, (), edition) for edition in others for n in about.seats(about.options())]
    return list(dict.fromkeys(cases))


CASES = [case for name in NAMES for case in _cases(name)]
PLAIN_CASES = [case for case in CASES if not case.options and case.edition == HOUSE]  # a game and its seats alone

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_number_of_seats = pytest.mark.parametrize("case", PLAIN_CASES, ids=str)
every_game = pytest.mark.parametrize("name", NAMES)


def times(compiled: int, plain: int = 1) -> int:
    """How often to do something that is much slower in plain Python."""
    return compiled if IS_COMPILED else plain


def is_quick(case: Case, player: str) -> bool:
    """Whether a player can be asked in plain Python too; a slow one can at the first table of an edition."""
    is_first = case == next(other for other in CASES if (other.name, other.edition) == (case.name, case.edition))
    return player == "random" or case.name not in SLOW_PLAYERS or is_first


def can_be_asked(case: Case, player: str) -> bool:
    """Whether a player is quick enough for the Python that runs."""
    return IS_COMPILED or is_quick(case, player)


def player_of(case: Case, player: str) -> Choose:
    """Who plays; in plain Python somebody quick in the place of somebody slow."""
    if not can_be_asked(case, player):
        return choose_at_random
    return chooser(case.setup.game, player)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def played(case: Case, player: str, seed: int) -> History:
    """A whole game, the same at every call; not to be changed."""
    return write_game(case.setup, new_rng(seed), player_of(case, player))


def history_of(setup: Setup, steps: Sequence[Step], positions: Sequence[Position]) -> History:
    """A history put together by hand."""
    history = History(setup)
    history.steps, history.positions = list(steps), list(positions)
    history.take_back_to(len(steps))  # takes nothing back, but writes the steps in their order
    return history


def some_games(case: Case, compiled: int = 3, plain: int = 1) -> Iterator[History]:
    """Games of all kinds of players that can be asked."""
    for seed in range(times(compiled, plain)):
        for player in filter(partial(can_be_asked, case), PLAYERS):
            yield played(case, player, seed)


def sampled_positions(case: Case, every: int) -> Iterator[Position]:
    """Every n-th position of some games in which a seat may act."""
    count = 0
    for history in some_games(case, 2):
        for position in history.positions:
            if position.active:
                count += 1
                if count % every == 1:  # the first one is always among them
                    yield position


def some_actions(game: Game, number: int) -> list[int]:
    """All actions of a game; of very many the first, the last and a part: all by and by, as the number goes up."""
    book = game.book
    every = -(-book.ACTIONS // FEW_ACTIONS)
    ends = {*range(min(64, book.ACTIONS)), *range(max(0, book.ACTIONS - 64), book.ACTIONS)}
    return sorted({*ends, *range(number % every, book.ACTIONS, every)})
