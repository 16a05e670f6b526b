"""LOKUS tables: a choice can be replaced until the last player has chosen, unnoticed by other seats."""

from __future__ import annotations

from itertools import permutations

import pytest

from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.rng import draw_below, new_rng
from table.lokus import (
    FIRST,
    OBSERVERS,
    OTHER,
    SEATS,
    SECOND,
    choose,
    lokus_table,
    pick,
    shuffled,
    stale,
    undo_steps,
    views,
)
from table.tables import (
    LOKUS,
    everything,
    full_table,
    new_key,
    refusal,
    restored,
    step,
)

# Replacing a choice.


@pytest.mark.clause("LOKUS-07")
@pytest.mark.parametrize("seat", SEATS)
def test_replacing_a_choice_is_invisible_to_other_seats(seat):
    table = lokus_table()
    neighbour = (seat + 1) % 3
    step(table, FIRST[seat], seat)
    step(table, FIRST[neighbour], neighbour)
    before, version, happened = views(table), table.version, len(table.events)
    legal_actions = table.legal_texts(seat)
    step(table, OTHER[seat], seat)
    after = views(table)
    assert [observer for observer in OBSERVERS if after[observer] != before[observer]] == [seat]
    assert (table.version, len(table.events)) == (version, happened + 1)
    assert table.record(seat).steps.count((seat, OTHER[seat])) == 1
    assert (seat, FIRST[seat]) not in table.record(TRUTH).steps
    assert table.legal_texts(seat) == legal_actions
    step(table, FIRST[seat], seat)
    assert views(table) == before
    assert everything(restored(table)) == everything(table)


@pytest.mark.clause("LOKUS-06", "LOKUS-07")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_only_the_last_choices_count(seats):
    """A game with replaced choices, in any order, looks the same as the game without them."""
    rng = new_rng(seats)
    fickle, steady = (full_table(LOKUS, seats, seeds=[1]) for _ in range(2))
    versions, wavered = [], 0
    while fickle.status == "running":
        if len(fickle.position.active) == 1:
            (seat,) = fickle.position.active
            text = pick(rng, fickle.legal_texts(seat))
            step(fickle, text, seat)
            step(steady, text, seat)
        else:
            choices, order = {}, shuffled(range(seats), rng)
            for count, seat in enumerate(order[:-1], 1):
                choices[seat] = pick(rng, fickle.legal_texts(seat))
                step(fickle, choices[seat], seat)
                while draw_below(rng, 2) == 0:
                    wavering = pick(rng, order[:count])
                    choices[wavering] = pick(rng, fickle.legal_texts(wavering))
                    step(fickle, choices[wavering], wavering)
                    wavered += 1
            choices[order[-1]] = pick(rng, fickle.legal_texts(order[-1]))
            step(fickle, choices[order[-1]], order[-1])
            choose(steady, choices, range(seats))
        assert fickle.version == steady.version
        assert fickle.position.words.tobytes() == steady.position.words.tobytes()
        versions.append(fickle.version)
    observers = (TRUTH, *range(seats), SPECTATOR)
    assert views(fickle, observers) == views(steady, observers)
    assert [fickle.lines_kept(at) for at in versions] == [steady.lines_kept(at) for at in versions]
    assert len(fickle.events) == len(steady.events) + wavered
    assert wavered > 20


@pytest.mark.clause("LOKUS-07")
def test_revealed_choice_cannot_be_replaced():
    table = lokus_table()
    at = table.version
    choose(table, FIRST)
    assert table.position.active == [0, 1, 2]  # the next turn
    for seat in SEATS:
        assert stale(table, seat, OTHER[seat], at)
        assert table.undo_target(seat) is None
        assert refusal(table, lambda seat=seat: step(table, FIRST[seat], seat)) == "card-not-in-hand"
    choose(table, SECOND)
    assert table.position.active == [2]  # seat 2 chooses a row
    assert refusal(table, lambda: step(table, OTHER[2], 2)) == "place-first"
    assert refusal(table, lambda: step(table, OTHER[1], 1)) == "not-your-turn"
    assert [table.undo_target(seat) for seat in SEATS] == [None, None, None]


@pytest.mark.clause("LOKUS-07")
def test_last_choice_cannot_be_replaced():
    """The last choice reveals all choices immediately."""
    table = lokus_table()
    choose(table, FIRST, (0, 1))
    at = table.version
    table.step(2, FIRST[2], at=at, key="last")
    assert stale(table, 2, OTHER[2], at)
    assert table.record().steps[1:] == list(FIRST.items())


