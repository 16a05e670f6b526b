"""HTTP API for tables: opening and joining them, and live commands for programs without a WebSocket."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, get, post
from litestar.datastructures import State
from litestar.params import Parameter

from locarium import catalogue
from locarium.kernel.about import check_language
from locarium.kernel.errors import LocariumError, Refused
from locarium.server.http.errors import LocalizedError, localize
from locarium.server.http.jobs import Jobs
from locarium.server.http.limits import Limiter
from locarium.server.http.locale import Language
from locarium.server.people.auth import require_principal
from locarium.server.people.principal import Principal
from locarium.table.events import Person

from . import lobby
from .commands import execute
from .games import describe_game
from .hints import give_hint
from .live_table import LiveTable
from .messages import (
    Acknowledged,
    AnyRequest,
    GameInfo,
    HintInfo,
    Join,
    Joined,
    NewTable,
    OwnTable,
    Report,
    TableInfo,
    TableListing,
    TableState,
    WhyNot,
    WhyNotAnswer,
)
from .subscription import Subscribed, Subscription
from .view import Viewer, describe_table
from .why_not import reason

MAX_WAIT_SECONDS = 30.0  # upper bound of `wait`, in seconds

Wait = Annotated[float, Parameter(ge=0, le=MAX_WAIT_SECONDS)]
Version = Annotated[int, Parameter(ge=0)]


@get("/api/games")
async def list_games(language: Language = "en") -> list[GameInfo]:
    """List the games."""
    return [describe_game(name, language) for name in catalogue.NAMES]


@get("/api/games/{game:str}/texts")
async def game_texts(game: str, language: Language = "en") -> dict[str, dict[str, str]]:
    """Return the texts of a game by key."""
    return catalogue.about(game).texts(language).all_sections()


@get("/api/games/{game:str}/rules", media_type="text/markdown")
async def game_rules(game: str, language: Language = "en") -> str:
    """Return the rules of a game for players, in Markdown."""
    return catalogue.about(game).rules_text(language)


@get("/api/games/{game:str}/editions/{edition:str}", media_type=MediaType.TEXT)
async def game_edition(game: str, edition: str) -> str:
    """Return the text of a built-in edition, as a template for custom editions."""
    return catalogue.about(game).edition(edition).text


@get("/api/tables")
async def list_lobby(principal: Principal | None, state: State) -> list[TableListing]:
    """List the lobby: tables with open seats, newest first, then tables to watch."""
    return await lobby.lobby(state.database, await state.users.blocked_by(principal))


@get("/api/me/tables")
async def list_own(principal: Principal | None, state: State) -> list[OwnTable]:
    """List your tables, newest first."""
    return await lobby.own_tables(state.database, state.manager, require_principal(principal))


@post("/api/tables")
async def open_table(data: NewTable, principal: Principal | None, state: State, limiter: Limiter) -> TableInfo:
    """Open a table."""
    host = require_principal(principal)
    limiter.spend("tables", host.person_id)
    live = await state.manager.open(data, host)
    return describe_table(live.table)


@get("/api/tables/{table:str}")
async def table_info(table: str, state: State) -> TableInfo:
    """Return the public information about a table."""
    async with state.manager.visit(table) as live:
        return describe_table(live.table)


@get("/api/tables/{table:str}/edition", media_type=MediaType.TEXT)
async def table_edition(table: str, state: State) -> str:
    """Return the edition text that a table uses."""
    async with state.manager.visit(table) as live:
        return str(live.table.setup.edition.text)


@post("/api/tables/{table:str}/seats")
async def take_seat(table: str, data: Join, principal: Principal | None, state: State) -> Joined:
    """Take a seat. If you already have one, you keep it."""
    async with state.manager.visit(table) as live:
        who = require_principal(principal)
        if await state.users.is_blocked(who, live.table.opened.settings.host):
            raise Refused("not-welcome")
        return Joined(await state.manager.join(live, who, data))


# Live commands for programs without a WebSocket.


@post("/api/tables/{table:str}/requests", status_code=200)
async def send_command(
    table: str, data: AnyRequest, principal: Principal | None, state: State, limiter: Limiter, language: Language = "en"
) -> Acknowledged:
    """Send a command to a table where you sit, as over the live connection."""
    async with state.manager.visit(table) as live:
        texts = live.table.setup.texts(language)
        try:
            done = await execute(state.manager, live, principal, data, limiter)
        except LocariumError as error:
            seat = None if principal is None else live.table.seat_of(principal.person_id)
            raise LocalizedError(localize(error, texts, seat)) from error
        return Acknowledged(data.key, done.version)


@post("/api/tables/{table:str}/why", status_code=200)
async def why_not(
    table: str, data: WhyNot, principal: Principal | None, state: State, language: Language = "en"
) -> WhyNotAnswer:
    """Explain why you cannot make a move or part of a move now. The table does not change."""
    async with state.manager.visit(table) as live:
        texts = live.table.setup.texts(language)
        try:
            seat = None if principal is None else live.table.seat_of(principal.person_id)
            return reason(live.table, seat, data.step, language)
        except LocariumError as error:
            raise LocalizedError(localize(error, texts)) from error


@post("/api/tables/{table:str}/hint", status_code=200)
async def get_hint(
    table: str, principal: Principal | None, state: State, jobs: Jobs, language: Language = "en"
) -> HintInfo:
    """Return the strongest bot's advice for your seat.

    All people at the table must have agreed to hints, and all of them see that you received one.
    """
    who = require_principal(principal)
    check_language(language)
    async with state.manager.visit(table) as live:
        jobs.limiter.spend("hints", who.person_id)
        return await give_hint(state.manager, live, who, jobs.client, language)


@get("/api/tables/{table:str}/state")
async def table_state(
    table: str,
    principal: Principal | None,
    request: Request[Any, Any, Any],
    state: State,
    language: Language = "en",
    after: Version = 0,
    wait: Wait = 0.0,
) -> TableState:
    """Return the table as you may see it. With `after`, wait up to `wait` seconds for a newer version."""
    async with state.manager.visit(table) as live:
        live.table.setup.texts(language)  # raises if the language is unknown
        await state.manager.catch_up_to(live, after)
        viewer = Viewer(None, language, blocked=await state.users.blocked_by(principal))
        with Subscribed(state.manager, live, principal, viewer, is_poll=True) as subscription:
            if wait and live.table.version <= after:
                await _wait_for_news(live, subscription, request, after, wait)
            if principal is not None and not await state.users.is_signed_in(principal):  # the session has ended
                raise Refused("sign-in-required")
            return subscription.state()


async def _wait_for_news(
    live: LiveTable, subscription: Subscription, request: Request[Any, Any, Any], after: int, seconds: float
) -> None:
    hanging_up = asyncio.create_task(_stop_on_disconnect(request, subscription))
    try:
        async with asyncio.timeout(seconds):
            while live.table.version <= after and not subscription.is_dropped:
                subscription.woken.clear()
                await subscription.woken.wait()
    except TimeoutError:
        pass
    finally:
        hanging_up.cancel()


async def _stop_on_disconnect(request: Request[Any, Any, Any], subscription: Subscription) -> None:
    """Stop waiting when the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    subscription.drop()


