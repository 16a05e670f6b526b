"""Errors in input from people and programs. Every message is one line and says what would be valid."""

from __future__ import annotations

from .bounds import MAX_STEP, clipped, shown


class LocariumError(Exception):
    """Base of all errors caused by the caller's input."""


class BadInput(LocariumError):
    """An unknown game, option or edition, or an invalid number of seats."""


class BadNotation(LocariumError):
    """A text that isn't in the game's step notation."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"{shown(text)} is not valid notation: expected {clipped(expected, MAX_STEP)}")
        self.text, self.expected = clipped(text), expected


class IllegalStep(LocariumError):
    """A step that the rules forbid. `reason` is a key in the texts (`faults`), for translation."""

    def __init__(self, reason: str, step: str = "") -> None:
        super().__init__(f"{step}: {reason}" if step else reason)
        self.reason, self.step = reason, step


class Refused(LocariumError):
    """A request that the table refuses. `reason` is a key in the texts (`faults`), `values` its placeholders."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


class BadRecord(LocariumError):
    """A malformed record, or one that can't be replayed. `step` counts from 1; None if the error isn't in a step."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message if step is None else f"step {step}: {message}")
        self.step = step


def one_of(values: list[str]) -> str:
    """Join values as "a, b or c"."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"


def all_of(values: list[str]) -> str:
    """Join values as "a, b and c"."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"
