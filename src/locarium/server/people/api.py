"""HTTP API for guests, accounts, passkeys, API tokens and blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from locarium.kernel.errors import Refused
from locarium.server.base.workers import Client
from locarium.server.http.limits import Limiter
from locarium.server.http.messages import ErrorInfo

from .auth import expired_cookies, is_secure, session_cookie
from .messages import (
    BlockInfo,
    Confirmation,
    DisplayName,
    LoginChange,
    Me,
    NewAccount,
    NewPasskey,
    NewToken,
    PasskeyChallenge,
    PasskeyInfo,
    PasskeySignIn,
    PasswordChange,
    Recovery,
    SignIn,
    SignOut,
    TokenInfo,
    WhoAmI,
)
from .passkeys import Origin, place_of
from .principal import Principal
from .reports import printable
from .users import login_key

if TYPE_CHECKING:
    import sqlalchemy as sa

ERROR_RESPONSES = {
    status: ResponseSpec(ErrorInfo, description="The request was rejected") for status in (400, 401, 403, 404, 409, 429)
}
AnyRequest = Request[Any, Any, Any]
Number = Annotated[int, Parameter(ge=1, le=2**31 - 1)]  # range of ids in the database


@get("/me", responses=ERROR_RESPONSES)
async def get_me(request: AnyRequest, state: State, principal: Principal | None) -> Response[WhoAmI]:
    """Return the signed-in person and renew their session cookie."""
    if principal is None:
        return Response(WhoAmI(None))
    me = await _describe(state, principal.user_id, is_program=principal.is_program)
    if principal.is_program:
        return Response(WhoAmI(me))
    current = await state.users.load(principal.user_id)
    if current.session != principal.session:  # the session has just ended
        raise Refused("sign-in-required")
    return Response(WhoAmI(me), cookies=[session_cookie(state.users, current, is_secure=is_secure(request))])


@post("/me", responses=ERROR_RESPONSES)
async def create_guest(
    data: DisplayName, request: AnyRequest, state: State, principal: Principal | None
) -> Response[Me]:
    """Create a guest. The response contains the recovery code, which is not shown again."""
    if principal is not None:
        raise Refused("signed-in-already")
    guest, code = await state.users.welcome(data.name)
    return await _let_in(request, state, guest, code=code)


@patch("/me", responses=ERROR_RESPONSES)
async def rename(data: DisplayName, state: State, me: Principal) -> Me:
    """Change the display name."""
    await state.users.rename(me.user_id, data.name)
    return await _describe(state, me.user_id)


@delete("/me", status_code=200, responses=ERROR_RESPONSES)
async def delete_me(
    data: Confirmation, request: AnyRequest, state: State, me: Principal, limiter: Limiter, client: Client
) -> Response[WhoAmI]:
    """Delete the account and all personal data. This cannot be undone."""
    await _confirm(state, limiter, me, data.password, client)
    await state.users.forget(me.user_id)
    return _let_out(request)


@post("/me/code", status_code=200, responses=ERROR_RESPONSES)
async def renew_code(data: Confirmation, state: State, me: Principal, limiter: Limiter, client: Client) -> Me:
    """Create a new recovery code. The old one stops working."""
    await _confirm(state, limiter, me, data.password, client)
    return await _describe(state, me.user_id, code=await state.users.renew_code(me.user_id))


@post("/recover", status_code=200, responses=ERROR_RESPONSES)
async def recover(data: Recovery, request: AnyRequest, state: State) -> Response[Me]:
    """Sign in with a recovery code, on another device."""
    return await _let_in(request, state, await state.users.recover(data.code))


@post("/sign-out", status_code=200, responses=ERROR_RESPONSES)
async def sign_out(data: SignOut, request: AnyRequest, state: State, principal: Principal | None) -> Response[WhoAmI]:
    """Sign out on this device or on all devices."""
    if data.everywhere and principal is not None:
        if principal.is_program:
            raise Refused("not-for-programs")
        await state.users.end_sessions(principal.user_id)
    return _let_out(request)


# Accounts


@post("/me/account", responses=ERROR_RESPONSES)
async def create_account(
    data: NewAccount, request: AnyRequest, state: State, me: Principal, client: Client
) -> Response[Me]:
    """Turn a guest into an account with login and password.

    This revokes the recovery code, API tokens and other sessions.
    """
    await state.users.make_account(me.user_id, data.login, data.password, client)
    return await _let_in(request, state, await state.users.load(me.user_id))


@post("/sign-in", status_code=200, responses=ERROR_RESPONSES)
async def sign_in(data: SignIn, request: AnyRequest, state: State, limiter: Limiter, client: Client) -> Response[Me]:
    """Sign in with login and password."""
    limiter.spend("passwords", f"login {login_key(data.login)}")  # also counts unknown logins, from any address
    return await _let_in(request, state, await state.users.sign_in(data.login, data.password, client))


@put("/me/password", responses=ERROR_RESPONSES)
async def change_password(
    data: PasswordChange, request: AnyRequest, state: State, me: Principal, limiter: Limiter, client: Client
) -> Response[Me]:
    """Change the password. This signs out all other devices."""
    limiter.spend("passwords", f"person {me.user_id}")
    await state.users.change_password(me.user_id, data.old, data.new, client)
    return await _let_in(request, state, await state.users.load(me.user_id))


@put("/me/login", responses=ERROR_RESPONSES)
async def change_login(data: LoginChange, state: State, me: Principal, limiter: Limiter, client: Client) -> Me:
    """Change the login."""
    await _confirm(state, limiter, me, data.password, client)
    await state.users.change_login(me.user_id, data.login)
    return await _describe(state, me.user_id)


# Passkeys


@get("/me/passkeys", responses=ERROR_RESPONSES)
async def list_passkeys(state: State, me: Principal) -> list[PasskeyInfo]:
    """List the account's passkeys."""
    return [_passkey(row) for row in await state.users.passkeys.of(me.user_id)]


