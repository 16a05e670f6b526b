"""Worker jobs started by requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from locarium.server.base.workers import Client, Workers

from .limits import Limiter

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    from locarium.server.base.workers import Rated

    Asked = ParamSpec("Asked")
    Result = TypeVar("Result")


@dataclass(frozen=True)
class Jobs:
    """A client's access to the worker threads, with rate limits."""

    workers: Workers
    limiter: Limiter
    client: Client

    async def run(
        self, kind: Rated, work: Callable[Asked, Result], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Result:
        """Run a job in its turn. Raise Refused if the client is too fast or the queue is full."""
        self.limiter.spend(kind, self.client.address)
        return await self.workers.run(kind, self.client, work, *args, **kwargs)
