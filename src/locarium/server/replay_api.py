"""Finished games over HTTP, shown again step by step."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get
from litestar.datastructures import State
from litestar.params import Parameter
from litestar.types import Scope

from locarium.kernel.about import check_language

from .archive_messages import Replay
from .identity import Asker
from .limits import Limiter, address_of
from .replaying import Replays
from .tables_api import Language


@get("/api/archive/{game_id:str}/replay")
async def replay_game(
    game_id: str,
    asker: Asker | None,
    state: State,
    scope: Scope,
    limiter: Limiter,
    seat: Annotated[int | None, Parameter(ge=0)] = None,
    start: Annotated[int, Parameter(query="from", ge=0)] = 0,
    language: Language = "en",
) -> Replay:
    """A finished game `from` a step on, at most 50: as a `seat` knew it, or as a spectator saw it."""
    check_language(language)
    limiter.spend("replays", address_of(scope))
    replays: Replays = state.replays
    game, record = await state.archive.game(game_id, asker)
    return await replays.show(game, record, seat, start, language)


HANDLERS: list[Any] = [replay_game]
