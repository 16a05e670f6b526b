"""Throttling of live connections."""

from __future__ import annotations

import asyncio
from typing import Any

from locarium.server.http.limits import Limiter, Limits, Rate
from locarium.server.live.throttle import POLICY_VIOLATION, ThrottledSocket


def test_no_message_is_read_after_a_flood() -> None:
    """A message behind the flood is dropped, even if the limits have recovered by then."""
    now = 0.0
    limits = Limits(messages=Rate(1, 20), breaches=Rate(1, 20), local=1)
    waiting = [{"type": "websocket.receive", "text": text} for text in ("first", "refused", "too much", "late")]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        nonlocal now
        message = waiting.pop(0)
        now += 1000.0 * (message["text"] == "late")
        return message

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def run() -> None:
        scope = {"type": "websocket", "path": "/", "headers": []}
        line = ThrottledSocket(scope, receive, send, Limiter(limits, lambda: now), "here")
        await line.send({"type": "websocket.accept"})
        assert (await line.receive())["text"] == "first"
        assert await line.receive() == {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
        assert sent[-1] == {"type": "websocket.close", "code": POLICY_VIOLATION}

    asyncio.run(run())
