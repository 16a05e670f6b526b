"""LOKUS tables: the table plays the last card of a hand, and events rebuild the table."""

from __future__ import annotations

import pytest

from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.rng import draw_below, new_rng
from locarium.table.events import Drawn, Stepped, Undone
from locarium.table.table import SERVER_KEY
from table.lokus import (
    FIRST,
    OTHER,
    SEATS,
    SECOND,
    choose,
    log,
    lokus_table,
    pick,
    undo_steps,
)
from table.tables import (
    LOKUS,
    everything,
    full_table,
    play_random_step,
    restored,
    step,
)

# The last card of a hand.


@pytest.mark.clause("LOKUS-06", "LOKUS-19")
@pytest.mark.parametrize(
    ("seats", "options"), [(3, {}), (5, {}), (4, {"hand": 11}), (2, {"crowd": True}), (6, {"crowd": True, "hand": 11})]
)
def test_table_plays_the_last_card_of_each_hand(seats, options):
    """The table also deals the next round, and ends the game after the third."""
    hand = options.get("hand", 10)
    rng = new_rng(seats)
    table = full_table(LOKUS, seats, options=options)
    while table.status == "running":
        assert all(len(table.legal_actions(seat)) > 1 for seat in table.position.active)
        play_random_step(table, rng)
    by_table = [event for event in table.events if isinstance(event, Stepped) and event.key == SERVER_KEY]
    by_players = [event for event in table.events if isinstance(event, Stepped) and event.key != SERVER_KEY]
    assert [event.seat for event in by_table] == [*range(seats)] * 3
    for seat in range(seats):
        chosen = [event for event in by_players if event.seat == seat and event.text.startswith("play")]
        assert len(chosen) == 3 * (hand - 1)
    assert sum(isinstance(event, Drawn) for event in table.events) == 3
    record = read_record(table.record().to_json())
    assert replay(record, LOKUS).position.outcome() == table.outcome
    for seat in range(seats):
        assert sum(by == seat and text.startswith("play") for by, text in record.steps) == 3 * hand


def before_the_last_choice(**given):
    """Return a table where everyone has two cards and all seats except 0 have chosen."""
    rng = new_rng(7)
    table = full_table(LOKUS, 3, **given)
    while LOKUS.view(table.seen_by(SPECTATOR)).turn < 9 or len(table.position.active) != 3:
        play_random_step(table, rng)
    for seat in (2, 1):
        step(table, table.legal_texts(seat)[0], seat)
    return table


@pytest.mark.clause("LOKUS-06")
def test_last_cards_are_played_after_the_reveal():
    """A single acknowledged step triggers all of it, so a crash cannot interrupt it."""
    table = before_the_last_choice()
    for observer in (0, SPECTATOR):
        assert [text for seat, text in table.record(observer).steps][-2:] == ["play ?", "play ?"]
    happened, text = len(table.events), table.legal_texts(0)[0]
    while len(table.events) <= happened + 1:  # rows may have to be chosen first
        happened = len(table.events)
        step(table, text)
        text = "row 1"
    new = table.events[happened + 1 :]
    assert [(event.seat, event.key) for event in new[:3]] == [(0, SERVER_KEY), (1, SERVER_KEY), (2, SERVER_KEY)]
    assert everything(restored(table)) == everything(table)


def test_last_cards_wait_for_pending_row_choices():
    waited = 0
    for number in range(8):
        rng = new_rng(number)
        table = full_table(LOKUS, 3, secret=bytes([number] * 32))
        while LOKUS.view(table.position).places[0].held > 1:
            play_random_step(table, rng)
        while is_by_table(table.events[-1]) is False:
            waited += 1
            assert len(table.position.active) == 1
            assert table.position.sealed == []
            play_random_step(table, rng)
    assert waited


def is_by_table(event):
    """Return whether the table itself caused the event."""
    return isinstance(event, Drawn) or event.key == SERVER_KEY


# Undo at a practice table.


@pytest.mark.parametrize("seat", SEATS)
def test_practice_undo_skips_steps_of_the_table(seat):
    table = before_the_last_choice(practice=True)
    step(table, table.legal_texts(0)[0], 0)
    while len(table.position.active) == 1:
        step(table, "row 1")
    assert isinstance(table.events[-1], Drawn)  # the next round
    made = [event for event in table.events if isinstance(event, Drawn | Stepped)]  # in the order of the history
    choices = [i for i, event in enumerate(made) if not is_by_table(event) and event.seat == seat]
    assert len(made) == len(table.history.steps)
    while choices:
        assert table.undo_target(seat) == choices.pop()
        undo_steps(table, seat)
        assert seat in table.position.active
        assert len(table.legal_actions(seat)) > 1
    assert table.undo_target(seat) is None


