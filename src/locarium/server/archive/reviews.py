"""Reviews of finished games. They are made in the background, one at a time, and stored."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import sys
import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.search.analysis import Analysis, Analyst
from locarium.search.outlook import GAMES
from locarium.server.base.addresses import LOCAL
from locarium.server.base.fair_queue import Served, in_turn, note_turn
from locarium.server.base.settings import read_number
from locarium.server.base.tasks import Tasks
from locarium.server.base.workers import in_own_thread
from locarium.server.people.owned_rows import lock_row
from locarium.server.storage import schema
from locarium.server.storage.signing import person_id_of

from .messages import Review

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.server.http.limits import Limiter
    from locarium.server.people.principal import Principal
    from locarium.server.storage.database import Database
    from locarium.server.storage.signing import Signer

EFFORT = "LOCARIUM_REVIEW_EFFORT"  # environment variable: multiplies the thinking time per step
USUAL_EFFORT = 0.25  # relative to `locarium record analyse`
NICENESS = 15  # niceness of the thread, where the system supports it
MAX_WAITING = 50  # maximum reviews in the queue
MAX_OF_ONE = 3  # maximum reviews in the queue per person
MAX_FROM_ADDRESS = 10  # maximum reviews in the queue per address
MAX_KEPT = 5_000
KEPT_DAYS = 60  # days that a review is kept after it was last opened
UPDATE_SECONDS = 0.5  # seconds between progress updates
LEASE = 15.0  # seconds without an update after which a process counts as dead
POLL_SECONDS = 5.0  # seconds between checks for requests made in other processes
BUSY_CHECK_SECONDS = 0.02  # seconds between checks whether bots are thinking
MAX_BUSY_SECONDS = 3.0  # seconds that a step waits for thinking bots
DIGITS = 4  # decimal places stored

reviews = schema.reviews
_is_open = reviews.c.status.in_(("waiting", "running"))

logger = logging.getLogger(__name__)


class Progress:
    """Progress of a review, written by its thread and read by the server."""

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self.done, self.total = 0, 0
        self.stop = threading.Event()
        self._is_busy = is_busy

    def note(self, done: int, total: int) -> None:
        """Report progress. Pause before the next step while bots are thinking."""
        self.done, self.total = done, total
        patience = time.monotonic() + MAX_BUSY_SECONDS
        while self._is_busy() and time.monotonic() < patience and not self.stop.is_set():
            time.sleep(BUSY_CHECK_SECONDS)


class Reviews:
    """The review queue. Requests are stored first, so a review interrupted by a crash is made again."""

    def __init__(self, database: Database, signer: Signer, is_busy: Callable[[], bool], effort: float) -> None:
        self._database, self._signer, self._is_busy, self._effort = database, signer, is_busy, effort
        self._name = secrets.token_hex(8)
        self._woken = asyncio.Event()
        self._tasks = Tasks()
        self._served: Served = {}
        self._progress: Progress | None = None

    def start(self) -> None:
        """Start, beginning with unfinished reviews."""
        self._tasks.keep("reviews", self._run, POLL_SECONDS)

    async def close(self) -> None:
        """Stop. Unfinished reviews are made again later."""
        if self._progress is not None:
            self._progress.stop.set()
        await self._tasks.close()
        await self._database.ask(partial(_release, which=reviews.c.worker == self._name))

    async def status(self, record: bytes) -> Review:
        """Return the progress of a game's review."""
        found = await self._database.ask(partial(_look, record=record, served=self._served, now=time.time()))
        return found or Review("none", 0, 0, 0, None)

    async def begin(self, record: bytes, principal: Principal, address: str, limiter: Limiter) -> Review:
        """Queue a review, unless it is done or in progress."""
        found = await self.status(record)
        if found.status not in ("none", "failed"):
            return found
        limiter.spend("reviews", principal.person_id)
        digest = None if address == LOCAL else self._signer.digest("address", address)
        await self._database.ask(partial(_ask_for, record=record, principal=principal, address=digest, now=time.time()))
        self._woken.set()
        return await self.status(record)

    async def anonymize_person(self, user_id: str) -> None:
        """Remove the person from the reviews they requested."""
        forgotten = sa.update(reviews).where(reviews.c.person_id == person_id_of(user_id)).values(person_id=None)
        await self._database.ask(lambda connection: connection.execute(forgotten).rowcount)

    async def _run(self) -> None:
        if not self._database.is_shared:  # no other process can be working on a review
            await self._database.ask(partial(_release, which=sa.true()))
        while True:
            await self._database.ask(partial(_delete_expired, now=time.time()))
            while (row := await self._take()) is not None:
                await self._review(row)
            await self._wait_for_work()

    async def _wait_for_work(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
        self._woken.clear()

    async def _take(self) -> sa.Row[Any] | None:
        return await self._database.ask(partial(_take, worker=self._name, served=self._served, now=time.time()))

    async def _review(self, row: sa.Row[Any]) -> None:
        progress = self._progress = Progress(self._is_busy)
        work = in_own_thread(partial(_analyse_nicely, row.record, progress, self._effort))
        try:
            while not work.done():
                await asyncio.wait([work], timeout=UPDATE_SECONDS)
                await self._note(row.id, done=progress.done, total=progress.total, lease=time.time() + LEASE)
            found = work.result()
        except Exception:
            progress.stop.set()
            logger.exception("review failed")
            await self._note(row.id, status="failed", address=None, worker=None, lease=None)
        else:
            if found is not None:
                await self._note(row.id, status="done", address=None, analysis=found, worker=None, lease=None)

    async def _note(self, name: str, **values: Any) -> None:
        mine = sa.update(reviews).where(reviews.c.id == name, reviews.c.worker == self._name)
        await self._database.ask(lambda connection: connection.execute(mine.values(**values)).rowcount)


def effort_from_environment() -> float:
    """Return LOCARIUM_REVIEW_EFFORT or the default."""
    return read_number(EFFORT, "effort", USUAL_EFFORT, 0.0001, 100)


def _analyse_nicely(text: bytes, progress: Progress, effort: float) -> bytes | None:
    """Analyse at low priority, so bots and players go first. On Linux each thread has its own niceness."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
    return analyse(text, progress, effort)


def analyse(text: bytes, progress: Progress, effort: float) -> bytes | None:
    """Analyse a record and encode the result for storage. Return None if it was stopped."""
    record = read_record(text.decode())
    game = catalogue.game(record.game)
    simulations, games = max(2, round(game.simulations * effort)), min(GAMES, max(8, round(GAMES * effort)))
    analyst = Analyst(replay(record, game), simulations=simulations, games=games, stop=progress.stop)
    progress.total = len(record.steps)
    analysis = analyst.analyse(progress.note)
    return msgspec.json.encode(_rounded(msgspec.to_builtins(analysis))) if analysis.is_complete else None


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, DIGITS)
        case list():
            return [_rounded(each) for each in value]
        case dict():
            return {name: _rounded(each) for name, each in value.items()}
    return value


def _bare(record: bytes) -> bytes:
    """Return a record without names and fairness data, encoded so that equal games give equal bytes."""
    read = read_record(record.decode())
    return msgspec.structs.replace(read, fair=None, meta=None, legal=None).to_json().encode()


def digest_of(record: bytes) -> str:
    """Return the id of a game's review, which depends only on its steps."""
    return hashlib.sha256(_bare(record)).hexdigest()


# Database transactions.


def _look(connection: sa.Connection, record: bytes, served: Served, now: float) -> Review | None:
    name = digest_of(record)
    row = connection.execute(sa.select(reviews).where(reviews.c.id == name)).one_or_none()
    if row is None:
        return None
    if now - row.used > 3600:  # accurate to an hour
        connection.execute(sa.update(reviews).where(reviews.c.id == name).values(used=now))
    ahead = _ahead(connection, name, served, now) if row.status == "waiting" else 0
    found = None if row.analysis is None else msgspec.json.decode(row.analysis, type=Analysis)
    return Review(row.status, row.done, row.total, ahead, found)


def _ahead(connection: sa.Connection, name: str, served: Served, now: float) -> int:
    """Count the reviews that are running or earlier in the queue."""
    order = [entry.id for entry in in_turn(_waiting(connection, now), served)]
    running = sa.select(sa.func.count()).where(reviews.c.status == "running", reviews.c.lease >= now)
    first = order.index(name) if name in order else 0  # another process may have just taken it
    return first + connection.execute(running).scalar_one()


@dataclass(frozen=True)
class _Entry:
    """A review in the queue."""

    id: str
    address: str
    person: str
    asked: float


def _waiting(connection: sa.Connection, now: float) -> list[_Entry]:
    """Return the reviews that can be taken: waiting ones, and those whose process has died."""
    is_free = sa.or_(reviews.c.status == "waiting", sa.and_(reviews.c.status == "running", reviews.c.lease < now))
    wanted = sa.select(reviews.c.id, reviews.c.address, reviews.c.person_id, reviews.c.asked).where(is_free)
    return [_Entry(row.id, row.address or "", row.person_id or "", row.asked) for row in connection.execute(wanted)]


def _ask_for(connection: sa.Connection, record: bytes, principal: Principal, address: str | None, now: float) -> None:
    lock_row(connection, principal.user_id)
    waiting = sa.select(sa.func.count()).where(_is_open)
    if connection.execute(waiting.where(reviews.c.person_id == principal.person_id)).scalar_one() >= MAX_OF_ONE:
        raise Refused("too-many-reviews", most=MAX_OF_ONE)
    nearby = waiting.where(reviews.c.address == address)
    if address is not None and connection.execute(nearby).scalar_one() >= MAX_FROM_ADDRESS:
        raise Refused("too-many-waiting", most=MAX_FROM_ADDRESS)
    if connection.execute(waiting).scalar_one() >= MAX_WAITING:
        raise Refused("reviews-full", most=MAX_WAITING)
    name, bare = digest_of(record), _bare(record)
    values = {
        "record": bare,
        "status": "waiting",
        "asked": now,
        "used": now,
        "person_id": principal.person_id,
        "address": address,
    }
    values |= {"done": 0, "total": len(read_record(bare.decode()).steps), "worker": None, "lease": None}
    failed = sa.update(reviews).where(reviews.c.id == name, reviews.c.status == "failed").values(**values)
    if connection.execute(failed).rowcount == 0:
        is_there = connection.execute(sa.select(reviews.c.id).where(reviews.c.id == name)).first()
        if is_there is None:
            connection.execute(sa.insert(reviews).values(id=name, **values))


def _take(connection: sa.Connection, worker: str, served: Served, now: float) -> sa.Row[Any] | None:
    """Take the next review, unless another process was faster."""
    waiting = _waiting(connection, now)
    for entry in in_turn(waiting, served):
        is_free = sa.or_(reviews.c.status == "waiting", reviews.c.lease < now)
        taken = {"status": "running", "done": 0, "worker": worker, "lease": now + LEASE}
        mine = sa.update(reviews).where(reviews.c.id == entry.id, is_free).values(**taken)
        if connection.execute(mine).rowcount:
            note_turn(entry, served, now, waiting)
            return connection.execute(sa.select(reviews).where(reviews.c.id == entry.id)).one()
    return None


def _release(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    left = sa.update(reviews).where(which, reviews.c.status == "running")
    connection.execute(left.values(status="waiting", done=0, worker=None, lease=None))


def _delete_expired(connection: sa.Connection, now: float) -> None:
    """Delete reviews that were not opened for a long time. They can be made again."""
    old = reviews.c.used < now - KEPT_DAYS * 86400
    newest = sa.select(reviews.c.id).order_by(reviews.c.used.desc()).limit(MAX_KEPT)
    connection.execute(sa.delete(reviews).where(~_is_open, sa.or_(old, reviews.c.id.not_in(newest))))
