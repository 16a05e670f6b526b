"""LOKUS-05 over a real connection: face-down rolls at tables with `memory = closed`."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.lokus.rolls import check_told, turns_of
from locarium import catalogue
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from server.client import Live, ask, become
from server.lokus import choose, fetch, record, seated
from server.server_process import ServerProcess

CLOSED = {"memory": "closed"}
Lines = list[tuple[int | None, str]]


def lines_of(log: list[dict[str, Any]]) -> Lines:
    return [(line["seat"], json.dumps(line)) for line in log]


def rest_of(state: dict[str, Any]) -> str:
    """Return a state without the log and the fields that never name a card."""
    return json.dumps({name: value for name, value in state.items() if name not in ("log", "info")})


@pytest.mark.clause("LOKUS-05")
def test_no_message_names_a_roll_after_its_turn(server: ServerProcess) -> None:
    """Check live messages, polls, new connections and records, for all seats and a spectator, until the end."""
    chance = random.Random(23)
    table, people = seated(server, table_options=CLOSED)
    clients = [*people, Live(server.host, table)]
    clients[-1].hear()
    heard: list[tuple[int, Lines, str]] = []
    while not (watched := clients[-1].state)["ending"]:
        for live in clients:
            seat = SPECTATOR if live.token is None else live.state["seat"]
            heard.append((seat, lines_of(live.log), rest_of(live.state)))
            if chance.random() < 0.1:
                asked = json.loads(fetch(server, f"/api/tables/{table}/state", live.token))
                written = json.loads(record(server, table, live.token))["steps"]
                heard.append((seat, lines_of(asked["log"]), rest_of(asked)))
                heard.append((seat, [tuple(step) for step in written], ""))
                new = Live(server.host, table, live.token)
                new.hear()
                heard.append((seat, lines_of(new.log), rest_of(new.state)))
                new.close()
        live = people[chance.choice(watched["view"]["active"])]
        choose(live, chance.choice(live.state["legal"]), [each for each in clients if each is not live])
    whole = record(server, table)
    history = replay(read_record(whole.decode()), catalogue.game("lokus"))
    turns = turns_of(history)
    assert sum(check_told(turns, 3, *each) for each in heard) > 3000
    for live in clients:
        assert "play ?" not in [line["step"] for line in live.log]
        assert record(server, table, live.token) == whole


@pytest.mark.clause("LOKUS-05")
def test_cached_line_of_one_reader_is_not_sent_to_another(server: ServerProcess) -> None:
    """Ada has chosen and Ben has not, so they read the same lines differently in the same language."""
    table, people = seated(server, table_options=CLOSED)
    clients = [*people, Live(server.host, table)]
    clients[-1].hear()
    for live in people:
        choose(live, live.state["legal"][0], [each for each in clients if each is not live])
    while (placing := people[0].state["view"]["placing"]) is not None:
        choose(people[placing], "row 1", [each for each in clients if each is not people[placing]])
    truth = [line["step"] for line in people[1].log[1:]]
    choose(people[0], people[0].state["legal"][0], clients[1:])
    ada, ben, cleo, spectator = ([line["step"] for line in live.log[1 : len(truth) + 1]] for live in clients)
    assert ben == cleo == truth
    assert ada == spectator
    assert ada.count("play ?") >= 1


@pytest.mark.clause("LOKUS-05")
def test_table_shows_its_memory_option(server: ServerProcess) -> None:
    _, people = seated(server, table_options=CLOSED)
    assert people[0].state["info"]["table_options"] == CLOSED
    _, people = seated(server)
    assert people[0].state["info"]["table_options"] == {"memory": "open"}


@pytest.mark.clause("LOKUS-05")
def test_unknown_memory_value_is_rejected(server: ServerProcess) -> None:
    wish = {"game": "lokus", "seats": 3, "table_options": {"memory": "shut"}}
    answer = ask(server.url, "POST", "/api/tables", wish, become(server.url))
    assert answer.status_code == 400
    assert "it takes open or closed" in answer.json()["message"]
