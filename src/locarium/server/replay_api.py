"""Finished games over HTTP: shown again step by step, and looked at; also records that are not kept."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import Parameter, QueryParameter

from locarium.kernel.about import check_language

from .archive_messages import Pasted, PastedReview, Replay, Review
from .identity import Asker
from .languages import Language
from .replaying import Look, check_over, replay, replay_pasted
from .reviewing import Reviews, digest_of
from .tables_api import somebody
from .work_api import Jobs


@get("/api/archive/{game_id:str}/replay")
async def replay_game(
    game_id: str,
    asker: Asker | None,
    state: State,
    jobs: Jobs,
    seat: Annotated[int | None, Parameter(ge=0)] = None,
    start: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    language: Language = "en",
    sees_all: Annotated[bool, QueryParameter(name="open")] = False,
    instead: Annotated[str | None, Parameter(min_length=1, max_length=200)] = None,
) -> Replay:
    """A finished game `from` a step on, at most 50: as a `seat` knew it, as a spectator saw it, or all `open`."""
    check_language(language)
    game, record = await state.archive.game(game_id, asker)
    return await jobs.run("replays", replay, game, record, Look(seat, start, language, sees_all, instead))


@post("/api/replay", status_code=200)
async def replay_record(data: Pasted, jobs: Jobs, language: Language = "en") -> Replay:
    """The same for a record that is sent along, checked, shown and not kept."""
    check_language(language)
    look = Look(data.seat, data.start, language, data.open, data.instead)
    return await jobs.run("replays", replay_pasted, data.record, look)


@get("/api/archive/{game_id:str}/review")
async def look_at_review(game_id: str, asker: Asker | None, state: State) -> Review:
    """How far the review of a finished game is, and what it found."""
    reviews: Reviews = state.reviews
    return await reviews.look(await state.archive.record(game_id, asker))


@post("/api/archive/{game_id:str}/review", status_code=200)
async def begin_review(game_id: str, asker: Asker | None, state: State, jobs: Jobs) -> Review:
    """Have a finished game looked at, in the background; whoever asks first has it made for all."""
    who = somebody(asker)
    reviews: Reviews = state.reviews
    return await reviews.begin(await state.archive.record(game_id, asker), who, jobs.client.address, jobs.limiter)


@post("/api/review", status_code=200)
async def review_record(data: PastedReview, asker: Asker | None, state: State, jobs: Jobs) -> Review:
    """The same for a record that is sent along; it has to be that of a finished game."""
    who = somebody(asker)
    reviews: Reviews = state.reviews
    record = await jobs.run("replays", check_over, data.record)
    await state.archive.check_unsealed(record, digest_of)
    if not data.begin:
        return await reviews.look(record)
    return await reviews.begin(record, who, jobs.client.address, jobs.limiter)


HANDLERS: list[Any] = [replay_game, replay_record, look_at_review, begin_review, review_record]
