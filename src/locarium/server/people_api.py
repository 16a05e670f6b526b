"""Who somebody is, over HTTP: guests, accounts, passkeys, tokens, blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from locarium.kernel.errors import Refused

from .identity import Asker, cookie_for, is_secure, no_cookies
from .limits import Limiter
from .messages import Fault
from .passkeys import Place, place_of
from .people import Known, login_key
from .people_messages import (
    BlockInfo,
    Calling,
    Confirmation,
    LoginChange,
    Me,
    NewAccount,
    NewPasskey,
    NewToken,
    PasskeyInfo,
    PasskeyQuestion,
    PasskeySignIn,
    PasswordChange,
    Recovery,
    SignIn,
    SignOut,
    TokenInfo,
    WhoAmI,
)
from .reports import printable
from .workers import Client

if TYPE_CHECKING:
    import sqlalchemy as sa

BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_MANY = 400, 401, 403, 404, 409, 429
STATUS = {
    "nobody": UNAUTHORIZED,
    "bad-token": UNAUTHORIZED,
    "bad-code": FORBIDDEN,
    "wrong-login": FORBIDDEN,
    "wrong-password": FORBIDDEN,
    "not-for-programs": FORBIDDEN,
    "bad-passkey": FORBIDDEN,
    "no-such-entry": NOT_FOUND,
    "no-passkeys": NOT_FOUND,
    "no-passkeys-here": NOT_FOUND,
    "known-already": CONFLICT,
    "has-account": CONFLICT,
    "no-account": CONFLICT,
    "login-taken": CONFLICT,
    "too-many": CONFLICT,
    "busy": TOO_MANY,
}
FAULTS = {status: ResponseSpec(Fault, description="Why it was refused") for status in sorted({400, *STATUS.values()})}
AnyRequest = Request[Any, Any, Any]
Number = Annotated[int, Parameter(ge=1, le=2**31 - 1)]  # as the database counts


@get("/me", responses=FAULTS)
async def who_am_i(request: AnyRequest, state: State, asker: Asker | None) -> Response[WhoAmI]:
    """Who is asking; their cookie lasts as long as if it were new."""
    if asker is None:
        return Response(WhoAmI(None))
    me = await _describe(state, asker.person, is_program=asker.is_program)
    if asker.is_program:
        return Response(WhoAmI(me))
    known = await state.people.load(asker.person)
    if known.session != asker.session:  # it has just ended
        raise Refused("nobody")
    return Response(WhoAmI(me), cookies=[cookie_for(state.people, known, is_secure=is_secure(request))])


@post("/me", responses=FAULTS)
async def become_guest(data: Calling, request: AnyRequest, state: State, asker: Asker | None) -> Response[Me]:
    """Become known to the house. The recovery code is shown now and never again."""
    if asker is not None:
        raise Refused("known-already")
    known, code = await state.people.welcome(data.name)
    return await _let_in(request, state, known, code=code)


@patch("/me", responses=FAULTS)
async def rename(data: Calling, state: State, me: Asker) -> Me:
    """Be called otherwise from now on."""
    await state.people.rename(me.person, data.name)
    return await _describe(state, me.person)


@delete("/me", status_code=200, responses=FAULTS)
async def delete_me(
    data: Confirmation, request: AnyRequest, state: State, me: Asker, limiter: Limiter, client: Client
) -> Response[WhoAmI]:
    """Be forgotten: all that is personal is removed for good."""
    await _confirm(state, limiter, me, data.password, client)
    await state.people.forget(me.person)
    return _let_out(request)


@post("/me/code", status_code=200, responses=FAULTS)
async def renew_code(data: Confirmation, state: State, me: Asker, limiter: Limiter, client: Client) -> Me:
    """A new recovery code; the old one is void."""
    await _confirm(state, limiter, me, data.password, client)
    return await _describe(state, me.person, code=await state.people.renew_code(me.person))


@post("/recover", status_code=200, responses=FAULTS)
async def recover(data: Recovery, request: AnyRequest, state: State) -> Response[Me]:
    """Be on this device who one is on another."""
    return await _let_in(request, state, await state.people.recover(data.code))


@post("/sign-out", status_code=200, responses=FAULTS)
async def sign_out(data: SignOut, request: AnyRequest, state: State, asker: Asker | None) -> Response[WhoAmI]:
    """Be nobody on this device, or on all."""
    if data.everywhere and asker is not None:
        if asker.is_program:
            raise Refused("not-for-programs")
        await state.people.end_sessions(asker.person)
    return _let_out(request)


# Accounts


@post("/me/account", responses=FAULTS)
async def make_account(data: NewAccount, request: AnyRequest, state: State, me: Asker, client: Client) -> Response[Me]:
    """Give a guest a login and a password. Their recovery code, API tokens and sessions on other devices end."""
    await state.people.make_account(me.person, data.login, data.password, client)
    return await _let_in(request, state, await state.people.load(me.person))


@post("/sign-in", status_code=200, responses=FAULTS)
async def sign_in(data: SignIn, request: AnyRequest, state: State, limiter: Limiter, client: Client) -> Response[Me]:
    """Come back with login and password."""
    limiter.spend("passwords", f"login {login_key(data.login)}")  # known or not, from whatever address
    return await _let_in(request, state, await state.people.sign_in(data.login, data.password, client))


@put("/me/password", responses=FAULTS)
async def change_password(
    data: PasswordChange, request: AnyRequest, state: State, me: Asker, limiter: Limiter, client: Client
) -> Response[Me]:
    """Another password; all other devices are signed out."""
    limiter.spend("passwords", f"person {me.person}")
    await state.people.change_password(me.person, data.old, data.new, client)
    return await _let_in(request, state, await state.people.load(me.person))


@put("/me/login", responses=FAULTS)
async def change_login(data: LoginChange, state: State, me: Asker, limiter: Limiter, client: Client) -> Me:
    """Another login."""
    await _confirm(state, limiter, me, data.password, client)
    await state.people.change_login(me.person, data.login)
    return await _describe(state, me.person)


# Passkeys


@get("/me/passkeys", responses=FAULTS)
async def list_passkeys(state: State, me: Asker) -> list[PasskeyInfo]:
    """The asker's passkeys."""
    return [_passkey(row) for row in await state.people.passkeys.of(me.person)]


