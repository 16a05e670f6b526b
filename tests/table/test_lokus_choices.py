"""LOKUS tables: a choice is hidden until all have chosen, and the order of arrival does not matter."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.lokus.script import ALL_CARDS, write_deal
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.rng import new_rng
from locarium.search.levels import create_bot
from locarium.table.events import Drawn, Stepped
from locarium.table.table import Table
from table.lokus import (
    FIRST,
    OBSERVERS,
    OTHER,
    SEATS,
    SECOND,
    choose,
    log,
    lokus_table,
    pick,
    shuffled,
    views,
)
from table.tables import (
    LOKUS,
    finish,
    full_table,
    new_key,
    play_random_step,
    step,
    times,
)

# Hidden choices.


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
@pytest.mark.parametrize("seat", SEATS)
def test_choice_is_hidden_until_all_have_chosen(seat):
    tables = [lokus_table(), lokus_table()]
    step(tables[0], FIRST[seat], seat)
    step(tables[1], OTHER[seat], seat)
    assert views(tables[0], [seat]) != views(tables[1], [seat])
    others = [observer for observer in OBSERVERS if observer != seat]
    assert views(tables[0], others) == views(tables[1], others)
    for observer in others:
        assert tables[0].record(observer).steps[-1] == (seat, "play ?")
        place = LOKUS.view(tables[0].seen_by(observer)).places[seat]
        assert (place.has_chosen, place.choice, place.held) == (True, None, 10)
        assert not log(tables[0], observer)[-1][1]
    assert tables[0].record(seat).steps[-1] == (seat, FIRST[seat])
    assert LOKUS.view(tables[0].seen_by(seat)).places[seat].choice == FIRST[seat].split()[1]


@pytest.mark.clause("LOKUS-06")
def test_last_choice_reveals_all_and_logs_the_consequences():
    table = lokus_table()
    choose(table, FIRST, (2, 0))
    sealed = {observer: log(table, observer) for observer in OBSERVERS}
    step(table, FIRST[1], 1)
    assert table.position.sealed == []
    for observer in OBSERVERS:
        assert table.record(observer).steps[1:] == list(FIRST.items())
        lines = log(table, observer)
        assert [bool(follow) for _, follow in lines] == [False, False, False, True]
        assert len(lines[-1][1]) == 3  # two cards in rows, one roll
        assert lines[1:3] != sealed[observer][1:3]  # one choice was face down


@pytest.mark.clause("LOKUS-06")
@pytest.mark.parametrize("order", list(permutations(SEATS)))
def test_order_of_arrival_does_not_matter(order):
    table, straight = lokus_table(), lokus_table()
    for each, seats in ((table, order), (straight, SEATS)):
        choose(each, FIRST, seats)
        choose(each, SECOND, seats)
        step(each, "row 2", 2)
        step(each, "row 1", 0)
    assert table.position.words.tobytes() == straight.position.words.tobytes()
    assert views(table) == views(straight)
    assert table.record(TRUTH).to_json() == straight.record(TRUTH).to_json()


@pytest.mark.clause("LOKUS-06")
@pytest.mark.parametrize("order", list(permutations(SEATS, 2)))
def test_order_of_arrival_does_not_matter_before_the_reveal(order):
    table, straight = lokus_table(), lokus_table()
    choose(table, FIRST, order)
    choose(straight, FIRST, sorted(order))
    assert views(table) == views(straight)


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
def test_seats_that_have_chosen_are_public():
    table = lokus_table()
    step(table, FIRST[1], 1)
    for observer in OBSERVERS:
        assert table.seen_by(observer).sealed == [1]
        assert [place.has_chosen for place in LOKUS.view(table.seen_by(observer)).places] == [False, True, False]


# No leaks.


def another_world(table, observer, rng):
    """Return a table that the observer cannot distinguish from this one: unseen cards are elsewhere."""
    texts = table.history.texts()
    dealt = max(i for i, (seat, _) in enumerate(texts) if seat is None)
    face_down = len(texts) - len(table.position.sealed)
    *hands, rows = (group.split() for group in texts[dealt][1].removeprefix("deal / ").split(" / "))
    shown = {text.split()[1] for _, text in texts[dealt + 1 : face_down]}
    kept = [hand if seat == observer else [card for card in hand if card in shown] for seat, hand in enumerate(hands)]
    known = {*rows, *(card for hand in kept for card in hand)}
    unseen = shuffled([card for card in ALL_CARDS if card not in known], rng)
    others = [hand + [unseen.pop() for _ in range(len(hands[0]) - len(hand))] for hand in kept]
    texts[dealt] = (None, write_deal(others, " ".join(rows)))
    for i in range(face_down, len(texts)):
        seat = texts[i][0]
        if seat != observer:
            texts[i] = (seat, f"play {pick(rng, [card for card in others[seat] if card not in shown])}")
    first = next(event for event in table.events if isinstance(event, Drawn))
    happened = [Drawn(text) if seat is None else Stepped(seat, text, new_key()) for seat, text in texts]
    return Table.replayed(LOKUS, [*table.events[: table.events.index(first)], *happened])


@pytest.mark.clause("LOKUS-05", "LOKUS-06", "LOKUS-16")
@pytest.mark.parametrize("seats", [3, 5])
def test_tables_that_differ_only_in_hidden_cards_look_the_same(seats):
    """Hidden: hands, choices, the draw pile, and the second rolls drawn from it."""
    rng = new_rng(seats)
    table = full_table(LOKUS, seats, seeds=[0])
    differed = 0
    for _ in range(90):
        observer = pick(rng, [*range(seats), SPECTATOR])
        other = another_world(table, observer, rng)
        differed += other.position.words.tobytes() != table.position.words.tobytes()
        assert views(other, [observer]) == views(table, [observer])
        play_random_step(table, rng)
    assert differed > 70


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize("waiting", [0, 2, 4])
def test_bot_cannot_distinguish_the_two_tables(waiting):
    """Choices made before its own are hidden from it too."""
    rng = new_rng(waiting)
    table = full_table(LOKUS, 5, bots=range(5))
    while len(table.history.steps) < 20 or len(table.position.sealed) != waiting:
        play_random_step(table, rng)
    seat = table.bots_to_act()[-1]
    other = another_world(table, seat, rng)
    assert other.position.words.tobytes() != table.position.words.tobytes()
    simulations = times(500, 5)
    advice = create_bot(*table.bot_input(seat)).think(simulations=simulations)
    assert advice == create_bot(*other.bot_input(seat)).think(simulations=simulations)
    assert {each.action for each in advice} <= set(table.legal_actions(seat))


# Bots.


def test_bots_choose_simultaneously_and_finish_the_game():
    table = full_table(LOKUS, 3, bots=[0, 1, 2])
    rng = new_rng(1)
    for _ in range(times(30, 4)):
        seat = pick(rng, table.bots_to_act())
        advice = create_bot(*table.bot_input(seat)).think(simulations=times(60, 12))
        assert {each.action for each in advice} <= set(table.legal_actions(seat))
        step(table, LOKUS.notation.show(table.setup.rules, advice[0].action), seat)
    finish(table, rng)
    assert table.bots_to_act() == []
    assert table.status == "over"


def test_bot_that_has_chosen_is_not_asked_again():
    table = full_table(LOKUS, 3, bots=[0, 1, 2])
    step(table, table.legal_texts(1)[0], 1)
    assert table.bots_to_act() == [0, 2]
    with pytest.raises(ValueError, match="its seat has a choice"):
        create_bot(*table.bot_input(1))
