"""The stored event log of all tables. One writer groups appends into transactions."""

from __future__ import annotations

import asyncio
import queue
import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import DataError, IntegrityError

from locarium.server.base import metrics
from locarium.table import events as table_events

from . import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from locarium.table.events import AnyEvent

    from .database import Database

MAX_IN_GROUP = 500  # appends per transaction

Row: TypeAlias = "dict[str, Any]"

_EVENTS = (
    sa.select(schema.events.c.event)
    .where(schema.events.c.table == sa.bindparam("name"), schema.events.c.version > sa.bindparam("after"))
    .order_by(schema.events.c.version)
)
_CHANGED = sa.update(schema.tables).where(schema.tables.c.name == sa.bindparam("of"))  # updates any columns


class Conflict(Exception):
    """Another process has appended to the table in the meantime."""


@dataclass(frozen=True)
class Append:
    """Events to append to a table, and related changes to store with them."""

    table: str
    version: int  # version of the first event
    events: Sequence[AnyEvent]
    summary: dict[str, Any] | None = None  # changed columns of `tables`; all of them with the first event
    seated: Sequence[str] = ()  # ids of people who took a seat
    left: Sequence[str] = ()  # ids of people who left
    then: Sequence[Callable[[sa.Connection], object]] = ()  # further writes in the same transaction

    def rows(self) -> list[Row]:
        """Return the rows for the events table."""
        return [
            {"table": self.table, "version": self.version + i, "event": table_events.encode(event)}
            for i, event in enumerate(self.events)
        ]


@dataclass(frozen=True)
class _Waiting:
    append: Append
    rows: list[Row]
    done: asyncio.Future[None]


class EventLog:
    """The append-only event log. An awaited append survives `kill -9`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: queue.SimpleQueue[list[_Waiting] | None] = queue.SimpleQueue()
        self._gathered: list[_Waiting] = []  # appends made during this iteration of the event loop
        self._writer = threading.Thread(target=self._write, name="event-log", daemon=True)
        self._writer.start()

    def append(self, append: Append) -> asyncio.Future[None]:
        """Store events, grouped with concurrent appends in one transaction.

        Raise Conflict if another process was first. After any other error, the events may or may not be stored, so
        reload the table.
        """
        loop = asyncio.get_running_loop()
        waiting = _Waiting(append, append.rows(), loop.create_future())
        if not self._gathered:
            loop.call_soon(self._hand_over)  # wakes the thread once for all appends
        self._gathered.append(waiting)
        return waiting.done

    def _hand_over(self) -> None:
        if self._gathered:
            metrics.append_queue.inc(len(self._gathered))
            self._queue.put(self._gathered)
            self._gathered = []

    async def load(self, table: str, after: int = 0) -> list[AnyEvent]:
        """Load the events of a table that follow version `after`. Empty if there is no such table."""
        if "\0" in table:  # PostgreSQL rejects NUL in text
            return []
        wanted = {"name": table, "after": after}
        rows = await self._database.ask(lambda connection: connection.execute(_EVENTS, wanted).all())
        return [table_events.decode(row.event) for row in rows]

    def close(self) -> None:
        """Store pending appends, then stop."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()

    def _write(self) -> None:
        connection: sa.Connection | None = None
        while (group := self._next_group()) is not None:
            try:
                if connection is None:
                    connection = self._database.engine.connect()
                _store_or_blame(connection, group)
            except Exception as error:  # the database is gone, or its disk is full
                _settle(group, error)
                if connection is not None:
                    connection.invalidate()
                    connection.close()
                    connection = None
        if connection is not None:
            connection.close()

    def _next_group(self) -> list[_Waiting] | None:
        first = self._queue.get()
        if first is None:
            return None
        group = first
        while len(group) < MAX_IN_GROUP:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._queue.put(None)  # stop after this group
                break
            group += more
        return group


def rewrite(connection: sa.Connection, table: str, old: Sequence[AnyEvent], new: Sequence[AnyEvent]) -> None:
    """Replace stored events of a table. Only `anonymize_events` may change stored events."""
    events = schema.events
    changed = [
        {"number": number, "text": table_events.encode(after)}
        for number, (before, after) in enumerate(zip(old, new, strict=True), 1)
        if before != after
    ]
    place = sa.and_(events.c.table == table, events.c.version == sa.bindparam("number"))
    if changed:
        connection.execute(sa.update(events).where(place).values(event=sa.bindparam("text")), changed)


def insert(connection: sa.Connection, append: Append) -> None:
    """Store an append inside an existing transaction."""
    _insert(connection, [append], append.rows())


def _store_or_blame(connection: sa.Connection, group: list[_Waiting]) -> None:
    try:
        _store(connection, group)
    except (IntegrityError, DataError) as error:
        connection.rollback()
        if len(group) == 1:
            _settle(group, Conflict() if isinstance(error, IntegrityError) else error)
            return
        for waiting in group:  # one append failed: retry them one by one
            _store_or_blame(connection, [waiting])
    else:
        _settle(group, None)


def _store(connection: sa.Connection, group: list[_Waiting]) -> None:
    rows = [row for waiting in group for row in waiting.rows]
    with metrics.append_seconds.time():
        _insert(connection, [waiting.append for waiting in group], rows)
        connection.commit()
    metrics.append_group.observe(len(group))
    metrics.events_stored.inc(len(rows))


def _insert(connection: sa.Connection, appends: list[Append], rows: list[Row]) -> None:
    opened = [{"name": append.table} | (append.summary or {}) for append in appends if append.version == 1]
    if opened:
        connection.execute(sa.insert(schema.tables), opened)
    _insert_events(connection, rows)
    changed = [{"of": append.table} | append.summary for append in appends if append.summary and append.version > 1]
    if changed:
        connection.execute(_CHANGED, changed)
    for append in appends:
        _note_seats(connection, append)
    for append in appends:
        for write in append.then:
            write(connection)


def _note_seats(connection: sa.Connection, append: Append) -> None:
    """Record who sits at a table. A person who left can return."""
    seats = schema.seats
    if append.left:
        gone = sa.update(seats).where(seats.c.table == append.table, seats.c.person_id.in_(append.left))
        connection.execute(gone.values(left=True))
    if append.seated:
        former = sa.delete(seats).where(
            seats.c.table == append.table, seats.c.person_id.in_(append.seated), seats.c.left
        )
        connection.execute(former)
        connection.execute(
            sa.insert(seats), [{"table": append.table, "person_id": person_id} for person_id in append.seated]
        )


def _insert_events(connection: sa.Connection, rows: list[Row]) -> None:
    """Insert event rows with a prebuilt statement, which is faster for the most common append."""
    written = _statement(connection.dialect)
    connection.exec_driver_sql(written.string, [tuple(row.values()) for row in rows] if written.positional else rows)


@lru_cache
def _statement(dialect: sa.Dialect) -> sa.sql.compiler.SQLCompiler:
    return sa.insert(schema.events).compile(dialect=dialect)


def _settle(group: list[_Waiting], error: Exception | None) -> None:
    """Notify all callers that wait for this group."""
    metrics.append_queue.dec(len(group))
    group[0].done.get_loop().call_soon_threadsafe(_resolve, [waiting.done for waiting in group], error)


def _resolve(waiting: list[asyncio.Future[None]], error: Exception | None) -> None:
    for done in waiting:
        if done.done():  # cancelled, or already notified
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
