"""Who comes and goes before the game, what is said at the table, and what is left of those who want to be forgotten."""

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


def test_a_seat_that_is_left_can_be_taken_by_others():
    table = new_table()
    table.sit(0, person(0), committed(table, seed(0)))
    table.leave(0)
    assert table.seats == [None, None]
    table.sit(0, person(1))
    table.sit(1, person(0))
    assert table.status == "running"
    assert everything(restored(table)) == everything(table)


def test_whoever_was_sent_away_does_not_come_back():
    table = new_table()
    table.sit(0, person(0))
    table.leave(0, kicked=True)
    assert refusal(table, lambda: table.sit(1, person(0))) == "kicked"
    table.sit(0, person(1))
    assert everything(restored(table)) == everything(table)


def test_nobody_sits_on_two_chairs():
    table = new_table()
    table.sit(0, person(0))
    assert refusal(table, lambda: table.sit(1, person(0))) == "seated-already"


def test_nobody_gets_up_while_the_game_runs():
    table = full_table()
    assert refusal(table, lambda: table.leave(0)) == "game-begun"


def test_a_seat_may_be_kept_for_somebody():
    table = new_table(seats=3, settings=TableSettings(reserved=("proof 0", "", "proof 2"), names=("Ada", "", "Cleo")))
    assert refusal(table, lambda: table.sit(0, person(1))) == "seat-reserved"
    assert [table.seat_for(f"proof {number}") for number in range(3)] == [0, 1, 2]
    table.sit(table.seat_for("proof 1"), person(1))
    assert refusal(table, lambda: table.seat_for("proof 1")) == "seat-reserved"
    table.leave(2)  # the host has waited for long enough
    assert table.reservations[2] == ("", "")
    table.sit(table.seat_for("proof 3"), person(3))
    table.sit(0, person(0))
    assert table.status == "running"
    assert refusal(table, lambda: table.seat_for("proof 1")) == "table-full"
    assert everything(restored(table)) == everything(table)


# What is said.


def test_all_hear_what_is_said_and_no_step_becomes_stale():
    table = dealt_table(DEAL)
    version = table.version
    table.send_chat(0, "  good\n luck ", key="s", now=3.0)
    table.send_chat(0, "good luck", key="s", now=4.0)  # tried again
    assert [(said.who.name, said.text, said.time) for said in table.chat] == [("Ada", "good luck", 3.0)]
    table.step(1, "r3 y", at=version, key="k")
    assert everything(restored(table)) == everything(table)


@pytest.mark.parametrize("text", ["", "  \n", "x" * (MAX_CHAT + 1), "bell \a", "\u202egnorw"])
def test_what_is_no_sentence_is_refused(text):
    table = dealt_table(DEAL)
    assert refusal(table, lambda: table.send_chat(0, text, key="s")) == "bad-chat"


def test_the_host_may_silence_somebody():
    table = dealt_table(DEAL)
    table.mute(0, muted=True)
    assert refusal(table, lambda: table.send_chat(0, "but", key="s")) == "muted"
    table.mute(0, muted=False)
    table.send_chat(0, "thanks", key="s")
    assert refusal(table, lambda: table.mute(5, muted=True)) == "no-such-seat"
    assert everything(restored(table)) == everything(table)


def test_a_table_may_be_without_chat():
    table = dealt_table(DEAL, settings=TableSettings(chat=False))
    assert refusal(table, lambda: table.send_chat(0, "hello", key="s")) == "no-chat"


def test_a_rematch_is_announced_once_when_all_is_over():
    table = full_table()
    assert refusal(table, lambda: table.open_rematch("next")) == "not-over"
    finish(table, new_rng(1))
    table.open_rematch("next")
    table.open_rematch("another")
    assert table.next_table == "next"
    assert everything(restored(table)) == everything(table)


# What is forgotten.


def test_somebody_who_is_forgotten_leaves_the_game_as_it_was():
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
