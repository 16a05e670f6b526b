"""LOCUS puzzles: play one activity for the most points, which a greedy choice misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.games.locus.activity import best_activity
from locarium.games.locus.notation import zone_filled
from locarium.games.locus.rules import ACTIVITIES, DRAFT
from locarium.kernel.rng import new_rng

from .finding import Answer, Clue, Found

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from locarium.kernel.history import History
    from locarium.kernel.position import Position

    from .book import Puzzle

PLAYERS: tuple[str, ...] = ("greedy", "level-1", "level-2", "level-3")
SETUPS: tuple[dict[str, object], ...] = ({},)
EFFORTS: tuple[int, ...] = (5_000, 12_000, 30_000, 80_000)  # largest effort of each grade but the last, in sheets
SEAT = 0
END = "end"
FEWEST_STEPS = 3  # minimum steps in a solution, not counting its `end`
MOST_SHEETS = 250_000


def begins_here(history: History, index: int) -> bool:
    """Return whether a puzzle can start after this many steps: right after the draft."""
    before, now = (history.positions[index - back].fields for back in (1, 0))
    return bool(before.phase == DRAFT and now.phase == ACTIVITIES)


def examine(history: History, index: int) -> Found | None:
    """Return the puzzle that starts after this many steps, or None."""
    position = history.positions[index]
    best = best_activity(position, SEAT, MOST_SHEETS)
    if best is None or len(best.steps) < FEWEST_STEPS:
        return None
    if any(_score_of(position, choose) >= best.points for choose in (_choose_as_the_bot, _choose_by_points)):
        return None
    show, rules = position.setup.game.notation.show, position.setup.fields
    solution = [*(show(rules, action) for action in best.steps), END]
    return Found(best.points, best.sheets, solution, likeness(position), steps=history.texts()[:index])


def _score_of(position: Position, choose: Callable[[Position], int]) -> int:
    """Return the points at the end of an activity played with this policy."""
    position = position.copy()
    end = position.setup.game.notation.parse(position.setup.fields, END)
    while (action := choose(position)) != end:
        position.play(SEAT, action)
    return position.scores()[SEAT]


def _choose_as_the_bot(position: Position) -> int:
    return position.setup.game.greedy(position.concealed(SEAT), SEAT, new_rng(0))


def _choose_by_points(position: Position) -> int:
    """Return the step with the most immediate points. Ties go to the last legal step."""

    def points(action: int) -> int:
        after = position.copy()
        after.play(SEAT, action)
        return after.scores()[SEAT]

    return max(reversed(position.legal(SEAT)), key=points)


def likeness(position: Position) -> tuple[int, ...]:
    """Return a key that is equal for equally filled sheets with the same card."""
    state = position.fields
    filled = (int(state.filled[SEAT][zone]) for zone in range(len(state.filled[SEAT])))
    return (*filled, int(state.taken[SEAT]), int(state.leftover), int(state.earned[SEAT] - state.crossed[SEAT]))


def own_steps(puzzle: Puzzle) -> list[str]:
    """Return the steps of the solution."""
    return puzzle.solution


def answer(puzzle: Puzzle, history: History, steps: Sequence[str]) -> Answer:
    """Play steps of the activity. At `end`, compare the points with the goal and take the `end` back."""
    standing = Answer("open")
    for step in steps:
        standing.check_open(step)
        before = len(history.steps)
        history.play_text(SEAT, step)
        points = history.position.scores()[SEAT]
        if step == END:
            history.undo_to(before)
            standing = Answer("solved" if points >= puzzle.goal else "wrong", points)
    return standing if standing.points is not None else Answer("open", history.position.scores()[SEAT])


def advise(puzzle: Puzzle, history: History) -> str | None:
    """Return a step that still leads to the goal, or None."""
    position = history.position
    best = best_activity(position, SEAT, MOST_SHEETS)
    if best is None or best.points < puzzle.goal:
        return None
    return position.setup.game.notation.show(position.setup.fields, best.steps[0]) if best.steps else END


def clue(step: str) -> Clue:
    """Return a first hint for a step: its zone if it fills something in, otherwise the step."""
    zone = zone_filled(step)
    return Clue("step", step) if zone is None else Clue("zone", zone)
