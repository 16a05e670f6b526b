"""`kill -9` during play: acknowledged moves survive exactly once, and the game continues."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.client import Live, become, call, join, open_table
from server.lokus import change_mind, choose, record, seated
from server.server_process import ServerProcess

TABLES = 3
MANY_TABLES, KILLS = 6, 25
NAMES = ("Ada", "Ben", "Cleo")
LOCO: dict[str, Any] = {"game": "loco", "seats": 2, "options": {"match": "full"}}
LOKUS: dict[str, Any] = {"game": "lokus", "seats": 3}


class Player(threading.Thread):
    """A thread that plays one seat until the connection breaks or the game ends."""

    def __init__(self, host: str, table: str, token: str, seed: int) -> None:
        super().__init__()
        self.table, self.token = table, token
        self._choose, self._host = random.Random(seed), host
        self.live: Live | None = None

    def run(self) -> None:
        try:
            self.live = Live(self._host, self.table, self.token)
            while self.live.wait_for_turn():
                if self.live.state["seat"] in self.live.state["locked_in"]:  # others are still choosing
                    self.live.hear()
                    continue
                key = self.live.step(self._choose.choice(self.live.state["legal"]))
                self.live.answer(key)
                self.live.hear_until(lambda message: message["kind"] == "state")
        except (ConnectionClosed, OSError, TimeoutError):
            pass


def wait_for_steps(players: list[Player], count: int) -> None:
    """Wait until all are connected and `count` moves were acknowledged in total."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        connected = [player.live for player in players if player.live is not None]
        if len(connected) == len(players) and sum(len(live.acknowledged) for live in connected) >= count:
            return
        time.sleep(0.001)


def steps_on_disk(server: ServerProcess, player: Player) -> list[str]:
    """Return a seat's moves after the restart, from its own record, where they are never hidden."""
    live = Live(server.host, player.table, player.token)
    live.hear()
    live.close()
    steps = [line["step"] for line in live.log if line["seat"] == live.state["seat"]]
    return without_last_cards(steps) if live.state["info"]["game"] == "lokus" else steps


def without_last_cards(steps: list[str]) -> list[str]:
    """Remove the last card of each hand, which the table plays."""
    cards = [i for i, step in enumerate(steps) if step.startswith("play")]
    return [step for i, step in enumerate(steps) if i not in cards[9::10]]


def crash_and_return(data: Path, seed: int, wish: dict[str, Any]) -> None:
    server = ServerProcess(data, fresh=wish is LOCO)  # LOCO! starts it as an operator would
    chance = random.Random(seed)
    players = []
    for number in range(TABLES):
        table = open_table(server.url, **wish)["table"]
        tokens = [join(server.url, table, name)["token"] for name in NAMES[: wish["seats"]]]
        players += [Player(server.host, table, token, seed + number) for token in tokens]
    for player in players:
        player.start()
    wait_for_steps(players, chance.randrange(1, 50))
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
            assert found[: len(made)] == made  # all moves, in order, once
            assert len(found) <= len(made) + 1  # at most one move whose acknowledgement was lost
        assert acknowledged > 0
        finish(server, players)
    finally:
        server.stop()


def finish(server: ServerProcess, players: list[Player]) -> None:
    """Play every table to its end."""
    again = [Player(server.host, player.table, player.token, 1) for player in players]
    for player in again:
        player.start()
    for player in again:
        player.join(60)
        assert player.live is not None
        assert player.live.state["ending"]
    for table in {player.table for player in again}:
        record = call(server.url, "GET", f"/api/tables/{table}/record")
        assert record["result"]["scores"]
        assert call(server.url, "GET", f"/api/archive/{table}.1") == record


@pytest.mark.parametrize(
    ("seed", "wish"),
    [(1, LOCO), pytest.param(2, LOCO, marks=pytest.mark.slow), (3, LOKUS)],
    ids=["loco", "loco", "lokus"],
)
def test_acknowledged_moves_survive_a_kill(tmp_path: Path, seed: int, wish: dict[str, Any]) -> None:
    crash_and_return(tmp_path, seed, wish)


@pytest.mark.slow
@pytest.mark.soak
def test_one_server_survives_many_kills(
    tmp_path: Path, database_address: str, seed: int, rounds: Callable[[int], Iterator[int]]
) -> None:
    """Kill the server under load at random moments, on the same data. Finished games are followed by new ones."""
    chance = random.Random(seed)
    kills = 0
    server = ServerProcess(tmp_path, database=database_address)
    try:
        tokens = [become(server.url, name) for name in NAMES]
        load = [Load(LOKUS if number % 3 == 0 else LOCO, tokens, seed + number) for number in range(MANY_TABLES)]
        for _ in rounds(KILLS):
            players = [player for each in load for player in each.players(server)]
            for player in players:
                player.start()
            wait_for_steps(players, 1)
            time.sleep(chance.uniform(0, 0.5))
            server.kill()
            kills += 1
            for player in players:
                player.join(30)
            server.start()
            for each in load:
                each.check(server)
        assert sum(each.acknowledged for each in load) > kills
        for each in load:
            finish(server, each.players(server))
    finally:
        server.kill()


