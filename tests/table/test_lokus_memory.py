"""LOKUS-05: a table with closed memory hides which cards became rolls once a turn is over."""

from __future__ import annotations

import msgspec
import pytest

from games.lokus.rolls import check_told, turns_of
from games.lokus.script import deal
from locarium.kernel.errors import BadInput
from locarium.kernel.game import SPECTATOR
from locarium.kernel.rng import draw_below, new_rng
from locarium.search.levels import create_bot
from table.lokus import FIRST, OBSERVERS, SEATS, SECOND, choose, log, lokus_table, pick, undo_steps
from table.tables import LOKUS, dealt_table, full_table, new_table, play_random_step, restored, step

CLOSED = {"memory": "closed"}


def shown(table, observer):
    """Return the most recently revealed cards by seat."""
    return [place.shown for place in LOKUS.view(table.shown_to(observer)).places]


def fates(table, observer):
    return [place.fate for place in LOKUS.view(table.shown_to(observer)).places]


def played(table, observer):
    return [text for seat, text in table.log(observer) if seat is not None]


def log_text(table, observer):
    return " ".join(sentence for line in log(table, observer) for sentence in (line[0], *line[1]))


# r1 and e10 go into rows, e5 becomes a roll.
OPEN, SHUT = ["r1", "e5", "e10"], ["r1", None, "e10"]
PLAYED = ["play r1", "play e5", "play e10"]


@pytest.mark.clause("LOKUS-05")
def test_rolls_are_hidden_from_a_seat_after_its_next_choice():
    table = lokus_table(table_options=CLOSED)
    choose(table, FIRST)
    for observer in OBSERVERS:
        assert shown(table, observer) == OPEN
        assert played(table, observer) == PLAYED
    step(table, SECOND[1], 1)
    for observer in (1, SPECTATOR):
        assert shown(table, observer) == SHUT
        assert fates(table, observer) == ["row-2", "roll", "row-1"]
        assert played(table, observer)[:3] == ["play r1", "play ?", "play e10"]
        assert "grey 5" not in log_text(table, observer)
        assert "Bo gets a roll" in log_text(table, observer)
    for observer in (0, 2):
        assert shown(table, observer) == OPEN
        assert played(table, observer) == [*PLAYED, "play ?"]
    step(table, SECOND[0], 0)
    assert shown(table, 0) == SHUT
    assert shown(table, 2) == OPEN


@pytest.mark.clause("LOKUS-05")
def test_next_cards_are_shown_when_revealed():
    table = lokus_table(table_options=CLOSED)
    choose(table, FIRST)
    choose(table, SECOND)
    for observer in OBSERVERS:
        assert shown(table, observer) == ["b11", "o6", "g2"]
        assert played(table, observer) == ["play r1", "play ?", "play e10", "play b11", "play o6", "play g2"]


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize("table_options", [{}, {"memory": "open"}])
def test_open_table_always_shows_the_rolls(table_options):
    table = lokus_table(table_options=table_options)
    choose(table, FIRST)
    step(table, SECOND[1], 1)
    for observer in OBSERVERS:
        assert shown(table, observer) == OPEN
        assert played(table, observer)[:3] == PLAYED


@pytest.mark.clause("LOKUS-05", "LOKUS-11")
def test_log_of_two_rolls_omits_the_card():
    table = dealt_table(deal(3, "r3 r4", "r1 e5 r12, y2 e6 g9"), LOKUS, table_options=CLOSED)
    choose(table, {0: "play r1", 1: "play e5", 2: "play r12"})
    assert "The red 1 fits no row: Ada gets two rolls" in log_text(table, 0)
    step(table, "play y2", 0)
    assert "The card fits no row: Ada gets two rolls" in log_text(table, 0)
    assert "red 1" not in log_text(table, 0)
    assert fates(table, 0) == ["two-rolls", "roll", "two-rolls"]
    assert shown(table, 0) == [None] * 3


@pytest.mark.clause("LOKUS-05")
def test_replacing_a_choice_keeps_the_rolls_hidden():
    table = lokus_table(table_options=CLOSED)
    choose(table, FIRST)
    step(table, SECOND[1], 1)
    step(table, SECOND[0], 0)
    step(table, "play y7", 1)
    assert [shown(table, observer) for observer in OBSERVERS] == [SHUT, SHUT, OPEN, SHUT]


@pytest.mark.clause("LOKUS-05")
def test_undo_at_a_practice_table_shows_the_rolls_again():
    table = lokus_table(table_options=CLOSED, practice=True)
    choose(table, FIRST)
    choose(table, SECOND)
    assert "play e5" not in played(table, 0)
    undo_steps(table, 0)
    assert shown(table, 0) == OPEN
    assert played(table, 0)[:3] == PLAYED


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
def test_last_turns_of_a_round_stay_visible_until_the_next_choice():
    """The table plays everyone's last card right after the previous turn."""
    table, rng = full_table(LOKUS, 3, table_options=CLOSED), new_rng(3)
    while LOKUS.view(table.seen_by(SPECTATOR)).number == 1:
        play_random_step(table, rng)
    truth = [text for _, text in table.history.texts()]
    last_deal = max(line for line, text in enumerate(truth) if text.startswith("deal"))
    open_lines = [line for line in range(last_deal) if truth[line].startswith("play")][-6:]
    for observer in OBSERVERS:
        texts = [text for _, text in table.log(observer)]
        assert [texts[line] for line in open_lines] == [truth[line] for line in open_lines]
    step(table, table.legal_texts(0)[0], 0)
    for observer in (0, SPECTATOR):
        texts = [text for _, text in table.log(observer)]
        assert [texts[line] for line in open_lines].count("play ?") >= 2


