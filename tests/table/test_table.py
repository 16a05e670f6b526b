"""Tables: players take seats, the game starts, steps are made or rejected."""

from __future__ import annotations

import pytest

from games.loco.script import deal
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.rng import draw_below, new_rng
from locarium.search.levels import create_bot
from locarium.table.events import Bot, Drawn, Person, Seated, Stepped, Undone
from locarium.table.table import MAX_NAME, Table
from table.tables import (
    LOCO,
    TOY,
    committed,
    dealt_table,
    everything,
    finish,
    full_table,
    new_key,
    new_table,
    person,
    play_random_step,
    refusal,
    restored,
    seed,
    step,
    times,
)

DEAL = deal(2, hands={0: "r1 r2", 1: "r3 r4 b0"})  # seat 0 deals, seat 1 starts


# Seats.


def test_new_table_waits_for_players():
    table = new_table(seats=3)
    assert (table.status, table.version, table.seats) == ("waiting", 1, [None, None, None])
    assert table.bots_to_act() == []
    assert [table.legal_actions(seat) for seat in range(3)] == [[], [], []]
    assert (table.outcome, table.result()) == (None, None)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_game_starts_when_the_last_seat_is_taken(order):
    table = new_table(seats=3)
    for seat in order[:-1]:
        table.sit(seat, person(seat))
        assert (table.status, table.history.steps) == ("waiting", [])
    table.sit(order[-1], Bot("Vesta"))
    assert table.status == "running"
    assert [type(event) for event in table.events[1:]] == [Seated, Seated, Seated, Drawn]
    assert table.history.texts()[0][0] is None
    (first,) = table.position.active
    assert table.legal_actions(first)


def test_order_of_arrival_does_not_change_the_cards():
    tables = [new_table(seats=2), new_table(seats=2)]
    for table, order in zip(tables, [(0, 1), (1, 0)], strict=True):
        for seat in order:
            table.sit(seat, person(seat), committed(table, seed(seat)))
        for seat in order:
            table.open_seed(seat, seed(seat))
    assert tables[0].record().to_json() == tables[1].record().to_json()
    assert tables[0].position.words.tobytes() == tables[1].position.words.tobytes()


def test_bots_can_play_alone():
    table = full_table(bots=[0, 1])
    while seats := table.bots_to_act():
        advice = create_bot(*table.bot_input(seats[0])).think(simulations=times(20, 2))
        step(table, LOCO.notation.show(table.setup.rules, advice[0].action))
    assert table.status == "over"


def test_invalid_tables_are_rejected():
    with pytest.raises(BadInput):
        new_table(seats=7)
    with pytest.raises(BadInput):
        new_table(options={"family": "yes"})
    with pytest.raises(BadInput):
        new_table(table_options={"shout": "softly"})
    with pytest.raises(TypeError):
        Table.replayed(LOCO, [Drawn("deal")])


def test_rule_options_and_table_options_are_separate():
    table = full_table(seats=5, options={"family": True}, table_options={"shout": "auto"})
    assert table.record().options == {"family": True}
    assert table.opened.table_options == {"shout": "auto"}
    assert "shout" not in table.record().to_json()


# Rejected commands.


def test_taking_an_occupied_seat_is_rejected():
    table = new_table()
    table.sit(1, person(1))
    assert refusal(table, lambda: table.sit(1, person(0))) == "seat-taken"
    table.sit(0, person(0))
    assert refusal(table, lambda: table.sit(0, Bot("Lemur"))) == "seat-taken"


@pytest.mark.parametrize("seat", [-2, -1, 2, 99])
def test_unknown_seat_is_rejected(seat):
    table = new_table()
    assert refusal(table, lambda: table.sit(seat, person(0))) == "no-such-seat"
    table = full_table()
    assert refusal(table, lambda: step(table, "r1 b", seat)) == "no-such-seat"
    assert refusal(table, lambda: table.undo(seat, key="k")) == "no-undo"


@pytest.mark.parametrize("name", ["", "  ", "a" * (MAX_NAME + 1), "a\nb", "a\tb", "\x1b[31m", "a\u202eb", "\ud800"])
def test_invalid_names_are_rejected(name):
    table = new_table()
    assert refusal(table, lambda: table.sit(0, Person(name, person_id=""))) == "bad-name"
    assert refusal(table, lambda: table.sit(0, Bot(name))) == "bad-name"


@pytest.mark.parametrize("name", ["a", "a" * MAX_NAME, "Zoë O'Hara", "李", "🦊"])
def test_valid_names_are_accepted(name):
    table = new_table()
    table.sit(0, Person(name, person_id=""))
    assert table.record().meta == {"names": [name, None]}


@pytest.mark.parametrize("bad", ["0", "g" * 32, "A" * 32, "0" * 31, "0" * 33, " " * 32, "٣" * 32, seed(0) + "\n"])
def test_invalid_seed_is_rejected(bad):
    table = new_table()
    table.sit(0, person(0), committed(table, seed(0)))
    assert refusal(table, lambda: table.open_seed(0, bad)) == "bad-seed"
    assert refusal(table, lambda: table.sit(1, person(1), bad)) == "bad-seed-commitment"
    assert refusal(table, lambda: table.commit_seed(0, bad)) == "bad-seed-commitment"


def test_waiting_table_rejects_steps():
    table = new_table()
    table.sit(0, person(0))
    assert refusal(table, lambda: step(table, "r1 b", 0)) == "table-waiting"
    assert refusal(table, lambda: table.undo(0, key="k")) == "no-undo"


