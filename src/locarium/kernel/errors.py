"""What can be wrong with what people and programs hand in. Every message is one line that says what would be right."""

from __future__ import annotations

from .bounds import MAX_STEP, clipped, shown


class LocariumError(Exception):
    """Base of all errors that are the asker's to mend."""


class BadInput(LocariumError):
    """A game, number of seats, option or edition that does not exist here."""


class BadNotation(LocariumError):
    """A text that is no step: it is not written as the game's steps are."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"{shown(text)} is not written as a step is: expected {clipped(expected, MAX_STEP)}")
        self.text, self.expected = clipped(text), expected


class IllegalStep(LocariumError):
    """A step that the rules refuse; `reason` is a key of the texts (`faults`), so that it can be translated."""

    def __init__(self, reason: str, step: str = "") -> None:
        super().__init__(f"{step}: {reason}" if step else reason)
        self.reason, self.step = reason, step


class Refused(LocariumError):
    """Something that a table does not allow; `reason` is a key of the texts (`faults`), `values` fill it in."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


class BadRecord(LocariumError):
    """A record that is malformed or does not replay; `step` counts from 1, None where no step is to blame."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message if step is None else f"step {step}: {message}")
        self.step = step


def one_of(values: list[str]) -> str:
    """A list in words: a, b or c."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"


def all_of(values: list[str]) -> str:
    """A list in words: a, b and c."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"
