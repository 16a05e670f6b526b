"""Passkeys: sign in with a device instead of a password (WebAuthn)."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from locarium.kernel.errors import Refused
from locarium.server.storage import schema

from .owned_rows import OwnedRows, now

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from locarium.server.storage.database import Database
    from locarium.server.storage.signing import Signer

MOST = 20  # maximum passkeys per person
CHALLENGE_BYTES = 32
SECONDS_TO_ANSWER = 300
SERVICE_NAME = "Locarium"  # name that devices show
# Host name and port. Browsers do not allow passkeys for hosts without a name.
_HOST = re.compile(r"([a-z0-9.-]{0,190}[a-z][a-z0-9-]{0,62})((?::[0-9]{1,5})?)")


@dataclass(frozen=True)
class Origin:
    """The origin of a page. A passkey works at one host only."""

    host: str
    origin: str


@dataclass(frozen=True)
class Challenge:
    """A WebAuthn challenge, and the ticket that must come back with its response."""

    options: dict[str, Any]  # options for navigator.credentials
    ticket: str


class Passkeys:
    """The passkeys of all people. Challenges are not stored: a signed ticket contains them."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database, self._signer = database, signer
        self._rows = OwnedRows(database, schema.passkeys, most=MOST)

    async def of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """Return all passkeys of a person."""
        return await self._rows.of(user_id)

    async def remove(self, user_id: str, number: int) -> None:
        """Delete a passkey."""
        await self._rows.remove(user_id, number)

    async def ask_for_new(self, user_id: str, name: str, place: Origin) -> Challenge:
        """Create a challenge for a new passkey."""
        webauthn = _library()
        known = [row.credential for row in await self.of(user_id)]
        challenge, ticket = self._ticket("new-passkey", user_id, place)
        options = webauthn.generate_registration_options(
            rp_id=place.host,
            rp_name=SERVICE_NAME,
            user_id=bytes.fromhex(user_id),
            user_name=name,
            user_display_name=name,
            challenge=challenge,
            authenticator_selection=webauthn.helpers.structs.AuthenticatorSelectionCriteria(
                resident_key=webauthn.helpers.structs.ResidentKeyRequirement.REQUIRED,
                user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[webauthn.helpers.structs.PublicKeyCredentialDescriptor(id=id_) for id_ in known],
        )
        return Challenge(webauthn.helpers.options_to_json_dict(options), ticket)

    async def add(
        self, user_id: str, label: str, ticket: str, credential: Mapping[str, Any], place: Origin
    ) -> sa.Row[Any]:
        """Verify the response to a challenge and store the new passkey."""
        webauthn = _library()
        challenge = self._challenge("new-passkey", user_id, place, ticket)
        new = _verify(webauthn.verify_registration_response, credential, challenge, place)
        try:
            return await self._rows.add(
                user_id,
                label=label,
                host=place.host,
                credential=new.credential_id,
                public_key=new.credential_public_key,
                sign_count=new.sign_count,
                created=now(),
            )
        except IntegrityError:
            raise Refused("bad-passkey") from None  # the passkey is already registered

    def ask_who(self, place: Origin) -> Challenge:
        """Create a challenge for signing in with any passkey of this host."""
        webauthn = _library()
        challenge, ticket = self._ticket("passkey", "", place)
        options = webauthn.generate_authentication_options(
            rp_id=place.host,
            challenge=challenge,
            user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
        )
        return Challenge(webauthn.helpers.options_to_json_dict(options), ticket)

    async def sign_in(self, ticket: str, credential: Mapping[str, Any], place: Origin) -> str:
        """Verify a sign-in and return the person's user id."""
        webauthn = _library()
        challenge = self._challenge("passkey", "", place, ticket)
        row = await self._find(credential, place)
        known = {"credential_public_key": row.public_key, "credential_current_sign_count": row.sign_count}
        answer = _verify(webauthn.verify_authentication_response, credential, challenge, place, **known)
        await self._note_use(row, answer.new_sign_count)
        return str(row.user_id)

    async def _find(self, credential: Mapping[str, Any], place: Origin) -> sa.Row[Any]:
        passkeys = schema.passkeys
        try:
            wanted = _library().base64url_to_bytes(credential["id"])
        except ValueError:
            raise Refused("bad-passkey") from None
        asking = sa.select(passkeys).where(passkeys.c.credential == wanted, passkeys.c.host == place.host)
        row = await self._database.ask(lambda connection: connection.execute(asking).one_or_none())
        if row is None:
            raise Refused("bad-passkey")
        return row

    async def _note_use(self, row: sa.Row[Any], sign_count: int) -> None:
        """Store the signature counter. A repeated counter reveals a cloned passkey."""
        passkeys = schema.passkeys
        noting = (
            sa.update(passkeys)
            .where(passkeys.c.number == row.number, passkeys.c.sign_count == row.sign_count)
            .values(sign_count=sign_count, last_used=now())
        )
        if (await self._database.ask(lambda connection: connection.execute(noting))).rowcount == 0:
            raise Refused("bad-passkey")

    def _ticket(self, purpose: str, user_id: str, place: Origin) -> tuple[bytes, str]:
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        until = int(now()) + SECONDS_TO_ANSWER
        return challenge, self._signer.sign(purpose, f"{until} {challenge.hex()} {user_id} {place.origin}")

    def _challenge(self, purpose: str, user_id: str, place: Origin, ticket: str) -> bytes:
        """Return the challenge of a ticket. Check its purpose, person, origin and age."""
        text = self._signer.verify(purpose, ticket)
        if text is None:
            raise Refused("bad-passkey")
        until, challenge, asked, origin = text.split(" ")
        if int(until) < now() or (asked, origin) != (user_id, place.origin):
            raise Refused("bad-passkey")
        return bytes.fromhex(challenge)


def _verify(
    verify: Callable[..., Any], credential: Mapping[str, Any], challenge: bytes, place: Origin, **known: Any
) -> Any:
    """Verify a device's response with the WebAuthn library."""
    try:
        return verify(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=True,
            **known,
        )
    except Exception:  # the library can raise anything on malformed input
        raise Refused("bad-passkey") from None


def place_of(scheme: str, host: str) -> Origin:
    """Return the origin of a request from its scheme and Host header.

    Raise Refused for origins where browsers do not allow passkeys.
    """
    written = _HOST.fullmatch(host.lower())
    if written is None:
        raise Refused("no-passkeys-here")
    name, port = written[1], written[2]
    if scheme != "https" and name != "localhost" and not name.endswith(".localhost"):
        raise Refused("no-passkeys-here")
    usual = ":443" if scheme == "https" else ":80"  # browsers omit the default port
    return Origin(name, f"{scheme}://{name}{port if port != usual else ''}")


def _library() -> ModuleType:
    """Import the optional WebAuthn package."""
    try:
        import webauthn  # noqa: PLC0415
        import webauthn.helpers.structs  # noqa: PLC0415
    except ImportError:
        raise Refused("no-passkeys") from None
    return webauthn
