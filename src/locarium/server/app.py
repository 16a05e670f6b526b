"""The application: HTTP and WebSocket on one house."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Litestar, get
from litestar.exceptions import NotFoundException
from litestar.response import File
from litestar.static_files import create_static_files_router

from . import faults, games_api, operation, people_api, tables_api
from .bus import open_bus
from .connection import POLICY_VIOLATION, converse
from .database import Database
from .guard import Guard
from .house import House
from .identity import DEPENDENCIES
from .limits import Limits
from .openapi import openapi_config
from .operation import Pulse
from .people import People
from .requests import StrictRequest
from .socket import Socket
from .storage import EventLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

STATIC = Path(__file__).parent / "static"
LIVE = re.compile(r"/api/tables/([^/]+)/live")  # the table as it changes; messages.py is what is said there


@get(["/", "/table/{path:path}", "/rules/{path:path}"], include_in_schema=False)
async def page(path: str = "") -> File:
    """The front end, whatever its page."""
    if not (STATIC / "index.html").exists():
        raise NotFoundException("the front end is not built; script/web builds it")
    return File(STATIC / "index.html", content_disposition_type="inline", media_type="text/html")


def create_app(database: str, *, bot_seconds: float, bus: str | None = None) -> Guard:
    """The ASGI application on a database, given as an address such as sqlite:////path/to/file, and on a bus."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Database(database)
        log = EventLog(store)
        house = House(store, log, open_bus(bus, store), bot_seconds=bot_seconds)
        people = People(store)
        people.when_forgotten.append(house.forget_person)
        app.state.update({"database": store, "house": house, "people": people, "pulse": Pulse(store)})
        await house.open_up()
        yield
        await house.close()
        log.close()
        store.close()

    handlers = [
        *games_api.HANDLERS,
        *tables_api.HANDLERS,
        *people_api.HANDLERS,
        *operation.HANDLERS,
        page,
    ]
    if (STATIC / "assets").is_dir():
        handlers.append(create_static_files_router(path="/assets", directories=[STATIC / "assets"]))
    http = Litestar(
        route_handlers=handlers,
        lifespan=[lifespan],
        dependencies=DEPENDENCIES,
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
