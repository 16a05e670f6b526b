"""The log of all tables on disk: appends are grouped into transactions by one writer."""

from __future__ import annotations

import asyncio
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from locarium.play import events as table_events

from . import metrics, schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.play.events import AnyEvent

    from .database import Database

MOST_IN_GROUP = 500  # appends in one transaction


@dataclass(frozen=True)
class _Append:
    rows: list[dict[str, Any]]  # of events
    opened: dict[str, Any] | None  # of tables, with the first event
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class EventLog:
    """Appends survive `kill -9` once they are awaited."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="event-log", daemon=True)
        self._writer.start()

    async def append(self, table: str, version: int, new: Sequence[AnyEvent], opened_at: float | None = None) -> None:
        """Store events, the first of which has this version, in one transaction with what others append meanwhile."""
        loop = asyncio.get_running_loop()
        rows = [
            {"table": table, "version": version + i, "event": table_events.encode(event)} for i, event in enumerate(new)
        ]
        first = new[0]
        opened = None
        if isinstance(first, table_events.Opened):
            opened = {"name": table, "game": first.game, "opened": opened_at}
        append = _Append(rows, opened, loop, loop.create_future())
        self._queue.put(append)
        with metrics.append_queue.track_inprogress():
            await append.done

    async def load(self, table: str) -> list[AnyEvent]:
        """All events of a table; none if there is no such table."""
        events = schema.events
        wanted = sa.select(events.c.event).where(events.c.table == table).order_by(events.c.version)
        rows = await self._database.ask(lambda connection: connection.execute(wanted).all())
        return [table_events.decode(row.event) for row in rows]

    def close(self) -> None:
        """Store what is waiting, then end."""
        self._queue.put(None)
        self._writer.join()

    def _write(self) -> None:
        with self._database.engine.connect() as connection:
            while (group := self._next_group()) is not None:
                try:
                    _store(connection, group)
                except SQLAlchemyError:  # one of them is at fault: find out which
                    connection.rollback()
                    for append in group:
                        self._write_alone(connection, append)
                else:
                    _settle(group, None)

    def _write_alone(self, connection: sa.Connection, append: _Append) -> None:
        try:
            _store(connection, [append])
        except SQLAlchemyError as error:
            connection.rollback()
            _settle([append], error)
        else:
            _settle([append], None)

    def _next_group(self) -> list[_Append] | None:
        first = self._queue.get()
        if first is None:
            return None
        group = [first]
        while len(group) < MOST_IN_GROUP:
            try:
                append = self._queue.get_nowait()
            except queue.Empty:
                break
            if append is None:
                self._queue.put(None)  # end after this group
                break
            group.append(append)
        return group


def _store(connection: sa.Connection, group: list[_Append]) -> None:
    opened = [append.opened for append in group if append.opened is not None]
    rows = [row for append in group for row in append.rows]
    with metrics.append_seconds.time():
        if opened:
            connection.execute(sa.insert(schema.tables), opened)
        connection.execute(sa.insert(schema.events), rows)
        connection.commit()
    metrics.append_group.observe(len(group))
    metrics.events_stored.inc(len(rows))


def _settle(group: list[_Append], error: Exception | None) -> None:
    """Tell those who wait, each loop once."""
    for loop in {append.loop for append in group}:
        waiting = [append.done for append in group if append.loop is loop]
        loop.call_soon_threadsafe(_resolve, waiting, error)


def _resolve(waiting: list[asyncio.Future[None]], error: Exception | None) -> None:
    for done in waiting:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
