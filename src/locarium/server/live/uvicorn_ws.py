"""uvicorn's WebSocket with limits on all frames, and a fast path for whole text messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CTRL_OPCODES, CloseCode, Frame
from websockets.protocol import OPEN

from locarium.server.http.limits import Bucket
from locarium.server.http.uvicorn_http import Deadline, hang_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request

    from locarium.server.http.limits import Limits

WIRE = "locarium.wire"  # key in the ASGI scope's extensions
MAX_UNREAD = 8  # messages waiting for the application; then reading pauses
MAX_FRAGMENTS = 64  # fragments per message
PIECE = 1024  # bytes parsed before their frames are counted
WHOLE_TEXT = b"\x81"  # first byte of a text frame, RFC 6455
SHORT, LONG = 126, 1 << 16  # byte counts from which the length field grows


class UvicornWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that counts every frame, pauses reading while messages wait, and writes texts directly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limits: Limits = self.config.app.limiter.limits  # type: ignore[union-attr]  # a Gateway
        self.release: Callable[[], None] | None = None  # frees the connection's slot
        self.bucket = Bucket(limits.frames)  # ThrottledSocket replaces it with the address's own bucket
        self._controls = Bucket(limits.frames)  # for control frames; the same size for every address
        self._reading = Deadline(self.loop, limits.unread_seconds, self._abort)
        self._has_failed = False  # whether to ignore further data

    def handle_connect(self, event: Request) -> None:
        """Offer the fast path to the application before it starts."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's slot."""
        super().connection_lost(exc)
        self._reading.stop()
        if self.release is not None:
            self.release()

    # From the client.

    def data_received(self, data: bytes) -> None:
        """Count frames and bytes before handling them."""
        if self._has_failed:
            return
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self.conn.receive_data(piece)
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            controls = sum(isinstance(event, Frame) and event.opcode in CTRL_OPCODES for event in self.conn.events)
            if self.bucket.take(len(self.conn.events) + len(piece) / PIECE) or self._controls.take(controls):
                self._fail("too many frames")
                return
            self.handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to its message."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self._fail("too many fragments")
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client has stopped reading."""
        if self.writable.is_set() and not self.close_sent:
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the application."""
        is_plain = len(self.frames) == 1 and self.curr_msg_data_type == "text" and not self.close_sent
        if is_plain and self.queue.qsize() < MAX_UNREAD:
            try:
                text = self.frames[0].decode()
            except UnicodeDecodeError:
                pass
            else:
                self.frames = []
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().send_receive_event_to_app()

    def _fail(self, reason: str) -> None:
        """Close the connection of a misbehaving client and ignore its further data."""
        self.conn.fail(CloseCode.POLICY_VIOLATION, reason)
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION, "reason": reason})
        self.close_sent = self.handshake_complete = self._has_failed = True
        self.read_paused = False  # otherwise uvicorn would resume reading
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = hang_up(self.transport, self.loop, b"".join(self.conn.data_to_send()))

    # To the client.

    def pause_writing(self) -> None:
        """Start a deadline for a slow client."""
        super().pause_writing()
        self._reading.start()

    def resume_writing(self) -> None:
        """Stop the deadline once the client has read."""
        super().resume_writing()
        self._reading.stop()

    def _abort(self) -> None:
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Close a connection that does not answer pings, even if it has unread data."""
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: ASGISendEvent) -> None:
        """Send an ASGI event. A connection closed in the meantime counts as a disconnected client."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout + 1, self.transport.abort)  # even if data is unread

    async def send_texts(self, texts: Iterable[bytes]) -> None:
        """Send UTF-8 messages once the client has read the previous ones."""
        if not self.writable.is_set():
            await self.writable.wait()
        self.write_texts(texts)

    def write_texts(self, texts: Iterable[bytes]) -> None:
        """Send UTF-8 messages immediately. Ignore a disconnected client."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))


def _head(length: int) -> bytes:
    if length < SHORT:
        return WHOLE_TEXT + bytes((length,))
    if length < LONG:
        return WHOLE_TEXT + b"\x7e" + length.to_bytes(2, "big")
    return WHOLE_TEXT + b"\x7f" + length.to_bytes(8, "big")