@post("/me/passkeys/options", status_code=200, responses=ERROR_RESPONSES)
async def new_passkey_options(
    data: Confirmation, request: AnyRequest, state: State, me: Principal, limiter: Limiter, client: Client
) -> PasskeyChallenge:
    """Return the options for navigator.credentials.create()."""
    place = _place(request)
    await _confirm(state, limiter, me, data.password, client)
    question = await state.users.passkeys.ask_for_new(me.user_id, me.name, place)
    return PasskeyChallenge(question.options, question.ticket)


@post("/me/passkeys", responses=ERROR_RESPONSES)
async def add_passkey(data: NewPasskey, request: AnyRequest, state: State, me: Principal) -> PasskeyInfo:
    """Add a passkey that can sign in to this account."""
    credential, place = _as_browsers_write(data.credential), _place(request)
    added = await state.users.passkeys.add(me.user_id, _label(data.label), data.ticket, credential, place)
    return _passkey(added)


@delete("/me/passkeys/{number:int}", responses=ERROR_RESPONSES)
async def delete_passkey(number: Number, state: State, me: Principal) -> None:
    """Delete a passkey."""
    await state.users.passkeys.remove(me.user_id, number)


@post("/sign-in/passkey/options", status_code=200, responses=ERROR_RESPONSES)
async def passkey_sign_in_options(request: AnyRequest, state: State) -> PasskeyChallenge:
    """Return the options for navigator.credentials.get()."""
    question = state.users.passkeys.ask_who(_place(request))
    return PasskeyChallenge(question.options, question.ticket)


@post("/sign-in/passkey", status_code=200, responses=ERROR_RESPONSES)
async def sign_in_with_passkey(data: PasskeySignIn, request: AnyRequest, state: State) -> Response[Me]:
    """Sign in with a passkey."""
    credential = _as_browsers_write(data.credential)
    user_id = await state.users.passkeys.sign_in(data.ticket, credential, _place(request))
    return await _let_in(request, state, await state.users.load(user_id))


