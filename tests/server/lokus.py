"""LOKUS tables over a live connection, and the cards that a message shows."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

from games.lokus.naming import cards_shown
from server.client import Live, join, open_table
from server.server_process import ServerProcess
from waiting import PATIENCE

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def seated(server: ServerProcess, seats: int = 3, **wish: Any) -> tuple[str, list[Live]]:
    """Return a table of connected people with the first round dealt."""
    table = open_table(server.url, game="lokus", seats=seats, **wish)["table"]
    tokens = [join(server.url, table, name)["token"] for name in NAMES[:seats]]
    people = [Live(server.host, table, token) for token in tokens]
    for live in people:
        live.hear_until(lambda message: message["kind"] == "state" and message["view"])
    return table, people


def choose(live: Live, step: str, others: list[Live]) -> dict[str, Any]:
    """Make a public move. It is acknowledged, and everyone receives it."""
    version = live.state["version"]
    answer = live.answer(live.step(step))
    assert answer["kind"] == "acknowledged", answer
    for each in (live, *others):
        each.hear_until(lambda message: message["kind"] == "state" and message["version"] > version)
    return answer


def change_mind(live: Live, step: str) -> dict[str, Any]:
    """Replace a face-down choice. Only the seat itself is notified."""
    answer = live.answer(live.step(step))
    assert answer["kind"] == "acknowledged", answer
    live.hear_until(lambda message: message["kind"] == "state")
    return answer


def fetch(server: ServerProcess, path: str, token: str | None = None) -> bytes:
    """Fetch a path without the overhead of creating an httpx client."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urlopen(Request(server.url + path, headers=headers), timeout=PATIENCE) as response:
        content: bytes = response.read()
    return content


def record(server: ServerProcess, table: str, token: str | None = None) -> bytes:
    """Return the record as sent by the server."""
    return fetch(server, f"/api/tables/{table}/record", token)


def cards_of_round(message: dict[str, Any]) -> set[str]:
    """Return the cards of this round that a state or record shows. Earlier rounds were played openly."""
    lines = "log" if "log" in message else "steps"
    start = max((i for i, line in enumerate(message[lines]) if is_deal(line)), default=0)
    fields = {name: value for name, value in message.items() if name not in ("info", "fair", lines)}
    return cards_shown(json.dumps([fields, message[lines][start:]]))


def is_deal(line: dict[str, Any] | list[Any]) -> bool:
    """Return whether a line of a log or record is a deal."""
    return (line["seat"] if isinstance(line, dict) else line[0]) is None
