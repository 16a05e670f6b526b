"""Passkeys, with a software authenticator and real verification."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locarium.kernel.errors import Refused
from locarium.server.people import passkeys
from locarium.server.people.passkeys import Origin, place_of
from locarium.server.people.users import Users
from locarium.server.storage.database import Database
from server.authenticator import PRESENT, Authenticator, decode, encode
from server.browser import Browser
from server.server_process import ServerProcess

BAD = (403, "bad-passkey")
TRUSTING = """
import socket, sys, uvicorn
from locarium.server.serve.app import create_app
config = uvicorn.Config(create_app(sys.argv[1], bot_seconds=0.02), log_level="warning", proxy_headers=True)
uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[2]))])
"""


@pytest.fixture
def ada(server: ServerProcess) -> Browser:
    return Browser(server.url, "Ada")


@pytest.fixture
def trusting_server(tmp_path: Path) -> Iterator[str]:
    """The URL of a server that trusts its proxy."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        number = listening.fileno()
        command = [sys.executable, "-c", TRUSTING, f"sqlite:///{tmp_path / 'locarium.sqlite'}", str(number)]
        with subprocess.Popen(command, pass_fds=[number]) as process:
            yield f"http://localhost:{listening.getsockname()[1]}"
            process.terminate()


def register(browser: Browser, device: Authenticator, **changes: Any) -> dict[str, Any]:
    """Return the body that registers a passkey."""
    asked = browser.ask("POST", "/api/me/passkeys/options", {})
    return {"label": "phone", "ticket": asked["ticket"], "credential": device.create(asked["options"])} | changes


def with_passkey(browser: Browser, **device: Any) -> Authenticator:
    made = Authenticator(browser.url, **device)
    browser.ask("POST", "/api/me/passkeys", register(browser, made))
    return made


def answer(browser: Browser, device: Authenticator) -> dict[str, Any]:
    """Return the body that signs in."""
    asked = browser.ask("POST", "/api/sign-in/passkey/options")
    return {"ticket": asked["ticket"], "credential": device.get(asked["options"])}


@pytest.mark.parametrize("counts", [True, False])
def test_passkey_signs_in(ada: Browser, counts: bool) -> None:
    device = with_passkey(ada, counts=counts)
    me = ada.me
    assert (me["is_account"], me["has_password"], me["passkeys"]) == (True, False, 1)
    [listed] = ada.ask("GET", "/api/me/passkeys")
    assert (listed["label"], listed["host"], listed["last_used"]) == ("phone", "localhost", None)
    other = ada.stranger()
    for _ in range(2):
        assert other.ask("POST", "/api/sign-in/passkey", answer(other, device)) == me
        assert other.cookie == ada.cookie
    [listed] = ada.ask("GET", "/api/me/passkeys")
    assert listed["last_used"] >= listed["created"]


def test_deleted_passkey_cannot_sign_in(server: ServerProcess, ada: Browser) -> None:
    device = with_passkey(ada)
    [listed] = ada.ask("GET", "/api/me/passkeys")
    path = f"/api/me/passkeys/{listed['number']}"
    eve = Browser(server.url, "Eve")
    assert eve.ask("GET", "/api/me/passkeys") == []
    assert eve.refused("DELETE", path) == (404, "no-such-entry")
    assert ada.stranger().refused("DELETE", path) == (401, "sign-in-required")
    ada.ask("DELETE", path)
    assert not ada.me["is_account"]
    assert ada.refused("POST", "/api/sign-in/passkey", answer(ada, device)) == BAD


def test_passkeys_are_deleted_with_the_account(ada: Browser) -> None:
    device = with_passkey(ada)
    ada.ask("DELETE", "/api/me", {})
    assert ada.refused("POST", "/api/sign-in/passkey", answer(ada, device)) == BAD
    assert ada.me is None


