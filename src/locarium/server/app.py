"""The application: HTTP and WebSocket on one house."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Litestar, MediaType, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import File
from litestar.static_files import create_static_files_router

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.kernel.game import SPECTATOR

from . import faults, operation
from .connection import POLICY_VIOLATION, converse
from .database import Database
from .guard import Guard
from .house import House, seat_of
from .limits import Limits
from .messages import GameInfo, Join, Joined, NewTable, TableInfo
from .openapi import openapi_config
from .operation import Pulse
from .rendering import describe_game, describe_table
from .requests import StrictRequest
from .socket import Socket
from .storage import EventLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

STATIC = Path(__file__).parent / "static"
LIVE = re.compile(r"/api/tables/([^/]+)/live")  # the table as it changes; messages.py is what is said there

Language = Annotated[str, Parameter(query="language")]


@get("/api/games")
async def list_games(language: Language = "en") -> list[GameInfo]:
    """The games of the house."""
    return [describe_game(name, language) for name in catalogue.NAMES]


@get("/api/games/{game:str}/texts")
async def game_texts(game: str, language: Language = "en") -> dict[str, dict[str, str]]:
    """The words and sentences of a game."""
    return catalogue.about(game).texts(language).all_sections()


@get("/api/games/{game:str}/rules", media_type="text/markdown")
async def game_rules(game: str, language: Language = "en") -> str:
    """The rules of a game for people, in Markdown."""
    return catalogue.about(game).rules_text(language)


@get("/api/games/{game:str}/editions/{edition:str}", media_type=MediaType.TEXT)
async def game_edition(game: str, edition: str) -> str:
    """The text of a built-in edition: an example for those who write their own."""
    return catalogue.about(game).edition(edition).text


@post("/api/tables")
async def open_table(data: NewTable, state: State) -> TableInfo:
    """Make a table."""
    live = await state.house.open(data)
    return describe_table(live.table)


@get("/api/tables/{table:str}")
async def table_info(table: str, state: State) -> TableInfo:
    """What everybody may know of a table."""
    live = await state.house.find(table)
    async with live.lock:  # what is not stored yet is not shown
        return describe_table(live.table)


@get("/api/tables/{table:str}/edition", media_type=MediaType.TEXT)
async def table_edition(table: str, state: State) -> str:
    """The text of the edition that a table uses."""
    live = await state.house.find(table)
    return str(live.table.setup.edition.text)


@post("/api/tables/{table:str}/seats")
async def take_seat(table: str, data: Join, state: State) -> Joined:
    """Take a seat."""
    seat, token = await state.house.join(await state.house.find(table), data)
    return Joined(seat, token)


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(dict[str, Any], description="The record")},
)
async def table_record(
    table: str,
    state: State,
    game: Annotated[int | None, Parameter(ge=1)] = None,
    authorization: Annotated[str | None, Parameter(header="Authorization")] = None,
) -> Response[bytes]:
    """The game written down, as the asker may know it: that of now, or one of the match by its number."""
    live = await state.house.find(table)
    token = authorization.removeprefix("Bearer ") if authorization else None
    async with live.lock:
        seat = seat_of(live.table, token)
        records = live.table.records(SPECTATOR if seat is None else seat)
    if game is not None and game > len(records):
        raise Refused("no-such-game", game=game)
    record = records[-1 if game is None else game - 1]
    return Response(record.to_json().encode(), media_type=MediaType.JSON)


@get(["/", "/table/{path:path}", "/rules/{path:path}"], include_in_schema=False)
async def page(path: str = "") -> File:
    """The front end, whatever its page."""
    if not (STATIC / "index.html").exists():
        raise NotFoundException("the front end is not built; script/web builds it")
    return File(STATIC / "index.html", content_disposition_type="inline", media_type="text/html")


def create_app(database: str, *, bot_seconds: float) -> Callable[[Any, Any, Any], Awaitable[None]]:
    """The ASGI application on a database, given as an address such as sqlite:////path/to/file."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Database(database)
        log = EventLog(store)
        app.state.house = House(log, bot_seconds=bot_seconds)
        app.state.pulse = Pulse(store)
        warming = asyncio.create_task(app.state.house.warm_up())
        yield
        warming.cancel()
        await app.state.house.close()
        log.close()
        store.close()

    games: list[Any] = [list_games, game_texts, game_rules, game_edition]
    tables: list[Any] = [open_table, table_info, table_edition, take_seat, table_record]
    handlers = [*games, *tables, *operation.HANDLERS, page]
    if (STATIC / "assets").is_dir():
        handlers.append(create_static_files_router(path="/assets", directories=[STATIC / "assets"]))
    http = Litestar(
        route_handlers=handlers,
        lifespan=[lifespan],
        openapi_config=openapi_config(),
        exception_handlers=faults.HANDLERS,
        request_class=StrictRequest,
        logging_config=None,
    )

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await http(scope, receive, send)
        elif live := LIVE.fullmatch(scope["path"]):
            await converse(Socket(scope, receive, send), http.state.house, live[1])
        else:
            await Socket(scope, receive, send).close(POLICY_VIOLATION)

    return Guard(app, Limits.from_environment())
