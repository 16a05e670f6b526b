"""Work that a request asks the worker threads for, and its place in the queue over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from litestar import Request, get
from litestar.di import Provide

from .identity import Asker
from .limits import Limiter, address_of
from .messages import WaitingWork
from .workers import Client, Workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    from .asgi import Receive
    from .workers import Rated

    Asked = ParamSpec("Asked")
    Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Jobs:
    """What a client asks the worker threads for."""

    workers: Workers
    limiter: Limiter
    client: Client

    async def run(
        self, kind: Rated, work: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        """Do some work in its turn; Refused if the client asks too often or too much waits already."""
        self.limiter.spend(kind, self.client.address)
        return await self.workers.run(kind, self.client, work, *args, **kwargs)


async def provide_client(request: Request[Any, Any, Any], asker: Asker | None) -> Client:
    """Identify the client of a request."""
    person = "" if asker is None else asker.proof
    return Client(address_of(request.scope), person, cast("Receive", request.receive))


async def provide_jobs(request: Request[Any, Any, Any], limiter: Limiter, client: Client) -> Jobs:
    """Let a request ask for work."""
    return Jobs(request.app.state.workers, limiter, client)


@get("/api/work")
async def list_work(jobs: Jobs) -> list[WaitingWork]:
    """List the requests of the client that wait for a worker thread, each with its place in the queue, from 1."""
    return [WaitingWork(kind, place) for kind, place in jobs.workers.places(jobs.client)]


DEPENDENCIES = {"client": Provide(provide_client), "jobs": Provide(provide_jobs)}
HANDLERS: list[Any] = [list_work]
