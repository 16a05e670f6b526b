"""After a stop or a power cut, every table continues where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from locarium.search.levels import LEVELS
from locarium.table.events import Clock, Downtime, EndedEarly, Opened, Seated, Stepped, TableSettings
from server.client import Live, call, join, open_table
from server.server_process import ServerProcess
from server.stored import PEOPLE, TOKENS, let_time_pass, read_events, write_people, write_table
from server.waiting import wait_until

SECONDS = 12.0  # per move
DOWN_SECONDS = 1000.0
THINKERS = [{"seat": seat, "level": LEVELS} for seat in range(2)]  # bots that use their full time


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database_address", "how"),
    [("sqlite", "kill"), ("postgresql", "stop")],
    indirect=["database_address"],
)
def test_tables_continue_after_a_restart(tmp_path: Path, database_address: str, how: str) -> None:
    write_people(database_address)
    settings = TableSettings(clock=Clock(SECONDS))
    write_table(
        database_address, [Opened("clock", "loco", 1, 2, {}, {}, "ab" * 32, settings=settings), Seated(0, PEOPLE[0])]
    )
    server = ServerProcess(tmp_path, database=database_address, bot_seconds=0.5)
    bots = open_table(server.url, bots=THINKERS, options={"match": "full"}, token=TOKENS[0])["table"]
    paused = table_of_two(server)
    for token in TOKENS[:2]:
        ask(server, paused, token, "pause", pause=True)
    left = table_of_two(server)
    ask(server, left, TOKENS[1], "leave")
    wait_until(lambda: steps_of(database_address, bots) > 1)
    join(server.url, "clock", "Ben", token=TOKENS[1])
    server.stop() if how == "stop" else server.kill()
    let_time_pass(database_address, DOWN_SECONDS)
    before = steps_of(database_address, bots)
    server.start()
    try:
        live = Live(server.host, "clock", TOKENS[0])
        live.hear()
        assert live.state["info"]["status"] == "running"  # no clock ran out
        slept = [event for event in read_events(database_address, "clock") if isinstance(event, Downtime)]
        assert len(slept) == 1
        assert slept[0].until - slept[0].since > DOWN_SECONDS
        wait_until(lambda: steps_of(database_address, bots) > before + 1)  # without any request for that table
        assert call(server.url, "GET", f"/api/tables/{paused}")["paused"]
        assert call(server.url, "GET", f"/api/tables/{paused}/state", token=TOKENS[0])["legal"] == []
        seats = call(server.url, "GET", f"/api/tables/{left}")["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person"]
        assert sum(seat["level"] is not None for seat in seats) == 1
        wait_until(lambda: isinstance(read_events(database_address, "clock")[-1], EndedEarly))  # the clock resumed
        for token in TOKENS[:2]:
            ask(server, paused, token, "pause", pause=False)
        assert not call(server.url, "GET", f"/api/tables/{paused}")["paused"]
    finally:
        server.stop()


def table_of_two(server: ServerProcess) -> str:
    table: str = open_table(server.url, token=TOKENS[0])["table"]
    for name, token in zip(("Ada", "Ben"), TOKENS, strict=False):
        join(server.url, table, name, token=token)
    return table


def ask(server: ServerProcess, table: str, token: str, kind: str, **wish: object) -> None:
    call(server.url, "POST", f"/api/tables/{table}/requests", {"kind": kind, "key": kind} | wish, token=token)


def steps_of(address: str, table: str) -> int:
    return sum(isinstance(event, Stepped) for event in read_events(address, table))
