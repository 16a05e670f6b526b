"""Hints need the consent of all people at the table, and everyone sees who received one."""

from __future__ import annotations

from games.loco.script import deal
from locarium.kernel.rng import new_rng
from locarium.table.events import Bot, Seated
from locarium.table.table import Hint, Table
from table.tables import dealt_table, everything, finish, full_table, new_table, person, refusal, restored, step

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 1 starts


def agree(table, *seats, wanted=True):
    for seat in seats:
        table.request_hints(seat, wanted=wanted)


def test_hints_need_everyones_consent():
    table = dealt_table(DEAL)
    assert refusal(table, lambda: table.give_hint(1)) == "no-hints"
    agree(table, 0, 1)
    assert not table.gives_hints
    assert refusal(table, lambda: table.give_hint(1)) == "no-hints"
    agree(table, 2)
    assert table.gives_hints
    agree(table, 0, wanted=False)
    assert not table.gives_hints
    assert refusal(table, lambda: table.give_hint(1)) == "no-hints"
    assert restored(table).hint_requests == table.hint_requests == {1, 2}


def test_person_against_bots_needs_no_other_consent_to_hints():
    table = dealt_table(DEAL, bots=(0, 2))
    assert not table.gives_hints
    agree(table, 1)
    assert table.gives_hints


def test_hint_counts_once_per_choice_and_is_recorded():
    table = dealt_table(DEAL, bots=(0, 2))
    agree(table, 1)
    table.give_hint(1)
    table.give_hint(1)
    assert table.hints == [Hint(1, 1)]
    assert table.record().meta == {"names": ["Ada", "Bo", "Cleo"], "hints": [0, 1, 0]}
    again = restored(table)
    assert again.hints == table.hints
    assert everything(again) == everything(table)


def test_record_without_hints_has_no_hint_field():
    table = dealt_table(DEAL)
    assert "hints" not in (table.record().meta or {})


def test_only_active_seats_receive_hints():
    table = dealt_table(DEAL)
    agree(table, 0, 1, 2)
    assert refusal(table, lambda: table.give_hint(0)) == "nothing-to-choose"
    for seat in range(3):
        table.request_pause(seat, pause=True)
    assert refusal(table, lambda: table.give_hint(1)) == "paused"


def test_returning_person_has_to_agree_too():
    table = dealt_table(DEAL)
    table.hand_to_bot(2, Bot("", level=1))
    agree(table, 0, 1)
    assert table.gives_hints
    table.reclaim(2)
    assert not table.gives_hints


def test_hint_still_counts_after_an_undo():
    table = dealt_table(DEAL, practice=True)
    agree(table, 0, 1, 2)
    step(table, "r3 y")
    table.give_hint(table.position.active[0])
    given = table.hints[0]
    table.undo(1, key="back")
    assert table.hints == [Hint(given.seat, 1)]
    assert restored(table).hints == table.hints


def test_hint_makes_no_other_choice_stale():
    table = dealt_table(DEAL)
    agree(table, 0, 1, 2)
    at = table.version
    table.give_hint(1)
    assert table.version == at + 1
    assert table.is_current(1, at)


def test_hints_are_rejected_in_contests_and_after_the_end():
    contest = new_table(seats=2, deal="duel/1")
    table = Table.replayed(contest.setup.game, [contest.opened, *(Seated(seat, person(seat)) for seat in range(2))])
    assert refusal(table, lambda: agree(table, 0)) == "no-hints-in-contests"
    over = finish(full_table(), new_rng(1))
    assert refusal(over, lambda: agree(over, 0)) == "not-running"
    practice = full_table(seats=2, deal="daily/practice", practice=True)
    agree(practice, 0, 1)
    assert practice.gives_hints
