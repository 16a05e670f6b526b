"""Guests, accounts and tokens over real HTTP."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from server.browser import Browser
from server.server_process import ServerProcess

PASSWORD = "correct horse"

_logins = count()


@pytest.fixture
def ada(server: ServerProcess) -> Browser:
    return Browser(server.url, "Ada")


@pytest.fixture
def account(ada: Browser) -> tuple[Browser, str]:
    """Return Ada with an account, and its login."""
    login = f"Ada {next(_logins)}"
    ada.ask("POST", "/api/me/account", {"login": login, "password": PASSWORD})
    return ada, login


# Guests, over HTTP


def test_guest_is_identified_by_a_cookie(server: ServerProcess) -> None:
    browser = Browser(server.url)
    assert browser.me is None
    response = browser.send("POST", "/api/me", {"name": " Ada "})
    assert response.status_code == 201
    me = response.json()
    assert me["name"] == "Ada"
    assert not me["is_account"]
    cookie = response.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=34560000"):
        assert part in cookie
    assert "Secure" not in cookie
    assert response.headers["cache-control"] == "no-store"
    assert browser.me == me | {"code": None}
    assert browser.refused("POST", "/api/me", {"name": "Eve"}) == (409, "signed-in-already")
    assert browser.ask("PATCH", "/api/me", {"name": "Ada L."})["name"] == "Ada L."
    assert browser.name == "Ada L."


def test_untrusted_proxy_headers_are_ignored(server: ServerProcess) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    response = Browser(server.url).send("POST", "/api/me", {"name": "Ada"}, **forwarded)
    assert "Secure" not in response.headers["set-cookie"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "a\u0000b", "\u202eevil", 7, None])
def test_invalid_names_are_rejected(server: ServerProcess, ada: Browser, name: Any) -> None:
    assert Browser(server.url).send("POST", "/api/me", {"name": name}).status_code == 400
    assert ada.send("PATCH", "/api/me", {"name": name}).status_code == 400


def test_recovery_code_signs_in_on_another_device(ada: Browser) -> None:
    other = ada.stranger()
    careless = ada.code.lower().replace("-", " ").replace("0", "O").replace("1", "i")
    assert other.ask("POST", "/api/recover", {"code": careless})["name"] == "Ada"
    assert other.cookie == ada.cookie
    new = ada.ask("POST", "/api/me/code", {})["code"]
    assert new != ada.code
    assert ada.stranger().refused("POST", "/api/recover", {"code": ada.code}) == (403, "bad-code")
    assert ada.stranger().ask("POST", "/api/recover", {"code": new})["code"] is None
    assert other.name == "Ada"  # a new code leaves sessions open


@pytest.mark.parametrize("code", ["", "0000-0000-0000", "UUUU-UUUU-UUUU", "0", "x" * 100, "\u202e" * 12])
def test_unknown_recovery_code_is_rejected(ada: Browser, code: str) -> None:
    browser = ada.stranger()
    assert browser.refused("POST", "/api/recover", {"code": code}) == (403, "bad-code")
    assert browser.me is None


def test_recovery_codes_are_unique(server: ServerProcess, ada: Browser) -> None:
    ben = Browser(server.url, "Ben")
    assert ben.code != ada.code
    assert ben.ask("POST", "/api/recover", {"code": ada.code})["name"] == "Ada"
    assert ben.ask("POST", "/api/recover", {"code": ben.code})["name"] == "Ben"


def test_forged_cookies_are_ignored(server: ServerProcess, ada: Browser) -> None:
    person, session, signature = ada.cookie.split(".")
    other = Browser(server.url, "Ben").cookie.split(".")
    forged = [
        f"{person}.{int(session) + 1}.{signature}",
        f"{person}.{session}.{'0' * 64}",
        f"{person}.{session}.",
        f"{person}.{session}",
        f"{person}.{session}.{signature[:-1]}",
        f"{person}.{session}.{signature}0",
        f"{other[0]}.{session}.{signature}",
        f"{person}.{session}.{other[2]}",
        "x" * 3000,
        "...",
    ]
    for cookie in forged:
        browser = Browser(server.url)
        browser.cookie = cookie
        assert browser.me is None, cookie
        assert browser.refused("POST", "/api/me/code", {}) == (401, "sign-in-required")
    assert ada.name == "Ada"


def test_person_can_sign_out_on_one_or_all_devices(ada: Browser) -> None:
    twin = ada.twin()
    assert ada.ask("POST", "/api/sign-out", {}) == {"me": None}
    assert ada.cookie == ""
    assert ada.me is None
    assert twin.name == "Ada"
    third = twin.twin()
    twin.ask("POST", "/api/sign-out", {"everywhere": True})
    assert third.me is None
    assert third.ask("POST", "/api/recover", {"code": ada.code})["name"] == "Ada"
    assert ada.stranger().ask("POST", "/api/sign-out", {"everywhere": True}) == {"me": None}


# Accounts, over HTTP


def test_account_can_sign_in_anywhere(account: tuple[Browser, str]) -> None:
    ada, login = account
    me = ada.me
    assert (me["is_account"], me["has_password"], me["login"]) == (True, True, login)
    other = ada.stranger()
    assert other.ask("POST", "/api/sign-in", {"login": login.upper(), "password": PASSWORD}) == me
    assert other.cookie == ada.cookie
    again = {"login": f"{login}x", "password": PASSWORD}
    assert ada.refused("POST", "/api/me/account", again) == (409, "has-account")


def test_creating_an_account_revokes_recovery_code_and_sessions(ada: Browser) -> None:
    twin, other = ada.twin(), ada.stranger()
    other.ask("POST", "/api/recover", {"code": ada.code})
    login = f"Ada {next(_logins)}"
    ada.ask("POST", "/api/me/account", {"login": login, "password": PASSWORD})
    assert ada.name == "Ada"
    assert (twin.me, other.me) == (None, None)
    assert twin.refused("POST", "/api/recover", {"code": ada.code}) == (403, "bad-code")
    new = ada.ask("POST", "/api/me/code", {"password": PASSWORD})["code"]
    assert twin.ask("POST", "/api/recover", {"code": new})["login"] == login


def test_creating_an_account_revokes_api_tokens(ada: Browser) -> None:
    token = ada.ask("POST", "/api/me/tokens", {"label": "my bot"})["token"]
    program, bearer = ada.stranger(), {"Authorization": f"Bearer {token}"}
    assert program.ask("GET", "/api/me", **bearer)["me"]["name"] == "Ada"
    taken = {"login": f"Ada {next(_logins)}", "password": PASSWORD}
    Browser(ada.url, "Cleo").ask("POST", "/api/me/account", taken)
    assert ada.refused("POST", "/api/me/account", taken) == (409, "login-taken")
    assert program.ask("GET", "/api/me", **bearer)["me"]["name"] == "Ada"  # she is still a guest
    ada.ask("POST", "/api/me/account", {"login": f"Ada {next(_logins)}", "password": PASSWORD})
    assert program.refused("GET", "/api/me", **bearer) == (401, "bad-token")
    assert ada.ask("GET", "/api/me/tokens") == []


def test_passwords_are_throttled_per_login_from_any_address(tmp_path: Path) -> None:
    own_server = ServerProcess(tmp_path, "--trust-proxy", LOCARIUM_LIMITS="0.05")  # one per address, three per login

    def guess(login: str, address: str) -> tuple[int, str]:
        body = {"login": login, "password": "wrong horse"}
        return Browser(own_server.url).refused("POST", "/api/sign-in", body, **{"X-Forwarded-For": address})

    try:
        for login in ("ada", "nobody at all"):
            answers = [guess(spelling, f"192.0.2.{i}") for i, spelling in enumerate([login, login.upper()] * 3)]
            assert answers[:3] == [(403, "wrong-login")] * 3
            assert answers[3:] == [(429, "too-fast")] * 3
            assert guess(f"{login}!", "192.0.2.100")[1] == "wrong-login"
            own_server.stop()
            own_server.start()
    finally:
        own_server.stop()


def test_wrong_password_and_unknown_login_give_the_same_error(account: tuple[Browser, str]) -> None:
    ada, login = account
    attempts = [(login, "wrong horse"), ("nobody at all", PASSWORD), (login, ""), ("", ""), ("\u202e", "\u202e")]
    answers = [
        ada.stranger().send("POST", "/api/sign-in", {"login": name, "password": word}) for name, word in attempts
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.content for answer in answers}) == 1
    assert all("set-cookie" not in answer.headers for answer in answers)


def test_changing_the_password_ends_other_sessions(account: tuple[Browser, str]) -> None:
    ada, login = account
    thief = ada.twin()
    change = {"old": "wrong horse", "new": "battery staple"}
    assert thief.refused("PUT", "/api/me/password", change) == (403, "wrong-password")
    ada.ask("PUT", "/api/me/password", change | {"old": PASSWORD})
    assert ada.name == "Ada"
    assert thief.me is None
    old = {"login": login, "password": PASSWORD}
    assert thief.refused("POST", "/api/sign-in", old) == (403, "wrong-login")
    assert thief.ask("POST", "/api/sign-in", old | {"password": "battery staple"})["login"] == login


def test_stolen_session_cannot_change_credentials(account: tuple[Browser, str]) -> None:
    ada, login = account
    thief = ada.twin()
    wrong = {"password": "wrong horse"}
    for method, path, body in [
        ("POST", "/api/me/code", {}),
        ("POST", "/api/me/tokens", {"label": "mine"}),
        ("POST", "/api/me/passkeys/options", {}),
        ("DELETE", "/api/me", {}),
        ("PUT", "/api/me/login", {"login": "mine now"}),
    ]:
        assert thief.refused(method, path, body | wrong) == (403, "wrong-password")
        if path != "/api/me/login":
            assert thief.refused(method, path, body) == (403, "wrong-password")
            assert thief.refused(method, path, body | {"password": None}) == (403, "wrong-password")
    assert ada.me["login"] == login


def test_login_can_be_changed_but_must_be_unique(server: ServerProcess, account: tuple[Browser, str]) -> None:
    ada, login = account
    eve = Browser(server.url, "Eve")
    theirs = {"login": login.lower(), "password": "eve's own password"}
    assert eve.refused("POST", "/api/me/account", theirs) == (409, "login-taken")
    assert eve.refused("PUT", "/api/me/login", theirs) == (409, "no-account")
    assert eve.refused("PUT", "/api/me/password", {"old": "", "new": PASSWORD}) == (403, "wrong-password")
    eve.ask("POST", "/api/me/account", theirs | {"login": f"{login} of Eve"})
    assert eve.refused("PUT", "/api/me/login", theirs) == (409, "login-taken")
    new = f"{login} L."
    assert ada.ask("PUT", "/api/me/login", {"login": new, "password": PASSWORD})["login"] == new
    assert ada.stranger().refused("POST", "/api/sign-in", {"login": login, "password": PASSWORD})[1] == "wrong-login"
    assert eve.ask("PUT", "/api/me/login", theirs)["login"] == login.lower()  # free again


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ab", PASSWORD),
        ("x" * 41, PASSWORD),
        ("   ", PASSWORD),
        ("a\u0000b\u0000", PASSWORD),
        ("\ufdfa" * 10, PASSWORD),  # longer once normalized
        ("fine", "short"),
        ("fine", "x" * 201),
        ("fine", None),
    ],
)
def test_invalid_accounts_are_rejected(ada: Browser, login: str, password: Any) -> None:
    assert ada.send("POST", "/api/me/account", {"login": login, "password": password}).status_code == 400
    assert not ada.me["is_account"]


def test_deleted_account_is_gone(account: tuple[Browser, str]) -> None:
    ada, login = account
    twin = ada.twin()
    ada.ask("DELETE", "/api/me", {"password": PASSWORD})
    assert ada.cookie == ""
    assert twin.me is None
    assert twin.refused("PATCH", "/api/me", {"name": "Back"}) == (401, "sign-in-required")
    assert twin.refused("POST", "/api/recover", {"code": ada.code}) == (403, "bad-code")
    assert twin.refused("POST", "/api/sign-in", {"login": login, "password": PASSWORD}) == (403, "wrong-login")
    assert Browser(twin.url, "Ada").me["name"] == "Ada"  # as a new guest


def test_guest_can_be_deleted_without_a_password(ada: Browser) -> None:
    ada.ask("DELETE", "/api/me", {})
    assert ada.me is None


# Tokens and blocks, over HTTP


def test_token_can_play_but_not_manage_the_account(ada: Browser) -> None:
    made = ada.ask("POST", "/api/me/tokens", {"label": "my bot"})
    assert made["token"].startswith("loc_")
    program, bearer = ada.stranger(), {"Authorization": f"Bearer {made['token']}"}
    me = program.ask("GET", "/api/me", **bearer)["me"]
    assert (me["name"], me["is_program"]) == ("Ada", True)
    assert program.cookie == ""
    [listed] = ada.ask("GET", "/api/me/tokens")
    assert listed | {"last_used": None} == made | {"token": None}
    assert listed["last_used"] >= listed["created"]
    for method, path, body in [
        ("PATCH", "/api/me", {"name": "Bot"}),
        ("DELETE", "/api/me", {}),
        ("POST", "/api/me/code", {}),
        ("POST", "/api/me/account", {"login": "robot", "password": PASSWORD}),
        ("POST", "/api/me/tokens", {"label": "another"}),
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/passkeys/options", {}),
        ("POST", "/api/sign-out", {"everywhere": True}),
    ]:
        assert program.refused(method, path, body, **bearer) == (403, "not-for-programs")
    assert ada.stranger().refused("DELETE", f"/api/me/tokens/{made['number']}") == (401, "sign-in-required")
    ada.ask("DELETE", f"/api/me/tokens/{made['number']}")
    assert program.refused("GET", "/api/me", **bearer) == (401, "bad-token")
    assert program.refused("POST", "/api/me", {"name": "Bot"}, **bearer) == (401, "bad-token")
    assert ada.ask("GET", "/api/me/tokens") == []
    assert ada.refused("DELETE", f"/api/me/tokens/{made['number']}") == (404, "no-such-entry")


def test_tokens_of_other_people_cannot_be_deleted(server: ServerProcess, ada: Browser) -> None:
    made = ada.ask("POST", "/api/me/tokens", {"label": "my bot"})
    eve = Browser(server.url, "Eve")
    assert eve.ask("GET", "/api/me/tokens") == []
    assert eve.refused("DELETE", f"/api/me/tokens/{made['number']}") == (404, "no-such-entry")
    assert len(ada.ask("GET", "/api/me/tokens")) == 1


def test_block_list_starts_empty(ada: Browser) -> None:
    assert ada.ask("GET", "/api/me/blocks") == []
    for number in (1, 2**31, 2**63, 10**30, -1):
        assert ada.send("DELETE", f"/api/me/blocks/{number}").status_code in (400, 404)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me", {"name": "Ada"}),
        ("PATCH", "/api/me", {"name": "Ada"}),
        ("DELETE", "/api/me", {}),
        ("POST", "/api/recover", {"code": "0"}),
        ("POST", "/api/sign-in", {"login": "ada", "password": PASSWORD}),
        ("POST", "/api/sign-out", {}),
        ("POST", "/api/me/account", {"login": "ada", "password": PASSWORD}),
        ("PUT", "/api/me/password", {"old": PASSWORD, "new": PASSWORD}),
        ("PUT", "/api/me/login", {"login": "ada", "password": PASSWORD}),
        ("POST", "/api/me/tokens", {"label": "bot"}),
        ("POST", "/api/me/code", {}),
    ],
)
def test_unknown_fields_and_long_values_are_rejected(
    ada: Browser, method: str, path: str, body: dict[str, Any]
) -> None:
    browser = ada.stranger() if (method, path) == ("POST", "/api/me") else ada
    assert browser.send(method, path, body | {"is_host": True}).status_code == 400
    for field in body:
        assert browser.send(method, path, body | {field: "x" * 10_000}).status_code == 400
        assert browser.send(method, path, body | {field: ["x"]}).status_code == 400
    assert ada.name == "Ada"


def test_errors_use_the_clients_language(ada: Browser) -> None:
    told = ada.stranger().send("POST", "/api/sign-in?language=fr", {"login": "x", "password": "y"}).json()
    assert told["message"] == "Identifiant ou mot de passe incorrect."
