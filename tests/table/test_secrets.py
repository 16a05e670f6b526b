"""A table shows a seat or spectator only what they may know, and everything once the game is over."""

from __future__ import annotations

import json

import pytest

from games.loco.script import ALL_CARDS
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.rng import draw_below, new_rng
from locarium.search.levels import create_bot
from locarium.table.events import Drawn
from locarium.table.fairness import METHOD
from locarium.table.table import Table
from table.tables import (
    LOCO,
    SECRET,
    TOY,
    committed,
    dealt_table,
    finish,
    full_table,
    new_table,
    person,
    play_random_step,
    seed,
    seen,
    times,
)


def shuffled(cards, rng):
    cards = list(cards)
    for i in reversed(range(1, len(cards))):
        j = draw_below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def groups_of(deal):
    """Split a deal into the dealer's part and the groups of cards: laid out, hand of seat 0, …"""
    head, *groups = deal.split(" /")
    return head, [group.split() for group in groups]


def another_deal(table, observer, rng):
    """Return a deal that the observer cannot distinguish from the real one: unplayed cards are elsewhere."""
    texts = table.history.texts()
    head, groups = groups_of(texts[0][1])
    played = {text[:2] for seat, text in texts if seat is not None}
    hidden = [i for i in range(len(groups)) if i != observer + 1]
    unseen = shuffled([card for i in hidden for card in groups[i] if card not in played], rng)
    for i in hidden:
        kept = [card for card in groups[i] if card in played]
        missing = len(groups[i]) - len(kept)
        groups[i] = sorted(kept + unseen[:missing], key=ALL_CARDS.index)
        del unseen[:missing]
    return " ".join([head, *(" ".join(["/", *group]) for group in groups)])


def with_deal(table, deal):
    """Return the same table with another deal."""
    events = [Drawn(deal) if isinstance(event, Drawn) else event for event in table.events]
    return Table.replayed(LOCO, events)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tables_that_differ_only_in_hidden_cards_look_the_same(seats):
    rng = new_rng(seats)
    table = full_table(seats=seats, seeds=[0], bots=[seats - 1])
    differed = 0
    while table.status == "running":
        for observer in (*range(seats), SPECTATOR):
            other = with_deal(table, another_deal(table, observer, rng))
            differed += other.position.words.tobytes() != table.position.words.tobytes()
            assert seen(other, observer) == seen(table, observer)
        play_random_step(table, rng)
    assert differed > 5 * seats


@pytest.mark.parametrize("seats", [2, 3])
def test_bot_cannot_distinguish_the_two_tables(seats):
    rng = new_rng(seats)
    table = full_table(seats=seats, bots=range(seats))
    for _ in range(4):
        play_random_step(table, rng)
    (seat,) = table.position.active
    other = with_deal(table, another_deal(table, seat, rng))
    assert other.position.words.tobytes() != table.position.words.tobytes()
    simulations = times(500, 20)
    assert create_bot(*table.bot_input(seat)).think(simulations=simulations) == create_bot(
        *other.bot_input(seat)
    ).think(simulations=simulations)


def test_record_of_a_running_game_is_redacted():
    table = full_table(seats=3)
    for _ in range(5):
        play_random_step(table, new_rng(2))
    head, groups = groups_of(table.history.texts()[0][1])
    for observer in (0, 1, 2, SPECTATOR):
        record = table.record(observer)
        assert record.is_redacted
        assert record.result is None
        shown = [["?"] if i != observer + 1 else groups[i] for i in range(4)]
        assert groups_of(record.steps[0][1]) == (head, shown)
        assert record.steps[1:] == table.history.texts()[1:]


def test_record_defaults_to_the_spectators_view():
    table = full_table()
    assert table.record().to_json() == table.record(SPECTATOR).to_json()


def test_record_of_a_running_game_has_a_commitment_but_no_secret():
    table = full_table(seeds=[0, 1])
    for observer in (0, 1, SPECTATOR):
        text = table.record(observer).to_json()
        fair = json.loads(text)["fair"]
        assert fair == {
            "method": METHOD,
            "table": "window",
            "voided": 0,
            "commitment": table.commitment,
            "seed_commitments": [committed(table, seed(0)), committed(table, seed(1))],
        }
        assert SECRET.hex() not in text
        assert "proof 0" not in text


def test_commitment_is_published_before_players_sit_down():
    table = new_table()
    commitment = table.commitment
    table.sit(0, person(0), committed(table, seed(0)))
    table.sit(1, person(1))
    table.open_seed(0, seed(0))
    assert table.commitment == commitment
    assert finish(table, new_rng(1)).record().fair["commitment"] == commitment


@pytest.mark.parametrize("game", [LOCO, TOY], ids=["loco", "toy"])
@pytest.mark.parametrize("options", [{}, "more"])
def test_finished_record_is_complete(game, options):
    given = {"loco": {"match": "full"}, "toy": {"rounds": 3}}[game.about.name] if options else {}
    table = finish(full_table(game, 3, options=given, seeds=[0, 2], bots=[1]), new_rng(6))
    record = table.record()
    assert not record.is_redacted
    assert record.result == table.result()
    assert record.fair["secret"] == SECRET.hex()
    assert record.fair["seeds"] == [seed(0), "", seed(2)]
    assert record.meta == {"names": ["Ada", "Bo", "Cleo"]}
    assert {table.record(observer).to_json() for observer in (0, 1, 2, SPECTATOR)} == {record.to_json()}
    replayed = replay(read_record(record.to_json()), game)
    assert replayed.texts() == table.history.texts()
    assert replayed.position.outcome() == table.outcome


def test_laid_out_cards_stay_hidden_in_the_final_view():
    """LOCO-04: the record shows them, but the view does not."""
    table = finish(full_table(seats=3), new_rng(6))
    for observer in (0, SPECTATOR):
        shown = table.seen_by(observer).fields
        assert shown.out == 0
        assert [shown.hands[seat] for seat in (1, 2)] == [0, 0]


def test_earlier_deals_of_a_match_stay_hidden():
    table = full_table(options={"match": "full"})
    rng = new_rng(1)
    while table.history.texts()[-1][0] is not None or len(table.history.steps) == 1:
        play_random_step(table, rng)
    for observer in (0, 1, SPECTATOR):
        deals = [groups_of(text)[1] for seat, text in table.record(observer).steps if seat is None]
        assert [[group == ["?"] for group in deal] for deal in deals] == [[i != observer + 1 for i in range(3)]] * 2


def test_table_with_a_scripted_deal_replays():
    """The tables in this file are built from scripted events and must behave like any other."""
    table = full_table()
    again = dealt_table(table.history.texts()[0][1])
    assert again.position.words.tobytes() == table.position.words.tobytes()
