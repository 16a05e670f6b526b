"""Requests that the gateway rejects, and headers of every response."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from litestar import Litestar, get
from websockets.sync.client import connect

from locarium.kernel.errors import Refused
from locarium.server.http import errors, request_checks
from locarium.server.http.limits import Limits
from locarium.server.http.request_checks import MAX_BODY
from locarium.server.http.responses import completed
from locarium.server.serve.gateway import Gateway
from server.client import Live, become, join, open_table
from server.server_process import ServerProcess

TABLE = {"game": "loco", "seats": 2}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def program(server: ServerProcess) -> dict[str, str]:
    """The headers of a signed-in program."""
    return JSON | {"Authorization": f"Bearer {become(server.url)}"}


def refused(server: ServerProcess, method: str, path: str, **request: Any) -> tuple[int, dict[str, str]]:
    """Return the status and body of a rejection."""
    response = httpx.request(method, server.url + path, **request)
    assert response.headers["content-type"] == "application/json", response.text
    fault = response.json()
    assert fault.keys() == {"key", "message"}
    return response.status_code, fault


@pytest.mark.parametrize(
    ("body", "key", "named"),
    [
        (b"", "missing-body", "JSON"),
        (b"{", "bad-json", "truncated"),
        (b'{"game":"loco","seats":2}x', "bad-json", ""),
        (b"[]", "bad-message", "object"),
        (b"null", "bad-message", "object"),
        (b'{"seats":2}', "missing-field", "game"),
        (b'{"game":"loco","seats":"2"}', "bad-field", "seats"),
        (b'{"game":"loco","seats":2,"bots":[{"seat":0},1]}', "bad-field", "bots[1]"),
        (b'{"game":"loco","seats":2,"more":1}', "unknown-field", "more"),
        (b'{"game":"\xff","seats":2}', "bad-text", "UTF-8"),
        (b'{"game":"\\ud800","seats":2}', "bad-json", ""),
        (b'{"game":"lo\\u0000co","seats":2}', "bad-text", "NUL"),
        (b'{"game":"\\\\u0000","seats":2}', "bad-input", "u0000"),
        (b'{"game":"loco","seats":2,"options":{"x":' + b"[" * 20_000, "bad-json", "nested"),
        (b'{"game":"loco","seats":1e400}', "bad-field", "seats"),
        (b'{"game":"loco","seats":' + b"9" * 5000 + b"}", "bad-field", "seats"),
    ],
)
def test_invalid_body_is_rejected_with_the_field_name(
    server: ServerProcess, program: dict[str, str], body: bytes, key: str, named: str
) -> None:
    status, fault = refused(server, "POST", "/api/tables", content=body, headers=program)
    assert (status, fault["key"]) == (400, key)
    assert named in fault["message"]


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_body_must_be_json(server: ServerProcess, content_type: str) -> None:
    headers = {"Content-Type": content_type}
    status, fault = refused(server, "POST", "/api/tables", content=json.dumps(TABLE), headers=headers)
    assert (status, fault["key"]) == (415, "bad-content-type")


def chunks(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b" " * 1024


def test_oversized_body_is_rejected(server: ServerProcess) -> None:
    for body in (b" " * (MAX_BODY + 1), chunks(MAX_BODY // 1024 + 1)):
        status, fault = refused(server, "POST", "/api/tables", content=body, headers=JSON)
        assert (status, fault["key"]) == (413, "too-large")


def test_chunked_body_is_accepted(server: ServerProcess, program: dict[str, str]) -> None:
    body = [json.dumps(TABLE).encode(), *chunks(200)]
    assert httpx.post(f"{server.url}/api/tables", content=iter(body), headers=program).status_code == 201


@pytest.mark.parametrize(
    ("path", "status", "key"),
    [
        ("/api/nothing", 404, "no-such-page"),
        ("/nothing", 404, "no-such-page"),
        ("/assets/nothing.js", 404, "no-such-page"),
        ("/api/schema/nothing", 404, "no-such-page"),
        ("/api/tables/%ff", 400, "bad-address"),
        ("/api/tables/%00", 400, "bad-address"),
        ("/api/games?language=%00", 400, "bad-address"),
        ("/api/games?language=%ff", 400, "bad-address"),
        ("/api/tables/" + "x" * 3000, 414, "address-too-long"),
        ("/api/tables/" + "x" * 1500, 404, "no-such-table"),
        ("/api/tables/..%2f..%2fetc", 404, "no-such-page"),
        ("/api/tables/nowhere/record?game=x", 400, "bad-field"),
    ],
)
def test_invalid_urls_are_rejected(server: ServerProcess, path: str, status: int, key: str) -> None:
    assert refused(server, "GET", path)[0] == status
    assert refused(server, "GET", path)[1]["key"] == key


def test_unsupported_method_is_rejected(server: ServerProcess) -> None:
    response = httpx.put(f"{server.url}/api/games")
    assert (response.status_code, response.json()["key"]) == (405, "bad-method")
    assert "GET" in response.headers["allow"]


def test_oversized_headers_are_rejected(server: ServerProcess) -> None:
    headers = {f"X-{number}": "1" for number in range(100)}
    assert refused(server, "GET", "/api/games", headers=headers)[0] == 431


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Nothing found at this address."), ("de-CH,en;q=0.5", "Diese Seite gibt es nicht.")],
)
def test_errors_use_the_browsers_language(server: ServerProcess, language: str, sentence: str) -> None:
    assert refused(server, "GET", "/api/nothing", headers={"Accept-Language": language})[1]["message"] == sentence
    french = refused(server, "GET", "/api/nothing?language=fr", headers={"Accept-Language": language})[1]
    assert "cette adresse" in french["message"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_cross_origin_requests_can_read_but_not_act(server: ServerProcess, headers: dict[str, str]) -> None:
    status, fault = refused(server, "POST", "/api/tables", json=TABLE, headers=headers)
    assert (status, fault["key"]) == (403, "cross-origin")
    assert httpx.get(f"{server.url}/api/games", headers=headers).is_success


@pytest.mark.parametrize("own", [True, False])
def test_same_origin_pages_and_programs_can_act(server: ServerProcess, program: dict[str, str], own: bool) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"} if own else {}
    assert httpx.post(f"{server.url}/api/tables", json=TABLE, headers=program | headers).status_code == 201


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/nothing", "/", "/assets/nothing.js", "/api/tables/%00", "/health"]
)
def test_every_response_has_security_headers(server: ServerProcess, path: str) -> None:
    headers = httpx.get(server.url + path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "permissions-policy" in headers
    assert len(headers["x-request-id"]) == 12
    assert "server" not in headers
    assert ("no-store" in headers.get("cache-control", "")) == path.startswith("/api")


def upgrade(server: ServerProcess, path: str, **headers: str) -> httpx.Response:
    """Return the response to a rejected live connection."""
    handshake = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    return httpx.get(server.url + path, headers=handshake | headers)


def test_rejected_live_connection_has_a_reason(server: ServerProcess) -> None:
    table = open_table(server.url)["table"]
    foreign = upgrade(server, f"/api/tables/{table}/live?language=de", Origin="http://elsewhere.example")
    assert (foreign.status_code, foreign.json()["key"]) == (403, "cross-origin")
    assert foreign.json()["message"] == "Blockiert: Diese Anfrage kommt von einer fremden Website."
    assert foreign.headers["x-content-type-options"] == "nosniff"
    assert upgrade(server, "/api/nothing").status_code == 404
    assert upgrade(server, "/api/tables/%00/live").status_code == 400


@pytest.mark.parametrize("message", [b"\xff", b'{"kind":"step","key":"k\\u0000"}', '{"kind":"step","key":"k\\u0000"}'])
def test_unreadable_messages_are_rejected(server: ServerProcess, message: str | bytes) -> None:
    table = open_table(server.url)["table"]
    live = Live(server.host, table)
    live.hear()
    live.send(message)
    assert live.hear()["error"]["key"] == "bad-text"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a hundredth of the usual limits. The local machine gets a fifth of a normal client's limits."""
    process = ServerProcess(tmp_path_factory.mktemp("strict"), LOCARIUM_LIMITS="0.01")
    yield process
    process.stop()