def test_same_cards_are_dealt_again_after_practice_undo():
    table = before_the_last_choice(practice=True)
    texts = table.legal_texts(0)
    step(table, texts[0], 0)
    rows = []
    while len(table.position.active) == 1:
        rows.append(table.position.active[0])
        step(table, "row 1")
    before, words = table.history.texts(), table.position.words.tobytes()
    for seat in [*reversed(rows), 0]:
        undo_steps(table, seat)
    assert table.position.sealed == [1, 2]
    step(table, texts[0], 0)
    for _ in rows:
        step(table, "row 1")
    assert table.history.texts() == before
    assert table.position.words.tobytes() == words


def test_practice_undo_of_a_reveal_hides_earlier_choices_again():
    table = lokus_table(practice=True)
    choose(table, FIRST, (2, 0, 1))
    undo_steps(table, 0)
    assert (table.position.sealed, table.position.active) == ([2], [0, 1])
    assert table.record(0).steps[1:] == [(2, "play ?")]
    step(table, OTHER[0], 0)
    step(table, FIRST[1], 1)
    assert table.record().steps[1:] == [(0, OTHER[0]), (1, FIRST[1]), (2, FIRST[2])]


# Replaying events.


@pytest.mark.parametrize("practice", [False, True])
@pytest.mark.parametrize("seats", [3, 5])
def test_events_rebuild_the_table(seats, practice):
    """Check every point of a game with replaced choices and undos."""
    rng = new_rng(seats)
    table = full_table(LOKUS, seats, practice=practice, bots=[0], seeds=[1])
    for _ in range(120):
        step_replace_or_undo(table, rng)
        assert everything(restored(table)) == everything(table)
    assert any(isinstance(event, Undone) for event in table.events)
    assert len(table.events) > table.version


def step_replace_or_undo(table, rng):
    """Make a step, replace a choice, or undo, at random."""
    seats = range(table.setup.seats)
    able = [seat for seat in seats if table.undo_target(seat) is not None]
    if able and draw_below(rng, 12 if table.opened.practice else 2) == 0:
        undo_steps(table, pick(rng, able))
    elif table.position.sealed and draw_below(rng, 3) == 0:
        seat = pick(rng, table.position.sealed)
        step(table, pick(rng, table.legal_texts(seat)), seat)
    else:
        play_random_step(table, rng)


# Resending log lines.


@pytest.mark.clause("LOKUS-06")
def test_client_that_saw_hidden_choices_receives_the_reveal():
    table = lokus_table()
    dealt = table.version
    choose(table, FIRST, (1, 0))
    saw = table.version
    assert [table.lines_kept(at) for at in range(dealt, saw + 1)] == [1, 1, 1]
    step(table, FIRST[2], 2)
    after = table.version
    assert [table.lines_kept(at) for at in range(dealt, after + 1)] == [1, 1, 1, 4]
    step(table, SECOND[2], 2)
    assert [table.lines_kept(at) for at in range(dealt, table.version + 1)] == [1, 1, 1, 4, 4]


@pytest.mark.parametrize("practice", [False, True])
def test_slow_clients_end_up_with_the_whole_log(practice):
    """Each client keeps the lines that are still valid and receives the rest.

    A replaced choice reaches only its own seat.
    """
    rng = new_rng(11)
    table = full_table(LOKUS, 4, practice=practice)
    logs = {observer: log(table, observer) for observer in (*range(4), SPECTATOR)}
    looked = dict.fromkeys(logs, table.version)
    while table.version < 150:
        version, sealed = table.version, set(table.position.sealed)
        step_replace_or_undo(table, rng)
        if table.version == version:
            (changed,) = {event.seat for event in table.events[-1:]} & sealed
            looking = [changed]
        else:
            looking = [observer for observer in logs if draw_below(rng, 3) == 0]
        for observer in looking:
            kept = table.lines_kept(looked[observer])
            logs[observer][kept:] = log(table, observer, kept)
            looked[observer] = table.version
            assert logs[observer] == log(table, observer)
        up_to_date = [observer for observer in logs if looked[observer] == table.version]
        assert all(logs[observer] == log(table, observer) for observer in up_to_date)
