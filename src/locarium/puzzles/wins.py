"""GENIUS LOCI puzzles: positions in which exactly one first turn lets the player win in one or two turns.

Turns that lead to the same position count as one, even if their steps differ. In a puzzle of two turns, any
winning second turn is accepted.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from locarium.games.genius_loci.board import CELL_OF, CELLS, PLACES, turned
from locarium.games.genius_loci.certificate import after_turn, show_position, split_turn, turns_of
from locarium.games.genius_loci.edition import SPIRITS
from locarium.games.genius_loci.notation import placement_of, split_step
from locarium.games.genius_loci.rules import NOBODY
from locarium.games.genius_loci.solver import Budget, OutOfBudget, Solver
from locarium.kernel.bits import elements

from .finding import Answer, Clue, Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from locarium.kernel.history import History
    from locarium.kernel.position import Position

    from .book import Puzzle

PLAYERS: tuple[str, ...] = ("level-1", "level-2", "level-3", "master:simulations=200")
SETUPS: tuple[dict[str, object], ...] = tuple({"setup": name} for name in ("house", "petals", "random"))
EFFORTS: tuple[int, ...] = (13, 37, 120, 600)  # largest effort of each grade but the last, in nodes
GOALS = (1, 2)  # numbers of the player's own turns in which a puzzle can be won
ENTRIES = 1 << 16  # slots in the solver's transposition table
MOST_HUMANS = 18
FEWEST_CHOICES = 5  # minimum choices for the first step; fewer would be too easy
MOST_NODES = 20_000
MOST_REPLIES = 200  # maximum replies considered when choosing the defence
CENTRE = CELL_OF["d4"]
CELL_AT = {place: cell for cell, place in enumerate(PLACES)}
LAST_COLUMN = max(column for _, column in PLACES)
MIRRORED_SPIRITS = (0, 1, 2, 4, 3)  # in our edition the last two spirits mirror each other


def begins_here(history: History, index: int) -> bool:
    """Return whether a puzzle can start after this many steps: between turns, with few enough humans."""
    position = history.positions[index]
    state = position.fields
    humans = sum(int(humans).bit_count() for humans in state.humans)
    return bool(state.turns) and not position.is_over and state.priest == NOBODY and humans <= MOST_HUMANS


def examine(history: History, index: int) -> Found | None:
    """Return the puzzle that starts after this many steps, or None."""
    position = history.positions[index]
    if len(position.legal(int(position.fields.first))) < FEWEST_CHOICES:
        return None
    budget = Budget(nodes=MOST_NODES)
    solver = Solver(position.setup, ENTRIES)
    try:
        goal = _goal(solver, position, budget)
        turns = [] if goal is None else list(islice(winning_turns(solver, position, 2 * goal - 1, budget), 2))
    except OutOfBudget:
        return None
    if goal is None or len(turns) != 1:
        return None
    effort = budget.used
    solution = turns if goal == 1 else [*turns, *_rest(solver, after_turn(position, turns[0]))]
    return Found(goal, effort, solution, likeness(position), position=show_position(position))


def _goal(solver: Solver, position: Position, budget: Budget) -> int | None:
    """Return the number of turns in which the player to move can force a win, or None."""
    seat = int(position.fields.first)
    return next((goal for goal in GOALS if solver.prove(position, budget, 2 * goal - 1, seat)), None)


def winning_turns(solver: Solver, position: Position, left: int, budget: Budget) -> Iterator[str]:
    """Yield the turns that win within the turns left, one per resulting position."""
    seat = int(position.fields.first)
    for turn, _ in turns_of(position, lambda after: _is_won(solver, after, seat, left, budget)):
        yield turn


def _is_won(solver: Solver, position: Position, seat: int, left: int, budget: Budget) -> bool:
    """Return whether a seat wins from a position during or after its turn, which started with `left` turns left."""
    if position.is_over:
        return bool(position.fields.first != seat)
    if position.fields.first == seat:
        return solver.prove(position, budget, left, seat)
    return left > 1 and not solver.prove(position, budget, left - 1, seat)


def _rest(solver: Solver, position: Position) -> tuple[str, str]:
    """Return the reply that makes the win hardest to prove, and a turn that wins after it."""
    seat = 1 - int(position.fields.first)

    def effort(turn: tuple[str, Position]) -> int:
        budget = Budget()
        solver.prove(turn[1], budget, 1, seat)
        return budget.used

    reply, after = max(islice(turns_of(position), MOST_REPLIES), key=effort)
    return reply, next(winning_turns(solver, after, 1, Budget()))


def likeness(position: Position) -> tuple[int, ...]:
    """Return a key that is equal for positions that differ only by rotation, mirroring or swapped colours."""
    state = position.fields
    placement = placement_of(state, int(state.first))
    sides = placement.humans[placement.to_move], placement.humans[1 - placement.to_move]
    return min(_image(sides, placement.spirits, cells, order) for cells, order in _symmetries())


def _image(sides: tuple[int, int], spirits: tuple[int, ...], cells: list[int], order: Sequence[int]) -> tuple[int, ...]:
    """Map both sides' humans and the spirits to other cells. The side to move comes first."""
    humans = (sum(1 << cells[cell] for cell in elements(side)) for side in sides)
    return (*humans, *(cells[spirits[number]] for number in order))


