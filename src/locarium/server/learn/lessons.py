"""Lessons: replay the learner's progress on a table and render it like a live one."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.about import check_language
from locarium.kernel.errors import IllegalStep, LocariumError, Refused
from locarium.kernel.record import FORMAT, Record
from locarium.server.http.errors import LocalizedError, localize
from locarium.server.tables.detached import open_table, show_table
from locarium.server.tables.view import Viewer
from locarium.server.tables.why_not import reason
from locarium.table.events import Bot, Person, Seated, Stepped

from .lesson_scripts import CLOSING, LEARNER, read_lesson, read_line
from .messages import LessonState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.server.tables.messages import TableState, WhyNotAnswer
    from locarium.table.events import AnyEvent
    from locarium.table.table import Table

    from .lesson_scripts import Lesson, LessonStage, LessonTexts
    from .messages import LessonProgress


def show_lesson(game: str, place: LessonProgress, language: str) -> LessonState:
    """Return the lesson after the learner's moves. If the last move is not accepted, it is not made."""
    run = _lead(game, place, place.made[:-1], language)
    accepted = run.go_on(place.made[-1]) if place.made else True
    return run.show(place.made if accepted else place.made[:-1], place.made[-1:], accepted=accepted)


def why_not_in_lesson(game: str, place: LessonProgress, tried: str, language: str) -> WhyNotAnswer:
    """Explain why the learner cannot make a move now."""
    return reason(_lead(game, place, place.made, language).table, LEARNER, tried, language)


def _lead(game: str, place: LessonProgress, made: Sequence[str], language: str) -> LessonRun:
    """Return the lesson after these accepted moves."""
    check_language(language)
    run = LessonRun(game, place.name, language)
    for step in made:
        if not run.go_on(step):
            raise Refused("other-lesson")
    return run


class LessonRun:
    """A lesson in progress."""

    def __init__(self, game: str, name: str, language: str) -> None:
        self.lesson: Lesson = read_lesson(catalogue.about(game))
        self.words: LessonTexts = self.lesson.words[language]
        self.table = _open(game, self.lesson, self.words, name)
        self._language = language
        self._number = 0  # number of the current stage
        self._frames: list[TableState] = []
        self._append([], self.lesson.opening, hurry=True)

    @property
    def stage(self) -> LessonStage | None:
        """Return the current stage, or None at the end."""
        stages = self.lesson.script.stages
        return stages[self._number] if self._number < len(stages) else None

    def go_on(self, step: str) -> bool:
        """Make the learner's move, or continue reading. Return False if the move is legal but not accepted."""
        stage = self.stage
        if stage is None or bool(stage.accept) != bool(step):
            raise Refused("other-lesson")
        if step:
            self._check(step)
            if not stage.takes(step):
                return False
        made: list[AnyEvent] = [Stepped(LEARNER, step, key="")] if step else []
        self._append(made, [read_line(line) for line in stage.then], hurry=stage.hurry)
        self._number += 1
        return True

    def _check(self, step: str) -> None:
        if step in self.table.legal_texts(LEARNER):
            return
        texts = self.table.setup.texts(self._language)
        try:
            why = reason(self.table, LEARNER, step, self._language)
        except LocariumError as error:
            raise LocalizedError(localize(error, texts, LEARNER)) from error
        raise LocalizedError(why.error or localize(IllegalStep("not-at-this-table", step), texts))

    def _append(self, made: Sequence[AnyEvent], then: Sequence[AnyEvent], *, hurry: bool) -> None:
        self._frames = []
        for number, event in enumerate((*made, *then)):
            self.table.apply_events([event])
            if not hurry or number < len(made):
                self._frames.append(self._show())
        if hurry or not self._frames:
            self._frames.append(self._show())

    def _show(self) -> TableState:
        """Render the complete state."""
        return show_table(self.table, Viewer(LEARNER, self._language), can_undo=False)

    def show(self, made: list[str], last: list[str], *, accepted: bool) -> LessonState:
        """Return the lesson's state for the learner."""
        stage = self.stage
        name = CLOSING if stage is None else stage.name
        if stage is None:  # the lesson is over
            self._frames[-1] = msgspec.structs.replace(self._frames[-1], legal=[])
        return LessonState(
            made=made,
            stages=len(self.lesson.script.stages),
            accepted=accepted,
            says=self.words.says[name] if accepted or stage is None else self._correct(stage, last[0]),
            point=[] if stage is None else stage.point,
            reads=stage is not None and not stage.accept,
            frames=self._frames if accepted else self._frames[-1:],
        )

    def _correct(self, stage: LessonStage, step: str) -> str:
        """Return the coach's reply to a move that is not accepted."""
        slip = next((name for pattern, name in stage.slips.items() if fnmatchcase(step, pattern)), stage.name)
        return self.words.otherwise[slip]


def _open(game: str, lesson: Lesson, words: LessonTexts, name: str) -> Table:
    """Create the table before the deal."""
    about, script = catalogue.about(game), lesson.script
    table = open_table(Record(FORMAT, game, script.seats, [], about.rules_version, script.options))
    shown = "".join(letter for letter in name if letter.isprintable()).strip()
    table.apply_events([Seated(LEARNER, Person(shown or words.learner, person_id="learner"))])
    table.apply_events(Seated(seat, Bot(name, level=1)) for seat, name in enumerate(words.others, start=1))
    return table
