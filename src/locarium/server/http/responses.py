"""Parts of every response: security headers and a line in the log."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from locarium.kernel.texts import shared_texts
from locarium.server.base import metrics
from locarium.server.base.logging import SHORT_NAME
from locarium.server.http.errors import localize

from .errors import INTERNAL, encode, headers_of, report, status_of
from .locale import language_of

if TYPE_CHECKING:
    from locarium.kernel.errors import LocariumError
    from locarium.server.base.asgi import Message, Scope, Send

JSON_LINES = "application/x-ndjson"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")  # methods that are counted separately
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"referrer-policy", b"no-referrer"),  # the URL of a table grants access to it
    (b"x-content-type-options", b"nosniff"),
]
OVER_TLS = (b"strict-transport-security", b"max-age=31536000")
NOT_KEPT = (b"cache-control", b"no-store")

access = logging.getLogger("locarium.access")


class ResponseWriter:
    """The response to one request. Adds common headers and logs the outcome."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self._began = time.perf_counter()
        self.status = 0  # not started

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = completed(self._scope, message.get("headers", []))
            metrics.request_seconds.labels(self._route).observe(time.perf_counter() - self._began)
        await self._send(message)

    async def refuse(self, error: LocariumError) -> None:
        """Respond with a client error."""
        info = localize(error, shared_texts(language_of(self._scope)))
        await self._send_body(status_of(error), encode(info), headers_of(error))

    async def fail(self, error: Exception) -> None:
        """Respond with an internal error."""
        await self._send_body(INTERNAL, encode(report(self._scope, error)), {})

    async def _send_body(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        if self.status:
            return  # another response has started
        for message in response("http.response", status, body, headers):
            await self.send(message)

    @property
    def _route(self) -> str:
        """Return the route template. The path itself can contain a table's name, which grants access."""
        return str(self._scope.get("path_template", "unknown"))

    def finish(self, path: str) -> None:
        """Log and count the response."""
        method = self._scope["method"] if self._scope["method"] in METHODS else "other"
        metrics.count_request(method, self._route, self.status)
        if not access.isEnabledFor(logging.INFO):
            return
        access.info(
            "%s %s",
            method,
            self._route,
            extra={"fields": fields_of(self._scope, path, status=self.status, ms=milliseconds_since(self._began))},
        )


def completed(scope: Scope, headers: Any) -> list[tuple[bytes, bytes]]:
    """Return the headers, completed with the common ones."""
    given = [(bytes(name).lower(), bytes(value)) for name, value in headers]
    names = {name for name, _ in given}
    added = [*HEADERS, (b"x-request-id", scope["request_id"].encode())]
    if scope.get("scheme") == "https":
        added.append(OVER_TLS)
    if scope["path"].startswith("/api"):
        added.append(NOT_KEPT)
    return given + [header for header in added if header[0] not in names]


def response(kind: str, status: int, body: bytes, headers: dict[str, str]) -> list[Message]:
    """Return a complete response. It does not wait for a rejected body."""
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    head += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    if kind == "http.response":
        head.append((b"connection", b"close"))
    return [
        {"type": f"{kind}.start", "status": status, "headers": head},
        {"type": f"{kind}.body", "body": body},
    ]


def fields_of(scope: Scope, path: str, **more: object) -> dict[str, object]:
    """Return the log fields of a request. A table's name is shortened."""
    fields: dict[str, object] = {"request": scope["request_id"]} | more
    if path.startswith("/api/tables/"):
        fields["table"] = path.split("/")[3][:SHORT_NAME]
    return fields


def milliseconds_since(began: float) -> float:
    """Return milliseconds for the log."""
    return round((time.perf_counter() - began) * 1000, 1)
