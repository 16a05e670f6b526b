"""HTTP connections for uvicorn, with limits on number, header size and slow clients."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from locarium.kernel.errors import Refused
from locarium.kernel.texts import shared_texts
from locarium.server.base.addresses import LOCAL, network_of
from locarium.server.http.errors import localize

from .errors import encode, status_of
from .request_checks import MAX_HEAD

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from uvicorn._types import ASGI3Application
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from .limits import Limiter

CLOSE_SECONDS = 1.0  # seconds for a client to read the final error
MAX_PIPELINED = 8  # requests waiting for an earlier response


class UvicornHttp(HttpToolsProtocol):
    """One connection, from accept until it closes or becomes a WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limiter: Limiter = self.config.app.limiter  # type: ignore[union-attr]  # a Gateway
        self._release: Callable[[], None] | None = None  # frees the connection's slot
        self._answering: RequestResponseCycle | None = None  # the response in progress; pipelined requests wait
        self._awaits_head = True
        self._head_bytes = 0  # size of the incomplete request head
        limits = self._limiter.limits
        self._head = Deadline(self.loop, limits.header_seconds, self._refuse_slow_head)
        self._reading = Deadline(self.loop, limits.unread_seconds, self._abort)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or reject it."""
        super().connection_made(transport)
        try:
            self._release = self._limiter.sockets.take(self._peer())
        except Refused as error:
            transport.write(_response(error))
            transport.close()
        else:
            self._head.start()

    def _peer(self) -> str | None:
        """Return the address to count, or None for a trusted proxy."""
        if self.client is None:
            return LOCAL
        host = self.client[0]
        return None if host in getattr(self.app, "trusted_hosts", ()) else network_of(host)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's slot."""
        super().connection_lost(exc)
        if self._answering is not None:  # uvicorn notifies only the last pipelined request
            self._answering.disconnected = True
            self._answering.message_event.set()
        self._head.stop()
        self._reading.stop()
        if self._release is not None:
            self._release()

    def data_received(self, data: bytes) -> None:
        """Parse incoming data, unless the request head grows too large."""
        self._head_bytes += len(data)
        super().data_received(data)
        if not self._awaits_head or not self._head_bytes:
            return
        if self._head_bytes > MAX_HEAD:
            self._refuse(Refused("headers-too-large", most=MAX_HEAD))
        else:
            self._head.start()

    def on_message_begin(self) -> None:
        """Reject excessive pipelining."""
        if len(self.pipeline) >= MAX_PIPELINED:
            raise Refused("too-fast", seconds=1)  # the parser turns it into a 400
        super().on_message_begin()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_headers_complete(self) -> None:
        """Stop the header deadline."""
        self._awaits_head, self._head_bytes = False, 0
        self._head.stop()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Expect another request head."""
        self._awaits_head, self._head_bytes = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand this connection's slot to the WebSocket."""
        super().handle_websocket_upgrade()
        wire: Any = self.transport.get_protocol()
        wire.release, self._release = self._release, None

    def pause_writing(self) -> None:
        """Start a deadline for a slow client."""
        super().pause_writing()
        self._reading.start()

    def resume_writing(self) -> None:
        """Stop the deadline once the client has read."""
        super().resume_writing()
        self._reading.stop()

    def _refuse_slow_head(self) -> None:
        if self._head_bytes:
            self._refuse(Refused("headers-too-slow", seconds=f"{self._limiter.limits.header_seconds:g}"))
        else:  # no request yet: browsers open connections in advance
            self.transport.close()

    def _refuse(self, error: Refused) -> None:
        if self.cycle is None or self.cycle.response_complete:
            hang_up(self.transport, self.loop, _response(error))
        else:  # an earlier response is still being sent
            self.transport.abort()

    def _abort(self) -> None:
        self.transport.abort()


class Deadline:
    """A timer that calls back unless it is stopped in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, late: Callable[[], None]) -> None:
        self._loop, self._seconds, self._late = loop, seconds, late
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the deadline. Has no effect if it is running."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._late)

    def stop(self) -> None:
        """Stop the deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def hang_up(transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, words: bytes) -> asyncio.TimerHandle:
    """Send a final message, stop reading, and close the connection soon."""
    if not transport.is_closing():
        transport.pause_reading()
        transport.write(words)
        if transport.can_write_eof():
            transport.write_eof()
    return loop.call_later(CLOSE_SECONDS, transport.abort)


def _response(error: Refused) -> bytes:
    """Return a complete response in English, because the headers were not read."""
    status, body = status_of(error), encode(localize(error, shared_texts("en")))
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
