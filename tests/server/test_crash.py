"""`kill -9` in the middle of play: what was acknowledged is there, once, and the game goes on."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from .client import Live, call, join, open_table
from .house import ServerProcess

TABLES = 3


class Player(threading.Thread):
    """Plays one seat until the connection breaks or the game ends."""

    def __init__(self, host: str, table: str, token: str, seed: int) -> None:
        super().__init__()
        self.table, self.token = table, token
        self._choose, self._host = random.Random(seed), host
        self.live: Live | None = None

    def run(self) -> None:
        try:
            self.live = Live(self._host, self.table, self.token)
            while self.live.wait_for_turn():
                key = self.live.step(self._choose.choice(self.live.state["legal"]))
                self.live.answer(key)
                self.live.hear_until(lambda message: message["kind"] == "state")
        except (ConnectionClosed, OSError, TimeoutError):
            pass


def steps_on_disk(server: ServerProcess, player: Player) -> list[str]:
    """What a seat's own record says after the restart: its own steps are never hidden."""
    live = Live(server.host, player.table, player.token)
    live.hear()
    return [line["step"] for line in live.log if line["seat"] == live.state["seat"]]


def crash_and_return(data: Path, seed: int) -> None:
    server = ServerProcess(data)
    chance = random.Random(seed)
    players = []
    for number in range(TABLES):
        table = open_table(server.url, options={"match": "full"})["table"]
        tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Ben")]
        players += [Player(server.host, table, token, seed + number) for token in tokens]
    for player in players:
        player.start()
    time.sleep(chance.uniform(0.05, 0.5))
    server.kill()
    for player in players:
        player.join(30)
    server.start()
    try:
        acknowledged = 0
        for player in players:
            assert player.live is not None
            made = list(player.live.acknowledged.values())
            found = steps_on_disk(server, player)
            acknowledged += len(made)
            assert found[: len(made)] == made  # all there, in order, once
            assert len(found) <= len(made) + 1  # at most the one whose acknowledgement was lost
        assert acknowledged > 0
        finish(server, players)
    finally:
        server.stop()


def finish(server: ServerProcess, players: list[Player]) -> None:
    """Every table can be played on to its end."""
    again = [Player(server.host, player.table, player.token, 1) for player in players]
    for player in again:
        player.start()
    for player in again:
        player.join(60)
        assert player.live is not None
        assert player.live.state["ending"]
    for player in again[::2]:
        record = call(server.url, "GET", f"/api/tables/{player.table}/record")
        assert record["result"]["scores"]


@pytest.mark.parametrize("seed", [1, 2])
def test_acknowledged_steps_survive_a_kill(tmp_path: Path, seed: int) -> None:
    crash_and_return(tmp_path, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_acknowledged_steps_survive_many_kills(tmp_path: Path, seed: int) -> None:
    crash_and_return(tmp_path, seed)


def test_a_stop_by_the_host_is_graceful(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    table = open_table(server.url, bots=[1])["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    live.wait_for_turn()
    made = live.log
    assert server.stop() == 0
    assert live.closed() in (1001, 1012)
    server.start()
    assert call(server.url, "GET", f"/api/tables/{table}")["status"] == "running"
    back = Live(server.host, table, live.token)
    back.wait_for_turn()
    assert back.log[: len(made)] == made
    server.stop()
