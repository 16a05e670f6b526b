"""Puzzles as somebody solves them, and positions as somebody studies them: made anew from the steps so far."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.errors import BadInput, Refused
from locarium.kernel.history import History
from locarium.kernel.position import Setup
from locarium.puzzles.book import begin, options_of, puzzles_of, seats_of
from locarium.puzzles.making import kind_of
from locarium.puzzles.proof import prove_position
from locarium.server.base.workers import is_stopped

from .messages import PositionProof, PositionState, PuzzleClue, PuzzleInfo, Puzzles, PuzzleState
from .positions import localized_errors, names_of, show

if TYPE_CHECKING:
    from locarium.puzzles.book import Puzzle

    from .messages import PositionRequest, PuzzleAttempt

BOARD = "genius-loci"
SETUPS = ("house", "petals", "random")  # that are drawn: they are no positions
SECONDS = 2.0  # for the solver


def list_puzzles(game: str) -> Puzzles:
    """The puzzles of a game, without their answers."""
    puzzles = [_describe(puzzle) for puzzle in puzzles_of(game).values()]
    return Puzzles(game, catalogue.about(game).title, puzzles)


def _describe(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(puzzle.id, puzzle.grade, puzzle.goal)


def try_puzzle(game: str, puzzle_id: str, attempt: PuzzleAttempt, language: str) -> PuzzleState:
    """A puzzle after somebody's steps, with what help they ask for."""
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


def tell(history: History, seat: int, step: str, language: str) -> str:
    """A step in a sentence."""
    setup = history.setup
    return setup.game.telling.tell(setup.texts(language), names_of(setup, language), seat, step)


@lru_cache(maxsize=64)
def setup_of(game: str, position: str) -> Setup:
    """The setup of a puzzle or a position; made once."""
    return Setup(catalogue.game(game), seats_of(game), options_of(position))


def play_study(study: PositionRequest, language: str) -> History:
    """A position of GENIUS LOCI and what was played from there."""
    if study.position in SETUPS:
        raise BadInput(f"{study.position!r} is a setup that is drawn; a position is written out")
    history = History(setup_of(BOARD, study.position))
    with localized_errors(history.setup, language):
        for step in study.steps:
            history.play_text(history.position.next_seat if history.position.active else 0, step)
    return history


def show_study(study: PositionRequest, language: str) -> PositionState:
    """The position now, as whoever is to move sees it; the board is not turned for the second seat."""
    history = play_study(study, language)
    seat = int(history.position.fields.first)
    state = show(history, seat, language, may_act=True, can_undo=bool(study.steps))
    assert state.view is not None
    return PositionState(msgspec.structs.replace(state, view=msgspec.structs.replace(state.view, observer=None)))


def prove_study(study: PositionRequest, language: str) -> PositionProof:
    """Who wins from there, if that is proven within the time."""
    history = play_study(study, language)
    person_id = prove_position(history.position, SECONDS, is_stopped)
    told = [tell(history, int(history.position.fields.first), step, language) for step in person_id.steps]
    return PositionProof(person_id.winner, person_id.turns, person_id.steps, told, person_id.nodes, SECONDS)
