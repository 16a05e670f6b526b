"""Tables that share a deal, and their embargo."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.kernel.game import SPECTATOR
from locarium.table.events import TableSettings
from locarium.table.table import Table
from locarium.table.verification import verify
from table.tables import LOCO, SECRET, committed, person, restored, seed

GAMES = [("loco", 3), ("lokus", 3), ("locus", 1), ("genius-loci", 2)]


def dealt(game, seats, name, deal="contest/1", **given):
    table = Table.open(catalogue.game(game), name=name, secret=SECRET, seats=seats, deal=deal, **given)
    for seat in range(seats):
        table.sit(seat, person(seat), committed(table, seed(seat + len(name))))  # different seeds at every table
    return table


def drawn(table):
    return [text for seat, text in table.history.texts() if seat is None], [who.name for who in table.seats]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_tables_sharing_a_deal_ignore_client_seeds(game, seats):
    tables = [dealt(game, seats, name) for name in ("a", "another")]
    assert drawn(tables[0]) == drawn(tables[1])
    assert tables[0].commitment == tables[1].commitment
    assert drawn(dealt(game, seats, "a", "contest/2"))[0] != drawn(tables[0])[0]


def over(**settings):
    table = Table.open(
        LOCO, name="window", secret=SECRET, seats=2, deal="contest/1", settings=TableSettings(**settings)
    )
    for seat in range(2):
        table.sit(seat, person(seat), committed(table, seed(seat)))
    table.resign(0)
    return table


def test_record_of_a_shared_deal_can_be_verified():
    record = over().record()
    assert record.fair["table"] == "contest/1"
    assert record.fair["seeds"] == ["", ""]
    assert {finding.verdict for finding in verify(record, LOCO)} <= {"right", "note"}


def test_embargoed_record_shows_only_what_the_observer_knew():
    table = over(embargoed_until=100.0)
    assert table.is_embargoed(99.9)
    assert not table.is_embargoed(100.0)
    deal = table.record().steps[0][1]
    for observer in (0, 1, SPECTATOR):
        sealed = table.record(observer, embargoed=True)
        assert sealed.fair.keys() == {"method", "table", "voided", "commitment", "seed_commitments"}
        assert sealed.steps[0][1] != deal
        assert sealed.result == table.record().result
    assert restored(table).is_embargoed(99.9)
