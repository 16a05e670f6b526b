"""GENIUS LOCI: prove any position within a time limit and find the best turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from locarium.games.genius_loci.solver import UNBOUNDED, Budget, OutOfBudget, Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.position import Position

ENTRIES = 1 << 19  # slots in the solver's transposition table


@dataclass(frozen=True)
class Proof:
    """The winner of a position and the best turn."""

    winner: int | None  # seat; None if unproven
    turns: int | None  # number of turns to the end with best play, including the current one; None if unknown
    steps: list[str]  # rest of the best turn; for the losing side, the longest defence if known
    nodes: int


@dataclass
class _Stoppable(Budget):
    """A budget that can be stopped early."""

    is_stopped: Callable[[], bool] = lambda: False

    @property
    def next_chunk(self) -> int:
        """The number of nodes to visit before checking again."""
        return 0 if self.is_stopped() else super().next_chunk


def prove_position(position: Position, seconds: float, is_stopped: Callable[[], bool] = lambda: False) -> Proof:
    """Try to prove a position until the time is up or it is stopped. The position can be in the middle of a turn."""
    solver, budget = Solver(position.setup, ENTRIES), _Stoppable(seconds, is_stopped=is_stopped)
    solution = solver.solve(position, budget)
    if solution.winner is None or position.is_over:
        return Proof(solution.winner, solution.turns, [], budget.used)
    is_won = position.fields.first == solution.winner
    left = UNBOUNDED if solution.turns is None else solution.turns - (0 if is_won else 2)
    steps = _best_turn(solver, position, left, solution.winner) if is_won or left > 0 else []
    return Proof(solution.winner, solution.turns, steps, budget.used)


def _best_turn(solver: Solver, position: Position, left: int, winner: int) -> list[str]:
    """Return the steps to the end of the turn. They are already proven, so finding them is fast."""
    seat, show, rules = int(position.fields.first), position.setup.game.notation.show, position.setup.fields
    steps: list[str] = []
    try:
        while position.fields.first == seat and not position.is_over:
            action = solver.winning_action(position, Budget(seconds=1), left, winner)
            steps.append(show(rules, action))
            position = position.copy()
            position.play(seat, action)
    except OutOfBudget:
        return []
    return steps
