"""Structs of the learn API."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from locarium.arena.balance import Findings, Verdict
from locarium.games.genius_loci.draft import SpiritDraft, Spirits
from locarium.games.genius_loci.edition import SPIRITS
from locarium.games.locus.draft import SheetDraft
from locarium.games.locus.view import SheetView
from locarium.kernel.bounds import MAX_TEXT
from locarium.server.http.messages import StrictStruct
from locarium.server.tables.messages import TableState

MAX_LESSON_STEPS = 32  # more than any lesson has
MAX_LETTERS = 200

Written = Annotated[str, msgspec.Meta(max_length=MAX_LETTERS)]
MAX_STEPS = 120
StepText = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
StepTexts = Annotated[list[StepText], msgspec.Meta(max_length=MAX_STEPS)]
EditionText: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]

# Lessons


class LessonProgress(StrictStruct, frozen=True):
    """The learner's progress in a lesson."""

    # One move per stage, "" where the learner only reads.
    made: Annotated[list[Written], msgspec.Meta(max_length=MAX_LESSON_STEPS)] = msgspec.field(default_factory=list)
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""  # display name of the learner; optional


class LessonWhyNot(StrictStruct, frozen=True):
    """A move that is not legal, to be explained."""

    step: Written  # the move, or the part that was tried
    place: LessonProgress = msgspec.field(default_factory=LessonProgress)


class LessonState(msgspec.Struct, frozen=True):
    """The table of a lesson and the coach's text. The server stores nothing: send `made` with the next move."""

    made: list[str]  # accepted moves so far; append the next one
    stages: int  # number of stages
    accepted: bool  # false: the last move was legal but not what the coach asked for, so it was not made
    says: str
    point: list[str]  # what the coach points at, such as `hand=r3`
    reads: bool  # whether the learner only reads; continue with ""
    frames: list[TableState]  # states since the last move, newest last


# Puzzles and positions


class PuzzleAttempt(StrictStruct, frozen=True):
    """Your moves in a puzzle so far, and the help you want."""

    steps: StepTexts = msgspec.field(default_factory=list)
    # clue: part of the next move; step: the whole move; solution: all moves
    help: Literal["none", "clue", "step", "solution"] = "none"


class PositionRequest(StrictStruct, frozen=True):
    """A position, and the moves of both sides from there."""

    position: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    steps: StepTexts = msgspec.field(default_factory=list)


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle, without its solution."""

    id: str
    grade: int  # difficulty, from 1
    goal: int  # GENIUS LOCI: win within this many of your turns; LOCUS: points to reach


class Puzzles(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: list[PuzzleInfo]  # easiest first


class PuzzleClue(msgspec.Struct, frozen=True):
    """Part of the next move."""

    kind: Literal["priest", "spirit", "zone", "step"]
    what: str  # a cell, a letter, or the whole move if it has no parts


class PuzzleState(msgspec.Struct, frozen=True):
    """A puzzle after some moves, with the opponent's replies."""

    puzzle: PuzzleInfo
    state: TableState
    steps: list[str]  # your moves, or the solution's if you asked for it
    verdict: Literal["open", "solved", "wrong"]
    points: int | None  # current points, in puzzles with a points goal
    clue: PuzzleClue | None = None
    hint: str | None = None  # the next move as a sentence
    hopeless: bool = False  # whether you asked for help, but the puzzle cannot be solved from here


class PositionState(msgspec.Struct, frozen=True):
    """A position after some moves, as the player to move sees it."""

    state: TableState


class PositionProof(msgspec.Struct, frozen=True):
    """The solver's result for a position."""

    winner: int | None  # seat; null: not proven in time
    turns: int | None  # turns to the end with best play, including the current one; null: unknown
    steps: list[str]  # moves of the best turn
    told: list[str]  # the same moves as sentences
    nodes: int  # nodes visited
    seconds: float  # time limit of the solver


# Editions


class SheetDraftRequest(StrictStruct, frozen=True):
    """A LOCUS edition, either as text or as a drawing."""

    text: EditionText | None = None
    draft: SheetDraft | None = None


class SpiritDraftRequest(StrictStruct, frozen=True):
    """GENIUS LOCI spirits, either as text or as a description."""

    text: EditionText | None = None
    spirits: Spirits | None = None
    shown: Annotated[int, msgspec.Meta(ge=1, le=SPIRITS)] = 1  # the spirit whose landing cells you want


class BalanceRequest(StrictStruct, frozen=True):
    """A LOCUS edition for bots to test."""

    text: EditionText


class EditionError(msgspec.Struct, frozen=True):
    """An error in an edition, as reported by the loader."""

    place: str  # part of the text, such as `zones.red`; empty for the whole
    message: str


class CheckedSheet(msgspec.Struct, frozen=True):
    """A checked LOCUS edition."""

    text: str
    draft: SheetDraft | None  # null if the text is too malformed to draw
    flaws: list[EditionError]
    sheet: SheetView | None  # as printed; null while there are errors
    point_keys: dict[str, list[str]]  # by zone: what it scores or can score points for
    marks: dict[str, str]  # by zone: what can be drawn there
    bonuses: str  # what can be on a square


class CheckedSpirits(msgspec.Struct, frozen=True):
    """Checked GENIUS LOCI spirits."""

    text: str
    spirits: list[SpiritDraft] | None  # null if the text is too malformed
    flaws: list[EditionError]
    landings: dict[str, dict[str, list[str]]]  # the requested spirit's cell -> the priest's cell -> landing cells


class BalanceResult(msgspec.Struct, frozen=True):
    """The findings for one number of seats."""

    balance: Findings
    goals: list[Verdict]  # goals of the house edition, and whether they are met


class BalanceProgress(msgspec.Struct, frozen=True):
    """The progress of a trial, with the findings at the end."""

    done: int  # games played
    of: int
    is_over: bool  # whether `tried` is complete
    tried: list[BalanceResult]
    place: int = 0  # place in the queue; 0: running
