"""Servers with contests, and a player that plays to the end."""

from __future__ import annotations

import random
from typing import Any

from server.client import Live, ask
from server.server_process import ServerProcess


class ServerApi:
    """A server with its database."""

    def __init__(self, server: ServerProcess, address: str) -> None:
        self.server, self.address = server, address

    @property
    def url(self) -> str:
        return self.server.url

    def refused(self, token: str | None, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return the status and key of a rejection."""
        answer = ask(self.url, method, path, body, token)
        assert answer.is_client_error, answer.text
        return answer.status_code, answer.json()["key"]


def play_out(server: ServerProcess, table: str, token: str, seed: int = 1) -> dict[str, Any]:
    """Make random legal moves until the game is over. Return its ending."""
    return play_on(Live(server.host, table, token), seed)


def play_on(live: Live, seed: int = 1, most: int | None = None) -> dict[str, Any]:
    """Continue with random legal moves, at most `most`."""
    choose = random.Random(seed)
    live.hear_until(lambda message: message["kind"] == "state")
    made = 0
    while live.wait_for_turn() and made != most:
        if live.state["seat"] in live.state["locked_in"]:  # face down until all have chosen
            live.hear()
            continue
        answer = live.answer(live.step(choose.choice(live.state["legal"])))
        assert answer["kind"] == "acknowledged", answer
        while live.state["version"] < answer["version"]:
            live.hear()
        made += 1
    return live.state["ending"] or {}
