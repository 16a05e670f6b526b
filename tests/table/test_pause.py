"""A game pauses and resumes when all people at the table agree."""

from __future__ import annotations

from games.loco.script import deal
from locarium.kernel.rng import new_rng
from locarium.table.events import Bot, Clock, TableSettings
from table.tables import dealt_table, everything, finish, full_table, refusal, restored, step

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 1 starts


def agree(table, pause, *seats, now=0.0):
    for seat in seats:
        table.request_pause(seat, pause=pause, now=now)


def test_pause_needs_everyones_consent():
    table = dealt_table(DEAL)
    agree(table, True, 0, 1)
    assert not table.is_paused
    assert table.pause_requests == {0, 1}
    agree(table, True, 2)
    assert table.is_paused
    assert table.pause_requests == set()
    assert refusal(table, lambda: step(table, "r3 y")) == "paused"
    assert table.legal_actions(1) == []
    agree(table, False, 0, 2)
    assert table.is_paused
    agree(table, False, 1)
    assert not table.is_paused
    step(table, "r3 y")
    assert everything(restored(table)) == everything(table)


def test_pause_request_can_be_withdrawn():
    table = dealt_table(DEAL)
    agree(table, True, 0)
    agree(table, False, 0)
    assert table.pause_requests == set()
    agree(table, True, 1, 2)
    assert not table.is_paused


def test_pause_ignores_bots():
    table = dealt_table(DEAL, bots=(1, 2))
    assert table.bots_to_act() == [1]
    agree(table, True, 0)
    assert table.is_paused
    assert table.bots_to_act() == []
    agree(table, False, 0)
    assert table.bots_to_act() == [1]


def test_pause_ignores_people_replaced_by_bots():
    table = dealt_table(DEAL)
    agree(table, True, 0, 1)
    table.hand_to_bot(2, Bot("", level=1))
    assert table.is_paused
    assert everything(restored(table)) == everything(table)


def test_clocks_stop_during_a_pause():
    table = dealt_table(DEAL, settings=TableSettings(clock=Clock(30)))
    table.step(1, "r3 y", at=table.version, key="k", now=100.0)
    agree(table, True, 0, 1, 2, now=110.0)
    assert table.deadlines() == {}
    assert table.due is None
    table.record_downtime(120.0, 130.0)
    agree(table, False, 0, 1, 2, now=1110.0)
    assert table.deadlines() == {2: 1130.0}
    assert everything(restored(table)) == everything(table)


def test_finished_game_cannot_be_paused():
    table = finish(full_table(), new_rng(1))
    assert refusal(table, lambda: agree(table, True, 0)) == "not-running"


def test_repeated_pause_request_is_harmless():
    table = dealt_table(DEAL)
    agree(table, True, 0)
    before = everything(table)
    agree(table, True, 0)
    assert everything(table) == before
