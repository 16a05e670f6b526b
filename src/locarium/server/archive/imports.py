"""Imported records. They are replayed in a worker thread before they are stored."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.errors import BadInput, BadRecord, Refused
from locarium.kernel.record import read_record, read_records
from locarium.kernel.replay import replay
from locarium.server.base.workers import check_stopped
from locarium.server.people.owned_rows import lock_row
from locarium.server.storage import schema

from . import writer
from .messages import Imported, RejectedRecord

if TYPE_CHECKING:
    from locarium.kernel.position import Setup
    from locarium.kernel.record import Record
    from locarium.server.base.workers import Client, Workers
    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database

    from .writer import ArchiveRows

MAX_KEPT = 500  # games per person
MAX_AT_ONCE = 200
MAX_BYTES = 96 * 1024  # bytes per record; large enough for an edition text
SECONDS = 1.5  # processor time per request


class Imports:
    """An importer that replays records in a worker thread before storing them."""

    def __init__(self, database: Database, workers: Workers) -> None:
        self._database, self._workers = database, workers

    async def bring(self, principal: Principal, client: Client, lines: str) -> Imported:
        """Import the records that replay without errors. Reject the others, each with a reason."""
        good, bad = await self._workers.run("imports", client, _check, lines, principal.person_id)
        kept = await self._database.ask(lambda connection: _keep(connection, principal, good))
        return Imported(kept, len(good) - kept, bad)


def _check(lines: str, importer: str) -> tuple[list[ArchiveRows], list[RejectedRecord]]:
    good: dict[str, ArchiveRows] = {}
    bad = []
    now, deadline = time.time(), time.thread_time() + SECONDS
    for number, text in read_records(io.StringIO(lines)):
        check_stopped()
        if number > MAX_AT_ONCE or time.thread_time() > deadline:
            bad.append(RejectedRecord(number, f"too many records at once; send the records from {number} on again"))
            break
        try:
            filed = _file(text, importer, now)
        except BadRecord as error:
            bad.append(RejectedRecord(number, str(error)))
        else:
            good[filed.game["id"]] = filed
    return list(good.values()), bad


def read_replayed(text: str) -> tuple[Record, Setup]:
    """Read and replay a record. Raise BadRecord if that fails."""
    record = read_record(text)
    try:
        game = catalogue.game(record.game)
    except BadInput as error:
        raise BadRecord(str(error)) from None
    setup = replay(record, game).setup
    return msgspec.structs.replace(record, legal=None), setup  # legal moves can be recomputed


def _file(text: str, importer: str, now: float) -> ArchiveRows:
    record, setup = read_replayed(text)
    if record.result is None:
        raise BadRecord("the game is not over; only finished games can be imported")
    filed = writer.file_import(record, setup, importer, now)
    if (size := len(filed.game["record"])) > MAX_BYTES:
        raise BadRecord(f"this record has {size} bytes; the limit is {MAX_BYTES}")
    return filed


def _keep(connection: sa.Connection, principal: Principal, filed: list[ArchiveRows]) -> int:
    """Store new games. Return how many were added."""
    games = schema.games
    lock_row(connection, principal.user_id)
    there = set(connection.execute(sa.select(games.c.id).where(games.c.importer == principal.person_id)).scalars())
    new = [each for each in filed if each.game["id"] not in there]
    if len(there) + len(new) > MAX_KEPT:
        raise Refused("too-many-records", most=MAX_KEPT, kept=len(there))
    writer.put(connection, new)
    return len(new)
