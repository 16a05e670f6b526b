"""The ASGI application: HTTP and WebSocket."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from litestar import Litestar

from locarium.server.archive import api as archive_api
from locarium.server.archive import writer
from locarium.server.archive.archive import Archive
from locarium.server.archive.imports import Imports
from locarium.server.archive.reviews import Reviews, effort_from_environment
from locarium.server.archive.stats import Stats
from locarium.server.base.workers import Workers
from locarium.server.contests import api as contests_api
from locarium.server.contests.contests import Contests
from locarium.server.contests.daily import Daily
from locarium.server.contests.table_opener import TableOpener
from locarium.server.http import errors
from locarium.server.http.limits import Limits
from locarium.server.http.strict_body import StrictRequest
from locarium.server.learn import api as learn_api
from locarium.server.learn.edition_editor import EditionEditor
from locarium.server.live.connection import POLICY_VIOLATION, serve_client
from locarium.server.live.revocation import Revocation
from locarium.server.live.websocket import WebSocket
from locarium.server.people import api as people_api
from locarium.server.people.auth import DEPENDENCIES
from locarium.server.people.passwords import Passwords
from locarium.server.people.users import Users
from locarium.server.storage.bus import open_bus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables import api as tables_api
from locarium.server.tables.manager import TableManager

from . import api, frontend
from .api import DatabaseHealth
from .gateway import Gateway
from .openapi import openapi_config

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LIVE = re.compile(r"/api/tables/([^/]+)/live")  # live connection of a table


def create_app(database: str, *, bot_seconds: float, bus: str | None = None) -> Gateway:
    """Create the ASGI application for a database address, such as sqlite:////path/to/file, and an optional bus."""
    effort = effort_from_environment()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Database(database)
        log = EventLog(store)
        workers = Workers()
        manager = TableManager(store, log, open_bus(bus, store), writer, workers, bot_seconds=bot_seconds)
        users = Users(store, Passwords(workers=workers))
        Revocation(manager, users)
        archive, imports, edition_editor = Archive(store), Imports(store, workers), EditionEditor(workers)
        opener = TableOpener(store, manager)
        contests, daily = Contests(store, manager, opener, workers), Daily(store, manager, opener, users)
        reviews = Reviews(store, users.signer, lambda: manager.are_bots_thinking, effort)
        users.when_forgotten += [contests.anonymize_person, manager.anonymize_person, archive.anonymize_person]
        users.when_forgotten.append(reviews.anonymize_person)
        app.state.update(
            {
                "archive": archive,
                "contests": contests,
                "daily": daily,
                "database": store,
                "database_health": DatabaseHealth(store),
                "edition_editor": edition_editor,
                "imports": imports,
                "manager": manager,
                "reviews": reviews,
                "stats": Stats(store, workers),
                "users": users,
                "workers": workers,
            }
        )
        await manager.start()
        opener.start()
        reviews.start()
        yield
        await reviews.close()
        await opener.close()
        await manager.close()
        workers.close()
        log.close()
        store.close()

    handlers = [
        *tables_api.HANDLERS,
        *people_api.HANDLERS,
        *archive_api.HANDLERS,
        *learn_api.HANDLERS,
        *contests_api.HANDLERS,
        *api.HANDLERS,
        *frontend.HANDLERS,
    ]
    http = Litestar(
        route_handlers=handlers,
        lifespan=[lifespan],
        dependencies=DEPENDENCIES,
        openapi_config=openapi_config(),
        exception_handlers=errors.HANDLERS,
        request_class=StrictRequest,
        logging_config=None,
    )

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await http(scope, receive, send)
        elif live := LIVE.fullmatch(scope["path"]):
            await serve_client(WebSocket(scope, receive, send), http.state.manager, http.state.users, live[1])
        else:
            await WebSocket(scope, receive, send).close(POLICY_VIOLATION)

    def begin_shutdown() -> None:
        http.state.manager.begin_shutdown()

    return Gateway(app, Limits.from_environment(), begin_shutdown)
