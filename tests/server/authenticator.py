"""A software authenticator for passkeys, combined with the browser's part (WebAuthn Level 2)."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40  # flags


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "===")


class Authenticator:
    """One passkey."""

    def __init__(self, origin: str, *, flags: int = PRESENT | VERIFIED, counts: bool = True) -> None:
        self.origin, self.flags, self.count, self._step = origin, flags, 0, int(counts)
        self.id = secrets.token_bytes(32)
        self.user = b""
        self._key = generate_private_key(SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the result of navigator.credentials.create() as JSON."""
        self.user = decode(options["user"]["id"])
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], self.flags | ATTESTED) + attested
        response = {
            "clientDataJSON": encode(self._client_data("webauthn.create", options["challenge"])),
            "attestationObject": encode(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return self._credential(response)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the result of navigator.credentials.get() as JSON."""
        self.count += self._step
        data, client = self._data(options["rpId"], self.flags), self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": encode(client),
            "authenticatorData": encode(data),
            "signature": encode(signature),
            "userHandle": encode(self.user),
        }
        return self._credential(response)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = encode(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()
