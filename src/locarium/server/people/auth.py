"""Who is asking: the person of a signed cookie, or the one for whom a program acts."""

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
HOST_COOKIE = f"__Host-{COOKIE}"  # over TLS: browsers take it from this very host alone, and never over plain HTTP
LASTS = 400 * 24 * 3600  # seconds; browsers keep none longer


async def identify(users: Users, headers: Iterable[tuple[bytes, bytes]]) -> Principal | None:
    """Who sent these headers of ASGI, over HTTP or WebSocket; Refused if an API token is none."""
    cookie = None
    for name, value in headers:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return await principal_of_token(users, value[7:].strip().decode("latin-1"))
        if name == b"cookie" and cookie is None:
            cookie = _own_cookie(value)
    return None if cookie is None else await _principal_of_cookie(users, cookie)


async def principal_of_token(users: Users, token: str) -> Principal:
    """Whose program shows an API token; Refused if it is none."""
    return await users.tokens.holder(token)


def _own_cookie(header: bytes) -> str | None:
    """The cookie for TLS before the plain one, which another host of the same domain could have set."""
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
    """The cookie that says who somebody is."""
    signed = users.signer.sign("cookie", f"{principal.user_id}.{principal.session}")
    return _cookie(HOST_COOKIE if is_secure else COOKIE, signed, LASTS, is_secure=is_secure)


def expired_cookies(*, is_secure: bool) -> list[Cookie]:
    """Remove the cookies."""
    return [_cookie(name, "", 0, is_secure=is_secure) for name in ((HOST_COOKIE, COOKIE) if is_secure else (COOKIE,))]


def _cookie(name: str, value: str, lasts: int, *, is_secure: bool) -> Cookie:
    return Cookie(key=name, value=value, max_age=lasts, path="/", httponly=True, samesite="lax", secure=is_secure)


def is_secure(request: Request[Any, Any, Any]) -> bool:
    """Whether the page came over TLS; a proxy in between is believed if the server was told to trust it."""
    return request.scope["scheme"] == "https"


def require_principal(principal: Principal | None) -> Principal:
    """Whoever asks, if the house knows them."""
    if principal is None:
        raise Refused("sign-in-required")
    return principal


async def provide_principal(request: Request[Any, Any, Any]) -> Principal | None:
    """Who is asking, if the house knows them."""
    return await identify(request.app.state.users, request.scope["headers"])


async def provide_me(principal: Principal | None) -> Principal:
    """Who is asking, with their own hands: programs have no business with what opens the door."""
    if principal is None:
        raise Refused("sign-in-required")
    if principal.is_program:
        raise Refused("not-for-programs")
    return principal


async def provide_limiter(scope: Scope) -> Limiter:
    """How much is too much, for what is counted by person."""
    limiter: Limiter = scope["limiter"]  # type: ignore[typeddict-item]  # the gateway has put it there
    return limiter


async def provide_client(request: Request[Any, Any, Any], principal: Principal | None) -> Client:
    """Identify the client of a request."""
    person_id = "" if principal is None else principal.person_id
    return Client(address_of(request.scope), person_id, cast("Receive", request.receive))


async def provide_jobs(request: Request[Any, Any, Any], limiter: Limiter, client: Client) -> Jobs:
    """Let a request ask for work."""
    return Jobs(request.app.state.workers, limiter, client)


DEPENDENCIES = {
    "principal": Provide(provide_principal),
    "me": Provide(provide_me),
    "limiter": Provide(provide_limiter),
    "client": Provide(provide_client),
    "jobs": Provide(provide_jobs),
}
