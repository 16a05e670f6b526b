"""Seed commitments: no player can choose the cards, a withheld seed voids the deal, and known attacks fail."""

from __future__ import annotations

import json

import pytest

from locarium.kernel.game import SPECTATOR
from locarium.kernel.rng import new_rng
from locarium.table.anonymize import ANONYMOUS, anonymize_events
from locarium.table.events import Bot, DealVoided, Left, Seated, SeedCommitted, SeedOpened, TableSettings
from locarium.table.fairness import FAIR_1, FAIR_2
from locarium.table.seeds import SEED_SECONDS
from locarium.table.table import Table
from locarium.table.verification import verify
from table import checker
from table.tables import (
    LOCO,
    SECRET,
    committed,
    everything,
    finish,
    full_table,
    new_table,
    person,
    refusal,
    restored,
    seed,
    seen,
    stored,
)

NAMES = 200  # names that the dishonest host tries


def seated(seats=2, *, seeds=range(2), now=100.0, **given):
    """Return a table whose seats are taken and whose seeds are not revealed."""
    table = new_table(seats=seats, **given)
    for seat in range(seats):
        table.sit(seat, person(seat), committed(table, seed(seat)) if seat in seeds else "", now=now)
    return table


def wrong(record):
    return [finding.place for finding in verify(record, LOCO) if finding.verdict == "wrong"]


def value(table, seat):
    """Score the accomplice's first hand: high cards are good."""
    hand = table.history.texts()[0][1].split(" / ")[2 + seat]
    return sum(int(card[1]) for card in hand.split())


# From commitments to the first draw.


def test_game_starts_when_every_seed_is_revealed():
    table = seated(3, seeds=[0, 2])
    assert (table.status, table.unopened) == ("waiting", [0, 2])
    assert table.history.steps == []
    table.open_seed(2, seed(2))
    assert (table.status, table.unopened) == ("waiting", [0])
    table.open_seed(0, seed(0))
    assert (table.status, table.unopened) == ("running", [])
    assert everything(restored(table)) == everything(table)
    record = finish(table, new_rng(1)).record()
    assert record.fair["seeds"] == [seed(0), "", seed(2)]
    assert checker.faults(record.to_json()) == []


def test_table_without_seeds_starts_immediately():
    assert full_table(bots=[0, 1]).status == "running"
    assert seated(seeds=[]).status == "running"


def test_revealing_a_seed_twice_is_harmless():
    table = seated(seeds=[0, 1])
    for _ in range(2):
        table.open_seed(0, seed(0))
    assert len(table.events) == 4
    table.open_seed(1, seed(1))
    before = stored(table)
    table.open_seed(0, seed(0))
    assert stored(table) == before


def test_only_the_committed_seed_is_accepted():
    table = seated(3, seeds=[0, 1])
    assert refusal(table, lambda: table.open_seed(0, seed(1))) == "wrong-seed"
    assert refusal(table, lambda: table.open_seed(2, seed(2))) == "no-seed-due"
    assert refusal(table, lambda: table.commit_seed(0, committed(table, seed(7)))) == "no-seed-due"


def test_seeds_are_rejected_before_all_commitments_are_in():
    table = new_table()
    table.sit(0, person(0), committed(table, seed(0)))
    assert refusal(table, lambda: table.open_seed(0, seed(0))) == "no-seed-due"


def test_seed_commitment_is_bound_to_the_server_commitment():
    other = Table.open(LOCO, name="door", secret=SECRET, seats=2)
    table = new_table()
    table.sit(0, person(0), committed(other, seed(0)))
    table.sit(1, person(1))
    assert refusal(table, lambda: table.open_seed(0, seed(0))) == "wrong-seed"


@pytest.mark.parametrize("opened", [[], [0], [0, 1]])
def test_seeds_and_secret_stay_hidden_until_the_end(opened):
    table = seated(3, seeds=[0, 1])
    for seat in opened:
        table.open_seed(seat, seed(seat))
    for observer in (0, 1, 2, SPECTATOR):
        text = seen(table, observer).decode()
        assert SECRET.hex() not in text
        assert not any(seed(seat) in text for seat in (0, 1))


# Voided deals.


def test_withheld_seed_voids_the_deal_before_any_card_is_shown():
    table = seated(3, seeds=[0, 1])
    first = table.commitment
    table.open_seed(0, seed(0))
    assert table.due == 100.0 + SEED_SECONDS
    assert not table.is_overdue(119.9)
    table.expire(Bot("Vesta"), 120.0)
    assert [type(event) for event in table.events[-2:]] == [DealVoided, Left]
    assert table.history.steps == []
    assert table.names == ("Ada", "", "Cleo")
    assert table.voided == [("Bo",)]
    assert table.commitment != first
    assert table.seeds.commitments == [None, "", ""]
    assert everything(restored(table)) == everything(table)


def test_next_deal_uses_a_new_secret_and_new_seeds():
    table = seated(3, seeds=[0, 1])
    table.expire(Bot("Vesta"), 120.0)
    assert table.names == ("", "", "Cleo"), "neither had revealed a seed"
    for seat in (0, 1):
        table.sit(seat, person(seat), committed(table, seed(10 + seat)), now=130.0)
    table.open_seed(0, seed(10))
    table.expire(Bot("Vesta"), 150.0)
    table.commit_seed(0, committed(table, seed(20)), now=151.0)
    table.sit(1, person(3), now=160.0)
    assert table.unopened == [0]
    table.open_seed(0, seed(20))
    assert everything(restored(table)) == everything(table)
    record = finish(table, new_rng(1)).record()
    assert (record.fair["voided"], record.fair["seeds"]) == (2, [seed(20), "", ""])
    assert record.fair["secret"] != SECRET.hex()
    assert SECRET.hex() not in record.to_json()
    assert checker.faults(record.to_json()) == []
    notes = {finding.place: finding.sentence for finding in verify(record, LOCO) if finding.verdict == "note"}
    assert notes["voided"].startswith("2 deals were voided")
    hidden = json.loads(record.to_json())
    hidden["fair"]["voided"] = 0
    assert checker.faults(json.dumps(hidden)) == ["commitment"], "a host cannot hide voided deals"


