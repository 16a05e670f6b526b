"""uvicorn's WebSocket with a short way for what happens all the time: whole texts in, whole texts out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from websockets.http11 import Request

WIRE = "locarium.wire"  # among the extensions of a scope
MOST_UNREAD = 8  # messages that wait for the application; then the client has to
WHOLE_TEXT = b"\x81"  # the first byte of a frame, RFC 6455
SHORT, LONG = 126, 1 << 16  # from so many bytes on, the length takes more than one byte, or than three


class Wire(WebSocketsSansIOProtocol):
    """Reads on while few messages wait, and writes a text without asking twice."""

    def handle_connect(self, event: Request) -> None:
        """Offer the short way to the application, which has not begun yet."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def send_receive_event_to_app(self) -> None:
        """A message has arrived."""
        is_plain = len(self.frames) == 1 and self.curr_msg_data_type == "text" and not self.close_sent
        if is_plain and self.queue.qsize() < MOST_UNREAD:
            try:
                text = self.frames[0].decode()
            except UnicodeDecodeError:
                pass
            else:
                self.frames = []
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().send_receive_event_to_app()

    async def send_texts(self, texts: Iterable[bytes]) -> None:
        """Messages, UTF-8, as soon as the client has fetched what was sent before."""
        if not self.writable.is_set():
            await self.writable.wait()
        self.write_texts(texts)

    def write_texts(self, texts: Iterable[bytes]) -> None:
        """Messages, UTF-8, at once; whoever is gone does not hear them."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))


def _head(length: int) -> bytes:
    if length < SHORT:
        return WHOLE_TEXT + bytes((length,))
    if length < LONG:
        return WHOLE_TEXT + b"\x7e" + length.to_bytes(2, "big")
    return WHOLE_TEXT + b"\x7f" + length.to_bytes(8, "big")
