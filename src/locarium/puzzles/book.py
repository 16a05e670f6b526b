"""The built-in puzzles: one file per game, one puzzle per line."""

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

GAMES = ("genius-loci", "locus")  # the games that have puzzles
GRADES = 5
FILE = "puzzles.jsonl"  # name of the file in each game's folder


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position, a goal and a solution."""

    id: str  # unique within its game: grade and number, `3-12`
    goal: int  # GENIUS LOCI: win within this many of your own turns; LOCUS: points to reach
    effort: int  # size of the proof, in nodes or sheets
    solution: list[str]  # steps of both sides
    position: str = ""  # GENIUS LOCI
    steps: list[tuple[int | None, str]] = []  # LOCUS: the steps played before the puzzle starts

    @property
    def grade(self) -> int:
        """The difficulty, from 1 to GRADES."""
        return int(self.id.partition("-")[0])

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        return msgspec.json.encode(self).decode()


def seats_of(game: str) -> int:
    """Return the number of seats in a puzzle: the game's minimum."""
    about = catalogue.about(game)
    return about.seats(about.read_options({}))[0]


def options_of(position: str) -> dict[str, object]:
    """Return the rule options for a game that starts from a position, or from the default setup if it is empty."""
    return {"setup": position} if position else {}


def setup_of(game: str, puzzle: Puzzle) -> Setup:
    """Return the setup of a puzzle."""
    return Setup(catalogue.game(game), seats_of(game), options_of(puzzle.position))


def begin(puzzle: Puzzle, setup: Setup) -> History:
    """Return the game up to the start of the puzzle."""
    history = History(setup)
    for seat, text in puzzle.steps:
        history.play_text(seat, text)
    return history


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Parse puzzles, one per line. Raise BadInput naming the first invalid line."""
    puzzles: list[Puzzle] = []
    for number, line in enumerate(lines, start=1):
        try:
            puzzles.append(msgspec.json.decode(line, type=Puzzle))
        except ValueError as error:
            raise BadInput(f"line {number} is not a puzzle: {error}") from None
    return puzzles


@lru_cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """Return the built-in puzzles of a game by id."""
    check_game(game)
    text = (files(catalogue.about(game).package) / FILE).read_text("utf-8")
    return {puzzle.id: puzzle for puzzle in read_puzzles(text.splitlines())}


def check_game(game: str) -> None:
    """Raise BadInput if a game is unknown or has no puzzles."""
    catalogue.about(game)
    if game not in GAMES:
        raise BadInput(f"{game} has no puzzles; choose {one_of(list(GAMES))}")