def test_passkey_cannot_be_registered_for_another_person(server: ServerProcess, ada: Browser) -> None:
    eve, device = Browser(server.url, "Eve"), Authenticator(server.url)
    for_ada = register(ada, device)
    assert eve.refused("POST", "/api/me/passkeys", for_ada) == BAD
    assert ada.stranger().refused("POST", "/api/me/passkeys", for_ada) == (401, "sign-in-required")
    ada.ask("POST", "/api/me/passkeys", for_ada)
    assert ada.refused("POST", "/api/me/passkeys", for_ada) == BAD  # registered twice
    asked = eve.ask("POST", "/api/me/passkeys/options", {})
    stolen = {"label": "mine", "ticket": asked["ticket"], "credential": device.create(asked["options"])}
    assert eve.refused("POST", "/api/me/passkeys", stolen) == BAD  # the credential belongs to Ada
    assert eve.ask("GET", "/api/me/passkeys") == []


def test_known_passkeys_are_excluded_from_registration(ada: Browser) -> None:
    device = with_passkey(ada)
    asked = ada.ask("POST", "/api/me/passkeys/options", {})
    assert [each["id"] for each in asked["options"]["excludeCredentials"]] == [encode(device.id)]


def test_foreign_origins_and_unverified_users_are_rejected(ada: Browser) -> None:
    for device in (Authenticator("https://evil.example"), Authenticator(ada.url, flags=PRESENT)):
        assert ada.refused("POST", "/api/me/passkeys", register(ada, device)) == BAD
    device = with_passkey(ada)
    device.flags = PRESENT
    assert ada.refused("POST", "/api/sign-in/passkey", answer(ada, device)) == BAD
    phished = with_passkey(ada)
    phished.origin = "https://evil.example"
    assert ada.refused("POST", "/api/sign-in/passkey", answer(ada, phished)) == BAD


def test_response_is_valid_for_its_challenge_only(ada: Browser) -> None:
    device, other = with_passkey(ada), with_passkey(ada)
    body = answer(ada, device)
    for wrong in (
        body | {"ticket": answer(ada, device)["ticket"]},
        body | {"ticket": register(ada, device)["ticket"]},
        body | {"ticket": body["ticket"][:-1]},
        body | {"ticket": ""},
        body | {"credential": body["credential"] | {"id": encode(other.id)}},
        body | {"credential": body["credential"] | {"id": "é"}},
        body | {"credential": body["credential"] | {"id": ""}},
    ):
        assert ada.stranger().refused("POST", "/api/sign-in/passkey", wrong) == BAD
    for field in ("signature", "authenticatorData", "clientDataJSON"):
        right = body["credential"]["response"]
        data = bytearray(decode(right[field]))
        data[-1] ^= 1
        for broken in (encode(bytes(data)), encode(bytes(data[:-1])), "", "!", encode(b"[]"), encode(b"{}")):
            wrong = body | {"credential": body["credential"] | {"response": right | {field: broken}}}
            assert ada.stranger().refused("POST", "/api/sign-in/passkey", wrong) == BAD


def test_cloned_passkey_is_rejected(ada: Browser) -> None:
    device = with_passkey(ada)
    first = answer(ada, device)
    ada.ask("POST", "/api/sign-in/passkey", first)
    assert ada.refused("POST", "/api/sign-in/passkey", first) == BAD
    device.count -= 1  # a clone made earlier
    assert ada.refused("POST", "/api/sign-in/passkey", answer(ada, device)) == BAD


@pytest.mark.parametrize("garbage", ["", "!", encode(b"\xa0"), encode(b"\xff" * 40), encode(bytes(200)), "A" * 20_000])
def test_malformed_responses_are_rejected(ada: Browser, garbage: str) -> None:
    body = register(ada, Authenticator(ada.url))
    for field in ("clientDataJSON", "attestationObject"):
        response = body["credential"]["response"] | {field: garbage}
        wrong = body | {"credential": body["credential"] | {"response": response}}
        assert ada.refused("POST", "/api/me/passkeys", wrong) == BAD
    assert ada.refused("POST", "/api/me/passkeys", body | {"label": "\u202e"}) == (400, "bad-label")
    assert ada.refused("POST", "/api/me/passkeys", body | {"more": 1})[0] == 400


