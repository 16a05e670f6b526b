"""Idle tables use storage but no memory."""

from __future__ import annotations

import re

from server.client import Live, become, call, join, open_table
from server.server_process import ServerProcess
from server.waiting import wait_until

TABLES = 30


def in_memory(server: ServerProcess) -> int:
    found = re.search(r"^locarium_tables_in_memory (\S+)$", server.metrics(), re.MULTILINE)
    assert found
    return int(float(found[1]))


def test_abandoned_tables_are_removed_from_memory(server: ServerProcess) -> None:
    token = become(server.url)
    tables = [open_table(server.url, token)["table"] for _ in range(TABLES)]
    assert in_memory(server) == 0
    people = [Live(server.host, table, token) for table in tables[:5]]
    for table, live in zip(tables, people, strict=False):
        join(server.url, table, token=token)
        live.hear()
    assert in_memory(server) == len(people)
    for live in people:
        live.close()
    for table in tables:
        call(server.url, "GET", f"/api/tables/{table}")
    wait_until(lambda: in_memory(server) == 0)


def test_finished_bot_game_is_removed_from_memory(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[0, 1])["table"]
    wait_until(lambda: call(server.url, "GET", f"/api/tables/{table}")["status"] == "over")
    wait_until(lambda: in_memory(server) == 0)