class Load:
    """A table that is played while the server is killed repeatedly. A finished game is followed by another."""

    def __init__(self, wish: dict[str, Any], tokens: list[str], seed: int) -> None:
        self._wish, self._tokens, self._seed = wish, tokens[: wish["seats"]], seed
        self._table: str | None = None
        self._players: list[Player] = []
        self._made: dict[str, list[str]] = {}  # token -> moves known to be stored
        self.acknowledged = 0

    def players(self, server: ServerProcess) -> list[Player]:
        """Return the players that continue."""
        if self._table is None:
            self._table = open_table(server.url, self._tokens[0], **self._wish)["table"]
            self._made = {token: [] for token in self._tokens}
            for name, token in zip(NAMES, self._tokens, strict=False):
                join(server.url, self._table, name, token)
        self._seed += 1
        self._players = [Player(server.host, self._table, token, self._seed) for token in self._tokens]
        return self._players

    def check(self, server: ServerProcess) -> None:
        """Check that all acknowledged moves are stored once, in order, with at most one unacknowledged move."""
        is_over = False
        for player in self._players:
            acknowledged = list(player.live.acknowledged.values()) if player.live else []
            before = self._made[player.token] + acknowledged
            found = steps_on_disk(server, player)
            assert found[: len(before)] == before
            assert len(found) <= len(before) + 1
            self._made[player.token] = found
            self.acknowledged += len(acknowledged)
            is_over = is_over or self._is_over(server)
        if is_over:
            self._table = None

    def _is_over(self, server: ServerProcess) -> bool:
        return bool(call(server.url, "GET", f"/api/tables/{self._table}")["status"] == "over")


@pytest.mark.clause("LOKUS-06", "LOKUS-07")
def test_face_down_choices_survive_a_kill(tmp_path: Path) -> None:
    """They stay hidden, can still be replaced, and the turn can be completed."""
    server = ServerProcess(tmp_path)
    table, people = seated(server)
    kept, changed, waiting = people
    choose(kept, kept.state["legal"][2], [changed, waiting])
    choose(changed, changed.state["legal"][0], [kept, waiting])
    lost = changed.state["legal"][4]
    change_mind(changed, lost)
    change_mind(changed, changed.state["legal"][7])
    before = [(live.state, live.log, record(server, table, live.token)) for live in people]
    server.kill()
    server.start()
    try:
        again = [Live(server.host, table, live.token, version=live.state["version"]) for live in people]
        watcher = Live(server.host, table)
        watcher.hear()
        assert [line["step"] for line in watcher.log[1:]] == ["play ?", "play ?"]
        for live, (state, log, written) in zip(again, before, strict=True):
            live.log = log[:1]
            live.hear()
            assert live.log == log
            assert live.state | {"log": [], "log_from": 0} == state | {"log": [], "log_from": 0}
            assert record(server, table, live.token) == written
        kept, changed, waiting = again
        assert watcher.state["locked_in"] == [0, 1]
        assert changed.state["view"]["places"][1]["choice"] == changed.state["legal"][7].split()[1]
        final = changed.state["legal"][5]
        change_mind(changed, final)
        first, last = kept.state["legal"][2], waiting.state["legal"][0]
        choose(waiting, last, [kept, changed, watcher])
        assert [line["step"] for line in watcher.log[1:4]] == [first, final, last]
        assert watcher.state["locked_in"] == []
    finally:
        server.stop()


@pytest.mark.clause("LOKUS-06")
def test_choice_retried_after_a_kill_is_made_once(tmp_path: Path) -> None:
    """A client without an acknowledgement retries with the same key."""
    server = ServerProcess(tmp_path)
    table, people = seated(server)
    live, version = people[0], people[0].state["version"]
    chosen, other = live.state["legal"][:2]
    live.answer(live.step(chosen, key="once"))
    live.answer(live.step(other, key="changed", version=version))
    server.kill()
    server.start()
    try:
        back = Live(server.host, table, live.token)
        back.hear()
        for step, key in ((chosen, "once"), (other, "changed"), (chosen, "once")):
            assert back.answer(back.step(step, key=key, version=version)) == {
                "kind": "acknowledged",
                "key": key,
                "version": version + 1,
            }
        assert [line["step"] for line in back.log[1:]] == [other]
    finally:
        server.stop()


def test_stop_signal_shuts_down_gracefully(tmp_path: Path) -> None:
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
