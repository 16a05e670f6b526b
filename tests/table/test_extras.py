"""Tables limit optional events, and request keys belong to people."""

from __future__ import annotations

from collections import Counter

import pytest

from games.loco.script import deal
from locarium import catalogue
from locarium.kernel.rng import draw_below, new_rng
from locarium.table import table as tables
from locarium.table.anonymize import ANONYMOUS, anonymize_events
from locarium.table.events import Bot, Clock, Left, Person, PersonAnonymized, Stepped, TableSettings
from locarium.table.table import Table
from table.tables import LOKUS, dealt_table, full_table, new_key, new_table, person, refusal, restored, step, stored

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 1 starts
BOT = Bot("Vesta", simulations=20)
CLOCK = TableSettings(clock=Clock(30.0))


@pytest.fixture
def _no_extras(monkeypatch):
    """Set the limit on optional events to zero."""
    monkeypatch.setattr(tables, "MAX_EXTRAS", 0)


@pytest.mark.usefixtures("_no_extras")
@pytest.mark.parametrize(
    "ask",
    [
        lambda table: table.send_chat(0, "hello", key=new_key()),
        lambda table: table.mute(1, muted=True),
        lambda table: table.request_pause(0, pause=True),
        lambda table: table.request_hints(0, wanted=True),
        lambda table: table.hand_to_bot(0, BOT),
        lambda table: table.undo(1, key=new_key()),
    ],
)
def test_optional_events_are_rejected_beyond_the_limit(ask):
    table = dealt_table(DEAL, practice=True)
    step(table, "r3 y")
    assert refusal(table, lambda: ask(table)) == "too-many-events"
    assert refusal(restored(table), lambda: ask(table)) == "too-many-events"


@pytest.mark.usefixtures("_no_extras")
def test_leaving_and_changed_choices_count_as_optional_events():
    waiting = new_table()
    waiting.sit(0, person(0))
    assert refusal(waiting, lambda: waiting.leave(0)) == "too-many-events"
    lokus = full_table(LOKUS, 3)
    first, second = lokus.legal_texts(0)[:2]
    step(lokus, first, 0)
    assert refusal(lokus, lambda: step(lokus, second, 0)) == "too-many-events"


def test_game_can_end_after_the_limit_is_reached(monkeypatch):
    table = dealt_table(DEAL, settings=CLOCK)
    for seat in range(3):
        table.request_hints(seat, wanted=True)
        table.request_pause(seat, pause=True)
    table.hand_to_bot(0, BOT)
    monkeypatch.setattr(tables, "MAX_EXTRAS", 0)
    table.request_hints(1, wanted=False)
    for seat in (1, 2):
        table.request_pause(seat, pause=False)
    assert not table.is_paused
    table.reclaim(0)
    table.hand_to_bot(0, BOT, why="absent")
    table.expire(BOT, 1e9)
    assert [table.controller(seat) for seat in range(2)] == [BOT, BOT], "it was seat 1's turn"
    rng = new_rng(1)
    while table.status == "running":
        seat = table.position.active[0]
        texts = table.legal_texts(seat)
        step(table, texts[draw_below(rng, len(texts))], seat)
    assert table.outcome


def test_optional_event_count_survives_a_restart(monkeypatch):
    monkeypatch.setattr(tables, "MAX_EXTRAS", 6)
    table = dealt_table(DEAL)
    for number in range(6):
        table.request_pause(0, pause=number % 2 == 0)
    for each in (table, restored(table)):
        assert refusal(each, lambda each=each: each.request_pause(0, pause=True)) == "too-many-events"


def test_toggles_that_change_nothing_add_no_event():
    table = new_table(seats=3)
    for _ in range(3):
        table.leave(1)
    assert len(table.events) == 1
    kept = new_table(settings=TableSettings(reserved=("proof 0", ""), names=("Ada", "")))
    kept.leave(0)
    kept.leave(0)
    assert [type(event) for event in kept.events[1:]] == [Left]  # the first call opened the reserved seat to everyone
    running = dealt_table(DEAL)
    before = len(running.events)
    for _ in range(3):
        running.request_pause(0, pause=False)
        running.request_hints(0, wanted=False)
        running.mute(1, muted=False)
        running.reclaim(0)
    assert len(running.events) == before


# Keys.


def play_with_counters(table: Table, counters: Counter[str], seed: int) -> None:
    """Play to the end. Each person numbers their own requests."""
    rng = new_rng(seed)
    while table.status == "running":
        seat = table.position.active[0]
        who = table.seats[seat]
        assert isinstance(who, Person)
        counters[who.person_id] += 1
        texts = table.legal_texts(seat)
        before = len(table.history.steps)
        table.step(seat, texts[draw_below(rng, len(texts))], at=table.version, key=str(counters[who.person_id]))
        assert len(table.history.steps) > before, "a step was ignored"


def test_equal_keys_of_different_people_do_not_collide():
    table = full_table(catalogue.game("genius-loci"), table_options={"match": "two"})
    counters: Counter[str] = Counter()
    play_with_counters(table, counters, 1)
    assert len(set(counters.values())) == 2, "one person made more steps, so their keys overlap"
    table.start_next_game(2)
    play_with_counters(table, counters, 2)
    assert table.status == "over"
    assert stored(restored(table)) == stored(table)


def test_retry_after_a_seat_change_is_ignored():
    table = full_table(catalogue.game("genius-loci"), table_options={"match": "two"})
    table.send_chat(table.seat_of("proof 0"), "hello", key="k")
    play_with_counters(table, Counter(), 1)
    table.start_next_game(2)
    table.send_chat(table.seat_of("proof 0"), "hello", key="k")
    assert len(table.chat) == 1


# Deleted accounts.


@pytest.mark.usefixtures("_no_extras")
def test_account_can_be_deleted_at_any_stage_of_a_table():
    waiting = new_table()
    waiting.sit(0, person(0))
    waiting.anonymize("proof 0", BOT)
    assert waiting.seats == [None, None]
    running = dealt_table(DEAL)
    running.anonymize("proof 0", BOT)
    assert running.controller(0) == BOT
    for table in (waiting, running):
        assert table.events[-1] == PersonAnonymized("proof 0")
        clean = Table.replayed(table.setup.game, anonymize_events(table.events, "proof 0"))
        assert all(who is None or who.name != "Ada" for who in clean.seats)
        assert stored(restored(clean)) == stored(clean)
    assert clean.seats[0] is not None
    assert clean.seats[0].name == ANONYMOUS


def test_old_logs_replay_unchanged():
    """Steps with equal keys by different seats or people are all replayed, as they were when stored."""
    table = full_table(catalogue.game("genius-loci"), table_options={"match": "two"})
    rng = new_rng(3)
    while table.status == "running":
        seat = table.position.active[0]
        texts = table.legal_texts(seat)
        step(table, texts[draw_below(rng, len(texts))], seat)
    events = [Stepped(e.seat, e.text, "same", e.time) if isinstance(e, Stepped) else e for e in table.events]
    assert Table.replayed(table.setup.game, events).record().to_json() == table.record().to_json()