def test_client_that_does_not_commit_again_loses_its_seat():
    table = seated()
    table.open_seed(0, seed(0))
    table.expire(Bot("Vesta"), 120.0)
    assert table.due is None, "no deadline while a seat is open"
    table.sit(1, person(2), committed(table, seed(2)), now=500.0)
    assert (table.due, table.unopened) == (500.0 + SEED_SECONDS, [])
    assert refusal(table, lambda: table.open_seed(1, seed(2))) == "no-seed-due"
    table.expire(Bot("Vesta"), 520.0)
    assert table.names == ("", "Cleo")
    assert len(table.voided) == 1
    assert table.seeds.commitments == ["", committed(table, seed(2))], "it was never revealed, so it still counts"


def test_voided_seed_cannot_be_reused():
    table = seated()
    table.open_seed(0, seed(0))
    old = table.seeds.commitments[0]
    table.expire(Bot("Vesta"), 120.0)
    table.commit_seed(0, old, now=121.0)  # a careless client reuses its seed
    table.sit(1, person(1), now=121.0)
    assert refusal(table, lambda: table.open_seed(0, seed(0))) == "wrong-seed"


@pytest.mark.parametrize("kicked", [False, True])
def test_leaving_after_all_commitments_voids_the_deal(kicked):
    table = seated()
    table.open_seed(0, seed(0))
    table.leave(1, kicked=kicked, now=101.0)
    assert table.voided == [("Bo",)]
    assert table.names == ("Ada", "")


def test_leaving_before_all_commitments_does_not_void_the_deal():
    table = new_table()
    table.sit(0, person(0), committed(table, seed(0)))
    commitment = table.commitment
    table.leave(0)
    assert (table.voided, table.commitment) == ([], commitment)


def test_downtime_extends_the_seed_deadline():
    table = seated()
    table.record_downtime(105.0, 1105.0)
    assert table.due == 1100.0 + SEED_SECONDS
    assert restored(table).due == table.due


def test_name_of_a_deleted_person_is_removed_from_voided_deals():
    table = seated()
    table.expire(Bot("Vesta"), 120.0)
    again = Table.replayed(LOCO, anonymize_events(table.events, person(1).person_id))
    assert again.voided == [("Ada", ANONYMOUS)]


def test_seed_events_survive_storage():
    table = seated()
    table.open_seed(0, seed(0))
    table.expire(Bot("Vesta"), 120.0)
    table.commit_seed(0, committed(table, seed(2)), now=121.0)
    assert {SeedOpened, SeedCommitted, DealVoided} <= {type(event) for event in table.events}
    assert stored(restored(table)) == stored(table)


def test_tables_that_share_a_deal_need_no_seeds():
    table = Table.open(LOCO, name="a", secret=SECRET, seats=2, deal="contest/1", settings=TableSettings())
    for seat in range(2):
        table.sit(seat, person(seat), committed(table, seed(seat)))
    assert table.status == "running"
    assert table.record().fair["seed_commitments"] == ["", ""]


# Attacks by a host with an accomplice in the last seat. Each succeeds against fair/1, which shows that the test works.


def best_name(method):
    """Return the record with the accomplice's best hand among many table names, keeping the published commitment."""
    shown = new_table(method=method).commitment
    tables = []
    for number in range(NAMES):
        table = Table.open(LOCO, name=f"table-{number}", secret=SECRET, seats=2, method=method)
        for seat in range(2):
            table.sit(seat, person(seat))
        tables.append(table)
    best = max(tables, key=lambda table: value(table, 1))
    assert value(best, 1) > value(tables[0], 1)
    record = json.loads(finish(best, new_rng(1)).record().to_json())
    record["fair"]["commitment"] = shown
    return record


def test_trying_many_table_names_is_detected():
    assert checker.faults(json.dumps(best_name(FAIR_1))) == [], "fair/1 does not prevent it"
    assert "commitment" in checker.faults(json.dumps(best_name(FAIR_2)))


def with_last_seed(number):
    """Return a fair/1 table at which the last player, who knows the secret and the first seed, tries another seed."""
    opened = new_table(method=FAIR_1).opened
    table = Table.replayed(LOCO, [opened, Seated(0, person(0), seed(0)), Seated(1, person(1), seed(number))])
    table._advance()
    return table


def test_trying_many_seeds_for_the_last_seat_fails():
    tried = [with_last_seed(number) for number in range(NAMES)]
    best = max(tried, key=lambda table: value(table, 1))
    assert value(best, 1) > value(tried[0], 1)
    assert wrong(finish(best, new_rng(1)).record()) == [], "fair/1 does not prevent it"
    table = seated()
    shown = list(table.seeds.commitments)  # the honest client stores this before it reveals its seed
    table.open_seed(0, seed(0))
    for number in range(2, NAMES):  # the accomplice knows everything now
        assert refusal(table, lambda number=number: table.open_seed(1, seed(number))) == "wrong-seed"
    table.open_seed(1, seed(1))
    forged = json.loads(finish(table, new_rng(1)).record().to_json())
    forged["fair"]["seeds"][1] = seed(9)
    assert "seed commitments" in checker.faults(json.dumps(forged))
    forged["fair"]["seed_commitments"] = checker.seed_commitments(forged["fair"])
    assert forged["fair"]["seed_commitments"] != shown, "the honest client would notice"
