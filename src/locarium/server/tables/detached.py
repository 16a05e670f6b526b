"""Tables without players that replay recorded steps and render like live ones."""

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

NO_SECRET = "00" * 32  # nothing is drawn at these tables


def open_table(record: Record) -> Table:
    """Create the table of a record, with empty seats."""
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
    """Return the event for a step of a record. Seat None is chance."""
    return Drawn(text) if seat is None else Stepped(seat, text, key="")


def show_table(table: Table, viewer: Viewer, **changes: Any) -> TableState:
    """Render a detached table for a viewer, with the given fields changed."""
    return msgspec.structs.replace(show_state(SharedView(table, None), viewer, now=0.0), **changes)
