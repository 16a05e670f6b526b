"""Two-game matches of GENIUS LOCI, and the draw that decides who goes first: GENIUS-18."""

from __future__ import annotations

import hashlib

import pytest

from locarium import catalogue
from locarium.kernel.game import SPECTATOR
from locarium.kernel.replay import replay
from locarium.kernel.rng import new_rng
from locarium.table.events import Begun
from locarium.table.table import Table
from table import checker
from table.tables import everything, finish, full_table, new_key, new_table, person, refusal, seed, step, times

GENIUS_LOCI = catalogue.game("genius-loci")


def secret(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


def match(number: int = 0, **given) -> Table:
    return full_table(GENIUS_LOCI, secret=secret(number), table_options={"match": "two"}, seeds=(0, 1), **given)


def decided(winners: list[int], options: dict[str, object] | None = None) -> Table:
    """Return a match whose games were won by the given seats."""
    table = match(options=options or {})
    for number, winner in enumerate(winners, start=1):
        if number > 1:
            table.start_next_game(number)
        for trial in range(200):
            finish(table, new_rng(trial))
            assert table.outcome is not None
            if table.outcome.winners == [winner]:
                break
            table = Table.replayed(GENIUS_LOCI, table.events[: -len(table.history.steps) + 1])
        else:
            pytest.fail("the wanted seat never won")
    return table


@pytest.mark.clause("GENIUS-18")
def test_first_player_is_drawn_at_random():
    first = [full_table(GENIUS_LOCI, secret=secret(number), seeds=(0, 1)).names for number in range(times(200, 40))]
    assert set(first) == {("Ada", "Bo"), ("Bo", "Ada")}
    share = first.count(("Ada", "Bo")) / len(first)
    assert 0.3 < share < 0.7


@pytest.mark.clause("GENIUS-18")
def test_draw_of_the_first_player_can_be_verified():
    table = finish(full_table(GENIUS_LOCI, secret=secret(4), seeds=(0, 1)), new_rng(1))
    fair = table.record().fair
    assert fair is not None
    assert checker.numbers_of_draw(fair, "lot", [2]) == [fair["lot"]]
    assert fair["seeds"] == [seed(0), seed(1)], "in the order in which the seats were taken"
    assert table.names[0] == ("Ada", "Bo")[fair["lot"]]


@pytest.mark.parametrize("setup", ["house", "petals"])
def test_spirits_are_placed_as_in_the_docs(setup):
    for number in range(times(30, 5)):
        table = finish(full_table(GENIUS_LOCI, secret=secret(number), options={"setup": setup}, seeds=(1,)), new_rng(1))
        assert checker.spirits(table.record().fair, "TPSYC") == table.record().steps[0][1]


@pytest.mark.parametrize("aligned", [False, True])
def test_random_board_matches_the_docs(aligned):
    options = {"setup": "random", "aligned": aligned}
    for number in range(times(6, 2)):
        table = finish(full_table(GENIUS_LOCI, secret=secret(number), options=options), new_rng(1))
        assert checker.placing(table.record().fair, "TPSYC", aligned=aligned) == table.record().steps[0][1]


def test_games_without_a_first_player_draw_keep_the_seat_order():
    table = finish(full_table(), new_rng(1))
    assert table.names == ("Ada", "Bo")
    assert "lot" not in (table.record().fair or {})


@pytest.mark.clause("GENIUS-18")
def test_second_game_swaps_sides_with_the_same_setup():
    table = finish(match(), new_rng(1))
    assert table.status == "between"
    before = table.names
    first_steps = table.history.texts()
    table.start_next_game(2)
    assert table.status == "running"
    assert table.names == before[::-1]
    assert table.history.texts() == first_steps[:1], "the setup is the same"
    finish(table, new_rng(2))
    assert table.status == "over"
    first, second = table.records()
    assert [record.meta for record in (first, second)] == [{"names": list(before)}, {"names": list(before[::-1])}]
    for record in (first, second):
        assert replay(record, GENIUS_LOCI).record().result == record.result
        assert "match" not in record.options


@pytest.mark.clause("GENIUS-18")
@pytest.mark.parametrize(("winners", "wins"), [([0, 0], [1, 1]), ([1, 1], [1, 1]), ([0, 1], [0, 2]), ([1, 0], [2, 0])])
def test_most_wins_decide_the_match(winners, wins):
    assert decided(winners).wins == wins  # by seat in the second game


def test_secret_is_hidden_until_the_match_is_over():
    table = finish(match(), new_rng(1))
    assert "secret" not in (table.record().fair or {})
    assert all("secret" not in (record.fair or {}) for record in table.records(SPECTATOR))
    table.start_next_game(2)
    assert all("secret" not in (record.fair or {}) for record in table.records(0))
    finish(table, new_rng(1))
    assert all("secret" in (record.fair or {}) for record in table.records())


def test_next_game_starts_once_and_only_after_the_first():
    table = match()
    assert refusal(table, lambda: table.start_next_game(2)) == "no-next-game"
    finish(table, new_rng(1))
    assert refusal(table, lambda: table.start_next_game(3)) == "no-next-game"
    table.start_next_game(2)
    now = everything(table)
    table.start_next_game(2)  # repeated
    assert everything(table) == now
    finish(table, new_rng(1))
    assert refusal(table, lambda: table.start_next_game(3)) == "no-next-game"
    single = finish(full_table(GENIUS_LOCI), new_rng(1))
    assert single.status == "over"
    assert refusal(single, lambda: single.start_next_game(2)) == "no-next-game"


def test_second_game_starts_with_an_empty_log():
    table = finish(match(), new_rng(1))
    seen = table.version
    assert table.lines_kept(seen) == len(table.history.steps)
    table.start_next_game(2)
    assert table.lines_kept(seen) == 0
    step(table, table.legal_texts(0)[0], 0)
    assert table.lines_kept(table.version) == 2


def test_undo_stops_at_the_start_of_the_second_game():
    table = finish(match(practice=True), new_rng(1))
    table.start_next_game(2)
    for seat in (0, 1):
        assert refusal(table, lambda seat=seat: table.undo(seat, key=new_key())) == "no-undo"


def test_match_survives_a_restart_at_any_event():
    table = finish(match(), new_rng(1))
    table.start_next_game(2)
    finish(table, new_rng(2))
    begun = next(count for count, event in enumerate(table.events, 1) if isinstance(event, Begun))
    for count in range(begun, len(table.events), times(1, 9)):
        part = Table.replayed(GENIUS_LOCI, table.events[:count])
        assert part.status in ("running", "between", "over")
    assert everything(Table.replayed(GENIUS_LOCI, table.events)) == everything(table)
    assert Table.replayed(GENIUS_LOCI, table.events).wins == table.wins


def test_last_player_to_sit_down_can_go_first():
    for number in range(20):
        table = new_table(GENIUS_LOCI, secret=secret(number))
        table.sit(0, person(0))
        table.sit(1, person(1))
        if table.seats[0] == person(1):
            assert table.position.active == [0]
            return
    pytest.fail("the draw always chose the first seat")
