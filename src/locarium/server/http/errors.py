"""Error responses: a key, a message in the client's language, and a status."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import SQLAlchemyError

from locarium.kernel.bounds import MAX_STEP, clipped
from locarium.kernel.errors import BadInput, BadNotation, IllegalStep, LocariumError, Refused
from locarium.kernel.texts import shared_texts
from locarium.server.base import metrics
from locarium.server.base.workers import ClientGone
from locarium.server.http.messages import ErrorInfo

from .locale import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from locarium.kernel.texts import Texts

BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, INTERNAL, UNAVAILABLE = 400, 401, 403, 404, 409, 500, 503
HUNG_UP = 499  # status of a request whose client hung up; never sent, only logged and counted
RETRY_SECONDS = 5
STATUS = {
    "no-such-table": NOT_FOUND,
    "no-such-game": NOT_FOUND,
    "no-such-page": NOT_FOUND,
    "no-such-record": NOT_FOUND,
    "no-such-step": NOT_FOUND,
    "no-such-contest": NOT_FOUND,
    "no-such-day": NOT_FOUND,
    "no-such-puzzle": NOT_FOUND,
    "nobody-there": NOT_FOUND,
    "seat-taken": CONFLICT,
    "seated-already": CONFLICT,
    "table-full": CONFLICT,
    "seat-reserved": CONFLICT,
    "stale": CONFLICT,
    "table-waiting": CONFLICT,
    "game-begun": CONFLICT,
    "no-seed-due": CONFLICT,
    "game-over": CONFLICT,
    "not-running": CONFLICT,
    "not-over": CONFLICT,
    "not-your-turn": CONFLICT,
    "not-absent": CONFLICT,
    "no-next-game": CONFLICT,
    "too-many-records": CONFLICT,
    "unfinished": CONFLICT,
    "too-many-reviews": CONFLICT,
    "reviews-full": CONFLICT,
    "nothing-to-choose": CONFLICT,
    "wait-for": CONFLICT,
    "chosen-already": CONFLICT,
    "no-resigning": CONFLICT,
    "no-undo": CONFLICT,
    "too-many-events": CONFLICT,
    "bot-plays": CONFLICT,
    "paused": CONFLICT,
    "contest-begun": CONFLICT,
    "too-few-entrants": CONFLICT,
    "day-over": CONFLICT,
    "puzzle-over": CONFLICT,
    "played-to-the-end": CONFLICT,
    "other-lesson": CONFLICT,
    "no-chat": FORBIDDEN,
    "no-hints": FORBIDDEN,
    "no-hints-in-contests": FORBIDDEN,
    "muted": FORBIDDEN,
    "not-your-seat": FORBIDDEN,
    "not-the-host": FORBIDDEN,
    "not-welcome": FORBIDDEN,
    "kicked": FORBIDDEN,
    "no-spectators": FORBIDDEN,
    "embargoed": FORBIDDEN,
    "account-needed": FORBIDDEN,
    "not-your-contest": FORBIDDEN,
    "cross-origin": FORBIDDEN,
    "metrics-closed": FORBIDDEN,
    "too-slow": 408,
    "too-large": 413,
    "address-too-long": 414,
    "bad-content-type": 415,
    "too-fast": 429,
    "too-many-connections": 429,
    "too-many-waiting": 429,
    "too-many-headers": 431,
    "headers-too-large": 431,
    "headers-too-slow": 408,
    "sign-in-required": UNAUTHORIZED,
    "bad-token": UNAUTHORIZED,
    "bad-code": FORBIDDEN,
    "wrong-login": FORBIDDEN,
    "wrong-password": FORBIDDEN,
    "not-for-programs": FORBIDDEN,
    "bad-passkey": FORBIDDEN,
    "no-such-entry": NOT_FOUND,
    "no-passkeys": NOT_FOUND,
    "no-passkeys-here": NOT_FOUND,
    "signed-in-already": CONFLICT,
    "has-account": CONFLICT,
    "no-account": CONFLICT,
    "login-taken": CONFLICT,
    "too-many": CONFLICT,
    "busy": 429,
}
FULL = ("busy", "too-many-waiting")  # keys of rejections because a queue is full
# keys for Litestar's own errors
KEYS = {NOT_FOUND: "no-such-page", 405: "bad-method", 413: "too-large", 415: "bad-content-type"}

_MISSING = re.compile(r"Object missing required field `(?P<field>.*?)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*?)`")
_MALFORMED = re.compile(r"JSON is malformed|Input data was truncated|Invalid UTF-8|trailing characters")

logger = logging.getLogger(__name__)


class LocalizedError(LocariumError):
    """An error at a table, already worded in its game's terms."""

    def __init__(self, fault: ErrorInfo) -> None:
        super().__init__(fault.message)
        self.fault = fault


def localize(error: LocariumError, texts: Texts, seat: int | None = None) -> ErrorInfo:
    """Return the error as shown to the client, and count it."""
    if isinstance(error, LocalizedError):
        return error.fault  # already counted
    fault = describe_error(error, texts, seat)
    metrics.refusals.labels(fault.key).inc()
    return fault


