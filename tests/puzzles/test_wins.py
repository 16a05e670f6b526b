"""GENIUS LOCI puzzles: their proofs are checked by trying every turn."""

from __future__ import annotations

import random

import pytest

from games.genius_loci.test_symmetry import SYMMETRIES
from locarium import catalogue
from locarium.games.genius_loci.certificate import after_turn, show_position, turns_of
from locarium.kernel.errors import Refused
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.position import Position, Setup
from locarium.puzzles import wins
from locarium.puzzles.book import Puzzle, begin, puzzles_of, setup_of

GAME = "genius-loci"
ALL = list(puzzles_of(GAME).values())
FEW = random.Random(0).sample([puzzle for puzzle in ALL if puzzle.grade < 4], 12 if IS_COMPILED else 2)
ONE = next(puzzle for puzzle in ALL if puzzle.goal == 1 and puzzle.grade == 2)
TWO = next(puzzle for puzzle in ALL if puzzle.goal == 2)


def at(position: str) -> History:
    return History(Setup(catalogue.game(GAME), 2, {"setup": position}))


def wins_within(position: Position, turns: int) -> bool:
    """Return whether the seat to move wins within this many of its own turns, by trying every turn."""
    return any(is_lost_within(after, turns) for _, after in turns_of(position))


def is_lost_within(position: Position, turns: int) -> bool:
    """Return whether the other seat has won, or wins within one turn less against every defence."""
    if position.is_over:
        return True
    return turns > 1 and all(wins_within(after, turns - 1) for _, after in turns_of(position))


@pytest.mark.parametrize("puzzle", FEW, ids=lambda puzzle: puzzle.id)
def test_exactly_one_turn_wins(puzzle: Puzzle) -> None:
    position = at(puzzle.position).position
    right = show_position(after_turn(position, puzzle.solution[0]))
    winning = {show_position(after) for _, after in turns_of(position) if is_lost_within(after, puzzle.goal)}
    assert winning == {right}
    assert puzzle.goal == 1 or not wins_within(position, 1)


@pytest.mark.parametrize("kind", SYMMETRIES)
def test_symmetric_images_count_as_the_same_puzzle(kind: str) -> None:
    for puzzle in FEW:
        image = SYMMETRIES[kind].of_position(puzzle.position)
        assert wins.likeness(at(image).position) == wins.likeness(at(puzzle.position).position)
    assert wins.likeness(at(ONE.position).position) != wins.likeness(at(TWO.position).position)


def test_position_with_several_winning_turns_is_not_a_puzzle() -> None:
    history = at("..../bb.../.b.SYb/.....P./ww.b../Tw.C./ww.w w")
    assert wins.begins_here(history, 0)
    assert wins.examine(history, 0) is None


def test_position_before_the_setup_is_not_a_puzzle() -> None:
    assert not wins.begins_here(History(Setup(catalogue.game(GAME), 2, {})), 0)


@pytest.mark.parametrize("puzzle", [ONE, TWO], ids=lambda puzzle: puzzle.id)
def test_solution_solves_the_puzzle(puzzle: Puzzle) -> None:
    history = begin(puzzle, setup_of(GAME, puzzle))
    own = wins.own_steps(puzzle)
    assert wins.answer(puzzle, history, own).verdict == "solved"
    assert history.position.is_over
    with pytest.raises(Refused, match="puzzle-over"):
        wins.answer(puzzle, begin(puzzle, setup_of(GAME, puzzle)), [*own, "end"])


def test_opponent_defends_after_the_first_of_two_turns() -> None:
    history = begin(TWO, setup_of(GAME, TWO))
    first = [step for step in wins.own_steps(TWO) if step][: len(wins.split_turn(TWO.solution[0]))]
    assert wins.answer(TWO, history, first).verdict == "open"
    assert show_position(history.position) == show_position(
        after_turn(after_turn(history.positions[0], TWO.solution[0]), TWO.solution[1])
    )


@pytest.mark.parametrize("puzzle", [ONE, TWO], ids=lambda puzzle: puzzle.id)
def test_wrong_turn_is_refuted(puzzle: Puzzle) -> None:
    start = at(puzzle.position).position
    seat, right = start.fields.first, show_position(after_turn(start, puzzle.solution[0]))
    wrong = next(turn for turn, after in turns_of(start) if show_position(after) != right)
    history = begin(puzzle, setup_of(GAME, puzzle))
    assert wins.answer(puzzle, history, wins.split_turn(wrong)).verdict == "wrong"
    assert {step.seat for step in history.steps} == {0, 1}
    position = history.position
    assert position.is_over or position.fields.first == seat
    assert position.is_over or puzzle.goal == 1 or not wins_within(position, 1)


def test_hints_lead_to_the_win() -> None:
    for puzzle in (ONE, TWO):
        steps: list[str] = []
        while True:
            history = begin(puzzle, setup_of(GAME, puzzle))
            if wins.answer(puzzle, history, steps).verdict == "solved":
                break
            step = wins.advise(puzzle, history)
            assert step is not None
            steps.append(step)


def test_clue_reveals_less_than_the_step() -> None:
    assert wins.clue("d2 Y-e3xd1") == wins.Clue("priest", "d2")
    assert wins.clue("S-d2xd3") == wins.Clue("spirit", "S")
    assert wins.clue("end") == wins.Clue("step", "end")
