"""GENIUS LOCI: the board as text, in lines of styled pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import LENGTHS, ROW_LETTERS, ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.drawing import Line
    from locarium.kernel.position import Setup
    from locarium.kernel.texts import Texts

    from .view import GeniusLociView, SpiritSheet

MARKS = ("○", "●")
PRIESTS = ("◇", "◆")
EMPTY, USED = "·", "✓"


def draw(view: GeniusLociView, texts: Texts, names: Sequence[str]) -> list[Line]:
    """Draw the board, the players and the spirits."""
    marks = {cell: (MARKS[seat], "plain") for seat, cells in enumerate(view.humans) for cell in cells}
    marks |= {spirit.cell: (spirit.letter, "dim" if spirit.is_used else "y") for spirit in view.spirits}
    used = {spirit.cell for spirit in view.spirits if spirit.is_used}
    if view.priest is not None:
        marks[view.priest] = (PRIESTS[0 if view.priest in view.humans[0] else 1], "r")
    return [
        [(texts.get("words", "turn-of", number=view.turn), "strong")],
        [],
        *(_row(row, marks, used) for row in reversed(range(ROWS))),
        [],
        *(_player(view, texts, names, seat) for seat in range(len(view.humans))),
        [],
        *(_spirit(spirit, texts) for spirit in view.spirits),
    ]


def _row(row: int, marks: dict[str, tuple[str, str]], used: set[str]) -> Line:
    """Draw a row. Every cell is four characters wide, so rows can be shifted by half a cell."""
    letter = ROW_LETTERS[row]
    line: Line = [(f"{letter}  {'  ' * abs(row - ROWS // 2)}", "dim")]
    for number in range(1, LENGTHS[row] + 1):
        cell = f"{letter}{number}"
        mark, style = marks.get(cell, (EMPTY, "dim"))
        line += [(f"{mark}", style), (f"{number}{USED if cell in used else ' '} ", "dim")]
    return line


def _player(view: GeniusLociView, texts: Texts, names: Sequence[str], seat: int) -> Line:
    is_active = seat in view.active
    who = f"{'▸ ' if is_active else '  '}{MARKS[seat]} {names[seat]:<16}{len(view.humans[seat]):>3} "
    return [(who, "strong" if is_active else "plain"), (texts.get("words", "humans"), "dim")]


def _spirit(spirit: SpiritSheet, texts: Texts) -> Line:
    """Describe a spirit, or say that it has received its sacrifice."""
    says = texts.get("words", "used") if spirit.is_used else spirit.says[texts.language]
    return _entry(spirit.letter, USED if spirit.is_used else " ", spirit.names[texts.language], says)


def _entry(letter: str, mark: str, name: str, says: str) -> Line:
    return [(f"{letter}{mark} ", "y"), (f"{name:<12} ", "plain"), (says, "dim")]


def draw_edition(setup: Setup, texts: Texts) -> list[Line]:
    """Draw the spirits and what they do."""
    language = texts.language
    return [
        _entry(spirit.letter, " ", spirit.names[language], spirit.sentences[language]) for spirit in setup.fields.box
    ]