def test_replacement_choice_must_be_legal():
    table = lokus_table()
    step(table, FIRST[0], 0)
    before = everything(table)
    assert refusal(table, lambda: step(table, "play g2", 0)) == "card-not-in-hand"
    assert refusal(table, lambda: step(table, "row 1", 0)) == "choose-first"
    assert everything(table) == before
    assert table.undo_target(0) is None


def test_retry_does_not_overwrite_a_newer_choice():
    table = lokus_table()
    at = table.version
    table.step(0, OTHER[0], at=at, key="first")
    table.step(0, FIRST[0], at=at, key="second")
    for each in (table, restored(table)):
        before = everything(each)
        each.step(0, OTHER[0], at=at, key="first")
        assert everything(each) == before
    choose(table, FIRST, (1, 2))
    before = everything(table)
    table.step(0, OTHER[0], at=at, key="first")  # also ignored after the reveal
    assert everything(table) == before


# Stale choices.


@pytest.mark.clause("LOKUS-06", "LOKUS-07")
@pytest.mark.parametrize("order", list(permutations(SEATS)))
def test_choices_of_other_seats_make_no_choice_stale(order):
    table = lokus_table()
    choose(table, FIRST)
    at = table.version
    for count, seat in enumerate(order, 1):
        table.step(seat, table.legal_texts(seat)[0], at=at, key=new_key())
        if count < 3:
            assert all(table.is_current(seat, version) for version in range(at, table.version + 1))
            table.step(seat, SECOND[seat], at=at, key=new_key())  # a replacement is not stale either
    assert table.position.sealed == []


def test_choice_from_an_earlier_turn_is_stale():
    """The position has changed since, whether or not the seat has chosen again."""
    table = lokus_table()
    versions = [table.version]
    for seat in SEATS:
        step(table, FIRST[seat], seat)
        versions.append(table.version)
    turn = versions.pop()
    step(table, SECOND[0], 0)
    for at in (*versions, -1, 0, table.version + 1):
        assert stale(table, 0, SECOND[0], at)
        assert stale(table, 1, SECOND[1], at)
    for at in (turn, table.version):
        assert table.is_current(0, at)
        assert table.is_current(1, at)


def test_row_can_be_chosen_only_once():
    table = lokus_table()
    choose(table, FIRST)
    choose(table, SECOND)
    at = table.version
    step(table, "row 1", 2)
    assert stale(table, 2, "row 2", at)
    assert stale(table, 0, "row 2", at)  # the rows were different then
    step(table, "row 2", 0)
    assert all(stale(table, seat, OTHER[1], at) for seat in SEATS)


@pytest.mark.clause("LOKUS-10")
def test_row_can_be_chosen_again_until_the_next_choice():
    table = lokus_table()
    choose(table, FIRST)
    choose(table, SECOND)
    before = table.position.words.tobytes()
    step(table, "row 1", 2)
    assert table.position.active == [0]
    undo_steps(table, 2)
    assert table.position.words.tobytes() == before
    step(table, "row 2", 2)
    step(table, "row 2", 0)
    assert refusal(table, lambda: undo_steps(table, 2)) == "no-undo"
    step(table, OTHER[1], 1)
    assert [table.undo_target(seat) for seat in SEATS] == [None, None, None]


def test_replacement_from_before_an_undo_is_stale():
    """The choice it replaced is gone, although the seat again has a face-down choice and the step count is the same."""
    table = lokus_table()
    choose(table, FIRST)
    choose(table, SECOND)
    step(table, "row 1", 2)
    step(table, "row 1", 0)
    before = table.version
    undo_steps(table, 0)
    step(table, "row 2", 0)
    at = table.version
    step(table, OTHER[1], 1)
    assert stale(table, 1, "play e3", before)
    assert table.is_current(1, at)


def test_choice_from_an_undone_turn_is_stale():
    """A choice of the second turn does not replace one of the first after everyone undid back to it."""
    table = lokus_table(practice=True)
    choose(table, FIRST)
    choose(table, SECOND, (2, 0))
    version = table.version
    undo_steps(table, 1)
    assert (table.position.sealed, table.position.active) == ([0], [1, 2])
    for at in range(version + 1):
        assert [table.is_current(seat, at) for seat in SEATS] == [False, False, False]
    assert [table.is_current(seat, table.version) for seat in SEATS] == [True, True, True]
