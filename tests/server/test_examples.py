"""The example client plays at a real table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.client import become, call, open_table
from server.server_process import ServerProcess
from waiting import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_bot.py"


@pytest.mark.parametrize(("game", "seats"), [("loco", 2), ("lokus", 3)])
def test_example_bot_plays_to_the_end(server: ServerProcess, game: str, seats: int) -> None:
    bots = [{"seat": seat, "level": 1} for seat in range(1, seats)]
    table = open_table(server.url, game=game, seats=seats, bots=bots, public=True)["table"]
    arguments = [server.url, become(server.url, "Stranger"), f"{server.url}/table/{table}"]
    done = subprocess.run(
        [sys.executable, EXAMPLE, *arguments], check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout
    assert "the record has the deal that we saw: True" in done.stdout
    record = call(server.url, "GET", f"/api/tables/{table}/record")
    assert record["result"]
    assert [bool(seed) for seed in record["fair"]["seeds"]] == [True, *[False] * (seats - 1)]
    assert record["meta"]["names"][0] == "Stranger"


def test_example_bot_finds_a_table_in_the_lobby(server: ServerProcess) -> None:
    table = open_table(server.url, public=True, bots=[{"seat": 1, "level": 1}])["table"]
    arguments = [server.url, become(server.url, "Stranger")]
    done = subprocess.run(
        [sys.executable, EXAMPLE, *arguments], check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert f"seat 0: {server.url}/table/{table}" in done.stdout
