"""Puzzles, and positions of GENIUS LOCI, over HTTP. The house keeps nothing of it: the asker sends all steps so far."""

from __future__ import annotations

from typing import Any

from litestar import get, post

from locarium.kernel.about import check_language
from locarium.puzzles.book import check_game

from .languages import Language
from .puzzle_messages import Attempt, Puzzles, PuzzleState, Study, StudyProof, StudyState
from .puzzling import BOARD, list_puzzles, prove_study, show_study, try_puzzle
from .work_api import Jobs


@get("/api/puzzles/{game:str}")
async def puzzles_of_game(game: str) -> Puzzles:
    """The puzzles of a game, the easiest first; nothing about their answers."""
    return list_puzzles(game)


@post("/api/puzzles/{game:str}/{puzzle:str}", status_code=200)
async def attempt_puzzle(game: str, puzzle: str, data: Attempt, jobs: Jobs, language: Language = "en") -> PuzzleState:
    """A puzzle after the asker's steps: the table, the other side's replies, whether it is solved, help if asked."""
    check_language(language)
    check_game(game)
    needs_search = data.help in ("clue", "step")
    return await jobs.run("proofs" if needs_search else "studies", try_puzzle, game, puzzle, data, language)


@post(f"/api/positions/{BOARD}", status_code=200)
async def study_position(data: Study, jobs: Jobs, language: Language = "en") -> StudyState:
    """Any position of GENIUS LOCI after some steps of both sides, with the legal steps of whoever is to move."""
    check_language(language)
    return await jobs.run("studies", show_study, data, language)


@post(f"/api/positions/{BOARD}/solve", status_code=200)
async def solve_position(data: Study, jobs: Jobs, language: Language = "en") -> StudyProof:
    """Who wins from there, in how many turns, and how, as far as the solver proves it within two seconds."""
    check_language(language)
    return await jobs.run("proofs", prove_study, data, language)


HANDLERS: list[Any] = [puzzles_of_game, attempt_puzzle, study_position, solve_position]
