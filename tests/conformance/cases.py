"""The cases of the suite: every game in the catalogue and the toy, with all seats, options and editions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
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
FOREIGN = {  # a custom edition
    "toy": "# brought along: Ω\ncoins = 4\nprizes = [1, 3, 7, 9]\n",
    "lokus": f"# brought along: ß\nminus-points = {[0, 0, 2, *range(9, 500, 17)]}\n",
    "locus": (Path(__file__).parent / "editions" / "locus.toml").read_text("utf-8"),
    "genius-loci": (Path(__file__).parent / "editions" / "genius-loci.toml").read_text("utf-8"),
}
EXTRA_OPTIONS: dict[str, list[dict[str, Any]]] = {  # options that interact, or that take a text
    "genius-loci": [
        {"setup": "random", "aligned": True},
        {"setup": "random", "lines": "any", "single": True},
        {"setup": "..b./..wT./.bbw.b/..wSbw./.wb..P/bYCww/w.b. b"},
    ],
}
HIDING = {"loco", "lokus", "locus", "toy"}  # games with hidden information
SEALING = {"lokus", "toy"}  # games with simultaneous face-down choices
REVEALING = {"toy"}  # games that reveal hidden information at the end
TURNING_UP = {"locus"}  # games in which a seat's step may turn up cards
MANY_POSSIBILITIES = {"lokus"}  # games that hide so much to the end that their own tests check samples
SLOW_PLAYERS = {"lokus", "locus", "genius-loci"}  # games whose greedy policy is slow in plain Python
FEW_ACTIONS = 500  # games with at most this many are tested with all of them
MOST_COMBINATIONS = 16  # of options; with more, `CASES` has each value alone


@dataclass(frozen=True)
class Case:
    """A game with its seats, options and edition."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()
    edition: str = HOUSE  # "foreign": the one in FOREIGN

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


def option_sets(about: About) -> Iterator[dict[str, Any]]:
    """Yield all combinations of option values, or each value alone if there are too many."""
    choices = named_values(about)
    if prod(map(len, choices.values())) <= MOST_COMBINATIONS:
        yield from combined(choices)
    else:
        yield {}
        for name, values in choices.items():
            yield from ({name: value} for value in values)


def named_values(about: About) -> dict[str, list[Any]]:
    """Return the options of a game that have a list of values."""
    choices = {name: accepted(hint) for name, hint in hints(about.options).items()}
    return {name: values for name, values in choices.items() if values}


