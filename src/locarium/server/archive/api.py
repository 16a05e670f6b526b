"""HTTP API for finished games: lists, records, imports, replays, reviews and stats."""

from __future__ import annotations

import time
from datetime import date
from typing import Annotated, Any

from litestar import MediaType, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter, QueryParameter
from litestar.response import Stream

from locarium.kernel.about import check_language
from locarium.kernel.errors import Refused
from locarium.kernel.game import SPECTATOR
from locarium.server.base.workers import Client
from locarium.server.http.jobs import Jobs
from locarium.server.http.limits import Limiter
from locarium.server.http.locale import Language
from locarium.server.http.responses import JSON_LINES
from locarium.server.people.auth import require_principal
from locarium.server.people.principal import Principal
from locarium.table.table import MAX_NAME

from .archive import Archive, ArchiveQuery, Whose
from .embargo import visibility
from .imports import Imports
from .messages import (
    FinishedGames,
    GameStats,
    Import,
    Imported,
    PersonStats,
    Replay,
    ReplayRequest,
    Review,
    ReviewRequest,
)
from .replay import ReplayQuery, check_over, replay, replay_pasted
from .reviews import Reviews, digest_of
from .stats import Stats, StatsFilter

MAX_LISTED = 100

SeatCount = Annotated[int | None, Parameter(ge=1, le=10)]
Text = Annotated[str | None, Parameter(max_length=100)]


async def provide_archive_query(
    whose: Whose = "public",
    game: Text = None,
    person: Annotated[str | None, Parameter(min_length=1, max_length=MAX_NAME)] = None,
    bots: bool | None = None,
    practice: bool | None = None,
    seats: SeatCount = None,
    option: Annotated[list[str] | None, Parameter(max_items=10)] = None,
    since: date | None = None,
    until: date | None = None,
) -> ArchiveQuery:
    """Read the query parameters that select games by owner and properties."""
    return ArchiveQuery(whose, game, person, bots, practice, seats, tuple(option or ()), since, until)


async def provide_stats_filter(
    practice: bool | None = None, bots: bool | None = None, seats: SeatCount = None
) -> StatsFilter:
    """Read the query parameters that select the games for the stats."""
    return StatsFilter(practice, bots, seats)


@get("/archive")
async def list_games(
    archive_query: ArchiveQuery,
    principal: Principal | None,
    state: State,
    after: Text = None,
    most: Annotated[int, Parameter(ge=1, le=MAX_LISTED)] = 20,
) -> FinishedGames:
    """List finished games, newest first: all public games (`public`), your own, or your imports."""
    archive: Archive = state.archive
    return await archive.find(archive_query, principal, await state.users.blocked_by(principal), after, most)


@get("/archive/export", media_type=JSON_LINES)
async def export_games(archive_query: ArchiveQuery, principal: Principal | None, state: State) -> Stream:
    """Export up to 5,000 records of the selected games as JSON lines, newest first."""
    lines = await state.archive.export(archive_query, principal, await state.users.blocked_by(principal))
    named = {"Content-Disposition": 'attachment; filename="locarium.jsonl"'}
    return Stream(lines, media_type=JSON_LINES, headers=named)


@post("/archive/imports", status_code=200)
async def import_games(
    data: Import, principal: Principal | None, state: State, limiter: Limiter, client: Client
) -> Imported:
    """Import records, one per line. Records that replay without errors are stored and visible only to you."""
    who = require_principal(principal)
    limiter.spend("archive", who.person_id)
    imports: Imports = state.imports
    return await imports.bring(who, client, data.lines)


@get(
    "/archive/{game_id:str}",
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(dict[str, Any], description="The record")},
)
async def game_record(game_id: str, principal: Principal | None, state: State) -> Response[bytes]:
    """Return the record of a finished game."""
    return Response(await state.archive.record(game_id, principal), media_type=MediaType.JSON)


@delete("/archive/{game_id:str}")
async def delete_game(game_id: str, principal: Principal | None, state: State) -> None:
    """Delete a game that you imported."""
    await state.archive.remove(game_id, require_principal(principal))


@get("/stats/me")
async def my_stats(
    stats_filter: StatsFilter, principal: Principal | None, state: State, client: Client, language: Language = "en"
) -> PersonStats:
    """Return your stats: wins by game and seat, scores over time, favourite colours, zones and spirits."""
    check_language(language)
    stats: Stats = state.stats
    return await stats.of_person(require_principal(principal), client, stats_filter, language)


