"""For whoever runs the house, and for whoever writes programs for it: health, figures, descriptions."""

from __future__ import annotations

import asyncio
import os
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from locarium import __version__
from locarium.kernel.errors import Refused

from . import live_schema, metrics
from .limits import LOCAL, address_of

if TYPE_CHECKING:
    from .database import Database

HEALTH_SECONDS = 2.0  # that the database has to answer
METRICS_TOKEN = "LOCARIUM_METRICS_TOKEN"  # noqa: S105  # the name of it, in the environment
UNAVAILABLE = 503
FORWARDED = (b"forwarded", b"x-forwarded-for", b"x-real-ip")  # headers that a proxy writes


class Health(msgspec.Struct, frozen=True):
    """Whether the house can be relied on."""

    status: Literal["ok", "failing"]
    version: str
    database: Literal["ok", "failing"]


class Pulse:
    """Asks the database whether it is there, never more than once at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asking: asyncio.Task[bool] | None = None

    async def is_felt(self) -> bool:
        """Whether it answers in time."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        try:
            return await asyncio.wait_for(asyncio.shield(self._asking), HEALTH_SECONDS)
        except TimeoutError:
            return False

    async def _ask(self) -> bool:
        try:
            await self._database.ask(lambda connection: connection.execute(sa.select(1)).all())
        except (SQLAlchemyError, Refused):
            return False
        return True


@get("/health", responses={UNAVAILABLE: ResponseSpec(Health, description="The database does not answer.")})
async def health(state: State) -> Response[Health]:
    """Whether the house can be relied on."""
    answers = await state.pulse.is_felt()
    word: Literal["ok", "failing"] = "ok" if answers else "failing"
    return Response(Health(word, __version__, word), status_code=200 if answers else UNAVAILABLE)


@get("/metrics", media_type="text/plain")
async def figures(request: Request[Any, Any, Any]) -> Annotated[Response[bytes], "Prometheus text"]:
    """The figures of the house for Prometheus: with the host's token, or from the same machine if there is none."""
    if not _is_host(request.scope):
        raise Refused("metrics-closed")
    return Response(metrics.exposition(), media_type=metrics.MEDIA_TYPE)


def _is_host(scope: Any) -> bool:
    headers = dict(scope["headers"])
    if token := os.environ.get(METRICS_TOKEN):
        return secrets.compare_digest(headers.get(b"authorization", b""), f"Bearer {token}".encode())
    return address_of(scope) == LOCAL and not any(name in headers for name in FORWARDED)


@get(live_schema.ADDRESS, media_type="application/schema+json")
async def describe_live_messages() -> dict[str, Any]:
    """The live messages as JSON Schema."""
    return live_schema.live_schema()


@get("/api/schema/asyncapi.json")
async def describe_live_play() -> dict[str, Any]:
    """How live messages are exchanged, as AsyncAPI."""
    return live_schema.live_api()


HANDLERS: list[Any] = [health, figures, describe_live_messages, describe_live_play]
