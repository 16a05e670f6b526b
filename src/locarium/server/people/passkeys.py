"""Passkeys: a device vouches for its owner, who needs to remember nothing (WebAuthn)."""

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

MOST = 20  # a person
CHALLENGE_BYTES = 32
SECONDS_TO_ANSWER = 300
HOUSE = "Locarium"  # as devices show it
# A name and a port; browsers allow no passkeys where a host has no name.
_HOST = re.compile(r"([a-z0-9.-]{0,190}[a-z][a-z0-9-]{0,62})((?::[0-9]{1,5})?)")


@dataclass(frozen=True)
class Origin:
    """Where a page was served from; a passkey works at one host only."""

    host: str
    origin: str


@dataclass(frozen=True)
class Challenge:
    """What a device is asked to sign, and the ticket that has to come back with its answer."""

    options: dict[str, Any]  # for navigator.credentials
    ticket: str


class Passkeys:
    """The passkeys of all people. Questions are not kept: a ticket signed by the house says what was asked."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database, self._signer = database, signer
        self._rows = OwnedRows(database, schema.passkeys, most=MOST)

    async def of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """All that a person has."""
        return await self._rows.of(user_id)

    async def remove(self, user_id: str, number: int) -> None:
        """It opens nothing any more."""
        await self._rows.remove(user_id, number)

    async def ask_for_new(self, user_id: str, name: str, place: Origin) -> Challenge:
        """A question to a device that shall vouch for a person from now on."""
        webauthn = _library()
        known = [row.credential for row in await self.of(user_id)]
        challenge, ticket = self._ticket("new-passkey", user_id, place)
        options = webauthn.generate_registration_options(
            rp_id=place.host,
            rp_name=HOUSE,
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
        """The answer of a device that vouches for a person from now on."""
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
            raise Refused("bad-passkey") from None  # somebody has it already

    def ask_who(self, place: Origin) -> Challenge:
        """A question to any device that knows somebody here."""
        webauthn = _library()
        challenge, ticket = self._ticket("passkey", "", place)
        options = webauthn.generate_authentication_options(
            rp_id=place.host,
            challenge=challenge,
            user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
        )
        return Challenge(webauthn.helpers.options_to_json_dict(options), ticket)

    async def sign_in(self, ticket: str, credential: Mapping[str, Any], place: Origin) -> str:
        """For whom a device vouches: the id of the person."""
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
        """Of two answers with the same count, only one is the device's own."""
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
        """What was asked, if it was this person at this place, and not too long ago."""
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
    """What the library reads in the answer of a device, if it is good."""
    try:
        return verify(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=True,
            **known,
        )
    except Exception:  # its parsers raise whatever a foreign byte provokes
        raise Refused("bad-passkey") from None


def place_of(scheme: str, host: str) -> Origin:
    """The place of a request, by its scheme and Host header; Refused where browsers allow no passkeys."""
    written = _HOST.fullmatch(host.lower())
    if written is None:
        raise Refused("no-passkeys-here")
    name, port = written[1], written[2]
    if scheme != "https" and name != "localhost" and not name.endswith(".localhost"):
        raise Refused("no-passkeys-here")
    usual = ":443" if scheme == "https" else ":80"  # browsers leave it out
    return Origin(name, f"{scheme}://{name}{port if port != usual else ''}")


def _library() -> ModuleType:
    """The package is an extra: a house in the home network can do without."""
    try:
        import webauthn  # noqa: PLC0415
        import webauthn.helpers.structs  # noqa: PLC0415
    except ImportError:
        raise Refused("no-passkeys") from None
    return webauthn
