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

MAX_LESSON_STEPS = 32  # of a learner; no lesson has so many
MAX_LETTERS = 200

Written = Annotated[str, msgspec.Meta(max_length=MAX_LETTERS)]
MAX_STEPS = 120
StepText = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
StepTexts = Annotated[list[StepText], msgspec.Meta(max_length=MAX_STEPS)]
EditionText: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]

# Lessons


class LessonProgress(StrictStruct, frozen=True):
    """How far somebody has come."""

    # a step a stage; "" where one only reads
    made: Annotated[list[Written], msgspec.Meta(max_length=MAX_LESSON_STEPS)] = msgspec.field(default_factory=list)
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""  # of the learner; the lesson has one for whoever tells none


class LessonWhyNot(StrictStruct, frozen=True):
    """Somebody tried what is not offered, and wonders why."""

    step: Written  # or as much of it as was tried
    place: LessonProgress = msgspec.field(default_factory=LessonProgress)


class LessonState(msgspec.Struct, frozen=True):
    """The table of a lesson, and what the coach says. Nothing is stored: the learner brings along what was made."""

    made: list[str]  # what has led on so far; to be sent with the next step behind it
    stages: int  # how many the lesson has
    accepted: bool  # false: the last step was legal but is not what the coach waits for; it was not made
    says: str
    point: list[str]  # what the coach points at, `hand=r3`
    reads: bool  # nothing is asked for: the learner reads and goes on, with ""
    frames: list[TableState]  # what happened since the last step, the newest last


# Puzzles and positions


class PuzzleAttempt(StrictStruct, frozen=True):
    """The client's own steps in a puzzle so far, and what help is asked for."""

    steps: StepTexts = msgspec.field(default_factory=list)
    help: Literal["none", "clue", "step", "solution"] = "none"  # part of the next step, all of it, or all steps


class PositionRequest(StrictStruct, frozen=True):
    """A position, and what was played from there, by both sides."""

    position: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    steps: StepTexts = msgspec.field(default_factory=list)


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
    steps: list[str]  # the client's own; those of the solution if that was asked for
    verdict: Literal["open", "solved", "wrong"]
    points: int | None  # counted now, where points are the goal
    clue: PuzzleClue | None = None
    hint: str | None = None  # the next step in a sentence
    hopeless: bool = False  # help was asked for, and from here it cannot be solved any more


class PositionState(msgspec.Struct, frozen=True):
    """A position after some steps, as whoever is to move sees it."""

    state: TableState


class PositionProof(msgspec.Struct, frozen=True):
    """What the solver proved of a position."""

    winner: int | None  # seat; null: it is not proven within the time
    turns: int | None  # to the end with best play, the one under way included; null: it is not known
    steps: list[str]  # of the best turn
    told: list[str]  # the same in sentences
    nodes: int  # visited
    seconds: float  # it could have thought so long


# Editions


class SheetDraftRequest(StrictStruct, frozen=True):
    """An edition of LOCUS as a text or as it is drawn: one of the two."""

    text: EditionText | None = None
    draft: SheetDraft | None = None


class SpiritDraftRequest(StrictStruct, frozen=True):
    """Spirits of GENIUS LOCI as a text or as they are described: one of the two."""

    text: EditionText | None = None
    spirits: Spirits | None = None
    shown: Annotated[int, msgspec.Meta(ge=1, le=SPIRITS)] = 1  # whose landings are wanted


class BalanceRequest(StrictStruct, frozen=True):
    """An edition of LOCUS that bots shall try out."""

    text: EditionText


class EditionError(msgspec.Struct, frozen=True):
    """Something that is wrong with an edition, in the words of the loader."""

    place: str  # the part of the text, such as `zones.red`; empty for the whole
    message: str


class CheckedSheet(msgspec.Struct, frozen=True):
    """An edition of LOCUS, looked at."""

    text: str
    draft: SheetDraft | None  # null if the text is too far from an edition to be drawn
    flaws: list[EditionError]
    sheet: SheetView | None  # as it is printed; null as long as there are flaws
    point_keys: dict[str, list[str]]  # by zone: what it gives, or may give, points for as it is drawn
    marks: dict[str, str]  # by zone: what may be drawn there
    bonuses: str  # what may lie on a square


class CheckedSpirits(msgspec.Struct, frozen=True):
    """Spirits of GENIUS LOCI, looked at."""

    text: str
    spirits: list[SpiritDraft] | None  # null if the text is too far from an edition
    flaws: list[EditionError]
    landings: dict[str, dict[str, list[str]]]  # of the shown one: its cell -> the priest's -> where it may land


class BalanceResult(msgspec.Struct, frozen=True):
    """What the games of one number of seats say."""

    balance: Findings
    goals: list[Verdict]  # of the house, and whether they are met


class BalanceProgress(msgspec.Struct, frozen=True):
    """How far the bots are; at the end what they found."""

    done: int  # games
    of: int
    is_over: bool  # `tried` is all there will be
    tried: list[BalanceResult]
    place: int = 0  # in the queue; 0: the bots play