def combined(choices: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for values in product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


def case_of(name: str, seats: int, options: dict[str, Any], edition: str = HOUSE) -> Case:
    """Return a case, leaving out options at their default."""
    defaults = about_of(name).options()
    chosen = {key: value for key, value in options.items() if getattr(defaults, key.replace("-", "_")) != value}
    return Case(name, seats, tuple(chosen.items()), edition)


def editions_of(name: str) -> list[str]:
    others = [edition for edition in about_of(name).edition_names() if edition != HOUSE]
    return [HOUSE, *others, *["foreign"] * (name in FOREIGN)]


def _cases(name: str) -> list[Case]:
    about = about_of(name)
    cases = []
    for options in [*option_sets(about), *EXTRA_OPTIONS.get(name, [])]:
        cases += [case_of(name, seats, options) for seats in about.seats(about.read_options(options))]
    cases += [
        Case(name, seats, (), edition) for edition in editions_of(name)[1:] for seats in about.seats(about.options())
    ]
    return list(dict.fromkeys(cases))


def cover_pairs(rows: list[dict[str, Any]], picked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pick more rows until every pair of values that occurs in some row also occurs in a picked row."""

    def pairs(row: dict[str, Any]) -> set[Any]:
        return set(combinations(row.items(), 2))

    missing = set().union(*map(pairs, rows)).difference(*map(pairs, picked))
    while missing:
        best = max(rows, key=lambda row: len(pairs(row) & missing))
        picked = [*picked, best]
        missing -= pairs(best)
    return picked


def _walked_cases(name: str) -> list[Case]:
    """Return a case per number of seats, then more until every pair of values of seats, edition and options occurs.

    Editions other than `house` are played with the fewest and the most seats. The cases in EXTRA_OPTIONS are added.
    """
    about = about_of(name)
    rows = [
        {"seats": seats, "edition": edition} | options
        for edition in editions_of(name)
        for options in combined(named_values(about))
        for seats in _ends_of(about.seats(about.read_options(options)), edition)
    ]
    alone = [row for row in rows if case_of(name, **_split(row)) == Case(name, row["seats"])]
    cases = [case_of(name, **_split(row)) for row in cover_pairs(rows, alone)]
    for options in EXTRA_OPTIONS.get(name, []):
        cases += [case_of(name, seats, options) for seats in about.seats(about.read_options(options))]
    return list(dict.fromkeys(cases))


def _ends_of(seats: Sequence[int], edition: str) -> Sequence[int]:
    return seats if edition == HOUSE else sorted({seats[0], seats[-1]})


def _split(row: dict[str, Any]) -> dict[str, Any]:
    options = {key: value for key, value in row.items() if key not in ("seats", "edition")}
    return {"seats": row["seats"], "edition": row["edition"], "options": options}


CASES = [case for name in NAMES for case in _cases(name)]  # the archive has records of each
WALKED = [case for name in NAMES for case in _walked_cases(name)]  # fewer, chosen by pairs
PLAIN_CASES = [case for case in WALKED if not case.options and case.edition == HOUSE]  # a game with its seats only

every_number_of_seats = pytest.mark.parametrize("case", PLAIN_CASES, ids=str)
every_game = pytest.mark.parametrize("name", NAMES)


def times(compiled: int, plain: int = 1) -> int:
    """Return the number of repetitions: fewer in plain Python, which is much slower."""
    return compiled if IS_COMPILED else plain


def is_quick(case: Case, player: str) -> bool:
    """Return whether a policy is fast enough for plain Python.

    Of slow policies, the mixed one runs in one case per edition, and the greedy one in one of these.
    """
    if player == "random" or case.name not in SLOW_PLAYERS:
        return True
    return is_smallest(case) and (player == "mixed" or case.edition == editions_of(case.name)[-1])


def is_smallest(case: Case) -> bool:
    """Return whether a case has the fewest seats and then the fewest options of its edition."""
    same = [other for other in WALKED if (other.name, other.edition) == (case.name, case.edition)]
    return case == min(same, key=lambda each: (each.seats, len(each.options)))


def is_fast_enough(case: Case, player: str) -> bool:
    """Return whether a policy is fast enough for the running Python."""
    return IS_COMPILED or is_quick(case, player)


def player_of(case: Case, player: str) -> Choose:
    """Return the policy, or a faster one in plain Python if it is slow."""
    if not is_fast_enough(case, player):
        return choose_at_random
    return chooser(case.setup.game, player)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def played(case: Case, player: str, seed: int) -> History:
    """Return a finished game. It is cached, so don't change it."""
    return write_game(case.setup, new_rng(seed), player_of(case, player))


def history_of(setup: Setup, steps: Sequence[Step], positions: Sequence[Position]) -> History:
    """Build a history from its parts."""
    history = History(setup)
    history.steps, history.positions = list(steps), list(positions)
    history.undo_to(len(steps))  # undoes nothing, but puts the steps in written order
    return history


def some_actions(game: Game, number: int) -> list[int]:
    """Return all actions of a game. If there are many, the first, the last and a part that changes with `number`."""
    book = game.book
    every = -(-book.ACTIONS // FEW_ACTIONS)
    ends = {*range(min(64, book.ACTIONS)), *range(max(0, book.ACTIONS - 64), book.ACTIONS)}
    return sorted({*ends, *range(number % every, book.ACTIONS, every)})
