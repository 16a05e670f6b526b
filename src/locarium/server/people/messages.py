"""Structs of the people API."""

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
    """A new display name."""

    name: Name


class Recovery(StrictStruct, frozen=True):
    """A recovery code."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


class Confirmation(StrictStruct, frozen=True):
    """The password, repeated for confirmation if the account has one."""

    password: Password | None = None


class NewAccount(StrictStruct, frozen=True):
    """The login and password of a guest's new account."""

    login: Login
    password: NewPassword


class SignIn(StrictStruct, frozen=True):
    """Login and password."""

    login: Annotated[str, msgspec.Meta(max_length=MAX_IN_LOGIN)]
    password: Password


class SignOut(StrictStruct, frozen=True):
    """A sign-out."""

    everywhere: bool = False  # whether to sign out on all devices


class PasswordChange(StrictStruct, frozen=True):
    """The old and the new password."""

    old: Password
    new: NewPassword


class LoginChange(StrictStruct, frozen=True):
    """A new login."""

    login: Login
    password: Password


class NewToken(StrictStruct, frozen=True):
    """A new API token."""

    label: Label
    password: Password | None = None  # required if the account has one


class Attestation(msgspec.Struct, frozen=True):
    """The response of a new passkey. Additional browser fields are ignored."""

    client_data: Base64 = msgspec.field(name="clientDataJSON")
    attestation_object: Base64 = msgspec.field(name="attestationObject")


class Assertion(msgspec.Struct, frozen=True):
    """The signed response of a passkey. Additional browser fields are ignored."""

    client_data: Base64 = msgspec.field(name="clientDataJSON")
    authenticator_data: Base64 = msgspec.field(name="authenticatorData")
    signature: Base64


class CreatedCredential(msgspec.Struct, frozen=True):
    """PublicKeyCredential as JSON, from navigator.credentials.create()."""

    id: Base64
    response: Attestation


class FoundCredential(msgspec.Struct, frozen=True):
    """PublicKeyCredential as JSON, from navigator.credentials.get()."""

    id: Base64
    response: Assertion


class NewPasskey(StrictStruct, frozen=True):
    """A new passkey with the ticket of its challenge."""

    label: Label
    ticket: Ticket
    credential: CreatedCredential


class PasskeySignIn(StrictStruct, frozen=True):
    """A passkey sign-in with the ticket of its challenge."""

    ticket: Ticket
    credential: FoundCredential


# To the client


class Me(msgspec.Struct, frozen=True):
    """The signed-in person. Only they can see this."""

    name: str
    is_account: bool  # whether they can sign in with a password or a passkey
    login: str | None
    has_password: bool
    passkeys: int  # number of passkeys
    is_program: bool = False  # whether the request used an API token
    code: str | None = None  # recovery code, only in the response that created it


class WhoAmI(msgspec.Struct, frozen=True):
    """The signed-in person, or null."""

    me: Me | None


class TokenInfo(msgspec.Struct, frozen=True):
    """An API token."""

    number: int
    label: str
    created: float  # Unix time
    last_used: float | None  # Unix time, accurate to an hour
    token: str | None = None  # the token, only in the response that created it


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """Options for navigator.credentials, and a ticket to send back with the response."""

    options: dict[str, Any]
    ticket: str


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey."""

    number: int
    label: str
    host: str  # the only host where it is valid
    created: float
    last_used: float | None


class BlockInfo(msgspec.Struct, frozen=True):
    """A blocked person."""

    number: int
    name: str  # their name when they were blocked
    since: float