# Tokens and blocks


@get("/me/tokens", responses=ERROR_RESPONSES)
async def list_tokens(state: State, me: Principal) -> list[TokenInfo]:
    """List the account's API tokens."""
    return [_token(row) for row in await state.users.tokens.of(me.user_id)]


@post("/me/tokens", responses=ERROR_RESPONSES)
async def create_token(data: NewToken, state: State, me: Principal, limiter: Limiter, client: Client) -> TokenInfo:
    """Create an API token for a program. The response contains the token, which is not shown again."""
    await _confirm(state, limiter, me, data.password, client)
    row, token = await state.users.tokens.make(me.user_id, _label(data.label))
    return _token(row, token)


@delete("/me/tokens/{number:int}", responses=ERROR_RESPONSES)
async def delete_token(number: Number, state: State, me: Principal) -> None:
    """Revoke an API token."""
    await state.users.remove_token(me.user_id, number)


@get("/me/blocks", responses=ERROR_RESPONSES)
async def list_blocks(state: State, me: Principal) -> list[BlockInfo]:
    """List the people that this account blocks."""
    return [BlockInfo(row.number, row.name, row.since) for row in await state.users.blocks_of(me.user_id)]


@delete("/me/blocks/{number:int}", responses=ERROR_RESPONSES)
async def unblock(number: Number, state: State, me: Principal) -> None:
    """Remove a block."""
    await state.users.unblock(me.user_id, number)


async def _confirm(state: State, limiter: Limiter, me: Principal, password: str | None, client: Client) -> None:
    """Check the password of a person who has one."""
    if password is not None:
        limiter.spend("passwords", f"person {me.user_id}")
    await state.users.confirm(me.user_id, password, client)


async def _let_in(request: AnyRequest, state: State, principal: Principal, code: str | None = None) -> Response[Me]:
    me = await _describe(state, principal.user_id, code=code)
    return Response(me, cookies=[session_cookie(state.users, principal, is_secure=is_secure(request))])


def _let_out(request: AnyRequest) -> Response[WhoAmI]:
    return Response(WhoAmI(None), cookies=expired_cookies(is_secure=is_secure(request)))


async def _describe(state: State, user_id: str, *, code: str | None = None, is_program: bool = False) -> Me:
    row = await state.users.describe(user_id)
    return Me(
        name=row.name,
        is_account=row.password is not None or row.passkeys > 0,
        login=row.login,
        has_password=row.password is not None,
        passkeys=row.passkeys,
        is_program=is_program,
        code=code,
    )


def _place(request: AnyRequest) -> Origin:
    return place_of(request.scope["scheme"], request.headers.get("host", ""))


def _as_browsers_write(credential: msgspec.Struct) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(credential)
    return written | {"rawId": written["id"], "type": "public-key"}


def _label(text: str) -> str:
    label = printable(text)
    if not label:
        raise Refused("bad-label")
    return label


def _passkey(row: sa.Row[Any]) -> PasskeyInfo:
    return PasskeyInfo(row.number, row.label, row.host, row.created, row.last_used)


def _token(row: sa.Row[Any], token: str | None = None) -> TokenInfo:
    return TokenInfo(row.number, row.label, row.created, row.last_used, token)


GUESTS: list[Any] = [get_me, create_guest, rename, delete_me, renew_code, recover, sign_out]
ACCOUNTS: list[Any] = [create_account, sign_in, change_password, change_login]
PASSKEYS: list[Any] = [
    list_passkeys,
    new_passkey_options,
    add_passkey,
    delete_passkey,
    passkey_sign_in_options,
    sign_in_with_passkey,
]
BELONGINGS: list[Any] = [list_tokens, create_token, delete_token, list_blocks, unblock]
# Responses with secrets must not be cached.
HANDLERS = [
    Router(
        "/api",
        route_handlers=[*GUESTS, *ACCOUNTS, *PASSKEYS, *BELONGINGS],
        response_headers={"Cache-Control": "no-store"},
    )
]
