"""Tables at which nobody plays: led through what happened elsewhere, and shown as live ones are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from locarium import catalogue
from locarium.table.events import Drawn, Opened, Stepped, TableSettings
from locarium.table.table import Table

from .view import SharedView, show_state

if TYPE_CHECKING:
    from locarium.kernel.record import Record

    from .messages import TableState
    from .view import Viewer

NO_SECRET = "00" * 32  # nothing is drawn here


def open_table(record: Record) -> Table:
    """The table of a record before anybody sat down."""
    opened = Opened(
        table="",
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=record.options,
        table_options={},
        secret=NO_SECRET,
        edition=record.edition,
        edition_text=record.edition_text,
        settings=TableSettings(chat=False),
    )
    return Table(catalogue.game(record.game), opened)


def event_of(seat: int | None, text: str) -> Drawn | Stepped:
    """What happened by a step of a record; seat None is chance."""
    return Drawn(text) if seat is None else Stepped(seat, text, key="")


def show_table(table: Table, viewer: Viewer, **changes: Any) -> TableState:
    """What a reader of such a live table would be sent, but for some changes."""
    return msgspec.structs.replace(show_state(SharedView(table, None), viewer, now=0.0), **changes)
