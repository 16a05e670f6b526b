"""LOCO-17: shouting by the players or by the table."""

from __future__ import annotations

import pytest

from games.loco.script import deal
from locarium.search.levels import create_bot
from table.tables import LOCO, dealt_table, refusal, step, times

DEAL = deal(2, hands={1: "r0 b0 r3"})  # seat 1 starts
SHOUTED = {f"{card}! {marker}" for card in ("r0", "b0") for marker in "rbgpy"}
FORGOTTEN = {"r0", "b0"}


def locos(table, seat=1):
    return {text for text in table.legal_texts(seat) if text[:2] in FORGOTTEN}


@pytest.mark.clause("LOCO-17")
def test_players_can_forget_to_shout():
    for table_options in ({}, {"shout": "manual"}):
        table = dealt_table(DEAL, table_options=table_options)
        assert locos(table) == SHOUTED | FORGOTTEN
        step(table, "r0")
        assert table.history.texts()[-1] == (1, "r0")


@pytest.mark.clause("LOCO-17")
def test_table_shouts_for_the_players():
    table = dealt_table(DEAL, table_options={"shout": "auto"})
    assert locos(table) == SHOUTED
    assert refusal(table, lambda: step(table, "r0")) == "not-at-this-table"
    assert refusal(table, lambda: step(table, "r0 b")) == "marker-without-shout"
    step(table, "r0! b")
    assert table.history.texts()[-1] == (1, "r0! b")


@pytest.mark.clause("LOCO-17")
def test_shout_option_is_not_part_of_the_rules():
    table = dealt_table(DEAL, table_options={"shout": "auto"})
    assert "r0" in table.position.legal_texts(1)
    assert refusal(table, lambda: step(table, "g0", 1)) == "card-not-in-hand"


@pytest.mark.clause("LOCO-17")
@pytest.mark.parametrize("shout", ["manual", "auto"])
def test_bots_always_shout(shout):
    table = dealt_table(DEAL, bots=[1], table_options={"shout": shout})
    advice = create_bot(*table.bot_input(1)).think(simulations=times(2000, 150))
    considered = {LOCO.notation.show(table.setup.rules, each.action) for each in advice}
    assert considered == {text for text in table.legal_texts(1) if len(text) > 2}
    assert considered >= SHOUTED
