"""A browser without pages: keeps its cookie, speaks JSON."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import httpx

from locarium.server.identity import COOKIE
from waiting import PATIENCE


class Browser:
    """One device of somebody."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url, self.cookie = url, ""
        self.code = "" if name is None else self.ask("POST", "/api/me", {"name": name})["code"]

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        cookies = {COOKIE: self.cookie} if self.cookie else {}
        response = httpx.request(
            method,
            self.url + path,
            json=body,
            headers=headers,
            cookies=cookies,
            timeout=PATIENCE,
            verify=False,  # certificates are not loaded each time
        )
        given = SimpleCookie(response.headers.get("set-cookie", ""))
        if COOKIE in given:
            self.cookie = given[COOKIE].value if given[COOKIE]["max-age"] != "0" else ""
        return response

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        response = self.send(method, path, body, **headers)
        assert response.is_success, response.text
        return response.json() if response.content else None

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Status and key of a refusal."""
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
        """Somebody who has the same cookie."""
        other = Browser(self.url)
        other.cookie = self.cookie
        return other

    def stranger(self) -> Browser:
        """Somebody whom the house does not know."""
        return Browser(self.url)
