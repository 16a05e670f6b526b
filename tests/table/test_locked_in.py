"""Simultaneous choices: hidden until all have chosen, replaceable, and never stale because of other seats."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from locarium.kernel.game import SPECTATOR
from locarium.search.levels import create_bot
from locarium.table.events import Bot
from table.tables import TOY, everything, full_table, new_key, refusal, restored, seen, step, times, toy_table

BIDS = {0: "bid 2", 1: "bid 5", 2: "bid 0"}  # the numbers are 1, 2 and 3; a seat cannot bid its own
OBSERVERS = (0, 1, 2, SPECTATOR)


def others(seat):
    return [observer for observer in OBSERVERS if observer != seat]


def views(table):
    """Return what each observer sees."""
    return {observer: seen(table, observer) for observer in OBSERVERS}


def view(table, observer):
    return msgspec.to_builtins(TOY.view(table.seen_by(observer)))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_choice_is_hidden_until_all_have_chosen(seat):
    tables = [toy_table(), toy_table()]
    step(tables[0], "bid 0", seat)
    step(tables[1], "bid 4", seat)
    assert seen(tables[0], seat) != seen(tables[1], seat)
    for observer in others(seat):
        assert seen(tables[0], observer) == seen(tables[1], observer)
        assert tables[0].record(observer).steps[-1] == (seat, "bid ?")
        assert view(tables[0], observer)["places"][seat]["bid"] is None
    assert tables[0].record(seat).steps[-1] == (seat, "bid 0")
    assert view(tables[1], seat)["places"][seat]["bid"] == 4


def test_seats_that_have_chosen_are_public():
    table = toy_table()
    step(table, BIDS[1], 1)
    for observer in OBSERVERS:
        assert table.seen_by(observer).sealed == [1]
        assert table.seen_by(observer).active == [0, 2]
        assert [place["has_chosen"] for place in view(table, observer)["places"]] == [False, True, False]


def test_all_choices_are_revealed_together():
    table = toy_table()
    for seat in (2, 0, 1):
        step(table, BIDS[seat], seat)
    assert table.position.sealed == []
    for observer in OBSERVERS:
        assert table.record(observer).steps[2:] == [(seat, BIDS[seat]) for seat in range(3)]
        assert [place["bid"] for place in view(table, observer)["places"]] == [2, 5, 0]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_replacing_a_choice_is_invisible_to_other_seats(seat):
    table = toy_table()
    neighbour = (seat + 1) % 3
    step(table, "bid 4", seat)
    step(table, BIDS[neighbour], neighbour)
    before, legal_actions = views(table), table.legal_texts(seat)
    step(table, "bid 0", seat)
    after = views(table)
    assert [observer for observer in OBSERVERS if after[observer] != before[observer]] == [seat]
    assert table.record(seat).steps.count((seat, "bid 0")) == 1
    assert table.legal_texts(seat) == legal_actions
    step(table, "bid 4", seat)
    assert views(table) == before


def test_last_choice_counts():
    table, straight = toy_table(), toy_table()
    for text in ("bid 5", "bid 3", BIDS[0]):
        step(table, text, 0)
    step(table, BIDS[1], 1)
    step(table, "bid 3", 0)
    step(table, BIDS[0], 0)
    step(table, BIDS[2], 2)
    for seat in range(3):
        step(straight, BIDS[seat], seat)
    assert table.position.words.tobytes() == straight.position.words.tobytes()
    assert views(table) == views(straight)
    assert everything(restored(table)) == everything(table)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_order_of_arrival_does_not_matter(order):
    table, straight = toy_table(), toy_table()
    for seat in order:
        step(table, BIDS[seat], seat)
    for seat in range(3):
        step(straight, BIDS[seat], seat)
    assert table.position.words.tobytes() == straight.position.words.tobytes()
    assert [table.record(observer).to_json() for observer in (-1, *OBSERVERS)] == [
        straight.record(observer).to_json() for observer in (-1, *OBSERVERS)
    ]


def test_order_of_arrival_does_not_matter_before_the_reveal():
    tables = [toy_table(), toy_table()]
    for table, order in zip(tables, [(0, 2), (2, 0)], strict=True):
        for seat in order:
            step(table, BIDS[seat], seat)
    assert views(tables[0]) == views(tables[1])


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_choices_of_other_seats_make_no_choice_stale(order):
    table = toy_table()
    at = table.version
    for seat in order:
        assert table.is_current(seat, at)
        table.step(seat, BIDS[seat], at=at, key=new_key())
    assert table.position.sealed == []


def test_replacing_a_choice_makes_no_choice_stale():
    table = toy_table()
    at = table.version
    table.step(0, "bid 5", at=at, key=new_key())
    table.step(1, BIDS[1], at=at, key=new_key())
    table.step(0, BIDS[0], at=at, key=new_key())
    table.step(1, "bid 4", at=at, key=new_key())
    table.step(2, BIDS[2], at=at, key=new_key())
    assert table.record().steps[2:] == [(0, "bid 2"), (1, "bid 4"), (2, "bid 0")]


def test_choice_after_the_reveal_is_stale():
    table = toy_table()
    at = table.version
    for seat in range(3):
        step(table, BIDS[seat], seat)
    for seat in range(3):
        ask = lambda seat=seat: table.step(seat, "bid 4", at=at, key=new_key())  # noqa: E731
        assert refusal(table, ask) == "stale"
    step(table, "keep", 1)
    assert table.position.active == [0, 1, 2]  # the next round
    for seat in range(3):
        ask = lambda seat=seat: table.step(seat, "bid 0", at=at, key=new_key())  # noqa: E731
        assert refusal(table, ask) == "stale"
        step(table, "bid 0", seat)
        if seat < 2:
            assert refusal(table, ask) == "stale"  # and does not replace a choice


def test_retry_does_not_overwrite_a_newer_choice():
    table = toy_table()
    at = table.version
    table.step(0, "bid 5", at=at, key="first")
    table.step(0, "bid 2", at=at, key="second")
    before = everything(table)
    table.step(0, "bid 5", at=at, key="first")
    assert everything(table) == before


def test_replacement_choice_must_be_legal():
    table = toy_table()
    step(table, BIDS[0], 0)
    assert refusal(table, lambda: step(table, "bid 1", 0)) == "own-number"
    assert refusal(table, lambda: step(table, "keep", 0)) == "bids-first"
    assert table.legal_texts(0) == ["bid 0", "bid 2", "bid 3", "bid 4", "bid 5"]


def test_bots_choose_simultaneously():
    """Each bot plans its own choice, independent of the seat order."""
    table = full_table(TOY, 3, bots=[0, 1, 2])
    for _ in range(3):
        seat = table.bots_to_act()[-1]
        assert isinstance(table.seats[seat], Bot)
        advice = create_bot(*table.bot_input(seat)).think(simulations=times(300, 30))
        assert {each.action for each in advice} == set(table.legal_actions(seat))
        step(table, TOY.notation.show(table.setup.rules, advice[0].action), seat)
    assert table.position.sealed == []


def test_bot_that_has_chosen_is_not_asked_again():
    table = full_table(TOY, 3, bots=[0, 1, 2])
    step(table, table.legal_texts(2)[0], 2)
    assert table.bots_to_act() == [0, 1]
    with pytest.raises(ValueError, match="its seat has a choice"):
        create_bot(*table.bot_input(2))


def test_replacing_a_choice_keeps_the_version():
    """The version counts only public changes."""
    steady, fickle = toy_table(), toy_table()
    step(steady, BIDS[0], 0)
    step(fickle, "bid 5", 0)
    chosen_at = fickle.version
    step(fickle, BIDS[0], 0)
    assert fickle.version == chosen_at == steady.version
    assert len(fickle.events) == len(steady.events) + 1
    for table in (steady, fickle):
        step(table, BIDS[1], 1)
        step(table, BIDS[2], 2)
    assert fickle.version == steady.version
    assert [fickle.lines_kept(at) for at in range(fickle.version)] == [
        steady.lines_kept(at) for at in range(steady.version)
    ]
