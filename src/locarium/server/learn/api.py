"""HTTP API for lessons, puzzles, positions and editions. It is stateless: clients send all steps so far."""

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
    """Return a game's lesson after the moves made so far: the table and the coach's text."""
    return await jobs.run("lessons", show_lesson, game, data, language)


@post("/api/lessons/{game:str}/why", status_code=200)
async def lesson_why_not(game: str, data: LessonWhyNot, jobs: Jobs, language: Language = "en") -> WhyNotAnswer:
    """Explain why a move or part of a move is not possible now in a lesson."""
    return await jobs.run("lessons", why_not_in_lesson, game, data.place, data.step, language)


# Puzzles and positions


@get("/api/puzzles/{game:str}")
async def puzzles_of_game(game: str) -> Puzzles:
    """List the puzzles of a game, easiest first, without solutions."""
    return list_puzzles(game)


@post("/api/puzzles/{game:str}/{puzzle:str}", status_code=200)
async def attempt_puzzle(
    game: str, puzzle: str, data: PuzzleAttempt, jobs: Jobs, language: Language = "en"
) -> PuzzleState:
    """Return a puzzle after your moves: the table, the replies, whether it is solved, and help if requested."""
    check_language(language)
    check_game(game)
    needs_search = data.help in ("clue", "step")
    return await jobs.run("proofs" if needs_search else "studies", try_puzzle, game, puzzle, data, language)


@post(f"/api/positions/{BOARD}", status_code=200)
async def study_position(data: PositionRequest, jobs: Jobs, language: Language = "en") -> PositionState:
    """Return a GENIUS LOCI position after some moves of both sides, with the legal moves."""
    check_language(language)
    return await jobs.run("studies", show_position, data, language)


@post(f"/api/positions/{BOARD}/solve", status_code=200)
async def solve_position(data: PositionRequest, jobs: Jobs, language: Language = "en") -> PositionProof:
    """Solve a position: who wins, in how many turns, and how, if the solver proves it within two seconds."""
    check_language(language)
    return await jobs.run("proofs", prove_position_in_time, data, language)


# Editions


@post("/locus", status_code=200)
async def check_locus_edition(data: SheetDraftRequest, jobs: Jobs) -> CheckedSheet:
    """Check a LOCUS edition, given as text or as a drawing. Return its text, errors and sheet."""
    return await jobs.run("editions", check_sheet, data)


@post("/genius-loci", status_code=200)
async def check_spirit_edition(data: SpiritDraftRequest, jobs: Jobs) -> CheckedSpirits:
    """Check GENIUS LOCI spirits, given as text or as a description. Return the text, errors and landing cells."""
    return await jobs.run("editions", check_spirits, data)


@post("/locus/balance", status_code=200, media_type=JSON_LINES)
async def balance_edition(data: BalanceRequest, principal: Principal | None, state: State, jobs: Jobs) -> Stream:
    """Let bots play a LOCUS edition. Stream their progress as JSON lines, with the findings at the end."""
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
    Router("/api/editions", route_handlers=[check_locus_edition, check_spirit_edition, balance_edition]),
]
