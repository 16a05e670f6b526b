"""Three servers on one PostgreSQL: any serves any table, and others take over from one that fails."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from locarium.search.levels import LEVELS
from locarium.table.events import Clock, EndedEarly, Opened, Seated, Stepped, TableSettings
from server.client import Live, call, join, open_table
from server.server_process import ServerProcess
from server.stored import NAMES, PEOPLE, TOKENS, read_events, write_people, write_table
from server.waiting import wait_until
from services import Nats, Postgres

MESSAGES = 20  # per player, simultaneously
THINKERS = [{"seat": seat, "level": LEVELS} for seat in range(2)]  # bots that use their full time


class Servers:
    """Several servers and their shared database."""

    def __init__(self, servers: list[ServerProcess], address: str) -> None:
        self.servers, self.address = servers, address

    def seated(self, **wish: Any) -> tuple[str, list[Live]]:
        """Return a table with each player connected to a different server."""
        wish = {"seats": 3} | wish
        table = open_table(self.servers[0].url, TOKENS[0], **wish)["table"]
        people = list(zip(self.servers, NAMES, TOKENS, strict=True))[: wish["seats"]]
        for server, name, token in people:
            join(server.url, table, name, token)
        lives = [Live(server.host, table, token) for server, _, token in people]
        for live in lives:
            live.hear_until(lambda message: message["kind"] == "state" and message["view"])
        return table, lives

    @contextmanager
    def without_first(self, how: str) -> Iterator[None]:
        """Kill or stop the first server inside the block, then start it again."""
        self.servers[0].kill() if how == "kill" else self.servers[0].stop()
        try:
            yield
        finally:
            self.servers[0].start()

    def events(self, table: str, kind: type) -> list[Any]:
        return [event for event in read_events(self.address, table) if isinstance(event, kind)]


@pytest.fixture(scope="module", params=["notify", pytest.param("nats", marks=pytest.mark.slow)])
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Postgres
) -> Iterator[Servers]:
    options: tuple[str, ...] = ()
    if request.param == "nats":
        nats: Nats = request.getfixturevalue("nats")
        options = ("--bus", nats.address)
    address = postgres.create_database()
    write_people(address)
    servers = [
        ServerProcess(tmp_path_factory.mktemp("house"), *options, database=address, bot_seconds=0.2) for _ in range(3)
    ]
    yield Servers(servers, address)
    for server in servers:
        server.stop()
    postgres.drop_database(address)


def play(people: list[Live], choose: random.Random, until: int | None = None) -> int:
    """Let all active players move simultaneously. Return how many moves were made until the end or the limit."""
    made = 0
    while not people[0].state["ending"] and (until is None or made < until):
        acting = [live for live in people if live.state["legal"] and live.state["seat"] not in live.state["locked_in"]]
        keys = [live.step(choose.choice(live.state["legal"])) for live in acting]
        answers = [live.answer(key) for live, key in zip(acting, keys, strict=True)]
        assert [answer["kind"] for answer in answers] == ["acknowledged"] * len(acting)  # none lost, none stale
        made += len(acting)
        newest = max(answer["version"] for answer in answers)
        for live in people:
            while live.state["version"] < newest:
                live.hear()
    return made


def steps(live: Live) -> list[tuple[int, str]]:
    """Return all steps of seats. Deals look different to each client."""
    return [(line["seat"], line["step"]) for line in live.log if line["seat"] is not None]


@pytest.mark.parametrize("wish", [{"game": "loco", "seats": 2}, {"game": "lokus"}], ids=["loco", "lokus"])
def test_players_on_different_servers_play_a_whole_game(servers: Servers, wish: dict[str, Any]) -> None:
    table, people = servers.seated(**wish)
    play(people, random.Random(3))
    assert all(steps(live) == steps(people[0]) for live in people)
    assert all(live.state["ending"] == people[0].state["ending"] for live in people)
    records = [call(server.url, "GET", f"/api/tables/{table}/record") for server in servers.servers]
    assert records[0] == records[1] == records[2]
    assert records[0]["result"]["scores"] == people[0].state["ending"]["scores"]


def test_simultaneous_commands_are_executed_once_in_one_order(servers: Servers) -> None:
    table, people = servers.seated()
    keys = [
        [live.ask("chat", text=f"{name} {number}") for number in range(MESSAGES)]
        for live, name in zip(people, NAMES, strict=True)
    ]
    answers = [live.answer(key) for live, own in zip(people, keys, strict=True) for key in own]
    assert [answer for answer in answers if answer["kind"] != "acknowledged"] == []
    newest = max(answer["version"] for answer in answers)
    for live in people:
        while live.state["version"] < newest:
            live.hear()
    page = f"/api/tables/{table}/state?after={newest - 1}&wait=20"
    chats = [call(server.url, "GET", page)["chat"] for server in servers.servers]
    assert chats[0] == chats[1] == chats[2]
    said = [line["text"] for line in chats[0]]
    assert len(said) == len(people) * MESSAGES
    for name in NAMES:
        assert [text for text in said if text.startswith(name)] == [f"{name} {n}" for n in range(MESSAGES)]


def test_clients_of_a_killed_server_can_use_another(servers: Servers) -> None:
    table, people = servers.seated(game="lokus")
    play(people, random.Random(4), until=5)
    seen, lines = people[0].state["version"], people[0].log
    with servers.without_first("kill"):
        people[0] = Live(servers.servers[1].host, table, TOKENS[0], version=seen)
        people[0].log = lines
        people[0].hear()
        assert people[0].state["log_from"] > 0  # received only the missed lines
        play(people, random.Random(5))
        assert steps(people[0]) == steps(people[1])


@pytest.mark.slow
@pytest.mark.parametrize("how", ["kill", "stop"])
def test_bots_continue_on_another_server_without_duplicate_moves(servers: Servers, how: str) -> None:
    table = open_table(servers.servers[0].url, TOKENS[0], bots=THINKERS, options={"match": "full"})["table"]
    wait_until(lambda: len(servers.events(table, Stepped)) > 2)
    with servers.without_first(how):
        before = len(servers.events(table, Stepped))
        wait_until(lambda: len(servers.events(table, Stepped)) > before + 2)
    live = Live(servers.servers[0].host, table)
    live.hear_until(lambda message: message["kind"] == "state" and message["ending"])
    made = [(event.seat, event.text) for event in servers.events(table, Stepped)]
    assert steps(live) == made


def test_another_server_takes_over_the_clocks(servers: Servers) -> None:
    opened = Opened("clock", "loco", 1, 2, {}, {}, "ab" * 32, settings=TableSettings(clock=Clock(2.0)))
    write_table(servers.address, [opened, Seated(0, PEOPLE[0])])
    join(servers.servers[0].url, "clock", "Ben", TOKENS[1])
    with servers.without_first("kill"):
        live = Live(servers.servers[1].host, "clock", TOKENS[0])
        live.hear_until(lambda message: message["kind"] == "state" and message["ending"])
    assert len(servers.events("clock", EndedEarly)) == 1
