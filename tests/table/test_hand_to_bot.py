"""A bot can take over a person's seat at any time, and the person can reclaim it."""

from __future__ import annotations

import pytest

from games.loco.script import deal
from locarium.kernel.game import SPECTATOR
from locarium.kernel.replay import replay
from locarium.kernel.rng import new_rng
from locarium.table.events import Bot
from table.tables import dealt_table, everything, finish, full_table, new_table, person, refusal, restored, seen, step

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 1 starts
BOT = Bot("", simulations=5, level=1)


def test_bot_takes_over_until_the_person_returns():
    table = dealt_table(DEAL)
    table.hand_to_bot(1, BOT)
    assert table.bots_to_act() == [1]
    assert table.seats[1] == person(1)  # still their seat
    assert table.controller(1) == BOT
    assert table.people() == [0, 2]
    table.reclaim(1)
    assert table.bots_to_act() == []
    step(table, "r3 y")
    assert everything(restored(table)) == everything(table)


def test_handing_over_twice_is_harmless():
    table = dealt_table(DEAL)
    table.hand_to_bot(1, BOT)
    before = everything(table)
    table.hand_to_bot(1, BOT)
    table.reclaim(0)
    assert everything(table) == before


def test_takeover_does_not_change_the_view_of_the_game():
    table = dealt_table(DEAL)
    before = [seen(table, observer) for observer in (0, 1, 2, SPECTATOR)]
    table.hand_to_bot(1, BOT)
    assert [seen(table, observer) for observer in (0, 1, 2, SPECTATOR)] == before


def test_takeover_of_another_seat_makes_no_choice_stale():
    table = dealt_table(DEAL)
    version = table.version
    table.hand_to_bot(0, BOT)  # another seat
    table.step(1, "r3 y", at=version, key="k")
    assert len(table.history.steps) == 2


def test_bot_cannot_take_over_before_or_after_the_game():
    waiting = new_table()
    waiting.sit(0, person(0))
    assert refusal(waiting, lambda: waiting.hand_to_bot(0, BOT)) == "not-running"
    over = finish(full_table(), new_rng(1))
    assert refusal(over, lambda: over.hand_to_bot(0, BOT)) == "not-running"
    assert refusal(over, lambda: over.hand_to_bot(7, BOT)) == "no-such-seat"


# Resigning.


def test_opponent_wins_when_a_player_resigns():
    table = full_table(seeds=(0, 1))
    table.resign(0, now=5.0)
    assert table.status == "over"
    assert (table.outcome.winners, table.outcome.reason) == ([1], "resigned")
    assert table.wins == [0, 1]
    assert table.bots_to_act() == []
    assert table.legal_actions(1) == []
    record = table.record()
    assert (record.ended.by, record.ended.seat) == ("resigned", 0)
    assert record.result.winners == [1]
    assert record.fair["secret"]
    replay(record, table.setup.game)
    assert everything(restored(table)) == everything(table)


def test_games_with_three_players_cannot_be_resigned():
    table = full_table(seats=3)
    assert refusal(table, lambda: table.resign(0)) == "no-resigning"


def test_finished_game_cannot_be_resigned():
    table = finish(full_table(), new_rng(1))
    assert refusal(table, lambda: table.resign(0)) == "not-running"


def test_resigned_game_counts_and_the_match_continues():
    table = full_table(_genius_loci(), table_options={"match": "two"}, seeds=(0, 1))
    loser = table.seats[0]
    table.resign(0)
    assert table.status == "between"
    assert sum(table.wins) == 1
    table.start_next_game(2)
    assert table.seats[1] == loser
    finish(table, new_rng(2))
    assert table.status == "over"
    assert sum(table.wins) == 2
    assert [record.ended is None for record in table.records()] == [False, True]
    assert everything(restored(table)) == everything(table)


def test_resignation_can_be_undone_at_a_practice_table():
    table = full_table(practice=True)
    text = table.legal_texts(table.position.active[0])[0]
    seat = table.position.active[0]
    step(table, text)
    table.resign(seat)
    table.undo(seat, key="t")
    assert table.status == "running"
    assert everything(restored(table)) == everything(table)


def _genius_loci():
    from locarium import catalogue

    return catalogue.game("genius-loci")


@pytest.mark.parametrize("seats", [2, 3])
def test_substitute_bots_rotate_with_their_seats(seats):
    table = full_table(seats=seats)
    table.hand_to_bot(1, BOT)
    assert [bot is not None for bot in table.substitutes] == [seat == 1 for seat in range(seats)]
    assert everything(restored(table)) == everything(table)
