"""LOKUS tables for tests: three people, first round dealt."""

from __future__ import annotations

from games.lokus.script import deal
from locarium.kernel.game import SPECTATOR
from locarium.kernel.rng import draw_below
from table.tables import (
    LOKUS,
    dealt_table,
    new_key,
    refusal,
    seen,
    step,
)

# In the first turn every card fits only one row, so the next turn starts without a choice. In the second turn seat 2
# has the lowest card, seat 0 the highest, and both rows take either.
ROWS = "r12 e12"
HANDS = {0: "r1 b11", 1: "e5 o6 y7", 2: "e10 g2 b8"}
FIRST = {0: "play r1", 1: "play e5", 2: "play e10"}
SECOND = {0: "play b11", 1: "play o6", 2: "play g2"}
OTHER = {0: "play b11", 1: "play y7", 2: "play b8"}  # alternative choices for the first turn
DEAL = deal(3, ROWS, hands=HANDS)
SEATS = range(3)
OBSERVERS = (*SEATS, SPECTATOR)


def lokus_table(**given):
    """Return a table of three people with the first round dealt."""
    return dealt_table(DEAL, LOKUS, **given)


def choose(table, choices, order=None):
    for seat in order or choices:
        step(table, choices[seat], seat)


def views(table, observers=OBSERVERS):
    """Return what each observer sees, including the log as sentences."""
    return {observer: (seen(table, observer), log(table, observer)) for observer in observers}


def log(table, observer, start=0):
    """Return the log lines from `start` on, as sent to a client."""
    texts, names, forgotten = LOKUS.about.texts("en"), table.names, table.lines_forgotten(observer)
    told = []
    for line, (seat, text) in enumerate(table.log(observer, start), start):
        positions = table.before_and_after(line, forgotten=line < forgotten)
        told.append((LOKUS.telling.tell(texts, names, seat, text), LOKUS.telling.follow(texts, names, *positions)))
    return told


def stale(table, seat, text, at):
    """Return whether a step chosen at a version is rejected as stale."""
    return refusal(table, lambda: table.step(seat, text, at=at, key=new_key())) == "stale"


def undo_steps(table, seat):
    table.undo(seat, key=new_key())


def pick(rng, things):
    return things[draw_below(rng, len(things))]


def shuffled(things, rng):
    things = list(things)
    return [things.pop(draw_below(rng, len(things))) for _ in range(len(things))]
