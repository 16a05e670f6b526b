"""Checks on a request before it is handled."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes, urlsplit

from locarium.kernel.errors import Refused

if TYPE_CHECKING:
    from locarium.server.base.asgi import Message, Receive, Scope

MAX_BODY = 256 * 1024  # bytes; large enough for an edition text
MAX_ADDRESS = 2048  # bytes of path and query
MAX_HEADERS = 64
MAX_HEAD = 16 * 1024  # bytes of all headers
BODY_SECONDS = 30  # seconds for a whole body to arrive
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # a NUL in JSON, which databases reject


def is_of_same_origin(headers: dict[bytes, bytes]) -> bool:
    """Return whether the request comes from a program or from a page of this server."""
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


def check_address(scope: Scope) -> None:
    """Reject paths and queries that are too long or not valid text."""
    raw, query = scope.get("raw_path") or b"", scope["query_string"]
    if len(raw) + len(query) > MAX_ADDRESS:
        raise Refused("address-too-long", most=MAX_ADDRESS)
    if len(scope["headers"]) > MAX_HEADERS:
        raise Refused("too-many-headers", most=MAX_HEADERS)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEAD:
        raise Refused("headers-too-large", most=MAX_HEAD)
    for part in (raw, query):
        if b"%" in part and not _is_text(unquote_to_bytes(part)):
            raise Refused("bad-address")


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def is_storable(data: str | bytes) -> bool:
    """Return whether every database can store the text."""
    if isinstance(data, str):
        return "\\u0000" not in data or not NUL.search(data.encode())
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return not NUL.search(data)


async def read_body(scope: Scope, receive: Receive) -> bytes | None:
    """Read the whole body. Return None if the request has none."""
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
    if not is_storable(body):
        raise Refused("bad-text")
    return body


async def _gather(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused("too-slow", seconds=BODY_SECONDS)  # only logged: the client is not listening
        body += message.get("body", b"")
        if len(body) > MAX_BODY:
            raise Refused("too-large", most=MAX_BODY)
        if not message.get("more_body", False):
            return bytes(body)


def after(body: bytes | None, receive: Receive) -> Receive:
    """Return a `receive` that starts with a body that was already read."""
    if body is None:
        return receive
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
