"""Authentication by session cookie or API token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.types import Scope

from locarium.kernel.errors import Refused
from locarium.server.base.addresses import address_of
from locarium.server.base.workers import Client
from locarium.server.http.jobs import Jobs
from locarium.server.http.limits import Limiter

from .principal import Principal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from locarium.server.base.asgi import Receive

    from .users import Users

COOKIE = "locarium"
HOST_COOKIE = (
    f"__Host-{COOKIE}"  # name over TLS; browsers accept it only from this exact host and never over plain HTTP
)
LASTS = 400 * 24 * 3600  # seconds; the longest that browsers allow


async def identify(users: Users, headers: Iterable[tuple[bytes, bytes]]) -> Principal | None:
    """Return the person behind ASGI headers, or None. Raise Refused if the API token is invalid."""
    cookie = None
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return await principal_of_token(users, value[7:].strip().decode("latin-1"))
        if name == b"cookie" and cookie is None:
            cookie = _own_cookie(value)
    return None if cookie is None else await _principal_of_cookie(users, cookie)


async def principal_of_token(users: Users, token: str) -> Principal:
    """Return the person behind an API token. Raise Refused if it is invalid."""
    return await users.tokens.holder(token)


def _own_cookie(header: bytes) -> str | None:
    """Return the session cookie. The TLS cookie wins, because another host of the domain could set the plain one."""
    pairs = [part.strip().partition(b"=") for part in header.split(b";")]
    found = {name: value for name, _, value in reversed(pairs)}
    value = found.get(HOST_COOKIE.encode(), found.get(COOKIE.encode()))
    return None if value is None else value.decode("latin-1")


async def _principal_of_cookie(users: Users, cookie: str) -> Principal | None:
    signed = users.signer.verify("cookie", cookie)
    if signed is None:
        return None
    user_id, session = signed.split(".")
    return await users.find(user_id, int(session))


def session_cookie(users: Users, principal: Principal, *, is_secure: bool) -> Cookie:
    """Create the session cookie."""
    signed = users.signer.sign("cookie", f"{principal.user_id}.{principal.session}")
    return _cookie(HOST_COOKIE if is_secure else COOKIE, signed, LASTS, is_secure=is_secure)


def expired_cookies(*, is_secure: bool) -> list[Cookie]:
    """Return cookies that delete the session."""
    return [_cookie(name, "", 0, is_secure=is_secure) for name in ((HOST_COOKIE, COOKIE) if is_secure else (COOKIE,))]


def _cookie(name: str, value: str, lasts: int, *, is_secure: bool) -> Cookie:
    return Cookie(key=name, value=value, max_age=lasts, path="/", httponly=True, samesite="lax", secure=is_secure)


def is_secure(request: Request[Any, Any, Any]) -> bool:
    """Return whether the page was served over TLS. Behind a trusted proxy, the proxy's header decides."""
    return request.scope["scheme"] == "https"


def require_principal(principal: Principal | None) -> Principal:
    """Return the principal. Raise Refused if the client is not signed in."""
    if principal is None:
        raise Refused("sign-in-required")
    return principal


async def provide_principal(request: Request[Any, Any, Any]) -> Principal | None:
    """Return the principal, or None if the client is not signed in."""
    return await identify(request.app.state.users, request.scope["headers"])


async def provide_me(principal: Principal | None) -> Principal:
    """Return the signed-in person. Reject programs, which must not manage credentials."""
    if principal is None:
        raise Refused("sign-in-required")
    if principal.is_program:
        raise Refused("not-for-programs")
    return principal


async def provide_limiter(scope: Scope) -> Limiter:
    """Return the rate limiter."""
    limiter: Limiter = scope["limiter"]  # type: ignore[typeddict-item]  # the gateway has put it there
    return limiter


async def provide_client(request: Request[Any, Any, Any], principal: Principal | None) -> Client:
    """Return the client of a request, for limits and queues."""
    person_id = "" if principal is None else principal.person_id
    return Client(address_of(request.scope), person_id, cast("Receive", request.receive))


async def provide_jobs(request: Request[Any, Any, Any], limiter: Limiter, client: Client) -> Jobs:
    """Return the job runner of a request."""
    return Jobs(request.app.state.workers, limiter, client)


DEPENDENCIES = {
    "principal": Provide(provide_principal),
    "me": Provide(provide_me),
    "limiter": Provide(provide_limiter),
    "client": Provide(provide_client),
    "jobs": Provide(provide_jobs),
}
