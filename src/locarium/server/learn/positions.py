"""A game that is only looked at: a history led through a table, and shown as a live one would be."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.server.http.errors import LocalizedError, explain
from locarium.server.tables.detached import event_of, open_table, show_table
from locarium.server.tables.view import Viewer
from locarium.table.events import Person, Seated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.kernel.history import History
    from locarium.kernel.position import Setup
    from locarium.kernel.texts import Texts
    from locarium.server.tables.messages import TableState

SIDES = ("red", "blue")  # words of games in which these are names of seats


def show(history: History, seat: int, language: str, *, may_act: bool, may_take_back: bool) -> TableState:
    """What somebody at a seat of a table at which this was played would be sent."""
    record = history.record()
    table = open_table(record)
    names = names_of(history.setup, language)
    table.follow(Seated(number, Person(name, proof=str(number))) for number, name in enumerate(names))
    table.follow(event_of(*step) for step in record.steps)
    return show_table(table, Viewer(seat, language, may_act=may_act), may_take_back=may_take_back)


def names_of(setup: Setup, language: str) -> list[str]:
    """What those are called who sit there: by their side, or by their number."""
    texts = setup.texts(language)
    names = [_name(texts, seat) for seat in range(setup.seats)]
    return [name[0].upper() + name[1:] for name in names]


def _name(texts: Texts, seat: int) -> str:
    words = texts.all_sections()["words"]
    return words[SIDES[seat]] if SIDES[0] in words else texts.get("words", "seat", seat=seat + 1)


@contextmanager
def explained(setup: Setup, language: str) -> Iterator[None]:
    """What the rules refuse is told in the words of the game."""
    try:
        yield
    except (BadNotation, IllegalStep) as error:
        raise LocalizedError(explain(error, setup.texts(language))) from error
