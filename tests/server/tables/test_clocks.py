"""Clocks on a real server.

The tables are written to the database first, because the API does not allow such short times.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locarium.table.events import Bot, Clock, Opened, Seated, TableSettings
from server import forkserver
from server.client import Live, call, join
from server.server_process import ServerProcess
from server.stored import PEOPLE, TOKENS, write_people, write_table

DUEL = Opened("duel", "loco", 1, 2, {}, {}, "ab" * 32, settings=TableSettings(clock=Clock(1.0, 0.5)))
TRIO = Opened("trio", "loco", 1, 3, {}, {}, "ab" * 32, settings=TableSettings(clock=Clock(1.0)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    data = tmp_path_factory.mktemp("house")
    address = f"sqlite:///{data / 'locarium.sqlite'}"
    write_people(address)
    write_table(address, [DUEL, Seated(0, PEOPLE[0])])
    bots = [Seated(seat, Bot(name, seconds=0.5, level=1)) for seat, name in ((1, "Vesta"), (2, "Lemur"))]
    write_table(address, [TRIO, *bots])
    server = ServerProcess(data, bot_seconds=0.5)
    yield server
    server.stop()


def is_over(message: dict[str, Any]) -> bool:
    return message["kind"] == "state" and message["ending"] is not None


def test_opponent_wins_on_time(server: ServerProcess, tmp_path: Path) -> None:
    live = Live(server.host, "duel", TOKENS[0])
    join(server.url, "duel", "Ben", token=TOKENS[1])
    winners = live.hear_until(is_over)["ending"]["winners"]
    record = call(server.url, "GET", "/api/tables/duel/record")
    assert record["ended"] == {"by": "time", "seat": 1 - winners[0]}
    assert record["result"] == {"winners": winners}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert forkserver.run("record", "check", str(file)).code == 0


def test_bot_takes_over_after_a_timeout_until_the_person_returns(server: ServerProcess) -> None:
    join(server.url, "trio", "Ada", token=TOKENS[0])
    live = Live(server.host, "trio", TOKENS[0])
    live.hear_until(lambda message: message["kind"] == "state" and bot_level(message) is not None)
    lines = len(live.log)
    assert live.state["legal"] == []
    live.hear_until(lambda message: message["kind"] == "state" and len(live.log) > lines)  # the others do not wait
    assert live.answer(live.ask("reclaim"))["kind"] == "acknowledged"
    live.hear_until(lambda message: message["kind"] == "state" and bot_level(message) is None)
    assert live.state["info"]["seats"][live.state["seat"]]["kind"] == "person"


def bot_level(state: dict[str, Any]) -> int | None:
    """Return the level of the bot that plays the client's seat."""
    level: int | None = state["info"]["seats"][state["seat"]]["level"]
    return level
