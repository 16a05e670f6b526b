"""An API client, as a third party would write it."""

from __future__ import annotations

import json
from contextlib import ExitStack
from itertools import count
from typing import Any, ClassVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from locarium.server.people.auth import COOKIE
from server.waiting import PATIENCE

_keys = count()


def become(url: str, name: str = "Ada") -> str:
    """Create a guest and return an API token for it."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as browser:
        assert browser.post("/api/me", json={"name": name}).is_success
        made = browser.post("/api/me/tokens", json={"label": "test"})
        assert made.is_success, made.text
        return str(made.json()["token"])


def open_table(url: str, token: str | None = None, **wish: Any) -> dict[str, Any]:
    """Open a table. Bots can be given by seat."""
    wish = {"game": "loco", "seats": 2} | wish
    wish["bots"] = [{"seat": bot} if isinstance(bot, int) else bot for bot in wish.get("bots", [])]
    return call(url, "POST", "/api/tables", wish, token=token or become(url, "Host"))


def join(url: str, table: str, name: str = "Ada", token: str | None = None, **wish: Any) -> dict[str, Any]:
    """Take a seat. Return the seat and the token that acts for it."""
    token = token or become(url, name)
    seated = call(url, "POST", f"/api/tables/{table}/seats", {"name": name} | wish, token=token)
    return seated | {"token": token}


def call(url: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    response = ask(url, method, path, body, token)
    assert response.is_success, response.text
    return response.json() if response.content else None


def ask(url: str, method: str, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.request(method, url + path, json=body, headers=headers, timeout=PATIENCE)


class Live:
    """One live connection that records everything it receives."""

    opened: ClassVar[list[Live]] = []

    def __init__(
        self,
        host: str,
        table: str,
        token: str | None = None,
        greeting: Any = None,
        *,
        cookie: str | None = None,
        **hello: Any,
    ) -> None:
        self.token = token
        self.received: list[str] = []
        self.acknowledged: dict[str, str] = {}  # key -> step
        self.refused: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.away: list[int] = []
        self.log: list[dict[str, Any]] = []
        self._asked: dict[str, str] = {}
        self._stack = ExitStack()
        address = f"ws://{host}/api/tables/{table}/live"
        headers = None if cookie is None else {"Cookie": f"{COOKIE}={cookie}"}
        opening = connect(address, max_size=None, compression=None, additional_headers=headers)
        self._socket = self._stack.enter_context(opening)
        self.opened.append(self)
        self.send({"kind": "hello", "token": token} | hello if greeting is None else greeting)

    def send(self, message: Any) -> None:
        self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def step(self, step: str, *, key: str | None = None, version: int | None = None) -> str:
        key = key or f"k{next(_keys)}"
        self._asked[key] = step
        version = self.state["version"] if version is None else version
        self.send({"kind": "step", "key": key, "version": version, "step": step})
        return key

    def ask(self, kind: str, **wish: Any) -> str:
        """Send a command other than a move."""
        key = f"k{next(_keys)}"
        self.send({"kind": kind, "key": key} | wish)
        return key

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message. Presence updates are recorded on the way."""
        while True:
            text = self._socket.recv(timeout)
            assert isinstance(text, str)
            message: dict[str, Any] = json.loads(text)
            if message["kind"] != "presence":
                break
            self.away = message["away"]
        self.received.append(text)
        if message["kind"] == "state":
            self.state = message
            self.log[message["log_from"] :] = message["log"]
        elif message["kind"] == "acknowledged":
            self.acknowledged[message["key"]] = self._asked.get(message["key"], "")
        else:
            self.refused.append(message)
        return message

    def hear_until(self, wanted: Any) -> dict[str, Any]:
        """Read messages until one matches."""
        while not wanted(message := self.hear()):
            pass
        return message

    def wait_for_turn(self) -> bool:
        """Wait until the seat can act or the game is over."""
        while not (self.state and (self.state["legal"] or self.state["ending"])):
            self.hear()
        return self.state["ending"] is None

    def answer(self, key: str) -> dict[str, Any]:
        return self.hear_until(lambda message: message.get("key") == key)

    def closed(self) -> int | None:
        """Wait until the connection closes and return its code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else None

    def close(self) -> None:
        self._stack.close()
