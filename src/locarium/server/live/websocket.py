"""A WebSocket directly on ASGI, because live play is the hot path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .uvicorn_ws import WIRE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from locarium.server.http.limits import Limiter

    from .uvicorn_ws import UvicornWebSocket


class Disconnected(Exception):
    """The client has disconnected."""


class WebSocket:
    """The text messages of one client."""

    def __init__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        self.headers: list[tuple[bytes, bytes]] = scope["headers"]
        self.limiter: Limiter = scope["limiter"]
        self._receive, self._send = receive, send
        self._wire: UvicornWebSocket | None = scope.get("extensions", {}).get(WIRE)

    async def accept(self) -> None:
        """Accept the connection."""
        message = await self._receive()
        if message["type"] != "websocket.connect":
            raise Disconnected
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str | bytes:
        """Return the next message. Raise Disconnected if there is none."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            raise Disconnected
        text = message.get("text")
        return message["bytes"] if text is None else text  # type: ignore[no-any-return]

    @property
    def is_free(self) -> bool:
        """Return whether the client has read everything, so sending does not block."""
        return self._wire is not None and self._wire.writable.is_set()

    def send_now(self, texts: Iterable[bytes]) -> None:
        """Send UTF-8 messages to a client that is free."""
        assert self._wire is not None
        self._wire.write_texts(texts)

    async def send(self, *texts: bytes) -> None:
        """Send UTF-8 messages."""
        if self._wire is not None:
            await self._wire.send_texts(texts)
            return
        for text in texts:
            await self._send({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int) -> None:
        """Close the connection, or reject it if it was not accepted yet."""
        await self._send({"type": "websocket.close", "code": code})
