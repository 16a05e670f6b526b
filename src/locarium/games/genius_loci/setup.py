"""GENIUS LOCI: starting positions, and positions as text, GENIUS-02, GENIUS-04."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from locarium.kernel.errors import BadInput

from .board import BOARD, CELL_OF, CELLS, LENGTHS, ROWS, lines
from .edition import SPIRITS

MAX_HUMANS = 16
SPIRIT_CELLS = [CELL_OF[name] for name in ("b3", "c6", "d4", "e1", "f3")]
ON_SPIRIT_CELLS = sum(1 << cell for cell in SPIRIT_CELLS)


def cells(names: str) -> int:
    """Return the bit set of the named cells."""
    return sum(1 << CELL_OF[name] for name in names.split())


ROWS_A_TO_C = sum(1 << cell for cell in range(sum(LENGTHS[:3])))
FIRST_PLAYERS = {
    "house": (ROWS_A_TO_C | cells("d1 d2 d3")) & ~ON_SPIRIT_CELLS,
    "petals": cells("a1 a2 a3 b2 c3 d5 d6 d7 e2 e3 e5 e6 f1 f2 f5 g1"),
}
SECOND_PLAYERS = {name: BOARD & ~first & ~ON_SPIRIT_CELLS for name, first in FIRST_PLAYERS.items()}

# All sets of cells for the spirits that have no two cells on a line, as bit sets.
APART = [
    sum(1 << cell for cell in chosen)
    for chosen in combinations(range(CELLS), SPIRITS)
    if not any(lines(a) >> b & 1 for a, b in combinations(chosen, 2))
]


@dataclass(frozen=True)
class Placement:
    """A position between turns."""

    humans: tuple[int, int]  # bit sets
    spirits: tuple[int, ...]  # cells, in the edition's order
    to_move: int  # seat


def show_placement(placement: Placement, letters: str) -> str:
    """Return the seven rows from g to a, then the player to move."""
    marks = ["."] * CELLS
    for seat, mark in enumerate("wb"):
        for cell in range(CELLS):
            if placement.humans[seat] >> cell & 1:
                marks[cell] = mark
    for cell, letter in zip(placement.spirits, letters, strict=True):
        marks[cell] = letter
    starts = [sum(LENGTHS[:row]) for row in range(ROWS)]
    rows = ["".join(marks[start : start + length]) for start, length in zip(starts, LENGTHS, strict=True)]
    return f"{'/'.join(rows[::-1])} {'wb'[placement.to_move]}"


def parse_placement(text: str, letters: str) -> Placement:
    """Parse a position, the inverse of `show_placement`. BadInput names the row and what is expected."""
    board, space, to_move = text.partition(" ")
    rows = board.split("/")
    if len(rows) != ROWS or not space or to_move not in ("w", "b"):
        raise BadInput(
            f"{text!r} is not a position; it needs {ROWS} rows from g to a, separated by /, then a space and w or b"
        )
    marks = ""
    for row, (written, length) in enumerate(zip(rows[::-1], LENGTHS, strict=True)):
        if len(written) != length or not set(written) <= set(f"wb.{letters}"):
            name = "abcdefg"[row]
            raise BadInput(
                f"row {name} of a position is {written!r}; it needs {length} characters from "
                f"w, b, . and {' '.join(letters)}"
            )
        marks += written
    for letter in letters:
        if marks.count(letter) != 1:
            raise BadInput(
                f"spirit {letter} appears {marks.count(letter)} times in {text!r}; every spirit must appear once"
            )
    humans = [sum(1 << cell for cell in range(CELLS) if marks[cell] == mark) for mark in "wb"]
    for seat, mark in enumerate("wb"):
        if humans[seat].bit_count() > MAX_HUMANS:
            raise BadInput(f"{text!r} has {humans[seat].bit_count()} of {mark}; the limit is {MAX_HUMANS}")
    return Placement((humans[0], humans[1]), tuple(marks.index(letter) for letter in letters), "wb".index(to_move))