def test_illegal_step_is_rejected():
    table = dealt_table(DEAL)
    for seat, text, reason in [
        (1, "r1 b", "card-not-in-hand"),
        (1, "r3 -", "marker-required"),
        (1, "r3! b", "shout-without-loco"),
        (1, "b0 r", "marker-without-shout"),
        (1, "r3", "marker-not-named"),
        (0, "r1 b", "not-your-turn"),
    ]:
        assert refusal(table, lambda seat=seat, text=text: step(table, text, seat)) == reason


@pytest.mark.parametrize("text", ["", "r3  b", "r3 b ", "r3 b\n", "R3 b", "deal", "?", "r9 b"])
def test_unparsable_step_is_rejected(text):
    table = dealt_table(DEAL)
    before = everything(table)
    with pytest.raises(BadNotation):
        step(table, text)
    assert everything(table) == before


def test_finished_game_rejects_steps():
    table = finish(full_table(), new_rng(1))
    assert refusal(table, lambda: step(table, "r1 b", 0)) == "game-over"
    assert refusal(table, lambda: table.undo(0, key="k")) == "no-undo"
    assert refusal(table, lambda: table.sit(0, person(1))) == "seat-taken"
    assert [table.legal_actions(0), table.legal_actions(1)] == [[], []]


# Retries and versions.


def test_retry_is_harmless():
    table = dealt_table(DEAL, practice=True)
    at = table.version
    table.step(1, "r3 b", at=at, key="once")
    table.undo(1, key="back")
    after = everything(table)
    table.step(1, "r3 b", at=at, key="once")
    table.step(1, "no step at all", at=at, key="once")
    table.undo(1, key="back")
    assert everything(table) == after


def test_request_keys_survive_a_restart():
    table = dealt_table(DEAL)
    at = table.version
    table.step(1, "r3 b", at=at, key="once")
    again = restored(table)
    again.step(1, "r3 b", at=at, key="once")
    assert everything(again) == everything(table)


def test_request_keys_are_separate_for_each_seat():
    table = dealt_table(DEAL)
    step(table, "r3 b")
    table.step(0, "r1 g", at=table.version, key="mine")
    table.step(1, "r4 g", at=table.version, key="mine")
    assert len(table.history.steps) == 4


def test_rejected_request_can_be_repeated():
    table = dealt_table(DEAL)
    at = table.version
    assert refusal(table, lambda: table.step(1, "r1 b", at=at, key="key")) == "card-not-in-hand"
    table.step(1, "r3 b", at=at, key="key")
    assert table.history.texts()[-1] == (1, "r3 b")


def test_step_chosen_at_an_older_version_is_stale():
    table = dealt_table(DEAL)
    at = table.version
    step(table, "r3 b")
    for seat, text in [(1, "r4 b"), (0, "r1 b")]:
        ask = lambda seat=seat, text=text: table.step(seat, text, at=at, key=new_key())  # noqa: E731
        assert refusal(table, ask) == "stale"
    table.step(0, "r1 b", at=table.version, key=new_key())


@pytest.mark.parametrize("at", [-1, 0, 1, 2, 3, 99])
def test_step_chosen_before_the_deal_or_in_the_future_is_stale(at):
    table = dealt_table(DEAL)
    assert refusal(table, lambda: table.step(1, "r3 b", at=at, key=new_key())) == "stale"


def test_undo_makes_earlier_choices_stale():
    """The choice is stale although the same number of steps was made by the same seats."""
    table = dealt_table(DEAL)
    before = table.version
    step(table, "r3 b")
    after = table.version
    table.undo(1, key=new_key())
    assert refusal(table, lambda: table.step(1, "r4 b", at=before, key=new_key())) == "stale"
    step(table, "r4 b")
    assert refusal(table, lambda: table.step(0, "r1 b", at=after, key=new_key())) == "stale"
    assert refusal(table, lambda: table.step(0, "r1 b", at=before, key=new_key())) == "stale"


# Events.


@pytest.mark.parametrize("practice", [True, False])
@pytest.mark.parametrize("game", [LOCO, TOY], ids=["loco", "toy"])
@pytest.mark.parametrize("seats", [2, 3])
def test_events_rebuild_the_table(game, seats, practice):
    """Check this after every event."""
    rng = new_rng(seats)
    table = full_table(game, seats, practice=practice, seeds=[1], bots=[0])
    undone = 0
    while table.status == "running" and table.version < 60:
        assert everything(restored(table)) == everything(table)
        able = [seat for seat in range(seats) if table.undo_target(seat) is not None]
        if able and draw_below(rng, 4) == 0:
            table.undo(able[draw_below(rng, len(able))], key=new_key())
            undone += 1
        else:
            play_random_step(table, rng)
    assert everything(restored(table)) == everything(table)
    assert undone or game is TOY
    assert len([event for event in table.events if isinstance(event, Undone)]) == undone


def test_every_prefix_of_the_events_is_a_valid_table():
    table = finish(full_table(seats=3, options={"match": "full"}), new_rng(5))
    for version in range(1, table.version + 1, times(1, 7)):
        part = Table.replayed(LOCO, table.events[:version])
        assert part.version == version
        assert part.lines_at(version) == table.lines_at(version) == len(part.history.steps)
        assert part.history.texts() == table.history.texts()[: len(part.history.steps)]


def test_chance_and_steps_are_separate_events():
    table = dealt_table(DEAL)
    table.step(1, "r3 b", at=table.version, key="k")
    assert table.events[-1] == Stepped(1, "r3 b", "k")
    assert table.events[-2] == Drawn(DEAL)
