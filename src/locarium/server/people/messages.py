"""What people and the house say to each other about who they are."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from locarium.server.http.messages import StrictStruct
from locarium.table.table import MAX_NAME

from .users import MAX_IN_LOGIN, MIN_IN_LOGIN

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]
Login = Annotated[str, msgspec.Meta(min_length=MIN_IN_LOGIN, max_length=MAX_IN_LOGIN)]
NewPassword = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
Password = Annotated[str, msgspec.Meta(max_length=200)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Ticket = Annotated[str, msgspec.Meta(max_length=600)]
Base64 = Annotated[str, msgspec.Meta(max_length=20_000)]

# From the client


class DisplayName(StrictStruct, frozen=True):
    """How somebody wants to be called."""

    name: Name


class Recovery(StrictStruct, frozen=True):
    """A recovery code, typed in on another device."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


class Confirmation(StrictStruct, frozen=True):
    """Whoever has a password says it again."""

    password: Password | None = None


class NewAccount(StrictStruct, frozen=True):
    """A guest wants to be able to sign in."""

    login: Login
    password: NewPassword


class SignIn(StrictStruct, frozen=True):
    """Somebody comes back."""

    login: Annotated[str, msgspec.Meta(max_length=MAX_IN_LOGIN)]
    password: Password


class SignOut(StrictStruct, frozen=True):
    """Somebody goes."""

    everywhere: bool = False  # on all devices


class PasswordChange(StrictStruct, frozen=True):
    """A new password for an old one."""

    old: Password
    new: NewPassword


class LoginChange(StrictStruct, frozen=True):
    """Another login."""

    login: Login
    password: Password


class NewToken(StrictStruct, frozen=True):
    """A token for a program."""

    label: Label
    password: Password | None = None  # whoever has one says it again


class Attestation(msgspec.Struct, frozen=True):
    """What a new passkey says; browsers add more, which is left alone."""

    client_data: Base64 = msgspec.field(name="clientDataJSON")
    attestation_object: Base64 = msgspec.field(name="attestationObject")


class Assertion(msgspec.Struct, frozen=True):
    """What a passkey signs; browsers add more, which is left alone."""

    client_data: Base64 = msgspec.field(name="clientDataJSON")
    authenticator_data: Base64 = msgspec.field(name="authenticatorData")
    signature: Base64


class CreatedCredential(msgspec.Struct, frozen=True):
    """A browser's PublicKeyCredential in JSON, after create()."""

    id: Base64
    response: Attestation


class FoundCredential(msgspec.Struct, frozen=True):
    """A browser's PublicKeyCredential in JSON, after get()."""

    id: Base64
    response: Assertion


class NewPasskey(StrictStruct, frozen=True):
    """The device's answer to the question for a new passkey."""

    label: Label
    ticket: Ticket
    credential: CreatedCredential


class PasskeySignIn(StrictStruct, frozen=True):
    """The device's answer to the question who is there."""

    ticket: Ticket
    credential: FoundCredential


# To the client


class Me(msgspec.Struct, frozen=True):
    """Who the client is; nobody else is told."""

    name: str
    is_account: bool  # can sign in with a password or a passkey
    login: str | None
    has_password: bool
    passkeys: int  # how many
    is_program: bool = False  # asked with an API token
    code: str | None = None  # recovery code, shown when it is made and never again


class WhoAmI(msgspec.Struct, frozen=True):
    """Who the client is, if the house knows them."""

    me: Me | None


class TokenInfo(msgspec.Struct, frozen=True):
    """An API token."""

    number: int
    label: str
    created: float  # seconds since 1970
    last_used: float | None  # within an hour
    token: str | None = None  # shown when it is made and never again


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What to hand to navigator.credentials, and the ticket to send back with the answer."""

    options: dict[str, Any]
    ticket: str


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey."""

    number: int
    label: str
    host: str  # works there only
    created: float
    last_used: float | None


class BlockInfo(msgspec.Struct, frozen=True):
    """Somebody who is blocked."""

    number: int
    name: str  # as it was then
    since: float
