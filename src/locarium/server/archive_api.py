"""Finished games over HTTP: lists, records, what people bring along, figures."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from litestar import MediaType, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from locarium.kernel.about import check_language
from locarium.play.table import MAX_NAME

from .archive import Archive, Wanted, Whose
from .archive_messages import FinishedGames, GameFigures, Import, Imported, PersonFigures
from .identity import Asker
from .imports import Imports
from .languages import Language
from .limits import Limiter
from .stats import Counted, Stats
from .tables_api import somebody
from .workers import Client

JSON_LINES = "application/x-ndjson"
MOST_LISTED = 100

SeatCount = Annotated[int | None, Parameter(ge=1, le=10)]
Text = Annotated[str | None, Parameter(max_length=100)]


async def provide_wanted(
    whose: Whose = "public",
    game: Text = None,
    person: Annotated[str | None, Parameter(min_length=1, max_length=MAX_NAME)] = None,
    bots: bool | None = None,
    practice: bool | None = None,
    seats: SeatCount = None,
    option: Annotated[list[str] | None, Parameter(max_items=10)] = None,
    since: date | None = None,
    until: date | None = None,
) -> Wanted:
    """Which games: whose they are, and what is known of them."""
    return Wanted(whose, game, person, bots, practice, seats, tuple(option or ()), since, until)


async def provide_counted(practice: bool | None = None, bots: bool | None = None, seats: SeatCount = None) -> Counted:
    """Which games count."""
    return Counted(practice, bots, seats)


@get("/archive")
async def list_games(
    wanted: Wanted,
    asker: Asker | None,
    state: State,
    after: Text = None,
    most: Annotated[int, Parameter(ge=1, le=MOST_LISTED)] = 20,
) -> FinishedGames:
    """Finished games, the newest first: those of everybody (`public`), the asker's, or what they brought along."""
    archive: Archive = state.archive
    return await archive.find(wanted, asker, await state.people.unwanted_by(asker), after, most)


@get("/archive/export", media_type=JSON_LINES)
async def export_games(wanted: Wanted, asker: Asker | None, state: State) -> Stream:
    """The records of such games, one a line, the newest first, at most 5,000."""
    lines = await state.archive.export(wanted, asker, await state.people.unwanted_by(asker))
    named = {"Content-Disposition": 'attachment; filename="locarium.jsonl"'}
    return Stream(lines, media_type=JSON_LINES, headers=named)


@post("/archive/imports", status_code=200)
async def import_games(data: Import, asker: Asker | None, state: State, limiter: Limiter, client: Client) -> Imported:
    """Bring records along, one a line: those that replay are kept for the asker alone."""
    who = somebody(asker)
    limiter.spend("archive", who.proof)
    imports: Imports = state.imports
    return await imports.bring(who, client, data.lines)


@get(
    "/archive/{game_id:str}",
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(dict[str, Any], description="The record")},
)
async def game_record(game_id: str, asker: Asker | None, state: State) -> Response[bytes]:
    """One finished game written down."""
    return Response(await state.archive.record(game_id, asker), media_type=MediaType.JSON)


@delete("/archive/{game_id:str}")
async def remove_game(game_id: str, asker: Asker | None, state: State) -> None:
    """Drop a game that the asker brought along."""
    await state.archive.remove(game_id, somebody(asker))


@get("/stats/me")
async def my_figures(
    counted: Counted, asker: Asker | None, state: State, client: Client, language: Language = "en"
) -> PersonFigures:
    """What the asker has played: wins by game and seat, scores over time, favourite colours, zones and spirits."""
    check_language(language)
    stats: Stats = state.stats
    return await stats.of_person(somebody(asker), client, counted, language)


@get("/stats/games/{game:str}")
async def game_figures(game: str, counted: Counted, asker: Asker | None, state: State) -> GameFigures:
    """How a game goes at public tables and at the asker's: results by seat, lengths, scores."""
    stats: Stats = state.stats
    return await stats.of_game(game, asker, counted)


HANDLERS: list[Any] = [
    Router(
        "/api",
        route_handlers=[list_games, export_games, import_games, game_record, remove_game, my_figures, game_figures],
        dependencies={"wanted": Provide(provide_wanted), "counted": Provide(provide_counted)},
    )
]