@get("/stats/games/{game:str}")
async def game_stats(game: str, stats_filter: StatsFilter, principal: Principal | None, state: State) -> GameStats:
    """Return a game's stats from public tables and your own: results by seat, lengths, scores."""
    stats: Stats = state.stats
    return await stats.of_game(game, principal, stats_filter)


@get("/api/archive/{game_id:str}/replay")
async def replay_game(
    game_id: str,
    principal: Principal | None,
    state: State,
    jobs: Jobs,
    seat: Annotated[int | None, Parameter(ge=0)] = None,
    start: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    language: Language = "en",
    sees_all: Annotated[bool, QueryParameter(name="open")] = False,
    instead: Annotated[str | None, Parameter(min_length=1, max_length=200)] = None,
) -> Replay:
    """Replay up to 50 steps of a finished game, starting at step `from`.

    The replay shows what a `seat` or a spectator saw or, with `open`, everything.
    """
    check_language(language)
    game, record = await state.archive.game(game_id, principal)
    return await jobs.run("replays", replay, game, record, ReplayQuery(seat, start, language, sees_all, instead))


@post("/api/replay", status_code=200)
async def replay_record(data: ReplayRequest, jobs: Jobs, language: Language = "en") -> Replay:
    """Replay a record that you send. It is checked but not stored."""
    check_language(language)
    query = ReplayQuery(data.seat, data.start, language, data.open, data.instead)
    return await jobs.run("replays", replay_pasted, data.record, query)


@get("/api/archive/{game_id:str}/review")
async def get_review(game_id: str, principal: Principal | None, state: State) -> Review:
    """Return the progress and result of a game's review."""
    reviews: Reviews = state.reviews
    return await reviews.status(await state.archive.record(game_id, principal))


@post("/api/archive/{game_id:str}/review", status_code=200)
async def start_review(game_id: str, principal: Principal | None, state: State, jobs: Jobs) -> Review:
    """Start the review of a finished game in the background. Everyone shares the same review."""
    who = require_principal(principal)
    reviews: Reviews = state.reviews
    return await reviews.begin(await state.archive.record(game_id, principal), who, jobs.client.address, jobs.limiter)


@post("/api/review", status_code=200)
async def review_record(data: ReviewRequest, principal: Principal | None, state: State, jobs: Jobs) -> Review:
    """Review a record that you send. It must be a finished game."""
    who = require_principal(principal)
    reviews: Reviews = state.reviews
    record = await jobs.run("replays", check_over, data.record)
    await state.archive.check_no_embargo(record, digest_of)
    if not data.begin:
        return await reviews.status(record)
    return await reviews.begin(record, who, jobs.client.address, jobs.limiter)


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(dict[str, Any], description="The record")},
)
async def table_record(
    table: str, principal: Principal | None, state: State, game: Annotated[int | None, Parameter(ge=1)] = None
) -> Response[bytes]:
    """Return the record of a table's current game, or of another game of the match, as you may see it."""
    async with state.manager.visit(table) as live:
        shown = live.table
    seat = None if principal is None else shown.seat_of(principal.person_id)
    if seat is None and shown.status != "over" and not shown.opened.settings.spectators:
        raise Refused("no-spectators")
    is_embargoed = shown.is_embargoed(time.time())
    if is_embargoed:
        seen = await visibility(state.database, table, principal)
        is_embargoed = not seen.is_open
        if is_embargoed and seat is None and not seen.may_compare:
            raise Refused("embargoed")
    records = shown.records(SPECTATOR if seat is None else seat, embargoed=is_embargoed)
    if game is not None and game > len(records):
        raise Refused("no-such-game", game=game)
    record = records[-1 if game is None else game - 1]
    return Response(record.to_json().encode(), media_type=MediaType.JSON)


HANDLERS: list[Any] = [
    table_record,
    replay_game,
    replay_record,
    get_review,
    start_review,
    review_record,
    Router(
        "/api",
        route_handlers=[list_games, export_games, import_games, game_record, delete_game, my_stats, game_stats],
        dependencies={"archive_query": Provide(provide_archive_query), "stats_filter": Provide(provide_stats_filter)},
    ),
]
