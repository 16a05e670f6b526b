"""A server that is stopped for a while, as on a suspended laptop. Clocks ignore that time."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from locarium.table.events import Clock, Downtime, Opened, Seated, TableSettings
from server.client import Live, join
from server.server_process import ServerProcess
from server.stored import PEOPLE, TOKENS, read_events, write_people, write_table

SECONDS = 4.0
DUEL = Opened("duel", "loco", 1, 2, {}, {}, "ab" * 32, settings=TableSettings(clock=Clock(SECONDS, 2.0)))


@pytest.mark.slow
def test_stopped_server_ends_no_timed_game(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'locarium.sqlite'}"
    write_people(address)
    write_table(address, [DUEL, Seated(0, PEOPLE[0])])
    server = ServerProcess(tmp_path)
    try:
        players = [Live(server.host, "duel", token) for token in TOKENS[:2]]
        join(server.url, "duel", "Ben", token=TOKENS[1])
        for live in players:
            live.hear_until(lambda message: message["kind"] == "state" and message["info"]["status"] == "running")
        os.kill(server.pid, signal.SIGSTOP)
        time.sleep(SECONDS + 3.0)
        os.kill(server.pid, signal.SIGCONT)
        acting = next(live for live in players if live.state["legal"])
        acting.step(acting.state["legal"][0], key="k")
        assert acting.answer("k")["kind"] == "acknowledged"
        state = acting.hear_until(lambda message: message["kind"] == "state")
        assert state["ending"] is None
    finally:
        server.stop()
    assert any(isinstance(event, Downtime) for event in read_events(address, "duel"))
