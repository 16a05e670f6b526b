"""Joining and leaving before the game, chat, and deleted accounts."""

from __future__ import annotations

import pytest

from games.loco.script import deal
from locarium.kernel.rng import new_rng
from locarium.table.anonymize import ANONYMOUS, anonymize_events
from locarium.table.events import Person, TableSettings
from locarium.table.table import MAX_CHAT, Table
from table.tables import (
    committed,
    dealt_table,
    everything,
    finish,
    full_table,
    new_table,
    person,
    refusal,
    restored,
    seed,
    step,
)

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 1 starts


# Seats before the game.


def test_other_people_can_take_a_freed_seat():
    table = new_table()
    table.sit(0, person(0), committed(table, seed(0)))
    table.leave(0)
    assert table.seats == [None, None]
    table.sit(0, person(1))
    table.sit(1, person(0))
    assert table.status == "running"
    assert everything(restored(table)) == everything(table)


def test_kicked_player_cannot_return():
    table = new_table()
    table.sit(0, person(0))
    table.leave(0, kicked=True)
    assert refusal(table, lambda: table.sit(1, person(0))) == "kicked"
    table.sit(0, person(1))
    assert everything(restored(table)) == everything(table)


def test_person_cannot_take_two_seats():
    table = new_table()
    table.sit(0, person(0))
    assert refusal(table, lambda: table.sit(1, person(0))) == "seated-already"


def test_players_cannot_leave_a_running_game():
    table = full_table()
    assert refusal(table, lambda: table.leave(0)) == "game-begun"


def test_seat_can_be_reserved():
    table = new_table(seats=3, settings=TableSettings(reserved=("proof 0", "", "proof 2"), names=("Ada", "", "Cleo")))
    assert refusal(table, lambda: table.sit(0, person(1))) == "seat-reserved"
    assert [table.seat_for(f"proof {number}") for number in range(3)] == [0, 1, 2]
    table.sit(table.seat_for("proof 1"), person(1))
    assert refusal(table, lambda: table.seat_for("proof 1")) == "seat-reserved"
    table.leave(2)  # the host frees the reserved seat
    assert table.reservations[2] == ("", "")
    table.sit(table.seat_for("proof 3"), person(3))
    table.sit(0, person(0))
    assert table.status == "running"
    assert refusal(table, lambda: table.seat_for("proof 1")) == "table-full"
    assert everything(restored(table)) == everything(table)


# Chat.


def test_chat_reaches_everyone_and_makes_no_move_stale():
    table = dealt_table(DEAL)
    version = table.version
    table.send_chat(0, "  good\n luck ", key="s", now=3.0)
    table.send_chat(0, "good luck", key="s", now=4.0)  # retry
    assert [(said.who.name, said.text, said.time) for said in table.chat] == [("Ada", "good luck", 3.0)]
    table.step(1, "r3 y", at=version, key="k")
    assert everything(restored(table)) == everything(table)


@pytest.mark.parametrize("text", ["", "  \n", "x" * (MAX_CHAT + 1), "bell \a", "\u202egnorw"])
def test_invalid_chat_text_is_rejected(text):
    table = dealt_table(DEAL)
    assert refusal(table, lambda: table.send_chat(0, text, key="s")) == "bad-chat"


def test_host_can_mute_a_player():
    table = dealt_table(DEAL)
    table.mute(0, muted=True)
    assert refusal(table, lambda: table.send_chat(0, "but", key="s")) == "muted"
    table.mute(0, muted=False)
    table.send_chat(0, "thanks", key="s")
    assert refusal(table, lambda: table.mute(5, muted=True)) == "no-such-seat"
    assert everything(restored(table)) == everything(table)


def test_chat_can_be_turned_off():
    table = dealt_table(DEAL, settings=TableSettings(chat=False))
    assert refusal(table, lambda: table.send_chat(0, "hello", key="s")) == "no-chat"


def test_rematch_is_announced_once_after_the_game():
    table = full_table()
    assert refusal(table, lambda: table.open_rematch("next")) == "not-over"
    finish(table, new_rng(1))
    table.open_rematch("next")
    table.open_rematch("another")
    assert table.next_table == "next"
    assert everything(restored(table)) == everything(table)


# Deleted accounts.


def test_deleting_an_account_keeps_the_game():
    table = dealt_table(DEAL, settings=TableSettings(reserved=("proof 0", "", ""), names=("Ada", "", "")))
    table.send_chat(0, "my secret", key="s")
    table.send_chat(1, "kept", key="s")
    step(table, "r3 y")
    forgotten = Table.replayed(table.setup.game, anonymize_events(table.events, "proof 0"))
    assert forgotten.names == (ANONYMOUS, "Bo", "Cleo")
    assert [said.text for said in forgotten.chat] == [ANONYMOUS, "kept"]
    assert forgotten.seats[0] == Person(ANONYMOUS, "proof 0")
    assert forgotten.history.texts() == table.history.texts()
    assert forgotten.version == table.version
    assert all("Ada" not in repr(event) and "secret" not in repr(event) for event in forgotten.events[1:])