@lru_cache
def _symmetries() -> list[tuple[list[int], Sequence[int]]]:
    """Return the board's symmetries: where each cell goes, and the order of the spirits."""
    mirrored = [CELL_AT[row, LAST_COLUMN - column] for row, column in PLACES]
    turns = [[_turned(cell, sixths) for cell in range(CELLS)] for sixths in range(6)]
    same = [(cells, range(SPIRITS)) for cells in turns]
    return [*same, *(([cells[mirrored[cell]] for cell in range(CELLS)], MIRRORED_SPIRITS) for cells in turns)]


def _turned(cell: int, sixths: int) -> int:
    found = turned(cell, CENTRE, sixths)
    assert found is not None  # rotations about the centre stay on the board
    return found


def own_steps(puzzle: Puzzle) -> list[str]:
    """Return the player's steps of the solution, without the opponent's."""
    return [step for turn in puzzle.solution[::2] for step in split_turn(turn)]


def answer(puzzle: Puzzle, history: History, steps: Sequence[str]) -> Answer:
    """Play the player's steps. The opponent replies after each turn."""
    seat = history.position.next_seat
    turns = 0
    standing = Answer("open")
    for step in steps:
        standing.check_open(step)
        history.play_text(seat, step)
        if history.position.is_over:
            standing = Answer("solved")
        elif history.position.fields.first != seat:
            turns += 1
            standing = _reply(puzzle, history, turns)
    return standing


def _reply(puzzle: Puzzle, history: History, turns: int) -> Answer:
    """Play the opponent's reply after this many turns of the player: the puzzle's, or a refutation of a wrong turn."""
    position = history.position
    is_right = turns < puzzle.goal and _is_same(position, after_turn(history.positions[0], puzzle.solution[0]))
    reply = puzzle.solution[turns] if is_right else refutation(position)
    for step in split_turn(reply):
        history.play_text(int(position.fields.first), step)
    return Answer("open" if is_right else "wrong")


def _is_same(one: Position, other: Position) -> bool:
    return show_position(one) == show_position(other)


def refutation(position: Position) -> str:
    """Return a turn that prevents an immediate win, or any turn if there is none."""
    seat, solver = 1 - int(position.fields.first), Solver(position.setup, ENTRIES)
    holds = (turn for turn, after in turns_of(position) if not solver.prove(after, Budget(), 1, seat))
    return next(holds, None) or next(turn for turn, _ in turns_of(position))


def advise(puzzle: Puzzle, history: History) -> str | None:
    """Return a step that still solves the puzzle, or None."""
    position = history.position
    seat = int(position.fields.first)
    made = int(position.fields.turns - history.positions[0].fields.turns)
    solver, budget = Solver(position.setup, ENTRIES), Budget(nodes=MOST_NODES)
    left = 2 * puzzle.goal - 1 - made
    if left < 1 or not solver.prove(position, budget, left, seat):
        return None
    return position.setup.game.notation.show(position.setup.fields, solver.winning_action(position, budget, left, seat))


def clue(step: str) -> Clue:
    """Return a first hint for a step: the high priest, or the spirit if the step names no priest."""
    if step == "end":
        return Clue("step", step)
    priest, spirit, _, _ = split_step(step)
    return Clue("spirit", spirit) if priest is None else Clue("priest", priest)
