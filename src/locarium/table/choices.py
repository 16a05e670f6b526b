"""Choices in the history of a game: where a seat made them, and whether it can undo them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel import entry
from locarium.kernel.errors import IllegalStep

if TYPE_CHECKING:
    from locarium.kernel.history import History
    from locarium.kernel.position import Position


def choice_point(history: History) -> int:
    """Return the step index at which the current face-down choices started."""
    start = len(history.steps)
    while start > 0 and history.positions[start].sealed:
        start -= 1
    return start


def chooses_at(history: History, seat: int) -> Position:
    """Return the position in which a seat chooses: the current one, or where it made its face-down choice."""
    position = history.position
    if not position.has_sealed or seat not in position.sealed:
        return position
    index = next(i for i in reversed(range(len(history.steps))) if history.steps[i].seat == seat)
    return history.positions[index]


def last_choice(history: History, seat: int) -> int | None:
    """Return the index of the last step that a seat made by choice, or None."""
    for index in reversed(range(len(history.steps))):
        if history.steps[index].seat == seat and _had_choice(history, index):
            return index
    return None


def is_independent(history: History, index: int, seen: Position) -> bool:
    """Return whether all later steps are independent of this one, so that it can be undone alone.

    `seen` is the current position as the seat of the step knows it.
    """
    seat = history.steps[index].seat
    could_act_on = all(seat in position.may_act for position in history.positions[index + 1 :])
    return could_act_on and not reveals(history, index, seen) and _are_legal_without(history, index)


def reveals(history: History, index: int, seen: Position) -> bool:
    """Return whether a step revealed something that its seat did not know before.

    `seen` is the current position as the seat of the step knows it.
    """
    before, after = history.positions[index : index + 2]
    if before.has_sealed:
        return True
    step = history.steps[index]
    assert step.seat is not None
    foreseen = before.concealed(step.seat)
    foreseen.ask(entry.APPLY, step.seat, step.action)
    foreseen.ask(entry.CONCEAL, step.seat)
    known = seen if after is history.position else after.concealed(step.seat)
    return bool(foreseen.words.tobytes() != known.words.tobytes())


def _had_choice(history: History, index: int) -> bool:
    """Return whether the seat of a step could have done something else."""
    seat = history.steps[index].seat
    assert seat is not None
    return not history.setup.game.plays_only_choice or len(history.positions[index].legal(seat)) > 1


def _are_legal_without(history: History, index: int) -> bool:
    """Return whether the later steps would be legal without this one."""
    position = history.positions[index].copy()
    try:
        for step in history.steps[index + 1 :]:
            assert step.seat is not None
            position.play(step.seat, step.action)
    except IllegalStep:
        return False
    return True
