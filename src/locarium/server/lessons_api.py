"""Guided first games over HTTP. Nothing is stored: the learner brings along what was made so far."""

from __future__ import annotations

from typing import Any

from litestar import post

from .languages import Language
from .lesson_messages import LessonDoubt, LessonPlace, LessonState
from .lessons import doubt_in_lesson, show_lesson
from .messages import Reason
from .work_api import Jobs


@post("/api/lessons/{game:str}", status_code=200)
async def follow_lesson(game: str, data: LessonPlace, jobs: Jobs, language: Language = "en") -> LessonState:
    """The guided first game of a game after the steps that were made: the table, and what the coach says."""
    return await jobs.run("lessons", show_lesson, game, data, language)


@post("/api/lessons/{game:str}/why", status_code=200)
async def doubt_lesson(game: str, data: LessonDoubt, jobs: Jobs, language: Language = "en") -> Reason:
    """Why the learner cannot do something now, be it a step or a part of one."""
    return await jobs.run("lessons", doubt_in_lesson, game, data.place, data.step, language)


HANDLERS: list[Any] = [follow_lesson, doubt_lesson]
