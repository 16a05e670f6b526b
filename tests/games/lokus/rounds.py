"""Rounds of ten turns with known rolls and cleaning cards at the end, found by search."""

from __future__ import annotations

from typing import NamedTuple


class Round(NamedTuple):
    """The rows' first cards, the turns, and each seat's rolls and cleaning cards at the end."""

    rows: str
    turns: str
    rolls: list[int]
    cleaning: list[int]


CLEANING_0_1_2 = Round(
    "b10 g4",
    "g6 b9 r4, o2 o7 g2 row 1, y9 r12 o10 row 2, e4 y7 o6, g8 b1 b6, r2 g12 o11, b11 e10 o3 row 1, b7 y11 b5, "
    "b3 r11 e5, y12 e3 y4",
    [5, 5, 8],
    [2, 1, 0],
)
THREE_CLEANING_CARDS = Round(
    "y2 e4",
    "g6 g3 b11 row 2 row 1, g10 o12 e7 row 1, r1 e9 o11 row 1 row 2, b9 y1 b7 row 2, g11 y6 o4 row 1 row 2, "
    "b2 o7 y10 row 1, e8 o6 y3 row 1, b6 o5 e2, g5 b4 r2, r10 o2 e10",
    [3, 8, 3],
    [3, 0, 0],
)
FOUR_CLEANING_CARDS = Round(
    "y2 e4",
    "g5 g3 r2 row 1, r10 o6 y10 row 1, r1 b4 o11, b6 o12 e7, b9 o5 e2, e8 o7 y3 row 1, g11 y1 b7 row 2, "
    "g6 o2 o4 row 1, b2 e9 e10 row 2 row 1, g10 y6 b11",
    [2, 5, 3],
    [4, 0, 0],
)
MORE_CLEANING_CARDS_THAN_ROLLS = Round(  # with `crowd`
    "g11 b4",
    "b1 r3 row 1, e10 o9 row 1 row 1, o11 y9 row 2 row 2, e5 r6 row 2, o2 y4 row 2 row 1, o5 r1, g2 e3 row 2, "
    "e1 y5 row 1, y1 g3, o8 y3",
    [0, 4],
    [2, 1],
)
FIVE_CLEANING_CARDS = Round(  # all there are; seat 0 has more of them than rolls
    "y2 e4",
    "b9 o6 r2 row 2, g6 g3 y10 row 2, g11 e9 e10 row 1 row 1, r10 o12 b11 row 1, b6 y6 e2 row 1 row 1, g10 o7 y3, "
    "b2 o5 e7 row 1 row 1, g5 y1 o4, r1 o2 o11 row 1, e8 b4 b7 row 2 row 2",
    [1, 5, 4],
    [2, 1, 2],
)
