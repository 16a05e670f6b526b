"""Puzzles, replayed from the moves so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.puzzles.book import begin, puzzles_of
from locarium.puzzles.making import kind_of

from .messages import PuzzleClue, PuzzleInfo, Puzzles, PuzzleState
from .positions import localized_errors, setup_of, show, tell

if TYPE_CHECKING:
    from locarium.puzzles.book import Puzzle

    from .messages import PuzzleAttempt


def list_puzzles(game: str) -> Puzzles:
    """List the puzzles of a game, without solutions."""
    puzzles = [_describe(puzzle) for puzzle in puzzles_of(game).values()]
    return Puzzles(game, catalogue.about(game).title, puzzles)


def _describe(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(puzzle.id, puzzle.grade, puzzle.goal)


def try_puzzle(game: str, puzzle_id: str, attempt: PuzzleAttempt, language: str) -> PuzzleState:
    """Return a puzzle after some moves, with the requested help."""
    puzzle = puzzles_of(game).get(puzzle_id)
    if puzzle is None:
        raise Refused("no-such-puzzle", puzzle=puzzle_id)
    kind = kind_of(game)
    history = begin(puzzle, setup_of(game, puzzle.position))
    seat = history.position.next_seat
    steps = kind.own_steps(puzzle) if attempt.help == "solution" else attempt.steps
    with localized_errors(history.setup, language):
        standing = kind.answer(puzzle, history, steps)
    is_open = standing.verdict == "open"
    told = PuzzleState(
        puzzle=_describe(puzzle),
        state=show(history, seat, language, may_act=is_open, can_undo=bool(steps)),
        steps=list(steps),
        verdict=standing.verdict,
        points=standing.points,
    )
    if attempt.help == "none" or not is_open:
        return told
    step = kind.advise(puzzle, history)
    if step is None:
        return msgspec.structs.replace(told, hopeless=True)
    clue = kind.clue(step)
    if attempt.help == "clue" and clue.kind != "step":
        return msgspec.structs.replace(told, clue=PuzzleClue(clue.kind, clue.what))
    return msgspec.structs.replace(told, hint=tell(history, seat, step, language))
