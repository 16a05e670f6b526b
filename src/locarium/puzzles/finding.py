"""What is found out about puzzles, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from locarium.kernel.errors import Refused

Verdict: TypeAlias = Literal["open", "solved", "wrong"]


@dataclass(frozen=True)
class Found:
    """A puzzle that is not numbered yet; see `Puzzle`."""

    goal: int
    effort: int
    solution: list[str]
    likeness: tuple[int, ...]  # of two that have the same one is enough
    position: str = ""
    steps: list[tuple[int | None, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Answer:
    """How it stands with somebody's steps."""

    verdict: Verdict
    points: int | None = None  # reached so far, where points are the goal

    def check_open(self, step: str) -> None:
        """Refuse a step after the last one."""
        if self.verdict != "open":
            raise Refused("puzzle-over", step=step)


@dataclass(frozen=True)
class Clue:
    """What a first hint says of the next step."""

    kind: Literal["priest", "spirit", "zone", "step"]
    what: str  # a cell, a letter, or the step itself where there is nothing less to say
