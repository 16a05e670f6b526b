"""Undo: unlimited at a practice table, otherwise only your last step before anything else happens."""

from __future__ import annotations

import pytest

from games.loco.script import deal
from locarium.kernel.rng import new_rng
from table.tables import (
    LOCO,
    TOY,
    dealt_table,
    everything,
    finish,
    full_table,
    new_key,
    play_random_step,
    refusal,
    step,
    toy_table,
)

DEAL = deal(3, hands={0: "r1 b1", 1: "r3 b3", 2: "r5 b5"})  # seat 0 deals, seat 1 starts


def targets(table):
    return [table.undo_target(seat) for seat in range(table.setup.seats)]


def undo(table, seat):
    table.undo(seat, key=new_key())


# At a regular table.


def test_player_can_undo_only_their_last_step():
    table = dealt_table(DEAL)
    before = table.position.words.tobytes()
    assert targets(table) == [None, None, None]
    step(table, "r3 y")
    assert targets(table) == [None, 1, None]
    for seat in (0, 2):
        assert refusal(table, lambda seat=seat: undo(table, seat)) == "no-undo"
    undo(table, 1)
    assert table.position.words.tobytes() == before
    assert table.history.texts() == [(None, DEAL)]
    assert targets(table) == [None, None, None]


def test_undo_is_rejected_after_another_player_acted():
    table = dealt_table(DEAL)
    step(table, "r3 y")
    step(table, "r5 y")
    assert targets(table) == [None, None, 2]
    assert refusal(table, lambda: undo(table, 1)) == "no-undo"
    undo(table, 2)
    assert targets(table) == [None, 1, None]  # the later step is gone
    undo(table, 1)
    assert len(table.history.steps) == 1


def test_deal_cannot_be_undone():
    table = full_table()
    assert targets(table) == [None, None]


def test_undo_does_not_reach_past_a_deal():
    """In a match, the next deal follows the step that ended a game."""
    table = full_table(options={"match": "full"})
    rng = new_rng(3)
    while len([1 for step in table.history.steps if step.seat is None]) < 2:
        play_random_step(table, rng)
    assert table.history.steps[-1].seat is None
    assert targets(table) == [None, None]


def test_undo_does_not_reach_past_a_reveal():
    table = toy_table("deal 1 2")
    step(table, "bid 0", 0)
    step(table, "bid 5", 1)
    assert table.position.sealed == []
    assert targets(table) == [None, None]
    assert refusal(table, lambda: undo(table, 1)) == "no-undo"


def test_face_down_choice_can_be_replaced_but_not_undone():
    for practice in (False, True):
        table = toy_table("deal 1 2 3", practice=practice)
        step(table, "bid 0", 0)
        assert table.undo_target(0) is None
        assert refusal(table, lambda table=table: undo(table, 0)) == "no-undo"


def test_undo_is_rejected_after_the_end():
    table = finish(full_table(), new_rng(4))
    assert targets(table) == [None, None]
    last = table.history.steps[-1].seat
    assert refusal(table, lambda: undo(table, last)) == "no-undo"


# At a practice table.


def test_practice_undo_removes_later_steps_of_others():
    table = dealt_table(DEAL, bots=[0, 2], practice=True)
    before = table.position.words.tobytes()
    step(table, "r3 y")
    step(table, "r5 y")
    step(table, "r1 y")
    step(table, "b3 y")
    assert targets(table) == [3, 4, 2]
    undo(table, 1)
    undo(table, 1)
    assert table.position.words.tobytes() == before
    assert refusal(table, lambda: undo(table, 1)) == "no-undo"


def test_practice_undo_past_chance_repeats_the_same_deal():
    table = full_table(practice=True, options={"match": "full"}, seeds=[0])
    rng = new_rng(3)
    while table.history.texts()[-1][0] is not None or len(table.history.steps) == 1:
        play_random_step(table, rng)
    seat, text = table.history.texts()[-2]
    before, second_deal = table.history.texts(), table.history.texts()[-1]
    undo(table, seat)
    assert table.history.texts() == before[:-2]
    assert table.position.active == [seat]
    step(table, text)
    assert table.history.texts() == before
    undo(table, seat)
    step(table, next(other for other in table.legal_texts(seat) if other[:2] == text[:2] and other != text))
    assert table.history.texts()[-1] == second_deal


def test_practice_undo_works_after_the_end():
    table = finish(full_table(practice=True), new_rng(4))
    result = table.result()
    seat, text = table.history.texts()[-1]
    undo(table, seat)
    assert (table.status, table.result()) == ("running", None)
    assert "secret" not in table.record().fair
    step(table, text)
    assert table.result() == result


def test_practice_undo_works_past_a_reveal():
    table = toy_table("deal 1 2", practice=True)
    step(table, "bid 0", 0)
    step(table, "bid 5", 1)
    undo(table, 0)
    assert table.position.sealed == []
    assert table.position.active == [0, 1]
    step(table, "bid 3", 0)
    assert table.position.sealed == [0]


@pytest.mark.parametrize("game", [LOCO, TOY], ids=["loco", "toy"])
def test_undoing_everything_leads_to_the_first_choice(game):
    table = full_table(game, 2, practice=True)
    start = everything(table)[3:6]
    finish(table, new_rng(8))
    first = next(step.seat for step in table.history.steps if step.seat is not None)
    while table.undo_target(first) is not None:
        undo(table, first)
    assert everything(table)[3:6] == start
