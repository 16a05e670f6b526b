"""LOCUS puzzles: verdicts, points, hints and clues."""

from __future__ import annotations

import pytest

from locarium.kernel.errors import IllegalStep, Refused
from locarium.puzzles import activities
from locarium.puzzles.book import begin, puzzles_of, setup_of
from locarium.puzzles.finding import Clue

GAME = "locus"
PUZZLE = next(iter(puzzles_of(GAME).values()))
SETUP = setup_of(GAME, PUZZLE)


def test_solution_reaches_the_goal() -> None:
    history = begin(PUZZLE, SETUP)
    before = len(history.steps)
    standing = activities.answer(PUZZLE, history, activities.own_steps(PUZZLE))
    assert (standing.verdict, standing.points) == ("solved", PUZZLE.goal)
    assert len(history.steps) == before + len(PUZZLE.solution) - 1  # `end` is undone


def test_ending_early_misses_the_target_score() -> None:
    standing = activities.answer(PUZZLE, begin(PUZZLE, SETUP), ["discard", "end"])
    assert standing.verdict == "wrong"
    assert standing.points is not None
    assert standing.points < PUZZLE.goal
    with pytest.raises(Refused, match="puzzle-over"):
        activities.answer(PUZZLE, begin(PUZZLE, SETUP), ["discard", "end", "end"])


def test_points_are_reported_after_every_step() -> None:
    start = begin(PUZZLE, SETUP)
    assert activities.answer(PUZZLE, start, []).points == start.position.scores()[0]


def test_illegal_steps_are_rejected() -> None:
    with pytest.raises(IllegalStep, match="card-not-used"):
        activities.answer(PUZZLE, begin(PUZZLE, SETUP), ["end"])


@pytest.mark.compiled  # too slow without compilation
def test_hints_lead_to_the_goal_while_it_is_reachable() -> None:
    steps: list[str] = []
    while True:
        history = begin(PUZZLE, SETUP)
        if activities.answer(PUZZLE, history, steps).verdict == "solved":
            break
        step = activities.advise(PUZZLE, history)
        assert step is not None
        steps.append(step)
    history = begin(PUZZLE, SETUP)
    if "discard" not in PUZZLE.solution:
        activities.answer(PUZZLE, history, ["discard"])
        assert activities.advise(PUZZLE, history) is None


def test_clue_reveals_less_than_the_step() -> None:
    assert activities.clue("fill card Y a1 a2") == Clue("zone", "Y")
    assert activities.clue("blocks") == Clue("step", "blocks")