def test_message_flood_is_throttled_then_disconnected(strict: ServerProcess) -> None:
    table = open_table(strict.url)["table"]
    live = Live(strict.host, table, join(strict.url, table)["token"])
    live.hear()
    assert live.answer(live.ask("undo"))["error"]["key"] == "no-undo"
    for number in range(60):  # below the frame limit
        live.send({"kind": "undo", "key": f"k{number}"})
    assert live.closed() == 1008
    keys = [refusal["error"]["key"] for refusal in live.refused]
    assert keys.count("too-fast") == 20
    assert set(keys) <= {"no-undo", "too-fast"}  # the connection can close before accepted messages are answered
    assert all(refusal["key"] for refusal in live.refused)


def test_live_connections_of_one_address_are_limited(strict: ServerProcess) -> None:
    table = open_table(strict.url)["table"]
    with ExitStack() as opened:
        for _ in range(40):
            opened.enter_context(connect(f"ws://{strict.host}/api/tables/{table}/live", compression=None))
        answer = upgrade(strict, f"/api/tables/{table}/live")
        assert (answer.status_code, answer.json()["key"]) == (429, "too-many-connections")


def test_throttled_client_is_told_when_to_retry(strict: ServerProcess) -> None:
    with httpx.Client() as client:  # a single connection, so that slow machines also reach the limit
        for _ in range(2_000):
            response = client.get(f"{strict.url}/api/tables/nowhere?language=fr")
            if response.status_code == 429:
                break
    assert response.json()["key"] == "too-fast"
    assert "Réessaie" in response.json()["message"]
    assert 1 <= int(response.headers["retry-after"]) <= 10
    assert "content-security-policy" in response.headers


@get("/api/broken")
async def broken() -> None:
    """A handler that fails."""
    raise RuntimeError("no idea")


async def broken_app(*_: object) -> None:
    raise RuntimeError("no idea")


BROKEN = Litestar([broken], exception_handlers=errors.HANDLERS, logging_config=None, openapi_config=None)


@pytest.mark.parametrize("inner", [BROKEN, broken_app])
def test_internal_error_has_a_number(inner: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Gateway(inner, Limits()))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            return await client.get("/api/broken?language=de")

    answer = asyncio.run(ask())
    number = answer.headers["x-request-id"]
    assert (answer.status_code, answer.json()["key"]) == (500, "internal")
    assert number in answer.json()["message"]
    assert "no idea" not in answer.text
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.__dict__["fields"] == {"request": number}
    assert record.exc_info is not None
    assert "no idea" in str(record.exc_info[1])


def test_missing_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_checks, "BODY_SECONDS", 0.01)

    async def never() -> Any:
        await asyncio.sleep(60)

    async def read() -> None:
        headers = [(b"content-length", b"2"), (b"content-type", b"application/json")]
        await request_checks.read_body({"headers": headers}, never)

    with pytest.raises(Refused, match="too-slow"):
        asyncio.run(read())


def test_tls_responses_set_hsts() -> None:
    scope = {"path": "/", "request_id": "1", "scheme": "https"}
    assert b"strict-transport-security" in dict(completed(scope, []))
    assert b"strict-transport-security" not in dict(completed(scope | {"scheme": "http"}, []))
