"""People and tables that tests write to a database before starting a server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import Append, EventLog
from locarium.server.storage.signing import person_id_of
from locarium.table.events import AnyEvent, Opened, Person, Seated, decode, encode

NAMES = ("Ada", "Ben", "Cleo")
TOKENS = ["token-of-ada", "token-of-ben", "token-of-cleo"]
PEOPLE = [Person(name, person_id_of(name)) for name in NAMES]  # their names are their user ids


def write_people(address: str) -> None:
    """Store Ada, Ben and Cleo with an API token each."""
    database = Database(address)
    with database.engine.begin() as connection:
        for name, token in zip(NAMES, TOKENS, strict=True):
            connection.execute(sa.insert(schema.users).values(id=name, name=name, created=0.0, session=1))
            held = {"user_id": name, "label": "", "digest": person_id_of(token), "created": 0.0}
            connection.execute(sa.insert(schema.tokens).values(held))
    database.close()


def write_table(address: str, events: Sequence[AnyEvent], status: str = "waiting", due: float | None = None) -> None:
    """Store a table with these events."""
    opened = events[0]
    assert isinstance(opened, Opened)
    seated = [event.who.person_id for event in events if isinstance(event, Seated) and isinstance(event.who, Person)]
    summary = {"game": opened.game, "opened": 0.0, "status": status, "due": due}

    async def append() -> None:
        database = Database(address)
        log = EventLog(database)
        await log.append(Append(opened.table, 1, events, summary, seated))
        log.close()
        database.close()

    asyncio.run(append())


def read_events(address: str, table: str) -> list[AnyEvent]:
    """Read a table's events from the database."""

    async def load() -> list[AnyEvent]:
        database = Database(address)
        log = EventLog(database)
        events = await log.load(table)
        log.close()
        database.close()
        return events

    return asyncio.run(load())


def let_time_pass(address: str, seconds: float) -> None:
    """Move everything stored by a stopped server into the past, as if it had stopped earlier."""
    database = Database(address)
    moments = [schema.processes.c.seen, schema.games.c.finished, schema.games.c.embargoed_until]
    moments += [schema.contests.c.opened, schema.contests.c.begun, schema.contests.c.embargoed_until]
    with database.engine.begin() as connection:
        for moment in moments:
            earlier = sa.update(moment.table).where(moment > 0).values({moment: moment - seconds})
            connection.execute(earlier)
        _backdate(connection, seconds)
    database.close()


def backdate_tables(address: str, seconds: float) -> None:
    """Move the events and deadlines of all tables into the past, as if the server had been up since then."""
    database = Database(address)
    with database.engine.begin() as connection:
        _backdate(connection, seconds)
    database.close()


def _backdate(connection: sa.Connection, seconds: float) -> None:
    events, tables = schema.events, schema.tables
    connection.execute(sa.update(tables).where(tables.c.due > 0).values(due=tables.c.due - seconds))
    for row in connection.execute(sa.select(events)).all():
        event = decode(row.event)
        if (before := _earlier(event, seconds)) != event:
            place = sa.and_(events.c.table == row.table, events.c.version == row.version)
            connection.execute(sa.update(events).where(place).values(event=encode(before)))


def _earlier(event: AnyEvent, seconds: float) -> AnyEvent:
    if isinstance(event, Opened) and event.settings.embargoed_until:
        settings = msgspec.structs.replace(event.settings, embargoed_until=event.settings.embargoed_until - seconds)
        return msgspec.structs.replace(event, settings=settings)
    happened = getattr(event, "time", 0.0)
    return msgspec.structs.replace(event, time=happened - seconds) if happened else event
