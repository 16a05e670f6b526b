"""Walk the games of a case once and run all checks on the way.

A check is a function that asserts something. A decorator says when it runs:

- `at_positions(every)`: at every n-th position, with a `Moment`.
- `after_games`: after every game, with a `Game`.
- `after_case`: after all games of a case, with a `Walk`.

A check that fails is reported by its name, with the case, the game and the step.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from conformance.cases import PLAYERS, is_fast_enough, played, times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conformance.cases import Case
    from locarium.kernel.history import History
    from locarium.kernel.outcome import Outcome
    from locarium.kernel.position import Position

SEEDS = {"random": 2, "greedy": 1, "mixed": 1}  # games per policy; only one in plain Python

position_checks: list[tuple[int, Callable[[Moment], None]]] = []
game_checks: list[Callable[[Game], None]] = []
case_checks: list[Callable[[Walk], None]] = []


def at_positions(every: int = 1) -> Callable[[Callable[[Moment], None]], Callable[[Moment], None]]:
    """Run a check at every n-th position, or more often in short games."""

    def register(check: Callable[[Moment], None]) -> Callable[[Moment], None]:
        position_checks.append((every, check))
        return check

    return register


def after_games(check: Callable[[Game], None]) -> Callable[[Game], None]:
    """Run a check after every game."""
    game_checks.append(check)
    return check


def after_case(check: Callable[[Walk], None]) -> Callable[[Walk], None]:
    """Run a check after all games of a case."""
    case_checks.append(check)
    return check


@dataclass
class Walk:
    """All games of a case, and the counts of the checks."""

    case: Case
    actions: set[int] = field(default_factory=set)  # actions that were legal at some position
    reasons: set[str] = field(default_factory=set)  # why other actions were illegal
    choices: int = 0  # positions with more than one action to pick from

    @cached_property
    def games(self) -> list[Game]:
        players = filter(partial(is_fast_enough, self.case), PLAYERS)
        return [Game(self, player, seed) for player in players for seed in range(times(SEEDS[player]))]

    def __str__(self) -> str:
        return str(self.case)


@dataclass
class Game:
    """A whole game by one kind of policy."""

    walk: Walk
    player: str
    seed: int

    @property
    def case(self) -> Case:
        return self.walk.case

    @cached_property
    def history(self) -> History:
        return played(self.case, self.player, self.seed)

    def __str__(self) -> str:
        return f"{self.case}, {self.player} game with seed {self.seed}"


@dataclass
class Moment:
    """A position of a game. Checks share the results of their queries."""

    game: Game
    step: int  # number of steps made before it
    number: int  # the position's number among all positions of the case
    bytes: bytes = b""  # the state before any check ran

    def __post_init__(self) -> None:
        self._legal: dict[int, list[int]] = {}
        self.shared: dict[int, Position] = {}  # concealed positions by observer
        self.bytes = self.position.words.tobytes()

    @property
    def case(self) -> Case:
        return self.game.case

    @cached_property
    def position(self) -> Position:
        return self.game.history.positions[self.step]

    @cached_property
    def active(self) -> list[int]:
        return self.position.active

    @cached_property
    def scores(self) -> list[int]:
        return self.position.scores()

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.position.outcome()

    @property
    def observer(self) -> int:
        """Return one of the observers, in turn."""
        return self.case.observers[self.number % len(self.case.observers)]

    def legal(self, seat: int) -> list[int]:
        """Return the legal list of a seat. Don't change it."""
        if seat not in self._legal:
            self._legal[seat] = self.position.legal(seat)
        return self._legal[seat]

    def concealed(self, observer: int) -> Position:
        """Return the position as an observer sees it. Don't change it."""
        if observer not in self.shared:
            self.shared[observer] = self.position.concealed(observer)
        return self.shared[observer]

    def __str__(self) -> str:
        return f"{self.game}, step {self.step}"


def queries_change_nothing(moment: Moment) -> None:
    """The position and its concealed copies are unchanged after all checks."""
    assert moment.position.words.tobytes() == moment.bytes
    for observer, concealed in moment.shared.items():
        assert concealed.words.tobytes() == moment.position.concealed(observer).words.tobytes()


@contextmanager
def located(check: Callable[..., None], place: object) -> Iterator[None]:
    """Add the name of the check and the place to an error message."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"{check.__name__} fails in {place}: {type(error).__name__}: {error}") from error


def is_due(every: int, number: int, positions: int) -> bool:
    """Return whether a check runs at a position. In a short game it runs at four positions or more."""
    return number % min(every, max(1, positions // 4)) == 0


def walk(case: Case) -> None:
    """Walk all games of a case with all checks."""
    on_the_way = Walk(case)
    number = 0
    for turn, game in enumerate(on_the_way.games):
        with located(played, game):
            positions = len(game.history.positions)
        for step in range(positions):
            moment = Moment(game, step, number)
            for every, check in [*position_checks, (1, queries_change_nothing)]:
                if is_due(every, number + turn, positions):
                    with located(check, moment):
                        check(moment)
            number += 1
        for check in game_checks:
            with located(check, game):
                check(game)
    for check in case_checks:
        with located(check, on_the_way):
            check(on_the_way)
