"""A minimal browser: keeps its cookie and speaks JSON."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import httpx

from locarium.server.people.auth import COOKIE, HOST_COOKIE
from waiting import PATIENCE


class Browser:
    """One device of a person."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url, self.cookie, self.cookie_name = url, "", COOKIE
        self.code = "" if name is None else self.ask("POST", "/api/me", {"name": name})["code"]

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        cookies = {self.cookie_name: self.cookie} if self.cookie else {}
        response = httpx.request(
            method,
            self.url + path,
            json=body,
            headers=headers,
            cookies=cookies,
            timeout=PATIENCE,
            verify=False,  # do not load certificates each time
        )
        for header in response.headers.get_list("set-cookie"):
            for name, given in SimpleCookie(header).items():
                if name in (COOKIE, HOST_COOKIE) and given["max-age"] != "0":
                    self.cookie, self.cookie_name = given.value, name
                elif name == self.cookie_name:
                    self.cookie = ""
        return response

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        response = self.send(method, path, body, **headers)
        assert response.is_success, response.text
        return response.json() if response.content else None

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Return the status and key of a rejection."""
        response = self.send(method, path, body, **headers)
        assert response.is_client_error, response.text
        assert response.json().keys() == {"key", "message"}
        return response.status_code, response.json()["key"]

    @property
    def me(self) -> Any:
        return self.ask("GET", "/api/me")["me"]

    @property
    def name(self) -> str | None:
        me = self.me
        return None if me is None else me["name"]

    def twin(self) -> Browser:
        """Return a browser with the same cookie."""
        other = Browser(self.url)
        other.cookie, other.cookie_name = self.cookie, self.cookie_name
        return other

    def stranger(self) -> Browser:
        """Return a browser that is not signed in."""
        return Browser(self.url)
