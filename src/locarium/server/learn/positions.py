"""A game that is only looked at: a history led through a table, and shown as a live one would be."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.server.http.errors import LocalizedError, localize
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


def show(history: History, seat: int, language: str, *, may_act: bool, can_undo: bool) -> TableState:
    """What somebody at a seat of a table at which this was played would be sent."""
    record = history.record()
    table = open_table(record)
    names = names_of(history.setup, language)
    table.apply_events(Seated(number, Person(name, person_id=str(number))) for number, name in enumerate(names))
    table.apply_events(event_of(*step) for step in record.steps)
    return show_table(table, Viewer(seat, language, may_act=may_act), can_undo=can_undo)


def names_of(setup: Setup, language: str) -> list[str]:
    """What those are called who sit there: by their side, or by their number."""
    texts = setup.texts(language)
    names = [_name(texts, seat) for seat in range(setup.seats)]
    return [name[0].upper() + name[1:] for name in names]


def _name(texts: Texts, seat: int) -> str:
    words = texts.all_sections()["words"]
    return words[SIDES[seat]] if SIDES[0] in words else texts.get("words", "seat", seat=seat + 1)


@contextmanager
def localized_errors(setup: Setup, language: str) -> Iterator[None]:
    """What the rules refuse is told in the words of the game."""
    try:
        yield
    except (BadNotation, IllegalStep) as error:
        raise LocalizedError(localize(error, setup.texts(language))) from error
