"""Puzzle data types that all games share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from locarium.kernel.errors import Refused

Verdict: TypeAlias = Literal["open", "solved", "wrong"]


@dataclass(frozen=True)
class Found:
    """A puzzle without a number. See `Puzzle` for the fields."""

    goal: int
    effort: int
    solution: list[str]
    likeness: tuple[int, ...]  # equal for puzzles that are duplicates of each other
    position: str = ""
    steps: list[tuple[int | None, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Answer:
    """The verdict on a player's steps."""

    verdict: Verdict
    points: int | None = None  # points reached so far; None if points are not the goal

    def check_open(self, step: str) -> None:
        """Raise Refused if the puzzle is already over."""
        if self.verdict != "open":
            raise Refused("puzzle-over", step=step)


@dataclass(frozen=True)
class Clue:
    """A first hint, which reveals only part of the next step."""

    kind: Literal["priest", "spirit", "zone", "step"]
    what: str  # a cell, a letter, or the whole step if it has no smaller part
