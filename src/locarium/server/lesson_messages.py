"""What goes over the wire in a guided first game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .messages import Closed, TableState

MOST_STEPS = 32  # of a learner; no lesson has so many
MOST_LETTERS = 200

Written = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]


class LessonPlace(Closed, frozen=True):
    """How far somebody has come."""

    # a step a stage; "" where one only reads
    made: Annotated[list[Written], msgspec.Meta(max_length=MOST_STEPS)] = msgspec.field(default_factory=list)
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""  # of the learner; the lesson has one for whoever tells none


class LessonDoubt(Closed, frozen=True):
    """Somebody tried what is not offered, and wonders why."""

    step: Written  # or as much of it as was tried
    place: LessonPlace = LessonPlace()


class LessonState(msgspec.Struct, frozen=True):
    """The table of a lesson, and what the coach says. Nothing is stored: the learner brings along what was made."""

    made: list[str]  # what has led on so far; to be sent with the next step behind it
    stages: int  # how many the lesson has
    accepted: bool  # false: the last step was legal but is not what the coach waits for; it was not made
    says: str
    point: list[str]  # what the coach points at, `hand=r3`
    reads: bool  # nothing is asked for: the learner reads and goes on, with ""
    frames: list[TableState]  # what happened since the last step, the newest last
