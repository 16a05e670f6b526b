"""Generating puzzles from bot games, and proving existing ones again."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Protocol

from locarium import catalogue
from locarium.arena.games import play_to_end
from locarium.arena.players import parse_player
from locarium.kernel.errors import BadInput, LocariumError
from locarium.kernel.history import History
from locarium.kernel.position import Setup
from locarium.kernel.rng import draw_below, new_rng

from . import activities, wins
from .book import Puzzle, begin, check_game, seats_of, setup_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .finding import Answer, Clue, Found

MAX_DEAL = 1 << 30


class Kind(Protocol):
    """The puzzle functions of one game, implemented by a module of this package."""

    PLAYERS: tuple[str, ...]  # bots whose games are searched, as written in the arena
    SETUPS: tuple[dict[str, object], ...]  # rule options of the games that are searched
    EFFORTS: tuple[int, ...]  # largest effort of each grade but the last

    def begins_here(self, history: History, index: int) -> bool: ...
    def examine(self, history: History, index: int) -> Found | None: ...
    def own_steps(self, puzzle: Puzzle) -> list[str]: ...
    def answer(self, puzzle: Puzzle, history: History, steps: Sequence[str]) -> Answer: ...
    def advise(self, puzzle: Puzzle, history: History) -> str | None: ...
    def clue(self, step: str) -> Clue: ...


_KINDS: dict[str, Kind] = {"genius-loci": wins, "locus": activities}


def kind_of(game: str) -> Kind:
    """Return the puzzle functions of a game."""
    check_game(game)
    return _KINDS[game]


def grade_of(game: str, effort: int) -> int:
    """Return the grade of a puzzle from the effort of its proof."""
    return 1 + sum(effort > most for most in kind_of(game).EFFORTS)


def make(game: str, games: Iterable[int], seed: int, each: int) -> Iterator[Puzzle]:
    """Generate puzzles from bot games, at most `each` per grade, without symmetric duplicates.

    Within a grade they are sorted by effort. If there are too many, an evenly spaced selection is kept.
    """
    found: dict[tuple[int, ...], Found] = {}
    for number in games:
        for candidate in _candidates(game, seed, number):
            found.setdefault(candidate.likeness, candidate)
    grades: defaultdict[int, list[Found]] = defaultdict(list)
    for candidate in found.values():
        grades[grade_of(game, candidate.effort)].append(candidate)
    for grade in sorted(grades):
        ranked = sorted(grades[grade], key=lambda candidate: candidate.effort)
        kept = [ranked[number * len(ranked) // each] for number in range(each)] if len(ranked) > each else ranked
        for number, one in enumerate(kept, start=1):
            yield Puzzle(f"{grade}-{number}", one.goal, one.effort, one.solution, one.position, one.steps)


def _candidates(game: str, seed: int, number: int) -> Iterator[Found]:
    """Yield the puzzles found in one game. Its number determines the players and the deal."""
    kind = kind_of(game)
    rng = new_rng(seed * MAX_DEAL + number)
    options = kind.SETUPS[draw_below(rng, len(kind.SETUPS))]
    history = History(Setup(catalogue.game(game), seats_of(game), options))
    players = [kind.PLAYERS[draw_below(rng, len(kind.PLAYERS))] for _ in range(history.setup.seats)]
    deal = int(draw_below(rng, MAX_DEAL))
    play_to_end(history, [parse_player(player).seat() for player in players], deal)
    for index in range(1, len(history.positions)):
        if kind.begins_here(history, index) and (found := kind.examine(history, index)):
            yield found


def prove(game: str, puzzle: Puzzle) -> Found:
    """Prove a puzzle again and return the result. Raise BadInput if it differs from the puzzle."""
    kind = kind_of(game)
    try:
        history = begin(puzzle, setup_of(game, puzzle))
    except LocariumError as error:
        raise BadInput(f"puzzle {puzzle.id} cannot be set up: {error}") from None
    found = kind.examine(history, len(history.positions) - 1)
    if found is None:
        raise BadInput(f"puzzle {puzzle.id} has no unique proven solution")
    for name in ("goal", "effort", "solution"):
        if getattr(found, name) != getattr(puzzle, name):
            raise BadInput(
                f"puzzle {puzzle.id} has {name} {getattr(puzzle, name)}; the proof gives {getattr(found, name)}"
            )
    if grade_of(game, found.effort) != puzzle.grade:
        raise BadInput(f"puzzle {puzzle.id} has effort {found.effort}, which is grade {grade_of(game, found.effort)}")
    return found


def prove_all(game: str, puzzles: Iterable[Puzzle]) -> None:
    """Prove puzzles again. Raise BadInput for false or duplicate puzzles."""
    ids: set[str] = set()
    seen: dict[tuple[int, ...], str] = {}
    for puzzle in puzzles:
        if puzzle.id in ids:
            raise BadInput(f"there are two puzzles with the id {puzzle.id}")
        ids.add(puzzle.id)
        other = seen.setdefault(prove(game, puzzle).likeness, puzzle.id)
        if other != puzzle.id:
            raise BadInput(f"puzzle {puzzle.id} is a duplicate of puzzle {other}")
