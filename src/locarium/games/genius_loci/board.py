"""GENIUS LOCI: the geometry of the board, in plain Python."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

SIDE = 4
ROW_LETTERS = "abcdefg"
ROWS = len(ROW_LETTERS)
LENGTHS = [2 * SIDE - 1 - abs(row - (SIDE - 1)) for row in range(ROWS)]  # 4 5 6 7 6 5 4

Place: TypeAlias = tuple[int, int]  # (row, doubled column)

# Clockwise from the right: E, SE, SW, W, NW, NE.
DIRECTIONS: list[Place] = [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)]

PLACES: list[Place] = [(row, 2 * i + abs(row - (SIDE - 1))) for row in range(ROWS) for i in range(LENGTHS[row])]
CELLS = len(PLACES)
NAMES = [f"{ROW_LETTERS[row]}{i + 1}" for row in range(ROWS) for i in range(LENGTHS[row])]
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}
BOARD = (1 << CELLS) - 1

_AT = {place: cell for cell, place in enumerate(PLACES)}


def cell_at(row: int, column: int) -> int | None:
    """Return the cell at a row and column, if it is on the board."""
    return _AT.get((row, column))


def go(cell: int, direction: int, steps: int = 1) -> int | None:
    """Return the cell that is `steps` away in a direction, if it is on the board."""
    row, column = PLACES[cell]
    up, right = DIRECTIONS[direction % len(DIRECTIONS)]
    return cell_at(row + steps * up, column + steps * right)


def line(cell: int, direction: int) -> list[int]:
    """Return the cells in a direction, nearest first."""
    found: list[int] = []
    while (following := go(cell, direction, len(found) + 1)) is not None:
        found.append(following)
    return found


@lru_cache
def lines(cell: int) -> int:
    """Return the bit set of the cells on the lines through a cell."""
    return sum(1 << other for direction in range(len(DIRECTIONS)) for other in line(cell, direction))


def distance(a: int, b: int) -> int:
    """Return the number of steps between two cells."""
    rows = abs(PLACES[a][0] - PLACES[b][0])
    columns = abs(PLACES[a][1] - PLACES[b][1])
    return rows + max(0, (columns - rows) // 2)


def turned(cell: int, centre: int, sixths: int) -> int | None:
    """Return a cell rotated clockwise around a centre by sixths of a turn, if the result is on the board."""
    up, right = PLACES[cell][0] - PLACES[centre][0], PLACES[cell][1] - PLACES[centre][1]
    for _ in range(sixths % len(DIRECTIONS)):
        up, right = (up - right) // 2, (3 * up + right) // 2  # up and right are both even or both odd
    return cell_at(PLACES[centre][0] + up, PLACES[centre][1] + right)


def mirrored(cell: int, centre: int) -> int | None:
    """Return a cell mirrored through a centre, if the result is on the board."""
    return turned(cell, centre, 3)