def test_challenge_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any process can verify another's challenge for some minutes."""

    async def run() -> None:
        database, place = (
            Database(f"sqlite:///{tmp_path / 'passkeys.sqlite'}"),
            Origin("house.example", "https://house.example"),
        )
        people, other = Users(database), Users(database)
        known, _ = await people.welcome("Ada")
        device = Authenticator(place.origin)
        asked = await people.passkeys.ask_for_new(known.user_id, "Ada", place)
        await other.passkeys.add(known.user_id, "phone", asked.ticket, device.create(asked.options), place)
        asked = people.passkeys.ask_who(place)
        assert await other.passkeys.sign_in(asked.ticket, device.get(asked.options), place) == known.user_id
        elsewhere = Origin("house.example", "https://house.example:8443")
        with pytest.raises(Refused, match="bad-passkey"):
            await people.passkeys.sign_in(asked.ticket, device.get(asked.options), elsewhere)
        later = passkeys.now() + passkeys.SECONDS_TO_ANSWER + 1
        monkeypatch.setattr(passkeys, "now", lambda: later)
        with pytest.raises(Refused, match="bad-passkey"):
            await people.passkeys.sign_in(asked.ticket, device.get(asked.options), place)
        database.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("scheme", "host", "place"),
    [
        ("https", "House.example", Origin("house.example", "https://house.example")),
        ("https", "house.example:443", Origin("house.example", "https://house.example")),
        ("https", "house.example:8443", Origin("house.example", "https://house.example:8443")),
        ("http", "localhost:8484", Origin("localhost", "http://localhost:8484")),
        ("http", "loci.localhost:80", Origin("loci.localhost", "http://loci.localhost")),
        ("http", "house.example", None),
        ("http", "notlocalhost", None),
        ("https", "192.0.2.1", None),
        ("https", "[2001:db8::1]:8484", None),
        ("https", "", None),
        ("https", "a b", None),
        ("https", "user@house.example", None),
        ("https", "x" * 3000, None),
    ],
)
def test_passkeys_need_tls_and_a_name(scheme: str, host: str, place: Origin | None) -> None:
    if place is not None:
        assert place_of(scheme, host) == place
    else:
        with pytest.raises(Refused, match="no-passkeys-here"):
            place_of(scheme, host)


def test_passkeys_without_tls_are_rejected(ada: Browser) -> None:
    fault = ada.refused("POST", "/api/sign-in/passkey/options", Host="house.example")
    assert fault == (404, "no-passkeys-here")


def test_cookies_and_passkeys_use_a_trusted_proxys_address(trusting_server: str) -> None:
    proxy = {"X-Forwarded-Proto": "https", "Host": "house.example"}
    ada, device = Browser(trusting_server), Authenticator("https://house.example")
    assert "Secure" in ada.send("POST", "/api/me", {"name": "Ada"}, **proxy).headers["set-cookie"]
    asked = ada.ask("POST", "/api/me/passkeys/options", {}, **proxy)
    new = {"label": "phone", "ticket": asked["ticket"], "credential": device.create(asked["options"])}
    assert ada.ask("POST", "/api/me/passkeys", new, **proxy)["host"] == "house.example"
    other = ada.stranger()
    asked = other.ask("POST", "/api/sign-in/passkey/options", **proxy)
    body = {"ticket": asked["ticket"], "credential": device.get(asked["options"])}
    assert other.refused("POST", "/api/sign-in/passkey", body) == BAD  # the origin is localhost
    assert other.ask("POST", "/api/sign-in/passkey", body, **proxy)["name"] == "Ada"


def test_missing_passkey_package_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "webauthn", None)
    database = Database(f"sqlite:///{tmp_path / 'passkeys.sqlite'}")
    with pytest.raises(Refused, match="no-passkeys"):
        Users(database).passkeys.ask_who(Origin("localhost", "http://localhost"))
    database.close()
