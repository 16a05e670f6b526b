"""What stands at the door: every request passes it on its way in, every answer on its way out."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec
from litestar.utils.path import normalize_path

from locarium.kernel.errors import LocariumError, Refused
from locarium.kernel.texts import shared_texts

from . import metrics
from .faults import INTERNAL, encode, headers_of, report, status_of
from .languages import language_of
from .limits import Limiter, Limits, address_of
from .logs import SHOWN
from .messages import Refusal
from .rendering import encoder, explain

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .limits import Kind

    Scope: TypeAlias = dict[str, Any]
    Message: TypeAlias = dict[str, Any]
    Receive: TypeAlias = Callable[[], Awaitable[Message]]
    Send: TypeAlias = Callable[[Message], Awaitable[None]]
    App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]

MAX_BODY = 256 * 1024  # bytes; the text of an edition fits
MAX_ADDRESS = 2048  # bytes of path and query
MAX_HEADERS = 64
BODY_SECONDS = 30  # for all of a body to arrive
ABNORMAL, POLICY_VIOLATION, INTERNAL_ERROR = 1006, 1008, 1011  # why a live connection ends
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")  # that are counted apart
DEAR: dict[tuple[str, str], Kind] = {  # requests that are counted once more
    ("POST", "/api/tables"): "tables",
    ("POST", "/api/me"): "people",
    ("POST", "/api/me/account"): "people",
    ("DELETE", "/api/me"): "attempts",
    ("PUT", "/api/me/password"): "attempts",
    ("PUT", "/api/me/login"): "attempts",
    ("POST", "/api/sign-in"): "attempts",
    ("POST", "/api/sign-in/passkey"): "attempts",
    ("POST", "/api/recover"): "attempts",
}
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
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # in JSON; databases do not take it
LIVE_ROUTE = "/api/tables/{table}/live"

access = logging.getLogger("locarium.access")


class _Keyed(msgspec.Struct):
    key: str = ""


_keys = msgspec.json.Decoder(_Keyed)


class Guard:
    """The application behind its door. `limiter` is also in every scope, for what only the application can count."""

    def __init__(self, app: App, limits: Limits) -> None:
        self._app, self.limiter = app, Limiter(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a live connection in, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = secrets.token_hex(6)
        scope["limiter"] = self.limiter
        if scope["type"] == "http":
            await self._serve(scope, receive, _Answer(scope, send))
        else:
            await self._connect(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        path = scope["path"]
        try:
            self._admit(scope)
            body = await _read_body(scope, receive)
            await self._app(scope, _after(body, receive), answer.send)
        except LocariumError as error:
            await answer.refuse(error)
        except Exception as error:
            await answer.fail(error)
            if answer.status != INTERNAL:  # it had begun already: break it off
                raise
        finally:
            answer.finish(path)

    def _admit(self, scope: Scope) -> None:
        address = address_of(scope)
        self.limiter.spend("requests", address)
        _check_address(scope)
        if scope["method"] not in SAFE and not is_of_same_origin(dict(scope["headers"])):
            raise Refused("foreign-origin")
        if kind := DEAR.get((scope["method"], normalize_path(scope["path"]))):
            self.limiter.spend(kind, address)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        try:
            self.limiter.spend("requests", address)
            _check_address(scope)
            if not is_of_same_origin(dict(scope["headers"])):
                raise Refused("foreign-origin")
            with self.limiter.connected(address):
                await self._talk(_Line(scope, receive, send, self.limiter, address))
        except LocariumError as error:
            await _turn_away(scope, send, error)

    async def _talk(self, line: _Line) -> None:
        metrics.live_connections.inc()
        try:
            await self._app(line.scope, line.receive, line.send)
        except LocariumError:
            raise
        except Exception as error:  # the others' connections go on
            report(line.scope, error)
            await line.close(INTERNAL_ERROR)
        finally:
            metrics.live_connections.dec()
            line.finish()


class _Answer:
    """The answer to one request: what every answer has is added, and what became of it is noted."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self._began = time.perf_counter()
        self.status = 0  # not begun

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = _completed(self._scope, message.get("headers", []))
            metrics.request_seconds.labels(self._route).observe(time.perf_counter() - self._began)
        await self._send(message)

    async def refuse(self, error: LocariumError) -> None:
        """Something that is the asker's to mend."""
        fault = explain(error, shared_texts(language_of(self._scope)))
        await self._send_body(status_of(error), encode(fault), headers_of(error))

    async def fail(self, error: Exception) -> None:
        """Something that is the house's to mend."""
        fault = report(self._scope, error)
        if not self.status:
            await self._send_body(INTERNAL, encode(fault), {})

    async def _send_body(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        for message in _response("http.response", status, body, headers):
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
            extra={"fields": _fields(self._scope, path, status=self.status, ms=_milliseconds(self._began))},
        )


