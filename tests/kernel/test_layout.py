"""Layouts: annotated classes become record types of 64-bit numbers."""

from __future__ import annotations

from typing import Annotated

import msgspec
import numpy as np
import pytest

from locarium.kernel import game
from locarium.kernel.layout import Array, Grid, Layout, dtype_of, fields_of, new_array


class Things(Layout):
    count: int
    weight: float
    row: Annotated[Array[int], 3]
    table: Annotated[Grid[int], 2, 3]


class MyState(game.State):
    mine: int


class Clash(Layout):
    round: int  # np.record has a method of this name


class Text(Layout):
    name: str


def test_declaration_gives_fields_and_shapes():
    things = dtype_of(Things)
    assert things.names[:4] == ("count", "weight", "row", "table")
    assert things["count"] == np.int64
    assert things["weight"] == np.float64
    assert things["row"].shape == (3,)
    assert things["table"].shape == (2, 3)
    assert {things[name].base for name in things.names} == {np.dtype(np.int64), np.dtype(np.float64)}


def test_last_field_carries_the_digest_of_the_sources():
    assert dtype_of(Things).names[-1].startswith("from_")
    assert dtype_of(Things) == dtype_of(Things)


def test_common_fields_come_first():
    assert dtype_of(MyState).names[:6] == ("active", "over", "first", "sealed", "observer", "mine")


def test_elements_are_views_and_assignment_copies():
    things = new_array(dtype_of(Things), 2)
    things[0].row[1] = 7
    things[1] = things[0]
    things[0].row[1] = 8
    assert things[1].row.tolist() == [0, 7, 0]


def test_fields_are_plain_copies():
    things = new_array(dtype_of(Things), 1)
    things[0].table[1, 2] = 5
    fields = fields_of(things[:1])
    things[0].table[1, 2] = 6
    assert fields.table == [[0, 0, 0], [0, 0, 5]]
    assert fields.row == [0, 0, 0]
    plain = msgspec.json.decode(msgspec.json.encode(vars(fields)))
    assert plain | {"count": 0, "weight": 0.0, "row": [0, 0, 0], "table": [[0, 0, 0], [0, 0, 5]]} == plain


def test_names_used_by_numpy_are_rejected():
    with pytest.raises(ValueError, match="'round'"):
        dtype_of(Clash)


def test_only_numeric_fields_are_accepted():
    with pytest.raises(KeyError):
        dtype_of(Text)


def test_two_games_cannot_share_a_layout():
    from toy import rules
    from toy.game import GAME

    class Copy:
        STATE = rules.STATE

    game.register(GAME.book)  # registering it again is harmless
    with pytest.raises(ValueError, match="use the same state layout"):
        game.register(Copy)
