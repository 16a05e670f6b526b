"""Seating in a contest."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from locarium.server.contests.messages import MAX_DEALS, MAX_TABLES, MIN_TABLES
from locarium.server.contests.seating import Placing, placing

TABLES = st.integers(MIN_TABLES, MAX_TABLES)
SEATS = st.integers(1, 6)


@given(TABLES, SEATS, st.integers(0, MAX_DEALS - 1))
def test_every_seat_is_taken_once(tables: int, seats: int, deal: int) -> None:
    taken = [placing(entrant, deal, tables=tables, seats=seats) for entrant in range(tables * seats)]
    assert len(taken) == len(set(taken))
    assert set(taken) == {Placing(*place) for place in product(range(tables), range(seats))}


@given(TABLES, SEATS, st.data())
def test_every_entrant_takes_every_seat(tables: int, seats: int, data: st.DataObject) -> None:
    entrant = data.draw(st.integers(0, tables * seats - 1))
    assert {placing(entrant, deal, tables=tables, seats=seats).seat for deal in range(seats)} == set(range(seats))


@given(TABLES, SEATS, st.data())
def test_opponents_change_every_deal(tables: int, seats: int, data: st.DataObject) -> None:
    """No two opponents of one deal meet again in the next."""
    deal = data.draw(st.integers(0, MAX_DEALS - 2))
    places = [
        [placing(entrant, number, tables=tables, seats=seats).place for entrant in range(tables * seats)]
        for number in (deal, deal + 1)
    ]
    for one, other in product(range(tables * seats), repeat=2):
        if abs(one % seats - other % seats) % tables:
            assert not all(place[one] == place[other] for place in places)