# Blocks and reports.


@post("/api/tables/{table:str}/seats/{seat:int}/block", status_code=204)
async def block(table: str, seat: int, principal: Principal | None, state: State) -> None:
    """Block the player at a seat."""
    async with state.manager.visit(table) as live:
        person = _person_at(live, seat)
        await state.users.block(require_principal(principal).user_id, person.person_id, person.name)


@post("/api/tables/{table:str}/seats/{seat:int}/report", status_code=204)
async def report(table: str, seat: int, data: Report, principal: Principal | None, state: State) -> None:
    """Report the player at a seat to the operator of this server."""
    async with state.manager.visit(table) as live:
        person, who = _person_at(live, seat), require_principal(principal)
        await state.users.report(who.user_id, table, seat, person.person_id, data.reason, data.text)


def _person_at(live: LiveTable, seat: int) -> Person:
    live.table.check_seat(seat)
    who = live.table.seats[seat]
    if not isinstance(who, Person):
        raise Refused("nobody-there", seat=seat)
    return who


HANDLERS: list[Any] = [
    list_games,
    game_texts,
    game_rules,
    game_edition,
    list_lobby,
    list_own,
    open_table,
    table_info,
    table_edition,
    take_seat,
    send_command,
    why_not,
    get_hint,
    table_state,
    block,
    report,
]