@pytest.mark.clause("LOKUS-05")
def test_bots_remember_the_rolls():
    """Players may remember. A seat's knowledge, and the input of bots, is the same at open and closed tables."""
    tables = [lokus_table(table_options=table_options) for table_options in ({}, CLOSED)]
    for table in tables:
        choose(table, FIRST)
        step(table, SECOND[1], 1)
    assert [len({table.seen_by(seat).words.tobytes() for table in tables}) for seat in SEATS] == [1, 1, 1]
    assert len({str(create_bot(*table.bot_input(0)).think(simulations=30)) for table in tables}) == 1


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize(("seats", "options"), [(3, {}), (5, {"hand": 11}), (2, {"crowd": True})])
def test_whole_game_never_names_a_roll_after_its_turn(seats, options):
    """Check the view, log and record of every seat and a spectator. At the end everything is shown."""
    table, rng, heard = full_table(LOKUS, seats, table_options=CLOSED, options=options), new_rng(seats), []
    observers = (*range(seats), SPECTATOR)
    while table.status == "running":
        for observer in observers if draw_below(rng, 6) == 0 else ():
            view = msgspec.json.encode(LOKUS.view(table.shown_to(observer))).decode()
            texts = table.log(observer)
            lines = [(seat, f"{text} {then}") for (seat, text), then in zip(texts, log(table, observer), strict=True)]
            heard += [(observer, lines, view), (observer, table.record(observer).steps, "")]
        play_random_step(table, rng)
    turns = turns_of(table.history)
    assert sum(check_told(turns, seats, *each) for each in heard) > 300
    for observer in observers:
        assert table.log(observer) == table.history.texts(observer)
        assert table.shown_to(observer) is table.seen_by(observer)
        assert table.record(observer).steps == table.history.texts()


@pytest.mark.clause("LOKUS-05")
def test_open_table_fails_the_memory_check():
    """Make sure that the check can fail."""
    table, rng = full_table(LOKUS, 3), new_rng(5)
    lines = []
    while table.status == "running":
        lines = table.log(0)
        play_random_step(table, rng)
    with pytest.raises(AssertionError):
        check_told(turns_of(table.history), 3, 0, lines)


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize("practice", [False, True])
def test_slow_clients_receive_rewritten_lines(practice):
    """Changed lines are sent again, also at the end and after an undo."""
    rng = new_rng(12)
    table = full_table(LOKUS, 3, table_options=CLOSED, practice=practice)
    logs = {observer: log(table, observer) for observer in OBSERVERS}
    looked = dict.fromkeys(OBSERVERS, table.version)
    while table.status == "running":
        able = [seat for seat in SEATS if table.undo_target(seat) is not None]
        if practice and able and draw_below(rng, 20) == 0:
            undo_steps(table, pick(rng, able))
        elif table.position.sealed and draw_below(rng, 4) == 0:
            seat = pick(rng, table.position.sealed)
            step(table, pick(rng, table.legal_texts(seat)), seat)
            looked[seat] = min(looked[seat], table.version - 1)
        else:
            play_random_step(table, rng)
        for observer in OBSERVERS:
            if table.status == "over" or draw_below(rng, 3) == 0:
                kept = table.lines_kept(looked[observer], observer)
                logs[observer][kept:] = log(table, observer, kept)
                looked[observer] = table.version
                assert logs[observer] == log(table, observer)


@pytest.mark.clause("LOKUS-05")
def test_only_the_last_turns_are_resent():
    table, rng = full_table(LOKUS, 3, table_options=CLOSED), new_rng(4)
    while len(table.history.steps) < 60:
        at = table.version
        play_random_step(table, rng)
        if len(table.history.steps) > 20:
            assert all(table.lines_kept(at, seat) > len(table.history.steps) - 20 for seat in SEATS)


@pytest.mark.clause("LOKUS-05")
def test_restored_table_hides_the_rolls_too():
    table = lokus_table(table_options=CLOSED)
    choose(table, FIRST)
    step(table, SECOND[1], 1)
    again = restored(table)
    assert [again.log(observer) for observer in OBSERVERS] == [table.log(observer) for observer in OBSERVERS]
    assert shown(again, 1) == SHUT


@pytest.mark.clause("LOKUS-05")
def test_final_record_omits_the_memory_option():
    tables = [full_table(LOKUS, 3, table_options=table_options) for table_options in ({}, CLOSED)]
    for table in tables:
        rng = new_rng(9)
        while table.status == "running":
            play_random_step(table, rng)
    first, second = (table.record().to_json() for table in tables)
    assert first == second


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize("value", ["shut", "", True, None, 1])
def test_unknown_memory_values_are_rejected(value):
    with pytest.raises(BadInput, match=r"'memory' of lokus cannot be .*; it takes open or closed"):
        new_table(LOKUS, 3, table_options={"memory": value})
