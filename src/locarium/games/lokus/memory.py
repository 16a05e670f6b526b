"""LOKUS: face-down rolls at tables with `memory = closed` (LOKUS-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.game import SPECTATOR

from .notation import SEALED
from .rules import DONE, NOTHING, ONE_ROLL, ROW, TWO_ROLLS

if TYPE_CHECKING:
    from locarium.kernel.history import History
    from locarium.kernel.position import Position

ROLLS = (ONE_ROLL, TWO_ROLLS)


def recall_from(history: History, observer: int, steps: int) -> int:
    """Return the first line of the turn in which the observer (for a spectator, any seat) last made a choice.

    The last card in a hand isn't a choice: the table plays it automatically. If it counted, the turn before would be
    hidden too early.
    """
    for index in reversed(range(steps)):
        step = history.steps[index]
        if step.seat is None or step.action >= ROW or observer not in (SPECTATOR, step.seat):
            continue
        if history.positions[index].fields.held[step.seat] > 1:
            return history.settled(index)
    return 0


def forget_text(history: History, line: int, seat: int | None, text: str) -> str:
    """Hide a card that became a roll, as if it had never been revealed."""
    if seat is None or text.startswith("row"):
        return text
    after = next(position for position in history.positions[line + 1 :] if _is_turn_over(position))
    return SEALED if after.fields.fates[seat] in ROLLS else text


def _is_turn_over(position: Position) -> bool:
    return not position.has_sealed and position.fields.placing == DONE


def forget(position: Position) -> Position:
    """Hide the cards that became rolls, but not the fact that they did."""
    other = position.copy()
    for seat in range(position.setup.seats):
        if other.state.fates[seat] in ROLLS:
            other.state.shown[seat] = NOTHING
    return other