class _Line:
    """One live connection: messages that come too fast are refused, and who does not stop is sent away."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, limiter: Limiter, address: str) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._messages = limiter.bucket("messages", address)
        self._breaches = limiter.bucket("breaches", address)
        self._began = time.perf_counter()
        self._is_accepted = False
        self._code = 0  # with which it ended

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
        return None if _is_storable(data) else Refused("bad-text")

    async def _refuse(self, refused: Refused, data: str | bytes) -> None:
        try:
            key = _keys.decode(data).key
        except (ValueError, RecursionError):
            key = ""
        fault = explain(refused, shared_texts(language_of(self.scope)))
        await self.send({"type": "websocket.send", "text": encoder.encode(Refusal(key, fault)).decode()})

    async def send(self, message: Message) -> None:
        if self._code:
            return  # it has ended: there is nobody to tell
        if message["type"] == "websocket.accept":
            self._is_accepted = True
        elif message["type"] == "websocket.close":
            if not self._is_accepted:
                raise Refused("no-such-page")
            self._code = message.get("code", 1000)
        try:
            await self._send(message)
        except OSError:  # the client has just gone
            self._code = ABNORMAL

    async def close(self, code: int) -> None:
        if self._is_accepted:
            await self.send({"type": "websocket.close", "code": code})

    def finish(self) -> None:
        """Note that it has ended."""
        fields = _fields(self.scope, self.scope["path"], status=self._code, ms=_milliseconds(self._began))
        access.info("LIVE %s", LIVE_ROUTE if self._is_accepted else "unknown", extra={"fields": fields})


def is_of_same_origin(headers: dict[bytes, bytes]) -> bool:
    """Whether the asker is a program, or a page that this server gave out."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site in (b"same-origin", b"none")
    origin = headers.get(b"origin")
    return origin is None or _host(origin) == headers.get(b"host")


def _host(origin: bytes) -> bytes | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _check_address(scope: Scope) -> None:
    raw, query = scope.get("raw_path") or b"", scope["query_string"]
    if len(raw) + len(query) > MAX_ADDRESS:
        raise Refused("address-too-long", most=MAX_ADDRESS)
    if len(scope["headers"]) > MAX_HEADERS:
        raise Refused("too-many-headers", most=MAX_HEADERS)
    for part in (raw, query):
        if b"%" in part and not _is_text(unquote_to_bytes(part)):
            raise Refused("bad-address")


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _is_storable(data: str | bytes) -> bool:
    """Whether it is text that every database takes."""
    if isinstance(data, str):
        return "\\u0000" not in data or not NUL.search(data.encode())
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return not NUL.search(data)


async def _read_body(scope: Scope, receive: Receive) -> bytes | None:
    """All of the body; None if the request has none."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length")
    if b"transfer-encoding" not in headers and (length is None or length == b"0"):
        return None
    if length is not None and int(length) > MAX_BODY:
        raise Refused("too-large", most=MAX_BODY)
    if headers.get(b"content-type", b"").partition(b";")[0].strip().lower() != b"application/json":
        raise Refused("bad-content-type")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _gather(receive)
    except TimeoutError:
        raise Refused("too-slow", seconds=BODY_SECONDS) from None
    if not _is_storable(body):
        raise Refused("bad-text")
    return body


async def _gather(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused("too-slow", seconds=BODY_SECONDS)  # nobody hears it
        body += message.get("body", b"")
        if len(body) > MAX_BODY:
            raise Refused("too-large", most=MAX_BODY)
        if not message.get("more_body", False):
            return bytes(body)


def _after(body: bytes | None, receive: Receive) -> Receive:
    """A way to receive that begins with a body already read."""
    if body is None:
        return receive
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


def _completed(scope: Scope, headers: Any) -> list[tuple[bytes, bytes]]:
    given = [(bytes(name).lower(), bytes(value)) for name, value in headers]
    names = {name for name, _ in given}
    added = [*HEADERS, (b"x-request-id", scope["request_id"].encode())]
    if scope.get("scheme") == "https":
        added.append(OVER_TLS)
    if scope["path"].startswith("/api"):
        added.append(NOT_KEPT)
    return given + [header for header in added if header[0] not in names]


def _response(kind: str, status: int, body: bytes, headers: dict[str, str]) -> list[Message]:
    """A whole answer; a body that was refused is not waited for."""
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    head += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    if kind == "http.response":
        head.append((b"connection", b"close"))
    return [
        {"type": f"{kind}.start", "status": status, "headers": head},
        {"type": f"{kind}.body", "body": body},
    ]


async def _turn_away(scope: Scope, send: Send, error: LocariumError) -> None:
    """Refuse a live connection before it begins."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    body = encode(explain(error, shared_texts(language_of(scope))))
    start, rest = _response("websocket.http.response", status_of(error), body, headers_of(error))
    start["headers"] = _completed(scope, start["headers"])
    await send(start)
    await send(rest)


def _fields(scope: Scope, path: str, **more: object) -> dict[str, object]:
    """What is noted of a request beside its route: of a table the beginning of its name."""
    fields: dict[str, object] = {"request": scope["request_id"]} | more
    if path.startswith("/api/tables/"):
        fields["table"] = path.split("/")[3][:SHOWN]
    return fields


def _milliseconds(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 1)
