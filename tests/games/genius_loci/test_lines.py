"""GENIUS LOCI: the option `lines = any`, with which Tractor, Pulsor and Saltator also work off the lines."""

from __future__ import annotations

import pytest

from games.genius_loci.referee import BOARD, CELL_OF, distance, neighbours
from games.genius_loci.script import CELLS, START, landings, legal, play


def by_distance(at: str, priest: str, change: int) -> str:
    """Return the neighbours of a priest that are this much farther from a spirit."""
    here = distance(CELL_OF[at], CELL_OF[priest])
    found = [cell for cell in neighbours(CELL_OF[priest]) if distance(CELL_OF[at], cell) == here + change]
    return " ".join(sorted(BOARD[cell] for cell in found if BOARD[cell] != at))


@pytest.mark.clause("GENIUS-19")
@pytest.mark.parametrize(
    ("priest", "cells"),
    [("b3", "c3 c4"), ("d1", "d2"), ("e5", "d5 e4"), ("e6", "d6 e5"), ("g3", "f3 f4"), ("d5", "")],
)
def test_tractor_reaches_any_closer_neighbouring_cell(priest: str, cells: str) -> None:
    assert landings("T", "d4", priest, lines="any") == cells == by_distance("d4", priest, -1)


@pytest.mark.clause("GENIUS-19")
@pytest.mark.parametrize(
    ("priest", "cells"),
    [("b3", "a2 a3"), ("d2", "c1 d1 e1"), ("e5", "e6 f5"), ("d5", "c5 d6 e5"), ("d7", ""), ("a2", "")],
)
def test_pulsor_reaches_any_farther_neighbouring_cell(priest: str, cells: str) -> None:
    assert landings("P", "d4", priest, lines="any") == cells == by_distance("d4", priest, +1)


@pytest.mark.clause("GENIUS-19")
@pytest.mark.parametrize(
    ("at", "priest", "cell"),
    [
        ("d4", "c2", "e5"),
        ("d4", "b3", "f3"),
        ("d4", "a2", "g3"),
        ("d4", "d1", "d7"),
        ("c3", "b1", "d5"),
        ("c3", "e3", "a2"),
    ],
)
def test_saltator_reaches_the_mirror_cell_from_anywhere(at: str, priest: str, cell: str) -> None:
    assert landings("S", at, priest, lines="any") == cell


@pytest.mark.clause("GENIUS-19")
@pytest.mark.parametrize(("at", "priest"), [("d2", "b3"), ("a1", "c4"), ("f5", "d4")])
def test_mirror_cell_off_the_board_is_not_a_landing_cell(at: str, priest: str) -> None:
    assert landings("S", at, priest, lines="any") == ""


@pytest.mark.clause("GENIUS-14", "GENIUS-15", "GENIUS-19")
@pytest.mark.parametrize("spirit", ["Y", "C"])
def test_lines_option_does_not_affect_scylla_and_charybdis(spirit: str) -> None:
    for priest in (cell for cell in CELLS if cell != "c4"):
        assert landings(spirit, "c4", priest, lines="any") == landings(spirit, "c4", priest)


@pytest.mark.clause("GENIUS-19")
def test_sacrifices_on_lines_stay_legal() -> None:
    axis, anywhere = legal(play(START)), legal(play(START, lines="any"))
    assert set(axis) < set(anywhere)
    assert (len(axis), len(anywhere)) == (18, 56)
