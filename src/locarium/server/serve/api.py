"""HTTP API for operators and developers: health, metrics, API descriptions."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import sqlalchemy as sa
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from locarium import __version__
from locarium.kernel.errors import Refused
from locarium.server.base import metrics
from locarium.server.http.jobs import Jobs
from locarium.server.live.schema import ADDRESS, live_api, live_schema
from locarium.server.storage import schema

from .messages import Health, WaitingWork

if TYPE_CHECKING:
    from locarium.server.storage.database import Database

HEALTH_SECONDS = 2.0  # seconds for the database to answer
METRICS_TOKEN = "LOCARIUM_METRICS_TOKEN"  # noqa: S105  # the name of it, in the environment
UNAVAILABLE = 503
WRITE_SECONDS = 2.0  # seconds between two test writes
CHECK_SECONDS = 86400.0  # seconds between two checks of all database pages
MEGABYTE = 2**20
LEAST_FREE = 64 * MEGABYTE  # minimum free disk space in bytes

logger = logging.getLogger(__name__)


class DatabaseHealth:
    """A health check of the database: a test write at most every few seconds, and all pages once a day."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writing: asyncio.Task[str] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._write_again = self._check_again = 0.0  # monotonic time of the next check

    async def find_fault(self) -> str:
        """Return why the server is failing, or an empty string."""
        now = time.monotonic()
        if now >= self._check_again and (self._checking is None or self._checking.done()):
            self._check_again = now + CHECK_SECONDS
            self._checking = asyncio.create_task(self._check())
        if self._writing is None or (self._writing.done() and now >= self._write_again):
            self._write_again = now + WRITE_SECONDS
            self._writing = asyncio.create_task(self._write())
        try:
            fault = await asyncio.wait_for(asyncio.shield(self._writing), HEALTH_SECONDS)
        except TimeoutError:
            return f"The database did not answer within {HEALTH_SECONDS:g} seconds."
        if self._database.is_damaged:
            return "The database is damaged. Restore a backup."
        return self._find_full_disk() or fault

    async def _write(self) -> str:
        try:
            await self._database.ask(_write_and_undo)
        except (SQLAlchemyError, Refused) as error:
            logger.warning("the database is not writable: %s", getattr(error, "orig", error))
            return "The database is not writable."
        return ""

    async def _check(self) -> None:
        with contextlib.suppress(SQLAlchemyError, Refused):  # the check itself marks the database as damaged
            await self._database.check()

    def _find_full_disk(self) -> str:
        if self._database.is_shared:
            return ""
        try:
            free = shutil.disk_usage(Path(self._database.name).parent).free
        except OSError:
            return "The data folder is missing."
        if free >= LEAST_FREE:
            return ""
        return f"The disk is full: {free // MEGABYTE} MB free, the server needs {LEAST_FREE // MEGABYTE} MB."


def _write_and_undo(connection: sa.Connection) -> None:
    """Write a row that is rolled back. The database still writes its pages."""
    processes, name = schema.processes, secrets.token_hex(8)
    connection.execute(sa.insert(processes).values(name=name, seen=0.0))
    connection.execute(sa.delete(processes).where(processes.c.name == name))


@get("/health", responses={UNAVAILABLE: ResponseSpec(Health, description="The server cannot store moves.")})
async def health(state: State) -> Response[Health]:
    """Check whether the server can store moves."""
    if reason := await state.database_health.find_fault():
        return Response(Health("failing", __version__, "failing", reason), status_code=UNAVAILABLE)
    return Response(Health("ok", __version__, "ok"))


@get("/metrics", media_type="text/plain")
async def read_metrics(request: Request[Any, Any, Any]) -> Annotated[Response[bytes], "Prometheus text"]:
    """Return metrics for Prometheus. Requires the token in LOCARIUM_METRICS_TOKEN."""
    if not _is_host(request.scope):
        raise Refused("metrics-closed")
    return Response(metrics.exposition(), media_type=metrics.MEDIA_TYPE)


def _is_host(scope: Any) -> bool:
    """Return whether the request has the metrics token. Its address proves nothing: it may be a local proxy's."""
    token = os.environ.get(METRICS_TOKEN, "")
    brought = dict(scope["headers"]).get(b"authorization", b"")
    return bool(token) and secrets.compare_digest(brought, f"Bearer {token}".encode())


@get(ADDRESS, media_type="application/schema+json")
async def describe_live_messages() -> dict[str, Any]:
    """Return the JSON Schema of the live messages."""
    return live_schema()


@get("/api/schema/asyncapi.json")
async def describe_live_play() -> dict[str, Any]:
    """Return the AsyncAPI description of live play."""
    return live_api()


@get("/api/work")
async def list_work(jobs: Jobs) -> list[WaitingWork]:
    """List your requests that are waiting for a worker thread, with their place in the queue from 1."""
    return [WaitingWork(kind, place) for kind, place in jobs.workers.places(jobs.client)]


HANDLERS: list[Any] = [list_work, health, read_metrics, describe_live_messages, describe_live_play]
