"""Lessons, puzzles, positions and editions over HTTP. The server stores nothing: clients send all steps so far."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from litestar import Router, get, post
from litestar.datastructures import State
from litestar.response import Stream

from locarium.kernel.about import check_language
from locarium.puzzles.book import check_game
from locarium.server.http.jobs import Jobs
from locarium.server.http.locale import Language
from locarium.server.http.responses import JSON_LINES
from locarium.server.people.auth import require_principal
from locarium.server.people.principal import Principal
from locarium.server.tables.messages import WhyNotAnswer
from locarium.server.tables.view import encoder

from .edition_editor import EditionEditor, check_sheet, check_spirits, read_playable
from .lessons import show_lesson, why_not_in_lesson
from .messages import (
    BalanceProgress,
    BalanceRequest,
    CheckedSheet,
    CheckedSpirits,
    LessonProgress,
    LessonState,
    LessonWhyNot,
    PositionProof,
    PositionRequest,
    PositionState,
    PuzzleAttempt,
    Puzzles,
    PuzzleState,
    SheetDraftRequest,
    SpiritDraftRequest,
)
from .positions import BOARD, prove_position_in_time, show_position
from .puzzles import list_puzzles, try_puzzle

# Lessons


@post("/api/lessons/{game:str}", status_code=200)
async def play_lesson(game: str, data: LessonProgress, jobs: Jobs, language: Language = "en") -> LessonState:
    """The guided first game of a game after the steps that were made: the table, and what the coach says."""
    return await jobs.run("lessons", show_lesson, game, data, language)


@post("/api/lessons/{game:str}/why", status_code=200)
async def lesson_why_not(game: str, data: LessonWhyNot, jobs: Jobs, language: Language = "en") -> WhyNotAnswer:
    """Why the learner cannot do something now, be it a step or a part of one."""
    return await jobs.run("lessons", why_not_in_lesson, game, data.place, data.step, language)


# Puzzles and positions


@get("/api/puzzles/{game:str}")
async def puzzles_of_game(game: str) -> Puzzles:
    """The puzzles of a game, the easiest first; nothing about their answers."""
    return list_puzzles(game)


@post("/api/puzzles/{game:str}/{puzzle:str}", status_code=200)
async def attempt_puzzle(
    game: str, puzzle: str, data: PuzzleAttempt, jobs: Jobs, language: Language = "en"
) -> PuzzleState:
    """A puzzle after the client's steps: the table, the other side's replies, whether it is solved, help if asked."""
    check_language(language)
    check_game(game)
    needs_search = data.help in ("clue", "step")
    return await jobs.run("proofs" if needs_search else "studies", try_puzzle, game, puzzle, data, language)


@post(f"/api/positions/{BOARD}", status_code=200)
async def study_position(data: PositionRequest, jobs: Jobs, language: Language = "en") -> PositionState:
    """Any position of GENIUS LOCI after some steps of both sides, with the legal steps of whoever is to move."""
    check_language(language)
    return await jobs.run("studies", show_position, data, language)


@post(f"/api/positions/{BOARD}/solve", status_code=200)
async def solve_position(data: PositionRequest, jobs: Jobs, language: Language = "en") -> PositionProof:
    """Who wins from there, in how many turns, and how, as far as the solver proves it within two seconds."""
    check_language(language)
    return await jobs.run("proofs", prove_position_in_time, data, language)


# Editions


@post("/locus", status_code=200)
async def look_at_sheet(data: SheetDraftRequest, jobs: Jobs) -> CheckedSheet:
    """An edition of LOCUS, as a text or as it is drawn: its text, all that is wrong with it, and the sheet."""
    return await jobs.run("editions", check_sheet, data)


@post("/genius-loci", status_code=200)
async def look_at_spirits(data: SpiritDraftRequest, jobs: Jobs) -> CheckedSpirits:
    """Spirits of GENIUS LOCI, as a text or as they are described: the text, what is wrong, and where one leads."""
    return await jobs.run("editions", check_spirits, data)


@post("/locus/balance", status_code=200, media_type=JSON_LINES)
async def balance_edition(data: BalanceRequest, principal: Principal | None, state: State, jobs: Jobs) -> Stream:
    """Bots play an edition of LOCUS: how far they are, one line of JSON at a time, and at the end what they found."""
    who = require_principal(principal)
    jobs.limiter.spend("balances", jobs.client.address)
    jobs.limiter.spend("balances", who.person_id)
    edition_editor: EditionEditor = state.edition_editor
    news = edition_editor.try_out(jobs.client, await jobs.run("editions", read_playable, data.text))
    return Stream(_lines(news), media_type=JSON_LINES, headers={"Cache-Control": "no-store"})


async def _lines(news: AsyncIterator[BalanceProgress]) -> AsyncIterator[bytes]:
    async for each in news:
        yield encoder.encode(each) + b"\n"


HANDLERS: list[Any] = [
    play_lesson,
    lesson_why_not,
    puzzles_of_game,
    attempt_puzzle,
    study_position,
    solve_position,
    Router("/api/editions", route_handlers=[look_at_sheet, look_at_spirits, balance_edition]),
]
