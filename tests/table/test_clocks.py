"""A seat's clock runs while it has to choose. The table never reads the system clock."""

from __future__ import annotations

import pytest

from games.loco.script import deal
from locarium.kernel.replay import replay
from locarium.table.clocks import Clocks
from locarium.table.events import Bot, Clock, TableSettings
from table.tables import dealt_table, everything, new_key, restored, step, toy_table

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 1 starts
DUEL = deal(2, hands={0: "r1 b1", 1: "r3 b3"})
CLOCK = Clock(seconds=30, reserve=60)
BOT = Bot("", level=1)


def timed(deal_text=DEAL, clock=CLOCK):
    return dealt_table(deal_text, settings=TableSettings(clock=clock))


def act(table, text, now):
    table.step(table.position.active[0], text, at=table.version, key=new_key(), now=now)


def test_only_active_seats_have_a_deadline():
    table = timed()
    act(table, "r3 y", 20.0)
    assert table.deadlines() == {2: 110.0}  # active since 20, plus 30 seconds and the reserve of 60
    act(table, "r5 y", 40.0)
    assert table.deadlines() == {0: 130.0}
    assert table.clocks.reserve == [60, 60, 60]  # no move took more than 30 seconds
    assert everything(restored(table)) == everything(table)


def test_time_beyond_the_move_limit_uses_the_reserve():
    table = timed()
    act(table, "r3 y", 20.0)
    act(table, "r5 y", 70.0)
    assert table.clocks.reserve == [60, 60, 40]
    assert everything(restored(table)) == everything(table)


def test_table_without_a_clock_never_times_out():
    table = dealt_table(DEAL)
    act(table, "r3 y", 100.0)
    assert table.deadlines() == {}
    assert table.due is None
    before = everything(table)
    table.expire(BOT, 1e12)
    assert everything(table) == before


def test_opponent_wins_on_time_in_a_two_player_game():
    table = timed(DUEL)
    act(table, "r3 y", 100.0)
    assert table.due == 190.0
    table.expire(BOT, 189.9)
    assert table.status == "running"
    table.expire(BOT, 190.0)
    assert table.status == "over"
    assert (table.outcome.winners, table.outcome.reason, table.outcome.scores) == ([1], "time", [])
    record = table.record()
    assert (record.ended.by, record.ended.seat, record.result.winners) == ("time", 0, [1])
    replay(record, table.setup.game)
    assert everything(restored(table)) == everything(table)


def test_bot_takes_over_after_a_timeout_and_the_person_can_return():
    table = timed()
    act(table, "r3 y", 100.0)
    table.expire(BOT, 200.0)
    assert table.status == "running"
    assert table.bots_to_act() == [2]
    assert table.due == 0.0
    table.reclaim(2, now=300.0)
    assert table.bots_to_act() == []
    assert table.deadlines() == {2: 390.0}  # the clock restarts
    assert everything(restored(table)) == everything(table)


def test_simultaneous_choices_have_separate_clocks():
    table = toy_table(settings=TableSettings(clock=CLOCK))
    table.step(1, table.legal_texts(1)[0], at=table.version, key="a", now=10.0)
    assert set(table.deadlines()) == {0, 2}
    table.expire(BOT, 1e6)
    assert table.bots_to_act() == [0, 2]


@pytest.mark.parametrize(("per", "deadline"), [("step", 70.0), ("turn", 60.0)])
def test_clock_per_day_covers_the_whole_turn(per, deadline):
    """The clock keeps running through a turn of several steps."""
    clocks = Clocks(Clock(seconds=50, per=per), 2)
    clocks.ask([0], 10.0)
    clocks.ask([0], 20.0, acted=0)
    assert clocks.deadline(0) == deadline


def test_clocks_stop_while_the_server_is_down():
    table = timed()
    act(table, "r3 y", 100.0)
    table.record_downtime(110.0, 1110.0)
    assert table.deadlines() == {2: 1190.0}
    table.record_downtime(1115.0, 1116.0)
    assert table.deadlines() == {2: 1191.0}
    assert everything(restored(table)) == everything(table)


def test_downtime_before_a_turn_is_not_refunded():
    clocks = Clocks(CLOCK, 1)
    clocks.ask([0], 100.0)
    clocks.stand_still(50.0, 120.0)
    assert clocks.deadline(0) == 120.0 + 90
    clocks.stand_still(10.0, 20.0)
    assert clocks.deadline(0) == 120.0 + 90


def test_undo_refunds_no_time():
    table = timed()
    act(table, "r3 y", 50.0)
    table.undo(1, key="t", now=60.0)
    assert table.deadlines() == {1: 60.0 + 30 + 40}
    step(table, "r3 y")
    assert everything(restored(table)) == everything(table)
