"""Tables of LOKUS over the wire, and which cards a message shows."""

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
    """A table of people, all connected, the first round dealt."""
    table = open_table(server.url, game="lokus", seats=seats, **wish)["table"]
    tokens = [join(server.url, table, name)["token"] for name in NAMES[:seats]]
    people = [Live(server.host, table, token) for token in tokens]
    for live in people:
        live.hear_until(lambda message: message["kind"] == "state" and message["view"])
    return table, people


def choose(live: Live, step: str, others: list[Live]) -> dict[str, Any]:
    """A step that all may know of: it is acknowledged, and everybody hears of it."""
    version = live.state["version"]
    answer = live.answer(live.step(step))
    assert answer["kind"] == "acknowledged", answer
    for each in (live, *others):
        each.hear_until(lambda message: message["kind"] == "state" and message["version"] > version)
    return answer


def change_mind(live: Live, step: str) -> dict[str, Any]:
    """Another choice in place of the one that lies face down: only the seat itself hears of it."""
    answer = live.answer(live.step(step))
    assert answer["kind"] == "acknowledged", answer
    live.hear_until(lambda message: message["kind"] == "state")
    return answer


def fetch(server: ServerProcess, path: str, token: str | None = None) -> bytes:
    """What a page is, without the time that httpx takes to make a client."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urlopen(Request(server.url + path, headers=headers), timeout=PATIENCE) as response:
        content: bytes = response.read()
    return content


def record(server: ServerProcess, table: str, token: str | None = None) -> bytes:
    """The record as it comes over the wire."""
    return fetch(server, f"/api/tables/{table}/record", token)


def cards_of_round(message: dict[str, Any]) -> set[str]:
    """The cards that a state or a record shows of this round; what was dealt before it was played openly."""
    lines = "log" if "log" in message else "steps"
    start = max((i for i, line in enumerate(message[lines]) if is_deal(line)), default=0)
    fields = {name: value for name, value in message.items() if name not in ("info", "fair", lines)}
    return cards_shown(json.dumps([fields, message[lines][start:]]))


def is_deal(line: dict[str, Any] | list[Any]) -> bool:
    """Whether a line of a log or a record is a deal."""
    return (line["seat"] if isinstance(line, dict) else line[0]) is None
