"""GENIUS LOCI: what can be proven of any position within some seconds, and the best turn there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from locarium.games.genius_loci.solver import UNBOUNDED, Budget, OutOfBudget, Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.position import Position

ENTRIES = 1 << 19  # of the solver's table


@dataclass(frozen=True)
class Proof:
    """Who wins, and what to play."""

    winner: int | None  # seat; None: it is not proven
    turns: int | None  # to the end with best play, the one under way included; None: it is not known
    steps: list[str]  # of the best turn, to its end; of one who loses: what lasts longest, if that is known
    nodes: int


@dataclass
class _Stoppable(Budget):
    """A budget that ends early when it is told to."""

    is_stopped: Callable[[], bool] = lambda: False

    @property
    def next_chunk(self) -> int:
        """How many nodes may be visited before the next look."""
        return 0 if self.is_stopped() else super().next_chunk


def prove_position(position: Position, seconds: float, is_stopped: Callable[[], bool] = lambda: False) -> Proof:
    """As far as the time goes, or until it is stopped; within a turn too."""
    solver, budget = Solver(position.setup, ENTRIES), _Stoppable(seconds, is_stopped=is_stopped)
    solution = solver.solve(position, budget)
    if solution.winner is None or position.is_over:
        return Proof(solution.winner, solution.turns, [], budget.used)
    is_won = position.fields.first == solution.winner
    left = UNBOUNDED if solution.turns is None else solution.turns - (0 if is_won else 2)
    steps = _best_turn(solver, position, left, solution.winner) if is_won or left > 0 else []
    return Proof(solution.winner, solution.turns, steps, budget.used)


def _best_turn(solver: Solver, position: Position, left: int, winner: int) -> list[str]:
    """The steps to the end of the turn; they are proven already, so they are found soon."""
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
