"""The puzzles that are shipped: a file a game, one puzzle a line."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.errors import BadInput, one_of
from locarium.kernel.history import History
from locarium.kernel.position import Setup

if TYPE_CHECKING:
    from collections.abc import Iterable

GAMES = ("genius-loci", "locus")  # that have puzzles
GRADES = 5
FILE = "puzzles.jsonl"  # in the folder of its game


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position and what can be reached from it."""

    id: str  # of its game: grade and number, `3-12`
    goal: int  # GENIUS LOCI: own turns within which it is won; LOCUS: points
    effort: int  # what it took to prove it: nodes, or sheets
    solution: list[str]  # steps, those of both sides
    position: str = ""  # GENIUS LOCI
    steps: list[tuple[int | None, str]] = []  # LOCUS: what was played before

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to GRADES."""
        return int(self.id.partition("-")[0])

    def to_json(self) -> str:
        """One line."""
        return msgspec.json.encode(self).decode()


def seats_of(game: str) -> int:
    """How many sit at the table of a puzzle: as few as the game takes."""
    about = catalogue.about(game)
    return about.seats(about.read_options({}))[0]


def options_of(position: str) -> dict[str, object]:
    """The rule options of a table at which a game begins with a position, or as usual."""
    return {"setup": position} if position else {}


def setup_of(game: str, puzzle: Puzzle) -> Setup:
    """The table of a puzzle."""
    return Setup(catalogue.game(game), seats_of(game), options_of(puzzle.position))


def begin(puzzle: Puzzle, setup: Setup) -> History:
    """The game as far as it was played when the puzzle begins."""
    history = History(setup)
    for seat, text in puzzle.steps:
        history.play_text(seat, text)
    return history


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """The puzzles of some lines; BadInput names the line that is none."""
    puzzles: list[Puzzle] = []
    for number, line in enumerate(lines, start=1):
        try:
            puzzles.append(msgspec.json.decode(line, type=Puzzle))
        except ValueError as error:
            raise BadInput(f"line {number} is no puzzle: {error}") from None
    return puzzles


@lru_cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """The puzzles of a game that the house brings, by id."""
    check_game(game)
    text = (files(catalogue.about(game).package) / FILE).read_text("utf-8")
    return {puzzle.id: puzzle for puzzle in read_puzzles(text.splitlines())}


def check_game(game: str) -> None:
    """Refuse a game that has no puzzles."""
    catalogue.about(game)
    if game not in GAMES:
        raise BadInput(f"there are no puzzles of {game}; there are some of {one_of(list(GAMES))}")