@post("/me/passkeys/options", status_code=200, responses=FAULTS)
async def ask_for_passkey(
    data: Confirmation, request: AnyRequest, state: State, me: Asker, limiter: Limiter, client: Client
) -> PasskeyQuestion:
    """What to hand to navigator.credentials.create()."""
    place = _place(request)
    await _confirm(state, limiter, me, data.password, client)
    question = await state.people.passkeys.ask_for_new(me.person, me.name, place)
    return PasskeyQuestion(question.options, question.ticket)


@post("/me/passkeys", responses=FAULTS)
async def add_passkey(data: NewPasskey, request: AnyRequest, state: State, me: Asker) -> PasskeyInfo:
    """Sign in with this passkey from now on."""
    credential, place = _as_browsers_write(data.credential), _place(request)
    added = await state.people.passkeys.add(me.person, _label(data.label), data.ticket, credential, place)
    return _passkey(added)


@delete("/me/passkeys/{number:int}", responses=FAULTS)
async def remove_passkey(number: Number, state: State, me: Asker) -> None:
    """A passkey opens nothing any more."""
    await state.people.passkeys.remove(me.person, number)


@post("/sign-in/passkey/options", status_code=200, responses=FAULTS)
async def ask_who(request: AnyRequest, state: State) -> PasskeyQuestion:
    """What to hand to navigator.credentials.get()."""
    question = state.people.passkeys.ask_who(_place(request))
    return PasskeyQuestion(question.options, question.ticket)


@post("/sign-in/passkey", status_code=200, responses=FAULTS)
async def sign_in_by_passkey(data: PasskeySignIn, request: AnyRequest, state: State) -> Response[Me]:
    """Come back with a passkey."""
    credential = _as_browsers_write(data.credential)
    person = await state.people.passkeys.sign_in(data.ticket, credential, _place(request))
    return await _let_in(request, state, await state.people.load(person))


# Tokens and blocks


@get("/me/tokens", responses=FAULTS)
async def list_tokens(state: State, me: Asker) -> list[TokenInfo]:
    """The asker's API tokens."""
    return [_token(row) for row in await state.people.tokens.of(me.person)]


@post("/me/tokens", responses=FAULTS)
async def make_token(data: NewToken, state: State, me: Asker, limiter: Limiter, client: Client) -> TokenInfo:
    """A token with which a program acts for the asker; it is shown now and never again."""
    await _confirm(state, limiter, me, data.password, client)
    row, token = await state.people.tokens.make(me.person, _label(data.label))
    return _token(row, token)


@delete("/me/tokens/{number:int}", responses=FAULTS)
async def remove_token(number: Number, state: State, me: Asker) -> None:
    """A token opens nothing any more."""
    await state.people.remove_token(me.person, number)


@get("/me/blocks", responses=FAULTS)
async def list_blocks(state: State, me: Asker) -> list[BlockInfo]:
    """Whom the asker blocks."""
    return [BlockInfo(row.number, row.name, row.since) for row in await state.people.blocks_of(me.person)]


@delete("/me/blocks/{number:int}", responses=FAULTS)
async def unblock(number: Number, state: State, me: Asker) -> None:
    """A block is over."""
    await state.people.unblock(me.person, number)


async def _confirm(state: State, limiter: Limiter, me: Asker, password: str | None, client: Client) -> None:
    """Ask for the password of a person who has one."""
    if password is not None:
        limiter.spend("passwords", f"person {me.person}")
    await state.people.confirm(me.person, password, client)


async def _let_in(request: AnyRequest, state: State, known: Known, code: str | None = None) -> Response[Me]:
    me = await _describe(state, known.person, code=code)
    return Response(me, cookies=[cookie_for(state.people, known, is_secure=is_secure(request))])


def _let_out(request: AnyRequest) -> Response[WhoAmI]:
    return Response(WhoAmI(None), cookies=no_cookies(is_secure=is_secure(request)))


async def _describe(state: State, person: str, *, code: str | None = None, is_program: bool = False) -> Me:
    row = await state.people.describe(person)
    return Me(
        name=row.name,
        is_account=row.password is not None or row.passkeys > 0,
        login=row.login,
        has_password=row.password is not None,
        passkeys=row.passkeys,
        is_program=is_program,
        code=code,
    )


def _place(request: AnyRequest) -> Place:
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


GUESTS: list[Any] = [who_am_i, become_guest, rename, delete_me, renew_code, recover, sign_out]
ACCOUNTS: list[Any] = [make_account, sign_in, change_password, change_login]
PASSKEYS: list[Any] = [
    list_passkeys,
    ask_for_passkey,
    add_passkey,
    remove_passkey,
    ask_who,
    sign_in_by_passkey,
]
BELONGINGS: list[Any] = [list_tokens, make_token, remove_token, list_blocks, unblock]
# What shows or sets a secret stays in no cache.
HANDLERS = [
    Router(
        "/api",
        route_handlers=[*GUESTS, *ACCOUNTS, *PASSKEYS, *BELONGINGS],
        response_headers={"Cache-Control": "no-store"},
    )
]
