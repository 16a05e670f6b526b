"""What the house says about puzzles and positions that somebody studies, and what it is asked about them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .messages import Closed, TableState

MOST_STEPS = 120
StepText = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
StepTexts = Annotated[list[StepText], msgspec.Meta(max_length=MOST_STEPS)]

# From the asker


class Attempt(Closed, frozen=True):
    """The asker's own steps in a puzzle so far, and what help is asked for."""

    steps: StepTexts = msgspec.field(default_factory=list)
    help: Literal["none", "clue", "step", "solution"] = "none"  # part of the next step, all of it, or all steps


class Study(Closed, frozen=True):
    """A position, and what was played from there, by both sides."""

    position: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    steps: StepTexts = msgspec.field(default_factory=list)


# From the house


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle; nothing about its answer."""

    id: str
    grade: int  # how hard it is, from 1
    goal: int  # GENIUS LOCI: own turns within which it is won; LOCUS: points


class Puzzles(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: list[PuzzleInfo]  # the easiest first


class PuzzleClue(msgspec.Struct, frozen=True):
    """Part of the next step."""

    kind: Literal["priest", "spirit", "zone", "step"]
    what: str  # a cell, a letter, or the step itself where there is nothing less to say


class PuzzleState(msgspec.Struct, frozen=True):
    """A puzzle after some steps, with the replies of the other side."""

    puzzle: PuzzleInfo
    state: TableState
    steps: list[str]  # the asker's own; those of the solution if that was asked for
    verdict: Literal["open", "solved", "wrong"]
    points: int | None  # counted now, where points are the goal
    clue: PuzzleClue | None = None
    hint: str | None = None  # the next step in a sentence
    hopeless: bool = False  # help was asked for, and from here it cannot be solved any more


class StudyState(msgspec.Struct, frozen=True):
    """A position after some steps, as whoever is to move sees it."""

    state: TableState


class StudyProof(msgspec.Struct, frozen=True):
    """What the solver proved of a position."""

    winner: int | None  # seat; null: it is not proven within the time
    turns: int | None  # to the end with best play, the one under way included; null: it is not known
    steps: list[str]  # of the best turn
    told: list[str]  # the same in sentences
    nodes: int  # visited
    seconds: float  # it could have thought so long