def describe_error(error: LocariumError, texts: Texts, seat: int | None) -> ErrorInfo:
    """Return an error's key and message without counting it as a rejection."""
    match error:
        case IllegalStep():
            return ErrorInfo(error.reason, texts.get("faults", error.reason, seat=seat))
        case Refused():
            return ErrorInfo(error.reason, texts.get("faults", error.reason, **error.values))
        case BadNotation():
            return ErrorInfo("bad-notation", texts.get("faults", "bad-notation", text=error.text))
        case _:
            return ErrorInfo("bad-input", texts.get("faults", "bad-input", detail=str(error)))


def refuse(request: Request[Any, Any, Any], error: LocariumError) -> Response[ErrorInfo]:
    """Respond to a client error."""
    status = status_of(error)
    if isinstance(error, BadInput) and "/api/games/" in request.url.path:
        status = NOT_FOUND
    texts = shared_texts(language_of(request.scope))
    return Response(localize(error, texts), status_code=status, headers=headers_of(error))


def refuse_request(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorInfo]:
    """Respond to a malformed request."""
    language = language_of(request.scope)
    status = error.status_code
    if status >= INTERNAL:
        return fail(request, error)
    if status in KEYS:
        fault = error_info(KEYS[status], language, method=request.method)
    elif _lacks_body(error):
        fault = error_info("missing-body", language)
    else:
        fault = describe_decode_error(_detail(error), language)
    return Response(fault, status_code=status, headers=error.headers)


def fail(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorInfo]:
    """Respond to an internal error with its number in the log."""
    return Response(report(request.scope, error), status_code=INTERNAL)


def refuse_for_now(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[ErrorInfo]:
    """Respond that the database is unavailable. Nothing was acknowledged."""
    logger.error("database unavailable: %s", type(error).__name__)
    fault = error_info("unavailable", language_of(request.scope))
    return Response(fault, status_code=UNAVAILABLE, headers={"Retry-After": str(RETRY_SECONDS)})


def refuse_depth(request: Request[Any, Any, Any], _: RecursionError) -> Response[ErrorInfo]:
    """Respond to a body that is nested too deeply."""
    return Response(
        error_info("bad-json", language_of(request.scope), detail="nested too deeply"), status_code=BAD_REQUEST
    )


def note_gone(_: Request[Any, Any, Any], __: ClientGone) -> Response[None]:
    """Handle a disconnected client. No response is sent."""
    return Response(None, status_code=HUNG_UP)


HANDLERS: dict[int | type[Exception], Any] = {
    LocariumError: refuse,
    HTTPException: refuse_request,
    RecursionError: refuse_depth,
    SQLAlchemyError: refuse_for_now,
    ClientGone: note_gone,
    Exception: fail,
}


def report(scope: Mapping[str, Any], error: Exception) -> ErrorInfo:
    """Log an internal error and return its number to the client."""
    number = scope.get("request_id", "")
    metrics.failures.inc()
    logger.error("internal error", exc_info=error, extra={"fields": {"request": number}})
    return error_info("internal", language_of(scope), number=number)


def error_info(key: str, language: str, **values: object) -> ErrorInfo:
    """Return the error with this key in the given language."""
    metrics.refusals.labels(key).inc()
    return ErrorInfo(key, shared_texts(language).get("faults", key, **values))


def status_of(error: LocariumError) -> int:
    """Return the HTTP status of a client error."""
    match error:
        case Refused(reason=key) | IllegalStep(reason=key) | LocalizedError(fault=ErrorInfo(key=key)):
            return STATUS.get(key, BAD_REQUEST)
    return BAD_REQUEST


def headers_of(error: LocariumError) -> dict[str, str]:
    """Return extra headers, such as Retry-After."""
    reason = error.__cause__ if isinstance(error, LocalizedError) else error
    if isinstance(reason, Refused) and reason.reason == "too-fast":
        return {"Retry-After": str(reason.values["seconds"])}
    if isinstance(reason, Refused) and reason.reason in FULL:
        return {"Retry-After": str(RETRY_SECONDS)}
    return {}


def describe_decode_error(problem: str, language: str) -> ErrorInfo:
    """Turn a msgspec decoding error into a message that names the field and the expected value."""
    head, _, last = problem.rpartition(" - at `")
    place = ""
    if head and last.endswith("`"):  # a regex could be slow on long, hostile field names
        problem, place = clipped(head, MAX_STEP), clipped(last[:-1].removeprefix("$").removeprefix("."))
    if _MALFORMED.search(problem):
        return error_info("bad-json", language, detail=problem)
    for key, pattern in (("missing-field", _MISSING), ("unknown-field", _UNKNOWN)):
        if named := pattern.search(problem):
            return error_info(key, language, field=clipped(f"{place}.{named['field']}".lstrip(".")))
    if place:
        return error_info("bad-field", language, field=place, detail=problem)
    return error_info("bad-message", language, detail=clipped(problem, MAX_STEP))


def _detail(error: HTTPException) -> str:
    """Return Litestar's first validation error in msgspec's wording."""
    extras = [extra for extra in error.extra or [] if isinstance(extra, dict)]
    if extras and "key" in extras[0]:
        return f"{extras[0]['message']} - at `{extras[0]['key']}`"
    return str(extras[0]["message"]) if extras else error.detail


def _lacks_body(error: HTTPException) -> bool:
    """Return whether the body is missing. Litestar reports an internal parameter name instead."""
    return any(isinstance(extra, dict) and extra.get("key") == "data" for extra in error.extra or [])


def encode(fault: ErrorInfo) -> bytes:
    """Encode an error as a response body."""
    return msgspec.json.encode(fault)
