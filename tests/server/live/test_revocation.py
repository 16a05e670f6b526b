"""Revoked sessions and API tokens end everywhere immediately."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from locarium.server.live.connection import serve_client
from locarium.server.people import users as store
from locarium.server.people.auth import session_cookie
from locarium.server.people.principal import Principal
from locarium.server.people.users import Users
from locarium.server.tables.messages import Join, NewTable
from server.browser import Browser
from server.client import Live, ask, call, join, open_table
from server.live.test_connection import Client, opened
from server.server_process import ServerProcess
from services import Postgres

CONNECTIONS = 6  # enough for both processes to have some
PASSWORD = "correct horse"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Postgres
) -> Iterator[ServerProcess]:
    """A server with one process on SQLite or two on PostgreSQL."""
    folder = tmp_path_factory.mktemp("manager")
    if request.param == "sqlite":
        server = ServerProcess(folder)
        yield server
        server.stop()
        return
    address = postgres.create_database()
    server = ServerProcess(folder, "--processes", "2", database=address)
    yield server
    server.stop()
    postgres.drop_database(address)


class Ada:
    """A person with an account, a browser, an API token and a seat at a table."""

    def __init__(self, server: ServerProcess, login: str) -> None:
        self.server = server
        self.browser = Browser(server.url, "Ada")
        self.browser.ask("POST", "/api/me/account", {"login": login, "password": PASSWORD})
        made = self.browser.ask("POST", "/api/me/tokens", {"label": "bot", "password": PASSWORD})
        self.token, self.number = made["token"], made["number"]
        self.table = open_table(server.url, self.token)["table"]
        join(server.url, self.table, token=self.token)
        join(server.url, self.table, "Ben")

    def connect(self, **how: Any) -> list[Live]:
        lives = [Live(self.server.host, self.table, **how) for _ in range(CONNECTIONS)]
        for live in lives:
            live.hear()
            assert live.state["seat"] is not None
        return lives

    def browsing(self) -> list[Live]:
        return self.connect(cookie=self.browser.cookie)


def change_password(ada: Ada) -> None:
    ada.browser.ask("PUT", "/api/me/password", {"old": PASSWORD, "new": "battery staple"})


def sign_out_everywhere(ada: Ada) -> None:
    ada.browser.ask("POST", "/api/sign-out", {"everywhere": True})


def delete_account(ada: Ada) -> None:
    ada.browser.ask("DELETE", "/api/me", {"password": PASSWORD})


def delete_token(ada: Ada) -> None:
    ada.browser.ask("DELETE", f"/api/me/tokens/{ada.number}")


@pytest.mark.parametrize("revoke", [change_password, sign_out_everywhere, delete_account])
def test_revoking_a_session_closes_browser_connections(served: ServerProcess, revoke: Callable[[Ada], None]) -> None:
    ada = Ada(served, revoke.__name__)
    lives, stranger = ada.browsing(), Live(served.host, ada.table)
    stranger.hear()
    old = ada.browser.twin()
    revoke(ada)
    assert [live.closed() for live in lives] == [1001] * CONNECTIONS
    for _ in range(CONNECTIONS):  # on any process
        assert old.me is None
        again = Live(served.host, ada.table, cookie=old.cookie)
        again.hear()
        assert again.state["seat"] is None
    if revoke is not delete_account:
        kept = Live(served.host, ada.table, ada.token)  # programs stay signed in
        kept.hear()
        assert kept.state["seat"] is not None
        stranger.send({"kind": "nothing"})
        stranger.hear_until(lambda message: message["kind"] == "rejected")


@pytest.mark.parametrize("revoke", [delete_token, delete_account])
def test_revoking_a_token_closes_program_connections(served: ServerProcess, revoke: Callable[[Ada], None]) -> None:
    ada = Ada(served, f"{revoke.__name__} program")
    lives, others = ada.connect(token=ada.token), ada.browsing()
    revoke(ada)
    assert [live.closed() for live in lives] == [1001] * CONNECTIONS
    for _ in range(CONNECTIONS):
        assert ask(served.url, "GET", "/api/me/tables", token=ada.token).json()["key"] == "bad-token"
        assert Live(served.host, ada.table, ada.token).closed() == 1008
    if revoke is delete_token:
        assert all(live.answer(live.ask("undo"))["error"]["key"] == "no-undo" for live in others)


def test_poll_of_a_revoked_session_returns_nothing(served: ServerProcess) -> None:
    ada = Ada(served, "polls")
    version = call(served.url, "GET", f"/api/tables/{ada.table}/state", token=ada.token)["version"]

    path = f"/api/tables/{ada.table}/state?after={version}&wait=30"
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        polls = [threads.submit(ask, served.url, "GET", path, token=ada.token) for _ in range(CONNECTIONS)]
        time.sleep(1)  # until they wait; later polls are rejected as well
        delete_token(ada)
        assert {poll.result().json().get("key") for poll in polls} <= {"sign-in-required", "bad-token"}


# Without bus announcements.


def test_every_command_checks_its_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "REMEMBERED_FOR", 0.0)

    async def run() -> None:
        async with opened(tmp_path) as (manager, users):
            known, _ = await users.welcome("Ada")
            host = Principal(known.user_id, "Ada", is_program=False, session=known.session)
            name = (await manager.open(NewTable("loco", 2), host)).name
            async with manager.visit(name) as live:
                await manager.join(live, host, Join())
                client = Client(reads=True)
                cookie = session_cookie(users, known, is_secure=False)
                socket = client.socket([(b"cookie", f"{cookie.key}={cookie.value}".encode())])
                talk = asyncio.create_task(serve_client(socket, manager, users, name))
                await client.wait_for_version(live.table.version)
                version = live.table.version
                other = Users(users._database)  # like another process
                await other.end_sessions(known.user_id)
                client.say({"kind": "chat", "key": "k", "text": "Hello"})
                async with asyncio.timeout(30):
                    await talk
                assert live.table.version == version
                assert not [message for message in client.heard if message["kind"] == "acknowledged"]

    asyncio.run(run())


def test_pending_lookup_does_not_survive_a_revocation(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as (_, users):
            known, _ = await users.welcome("Ada")
            find = users._find

            async def slow(condition: Any) -> Any:
                found = await find(condition)
                users._find = find  # type: ignore[method-assign]
                await users.end_sessions(known.user_id)
                return found

            users._find = slow  # type: ignore[method-assign]
            await users.find(known.user_id, known.session)
            assert await users.find(known.user_id, known.session) is None

    asyncio.run(run())
