"""Throttle live connections: reject messages that come too fast, then disconnect."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from locarium.kernel.errors import LocariumError, Refused
from locarium.kernel.texts import shared_texts
from locarium.server.base import metrics
from locarium.server.http.errors import encode, headers_of, localize, status_of
from locarium.server.http.locale import language_of
from locarium.server.http.request_checks import is_storable
from locarium.server.http.responses import access, completed, fields_of, milliseconds_since, response
from locarium.server.tables.messages import Rejected
from locarium.server.tables.view import encoder

from .schema import WHERE
from .uvicorn_ws import WIRE

if TYPE_CHECKING:
    from locarium.server.base.asgi import Message, Receive, Scope, Send
    from locarium.server.http.limits import Limiter

    from .uvicorn_ws import UvicornWebSocket

ABNORMAL, POLICY_VIOLATION = 1006, 1008  # close codes


class _Keyed(msgspec.Struct):
    key: str = ""


_keys = msgspec.json.Decoder(_Keyed)


class ThrottledSocket:
    """A live connection that rejects messages that come too fast, then disconnects the client."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, limiter: Limiter, address: str) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._messages = limiter.bucket("messages", address)
        self._breaches = limiter.bucket("breaches", address)
        wire: UvicornWebSocket | None = scope.get("extensions", {}).get(WIRE)
        if wire is not None:
            wire.bucket = limiter.bucket("frames", address)
        self._began = time.perf_counter()
        self._is_accepted = False
        self._code = 0  # close code

    async def receive(self) -> Message:
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                self._code = self._code or message.get("code", 0)
                return message
            metrics.live_messages.inc()
            data = message.get("text") or message.get("bytes") or b""
            refused = self._judge(data)
            if refused is None:
                return message
            if refused.reason == "too-fast" and self._breaches.take():
                await self.close(POLICY_VIOLATION)
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
            await self._refuse(refused, data)

    def _judge(self, data: str | bytes) -> Refused | None:
        if wait := self._messages.take():
            return Refused("too-fast", seconds=int(wait) + 1)
        return None if is_storable(data) else Refused("bad-text")

    async def _refuse(self, refused: Refused, data: str | bytes) -> None:
        try:
            key = _keys.decode(data).key
        except (ValueError, RecursionError):
            key = ""
        info = localize(refused, shared_texts(language_of(self.scope)))
        await self.send({"type": "websocket.send", "text": encoder.encode(Rejected(key, info)).decode()})

    async def send(self, message: Message) -> None:
        if self._code:
            return  # the connection has ended
        if message["type"] == "websocket.accept":
            self._is_accepted = True
        elif message["type"] == "websocket.close":
            if not self._is_accepted:
                raise Refused("no-such-page")
            self._code = message.get("code", 1000)
        try:
            await self._send(message)
        except OSError:  # the client has just disconnected
            self._code = ABNORMAL

    async def close(self, code: int) -> None:
        if self._is_accepted:
            await self.send({"type": "websocket.close", "code": code})

    def finish(self) -> None:
        """Log that the connection has ended."""
        fields = fields_of(self.scope, self.scope["path"], status=self._code, ms=milliseconds_since(self._began))
        access.info("LIVE %s", WHERE if self._is_accepted else "unknown", extra={"fields": fields})


async def reject(scope: Scope, send: Send, error: LocariumError) -> None:
    """Reject a live connection before it is accepted."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    body = encode(localize(error, shared_texts(language_of(scope))))
    start, rest = response("websocket.http.response", status_of(error), body, headers_of(error))
    start["headers"] = completed(scope, start["headers"])
    await send(start)
    await send(rest)
