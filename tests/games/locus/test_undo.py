"""LOCUS: undo at a solo table. Tables with several seats are tested in tests/table."""

from __future__ import annotations

import pytest

from games.locus.script import GAME, deck
from locarium.table.events import Drawn, Seated
from locarium.table.table import Table
from table.tables import new_key, new_table, person, step


def solo_table() -> Table:
    opened = new_table(GAME, 1).opened
    return Table.replayed(GAME, [opened, Seated(0, person(0)), Drawn(deck("w-o4 y-i3 y-l4 w-s4 p-i4 p-l4"))])


@pytest.mark.clause("LOCUS-30")
def test_solo_activity_can_be_undone_step_by_step_until_it_ends() -> None:
    table = solo_table()
    before = []
    for text in ("take y-i3", "fill card Y d1 d2 d3", "fill double-r R a1 a2"):
        before.append(table.position.words.tobytes())
        step(table, text)
    for words in reversed(before):
        assert table.undo_target(0) is not None
        table.undo(0, key=new_key())
        assert table.position.words.tobytes() == words
    assert table.undo_target(0) is None, "only the deck is left"


@pytest.mark.clause("LOCUS-30", "LOCUS-28")
def test_end_that_turned_up_cards_cannot_be_undone() -> None:
    table = solo_table()
    for text in ("take y-i3", "discard", "end"):
        step(table, text)
    assert table.position.fields.turn == 2
    assert table.undo_target(0) is None
