"""HTTP connections as uvicorn serves them, with limits on their number, their headers and slow clients."""

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

FAREWELL_SECONDS = 1.0  # for a client to read why its connection ends
MAX_PIPELINED = 8  # requests that wait for the answer to an earlier one


class UvicornHttp(HttpToolsProtocol):
    """One connection, from the moment it is accepted until it ends or becomes a WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limiter: Limiter = self.config.app.limiter  # type: ignore[union-attr]  # a Gateway
        self._release: Callable[[], None] | None = None  # its place among all connections
        self._answering: RequestResponseCycle | None = None  # the others of the pipeline wait
        self._awaits_head = True
        self._head_bytes = 0  # of a head that is incomplete
        limits = self._limiter.limits
        self._head = Deadline(self.loop, limits.header_seconds, self._refuse_slow_head)
        self._reading = Deadline(self.loop, limits.unread_seconds, self._abort)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it at once."""
        super().connection_made(transport)
        try:
            self._release = self._limiter.sockets.take(self._peer())
        except Refused as error:
            transport.write(_response(error))
            transport.close()
        else:
            self._head.start()

    def _peer(self) -> str | None:
        """Return the address to count by, None for a proxy that is trusted to name its clients."""
        if self.client is None:
            return LOCAL
        host = self.client[0]
        return None if host in getattr(self.app, "trusted_hosts", ()) else network_of(host)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        super().connection_lost(exc)
        if self._answering is not None:  # uvicorn tells only the last of the pipeline
            self._answering.disconnected = True
            self._answering.message_event.set()
        self._head.stop()
        self._reading.stop()
        if self._release is not None:
            self._release()

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, unless a head grows too large."""
        self._head_bytes += len(data)
        super().data_received(data)
        if not self._awaits_head or not self._head_bytes:
            return
        if self._head_bytes > MAX_HEAD:
            self._refuse(Refused("headers-too-large", most=MAX_HEAD))
        else:
            self._head.start()

    def on_message_begin(self) -> None:
        """Refuse requests that nobody sends without waiting for answers."""
        if len(self.pipeline) >= MAX_PIPELINED:
            raise Refused("too-fast", seconds=1)  # the parser makes it 400
        super().on_message_begin()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_headers_complete(self) -> None:
        """Wait for no more headers."""
        self._awaits_head, self._head_bytes = False, 0
        self._head.stop()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Another head may follow."""
        self._awaits_head, self._head_bytes = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Let the WebSocket keep the place of this connection."""
        super().handle_websocket_upgrade()
        wire: Any = self.transport.get_protocol()
        wire.release, self._release = self._release, None

    def pause_writing(self) -> None:
        """Wait for a slow client, but not for ever."""
        super().pause_writing()
        self._reading.start()

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        self._reading.stop()

    def _refuse_slow_head(self) -> None:
        if self._head_bytes:
            self._refuse(Refused("headers-too-slow", seconds=f"{self._limiter.limits.header_seconds:g}"))
        else:  # browsers open connections before they need them
            self.transport.close()

    def _refuse(self, error: Refused) -> None:
        if self.cycle is None or self.cycle.response_complete:
            hang_up(self.transport, self.loop, _response(error))
        else:  # an answer to an earlier request is under way
            self.transport.abort()

    def _abort(self) -> None:
        self.transport.abort()


class Deadline:
    """Call back unless something happens in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, late: Callable[[], None]) -> None:
        self._loop, self._seconds, self._late = loop, seconds, late
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Expect it from now on; calling this again changes nothing."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._late)

    def stop(self) -> None:
        """It has happened."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def hang_up(transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, words: bytes) -> asyncio.TimerHandle:
    """Send a last message, read nothing more, and end the connection soon."""
    if not transport.is_closing():
        transport.pause_reading()
        transport.write(words)
        if transport.can_write_eof():
            transport.write_eof()
    return loop.call_later(FAREWELL_SECONDS, transport.abort)


def _response(error: Refused) -> bytes:
    """Return a whole response. Headers were not read, so its language is English."""
    status, body = status_of(error), encode(localize(error, shared_texts("en")))
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
