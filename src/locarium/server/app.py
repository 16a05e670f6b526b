"""The application: HTTP and WebSocket on one house."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from litestar import Litestar

from . import (
    archive_api,
    contests_api,
    editing_api,
    faults,
    frontend,
    games_api,
    lessons_api,
    operation,
    people_api,
    puzzles_api,
    replay_api,
    tables_api,
    work_api,
)
from .archive import Archive
from .bus import open_bus
from .connection import POLICY_VIOLATION, converse
from .contests import Contests
from .daily import Daily
from .database import Database
from .editing import Editing
from .guard import Guard
from .house import House
from .identity import DEPENDENCIES
from .imports import Imports
from .limits import Limits
from .openapi import openapi_config
from .openings import Openings
from .operation import Pulse
from .passwords import Passwords
from .people import People
from .requests import StrictRequest
from .reviewing import Reviews, effort_from_environment
from .sessions import Sessions
from .socket import Socket
from .stats import Stats
from .storage import EventLog
from .workers import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LIVE = re.compile(r"/api/tables/([^/]+)/live")  # the table as it changes; messages.py is what is said there


def create_app(database: str, *, bot_seconds: float, bus: str | None = None) -> Guard:
    """The ASGI application on a database, given as an address such as sqlite:////path/to/file, and on a bus."""
    effort = effort_from_environment()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Database(database)
        log = EventLog(store)
        workers = Workers()
        house = House(store, log, open_bus(bus, store), workers, bot_seconds=bot_seconds)
        people = People(store, Passwords(workers=workers))
        Sessions(house, people)
        archive, imports, editing = Archive(store), Imports(store, workers), Editing(workers)
        openings = Openings(store, house)
        contests, daily = Contests(store, house, openings, workers), Daily(store, house, openings, people)
        reviews = Reviews(store, people.signer, lambda: house.is_thinking, effort)
        people.when_forgotten += [contests.forget_person, house.forget_person, archive.forget_person]
        people.when_forgotten.append(reviews.forget_person)
        app.state.update({"database": store, "house": house, "people": people, "pulse": Pulse(store)})
        app.state.update({"archive": archive, "imports": imports, "editing": editing, "stats": Stats(store, workers)})
        app.state.update({"contests": contests, "daily": daily, "reviews": reviews, "workers": workers})
        await house.open_up()
        openings.start()
        reviews.start()
        yield
        await reviews.close()
        await openings.close()
        await house.close()
        workers.close()
        log.close()
        store.close()

    handlers = [
        *games_api.HANDLERS,
        *tables_api.HANDLERS,
        *people_api.HANDLERS,
        *archive_api.HANDLERS,
        *replay_api.HANDLERS,
        *lessons_api.HANDLERS,
        *contests_api.HANDLERS,
        *puzzles_api.HANDLERS,
        *editing_api.HANDLERS,
        *work_api.HANDLERS,
        *operation.HANDLERS,
        *frontend.HANDLERS,
    ]
    http = Litestar(
        route_handlers=handlers,
        lifespan=[lifespan],
        dependencies=DEPENDENCIES | work_api.DEPENDENCIES,
        openapi_config=openapi_config(),
        exception_handlers=faults.HANDLERS,
        request_class=StrictRequest,
        logging_config=None,
    )

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await http(scope, receive, send)
        elif live := LIVE.fullmatch(scope["path"]):
            await converse(Socket(scope, receive, send), http.state.house, http.state.people, live[1])
        else:
            await Socket(scope, receive, send).close(POLICY_VIOLATION)

    def part() -> None:
        http.state.house.part()

    return Guard(app, Limits.from_environment(), part)
