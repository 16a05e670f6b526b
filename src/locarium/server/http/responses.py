"""What every answer has: headers that protect the client, and a line in the log."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from locarium.kernel.texts import shared_texts
from locarium.server.base import metrics
from locarium.server.base.logging import SHOWN
from locarium.server.http.errors import localize

from .errors import INTERNAL, encode, headers_of, report, status_of
from .locale import language_of

if TYPE_CHECKING:
    from locarium.kernel.errors import LocariumError
    from locarium.server.base.asgi import Message, Scope, Send

JSON_LINES = "application/x-ndjson"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")  # that are counted apart
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"referrer-policy", b"no-referrer"),  # a table's address is its key
    (b"x-content-type-options", b"nosniff"),
]
OVER_TLS = (b"strict-transport-security", b"max-age=31536000")
NOT_KEPT = (b"cache-control", b"no-store")

access = logging.getLogger("locarium.access")


class ResponseWriter:
    """The answer to one request: what every answer has is added, and what became of it is noted."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self._began = time.perf_counter()
        self.status = 0  # not begun

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = completed(self._scope, message.get("headers", []))
            metrics.request_seconds.labels(self._route).observe(time.perf_counter() - self._began)
        await self._send(message)

    async def refuse(self, error: LocariumError) -> None:
        """Something that is the client's to mend."""
        info = localize(error, shared_texts(language_of(self._scope)))
        await self._send_body(status_of(error), encode(info), headers_of(error))

    async def fail(self, error: Exception) -> None:
        """Something that is the house's to mend."""
        await self._send_body(INTERNAL, encode(report(self._scope, error)), {})

    async def _send_body(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        if self.status:
            return  # another answer has begun
        for message in response("http.response", status, body, headers):
            await self.send(message)

    @property
    def _route(self) -> str:
        """The template of the address, never the address: that of a table is its key."""
        return str(self._scope.get("path_template", "unknown"))

    def finish(self, path: str) -> None:
        """Note what became of it."""
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
    """Headers, and those of every answer that they lack."""
    given = [(bytes(name).lower(), bytes(value)) for name, value in headers]
    names = {name for name, _ in given}
    added = [*HEADERS, (b"x-request-id", scope["request_id"].encode())]
    if scope.get("scheme") == "https":
        added.append(OVER_TLS)
    if scope["path"].startswith("/api"):
        added.append(NOT_KEPT)
    return given + [header for header in added if header[0] not in names]


def response(kind: str, status: int, body: bytes, headers: dict[str, str]) -> list[Message]:
    """A whole answer; a body that was refused is not waited for."""
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    head += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    if kind == "http.response":
        head.append((b"connection", b"close"))
    return [
        {"type": f"{kind}.start", "status": status, "headers": head},
        {"type": f"{kind}.body", "body": body},
    ]


def fields_of(scope: Scope, path: str, **more: object) -> dict[str, object]:
    """What is noted of a request beside its route: of a table the beginning of its name."""
    fields: dict[str, object] = {"request": scope["request_id"]} | more
    if path.startswith("/api/tables/"):
        fields["table"] = path.split("/")[3][:SHOWN]
    return fields


def milliseconds_since(began: float) -> float:
    """For the log."""
    return round((time.perf_counter() - began) * 1000, 1)
