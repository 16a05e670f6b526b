"""Reports of players to the operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from locarium.kernel.errors import Refused
from locarium.server.storage import schema

from .owned_rows import lock_row, now

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_OPEN = 50  # open reports per person
MAX_CHARACTERS = 500


def add_report(
    connection: sa.Connection, user_id: str, table: str, seat: int, person_id: str | None, reason: str, text: str
) -> None:
    """Store a report for the operator. Raise Refused if the reporter has too many open ones."""
    reports = schema.reports
    lock_row(connection, user_id)
    is_open = sa.and_(reports.c.user_id == user_id, reports.c.closed.is_(None))
    if connection.scalar(sa.select(sa.func.count()).select_from(reports).where(is_open)) >= MAX_OPEN:  # type: ignore[operator]
        raise Refused("too-many", most=MAX_OPEN)
    told = {
        "table": table,
        "seat": seat,
        "person_id": person_id,
        "reason": reason,
        "text": printable(text)[:MAX_CHARACTERS],
    }
    connection.execute(sa.insert(reports), told | {"user_id": user_id, "created": now()})


def open_reports(connection: sa.Connection) -> Sequence[sa.Row[Any]]:
    """Return the open reports, oldest first."""
    reports = schema.reports
    return connection.execute(sa.select(reports).where(reports.c.closed.is_(None)).order_by(reports.c.number)).all()


def close_report(connection: sa.Connection, number: int) -> bool:
    """Close a report. Return whether it was open."""
    reports = schema.reports
    closing = sa.update(reports).where(reports.c.number == number, reports.c.closed.is_(None)).values(closed=now())
    return connection.execute(closing).rowcount > 0


def printable(text: str) -> str:
    """Escape control characters, so that a report cannot move the reader's cursor."""
    return "".join(c if c.isprintable() else " " for c in text).strip()
