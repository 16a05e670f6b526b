"""The gateway: checks every request, limits it, and completes every response."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from litestar.utils.path import normalize_path

from locarium.kernel.errors import LocariumError, Refused
from locarium.server.base import metrics
from locarium.server.base.addresses import address_of
from locarium.server.http.errors import INTERNAL, report
from locarium.server.http.limits import Limiter, Limits
from locarium.server.http.request_checks import after, check_address, is_of_same_origin, read_body
from locarium.server.http.responses import ResponseWriter
from locarium.server.live.throttle import ThrottledSocket, reject

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.server.base.asgi import App, Receive, Scope, Send
    from locarium.server.http.limits import Kind

SAFE = ("GET", "HEAD", "OPTIONS")
INTERNAL_ERROR = 1011  # close code of a live connection
EXPENSIVE: dict[tuple[str, str], Kind] = {  # requests with an additional rate limit
    ("POST", "/api/tables"): "tables",
    ("POST", "/api/contests"): "tables",
    ("POST", "/api/me"): "people",
    ("POST", "/api/me/account"): "people",
    ("DELETE", "/api/me"): "attempts",
    ("POST", "/api/me/code"): "attempts",
    ("POST", "/api/me/tokens"): "attempts",
    ("POST", "/api/me/passkeys/options"): "attempts",
    ("PUT", "/api/me/password"): "attempts",
    ("PUT", "/api/me/login"): "attempts",
    ("POST", "/api/sign-in"): "attempts",
    ("POST", "/api/sign-in/passkey"): "attempts",
    ("POST", "/api/recover"): "attempts",
    ("GET", "/api/archive/export"): "archive",
    ("POST", "/api/archive/imports"): "archive",
}


class Gateway:
    """The application with its checks and limits. The scope's `limiter` lets the application count further uses."""

    def __init__(self, app: App, limits: Limits, begin_shutdown: Callable[[], None] = lambda: None) -> None:
        self._app, self.limiter = app, Limiter(limits)
        self.begin_shutdown = begin_shutdown  # called when the server starts to shut down, to release waiting requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept or reject a request or a live connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = secrets.token_hex(6)
        scope["limiter"] = self.limiter
        if scope["type"] == "http":
            await self._serve(scope, receive, ResponseWriter(scope, send))
        else:
            await self._connect(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, answer: ResponseWriter) -> None:
        path, address = scope["path"], address_of(scope)
        try:
            with self.limiter.requests.taken(address):
                self._admit(scope, address)
                body = await read_body(scope, receive)
                await self._app(scope, after(body, receive), answer.send)
        except LocariumError as error:
            await answer.refuse(error)
        except Exception as error:
            await answer.fail(error)
            if answer.status != INTERNAL:  # another response had started: abort it
                raise
        finally:
            answer.finish(path)

    def _admit(self, scope: Scope, address: str) -> None:
        self.limiter.spend("requests", address)
        check_address(scope)
        if scope["method"] not in SAFE and not is_of_same_origin(dict(scope["headers"])):
            raise Refused("cross-origin")
        if kind := EXPENSIVE.get((scope["method"], normalize_path(scope["path"]))):
            self.limiter.spend(kind, address)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        try:
            self.limiter.spend("requests", address)
            check_address(scope)
            if not is_of_same_origin(dict(scope["headers"])):
                raise Refused("cross-origin")
            with self.limiter.requests.taken(address):
                await self._talk(ThrottledSocket(scope, receive, send, self.limiter, address))
        except LocariumError as error:
            await reject(scope, send, error)

    async def _talk(self, line: ThrottledSocket) -> None:
        metrics.live_connections.inc()
        try:
            await self._app(line.scope, line.receive, line.send)
        except LocariumError:
            raise
        except Exception as error:  # other connections continue
            report(line.scope, error)
            await line.close(INTERNAL_ERROR)
        finally:
            metrics.live_connections.dec()
            line.finish()
