"""GENIUS LOCI: the geometry of the board, compared with the referee's."""

from __future__ import annotations

from itertools import product

import pytest

from games.genius_loci import referee
from games.genius_loci.script import CELLS
from locarium.games.genius_loci import board

NUMBER = board.CELL_OF


def named(cell: int | None) -> str | None:
    return None if cell is None else board.NAMES[cell]


@pytest.mark.clause("GENIUS-01")
def test_board_has_37_cells_in_seven_rows() -> None:
    assert board.NAMES == CELLS
    assert board.CELLS == len(set(CELLS)) == 37
    assert [sum(name[0] == row for name in board.NAMES) for row in "abcdefg"] == [4, 5, 6, 7, 6, 5, 4]


def test_coordinates_match_the_rule_book() -> None:
    assert {name: board.PLACES[cell] for name, cell in NUMBER.items()} == referee.CELL_OF
    assert sum(1 << cell for cell in NUMBER.values()) == board.BOARD


def test_centre_has_six_neighbours_clockwise() -> None:
    assert [named(board.go(NUMBER["d4"], direction)) for direction in range(6)] == ["d5", "c4", "c3", "d3", "e3", "e4"]
    assert [named(board.go(NUMBER["a1"], direction)) for direction in range(6)] == ["a2", None, None, None, "b1", "b2"]


@pytest.mark.parametrize(
    ("cell", "others"),
    [
        ("d4", "a1 a4 b2 b4 c3 c4 d1 d2 d3 d5 d6 d7 e3 e4 f2 f4 g1 g4"),
        ("a1", "a2 a3 a4 b1 b2 c1 c3 d1 d4 e4 f4 g4"),
        ("c6", "a4 b5 c1 c2 c3 c4 c5 d6 d7 e5 f4 g3"),
    ],
)
def test_lines_contain_the_right_cells(cell: str, others: str) -> None:
    bits = board.lines(NUMBER[cell])
    assert " ".join(name for name in board.NAMES if bits >> NUMBER[name] & 1) == others


def test_lines_and_distances_match_the_referee() -> None:
    for a, b in product(CELLS, repeat=2):
        one, other = referee.CELL_OF[a], referee.CELL_OF[b]
        assert board.lines(NUMBER[a]) >> NUMBER[b] & 1 == (other in referee.seen_from(one))
        assert board.distance(NUMBER[a], NUMBER[b]) == referee.distance(one, other)


def test_rotations_match_the_referee() -> None:
    for cell, centre in product(CELLS, repeat=2):
        for sixths in range(-6, 7) if cell != centre else ():
            place = referee.around(referee.CELL_OF[centre], referee.CELL_OF[cell], sixths)
            assert named(board.turned(NUMBER[cell], NUMBER[centre], sixths)) == referee.BOARD.get(place)


@pytest.mark.parametrize(
    ("cell", "centre", "other"),
    [
        ("d3", "d4", "d5"),
        ("a1", "d4", "g4"),
        ("c2", "d4", "e5"),
        ("d4", "d4", "d4"),
        ("d1", "d2", "d3"),
        ("d4", "d2", None),
    ],
)
def test_mirrored_cell_is_on_the_opposite_side(cell: str, centre: str, other: str | None) -> None:
    assert named(board.mirrored(NUMBER[cell], NUMBER[centre])) == other
