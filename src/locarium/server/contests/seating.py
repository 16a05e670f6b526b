"""Seating in a contest: every entrant plays every deal once, at changing tables and seats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Placing:
    """A seat at one of the tables of a deal."""

    place: int  # number of the table, from 0
    seat: int


def placing(entrant: int, deal: int, *, tables: int, seats: int) -> Placing:
    """Return where an entrant sits in a deal. All numbers start at 0.

    Entrants with the same remainder modulo `seats` never meet. In every deal, they hold the same cards at different
    tables and are compared with each other. The second entrant of such a group moves on by one table per deal, the
    third by two, and so on, so opponents change every time.
    """
    group, remainder = divmod(entrant, seats)
    return Placing((group + deal * remainder) % tables, (remainder + deal) % seats)
