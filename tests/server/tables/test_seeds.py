"""Seed commitments on a real server: revealing, voiding, crashes, two processes, leaks, and known attacks."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locarium import catalogue
from locarium.kernel.record import read_record
from locarium.server.tables.view import MAX_VOIDED
from locarium.table.events import DealVoided, Opened, Seated, SeedOpened
from locarium.table.fairness import FAIR_1, FAIR_2
from locarium.table.seeds import SEED_SECONDS
from locarium.table.verification import verify
from server.client import Live, ask, become, call, join, open_table
from server.fair_client import FairPlayer, committed
from server.server_process import ServerProcess
from server.stored import PEOPLE, TOKENS, backdate_tables, read_events, write_people, write_table
from server.waiting import wait_until
from services import Postgres
from table import checker

SECRET = "ab" * 32
HOUR = 3600.0


def seated(url: str, *names: str, **wish: Any) -> list[FairPlayer]:
    """Return connected players at a new table, before any seed is revealed."""
    table = open_table(url, seats=len(names) + len(wish.get("bots", [])), **wish)["table"]
    players = [FairPlayer(url, table, name) for name in names]
    for player in players:
        player.connect()
    return players


def resign(player: FairPlayer) -> dict[str, Any]:
    """End the game and return its record."""
    player.live.answer(player.live.ask("resign"))
    record: dict[str, Any] = call(player.url, "GET", f"/api/tables/{player.table}/record")
    return record


def wrong(record: dict[str, Any]) -> list[str]:
    read = read_record(json.dumps(record))
    found = verify(read, catalogue.game(read.game))
    return [finding.place for finding in found if finding.verdict == "wrong"]


def test_players_commit_then_reveal_then_the_game_starts(server: ServerProcess) -> None:
    ada, ben = seated(server.url, "Ada", "Ben")
    info = ada.wait_for_list()
    assert (info["status"], info["unopened"]) == ("waiting", [0, 1])
    for player in (ben, ada):
        assert player.open()["kind"] == "acknowledged"
    for player in (ada, ben):
        player.wait_for("running")
    record = resign(ada)
    assert record["fair"]["seeds"] == [ada.seed, ben.seed]
    assert record["fair"]["seed_commitments"] == ada.stored == ben.stored
    assert record["fair"]["commitment"] == ada.commitment == ben.commitment
    assert (wrong(record), checker.faults(json.dumps(record))) == ([], [])


def test_person_with_bots_needs_one_extra_message(server: ServerProcess) -> None:
    (ada,) = seated(server.url, "Ada", bots=[1, 2])
    assert ada.wait_for_list()["seed_commitments"][1:] == ["", ""]
    ada.open()
    ada.wait_for("running")


def test_program_without_a_seed_can_play(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1])["table"]
    token = join(server.url, table)["token"]
    assert call(server.url, "GET", f"/api/tables/{table}/state", token=token)["info"]["status"] == "running"


def test_seed_can_be_revealed_over_http(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1])["table"]
    ada = FairPlayer(server.url, table, "Ada")
    path = f"/api/tables/{table}/requests"
    for wish, status, key in [
        ({"kind": "open-seed", "seed": "ab"}, 400, "bad-seed"),
        ({"kind": "open-seed", "seed": "ab" * 16}, 400, "wrong-seed"),
        ({"kind": "commit-seed", "commitment": "AB" * 32}, 400, "bad-seed-commitment"),
        ({"kind": "commit-seed", "commitment": "ab" * 32}, 409, "no-seed-due"),
    ]:
        refused = ask(server.url, "POST", path, wish | {"key": "k"}, ada.token)
        assert (refused.status_code, refused.json()["key"]) == (status, key)
    stranger = ask(server.url, "POST", path, {"kind": "open-seed", "seed": ada.seed, "key": "k"})
    assert stranger.json()["key"] == "not-your-seat"
    call(server.url, "POST", path, {"kind": "open-seed", "seed": ada.seed, "key": "k"}, ada.token)
    assert call(server.url, "GET", f"/api/tables/{table}")["status"] == "running"


# Attacks.


def test_table_name_chosen_afterwards_is_detected(server: ServerProcess) -> None:
    ada, ben = seated(server.url, "Ada", "Ben")
    for player in (ada, ben):
        player.open()
    record = resign(ada)
    record["fair"]["table"] = "another-name"
    assert "commitment" in wrong(record)


def test_last_seat_cannot_choose_its_seed_after_the_others(server: ServerProcess) -> None:
    ada, ben = seated(server.url, "Ada", "Ben")
    ada.open()
    for number in range(10):
        assert ben.open(f"{number:032x}")["error"]["key"] == "wrong-seed"
    assert ben.live.state["info"]["status"] == "waiting"
    ben.open()
    record = resign(ada)
    record["fair"]["seeds"][1] = "0" * 32
    assert "seed commitments, seat 1" in wrong(record)
    record["fair"]["seed_commitments"][1] = committed(ada.commitment, "0" * 32)
    assert record["fair"]["seed_commitments"] != ada.stored


def test_seeds_and_secret_stay_hidden_until_the_end(server: ServerProcess) -> None:
    ada, ben = seated(server.url, "Ada", "Ben")
    spectator = Live(server.host, ada.table)
    spectator.hear()
    pages = [f"/api/tables/{ada.table}{page}" for page in ("", "/state", "/record")]
    texts: list[str] = []

    def look() -> None:
        texts.extend(ask(server.url, "GET", page, token=token).text for page in pages for token in (ben.token, None))

    look()
    ada.open()
    look()
    ben.open()
    ben.wait_for("running")
    look()
    spectator.hear_until(lambda message: message["kind"] == "state" and message["info"]["status"] == "running")
    texts += [*ben.live.received, *spectator.received]
    secret = resign(ada)["fair"]["secret"]
    for hidden in (ada.seed, ben.seed, secret):
        assert not any(hidden in text for text in texts)


# Failures.


@pytest.fixture
def address(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'locarium.sqlite'}"
    write_people(address)
    return address


def write_fixed_list(address: str, passed: float, seeds: list[str]) -> str:
    """Write a table whose commitments were complete `passed` seconds ago. Return the server's commitment."""
    opened = Opened("table", "loco", 1, 2, {}, {}, SECRET, method=FAIR_2)
    record = {"game": "loco", "seats": 2, "fair": {"method": FAIR_2, "table": "table", "voided": 0, "secret": SECRET}}
    commitment = checker.commitment(record)
    then = time.time() - passed
    people = [
        Seated(seat, PEOPLE[seat], time=then, commitment=committed(commitment, seed)) for seat, seed in enumerate(seeds)
    ]
    write_table(address, [opened, *people], due=then + SEED_SECONDS)
    return commitment


@pytest.fixture
def own_server(tmp_path: Path, address: str) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path)
    yield server
    server.stop()


def test_withheld_seed_voids_the_deal_and_a_new_one_starts(tmp_path: Path, address: str) -> None:
    seeds = ["0a" * 16, "0b" * 16]
    commitment = write_fixed_list(address, -HOUR, seeds)
    own_server = ServerProcess(tmp_path)
    try:
        live = Live(own_server.host, "table", TOKENS[0])
        live.hear()
        assert live.state["info"]["commitment"] == commitment
        assert live.answer(live.ask("open-seed", seed=seeds[0]))["kind"] == "acknowledged"
        own_server.stop()
        backdate_tables(address, HOUR + SEED_SECONDS - 1)  # the deadline passes soon after the restart
        own_server.start()
        live = Live(own_server.host, "table", TOKENS[0])
        live.hear_until(lambda message: message["kind"] == "state" and message["info"]["voided"])
        info = live.state["info"]
        assert (info["voided"], info["voided_by"]) == (1, [["Ben"]])
        assert [seat["kind"] for seat in info["seats"]] == ["person", "open"]
        assert info["seed_commitments"] == [None, ""]
        assert live.state["view"] is None
        assert info["commitment"] != commitment
        again = committed(info["commitment"], "0c" * 16)
        assert live.answer(live.ask("commit-seed", commitment=again))["kind"] == "acknowledged"
        ben = FairPlayer(own_server.url, "table", "Ben", TOKENS[1])
        ben.connect()
        ben.open()
        assert live.answer(live.ask("open-seed", seed=seeds[0]))["error"]["key"] == "wrong-seed"
        assert live.answer(live.ask("open-seed", seed="0c" * 16))["kind"] == "acknowledged"
        ben.wait_for("running")
        record = resign(ben)
        assert record["fair"]["voided"] == 1
        assert SECRET not in json.dumps(record)
        assert (wrong(record), checker.faults(json.dumps(record))) == ([], [])
    finally:
        own_server.stop()


def test_kill_between_commitments_and_seeds_loses_no_data(own_server: ServerProcess, address: str) -> None:
    ada, ben = seated(own_server.url, "Ada", "Ben")
    ada.open()
    before = read_events(address, ada.table)
    own_server.kill()
    own_server.start()
    assert read_events(address, ada.table) == before
    ada.connect()
    ben.connect()
    assert ada.live.hear()["info"]["unopened"] == [1]
    ben.open()
    ada.wait_for("running")
    assert wrong(resign(ada)) == []
    assert not any(isinstance(event, DealVoided) for event in read_events(address, ada.table))


def test_deadline_passed_without_clients_voids_the_deal(tmp_path: Path, address: str) -> None:
    write_fixed_list(address, SEED_SECONDS + 5, ["0a" * 16, "0b" * 16])
    own_server = ServerProcess(tmp_path)
    try:
        wait_until(lambda: any(isinstance(event, DealVoided) for event in read_events(address, "table")))
        assert [seat["kind"] for seat in call(own_server.url, "GET", "/api/tables/table")["seats"]] == ["open", "open"]
        assert call(own_server.url, "GET", "/api/me/tables", token=TOKENS[0]) == []
    finally:
        own_server.stop()


def test_leaving_while_seeds_are_revealed_voids_the_deal(server: ServerProcess) -> None:
    ada, ben = seated(server.url, "Ada", "Ben")
    ada.open()
    ben.live.answer(ben.live.ask("leave"))
    ada.live.hear_until(lambda message: message["kind"] == "state" and message["info"]["voided"])
    assert ada.live.state["info"]["voided_by"] == [["Ben"]]


def test_removing_a_player_while_seeds_are_revealed_voids_the_deal(server: ServerProcess) -> None:
    token = become(server.url, "Ada")
    table = open_table(server.url, token)["table"]
    ada, ben = FairPlayer(server.url, table, "Ada", token), FairPlayer(server.url, table, "Ben")
    for player in (ada, ben):
        player.connect()
    ben.open()
    ada.live.answer(ada.live.ask("set-seat", seat=1))
    info = call(server.url, "GET", f"/api/tables/{table}")
    assert (info["voided"], info["voided_by"]) == (1, [["Ada"]])
    assert [seat["kind"] for seat in info["seats"]] == ["person", "open"]


def test_only_the_last_voided_deals_are_explained(server: ServerProcess) -> None:
    token = become(server.url, "Ada")
    table = open_table(server.url, token, bots=[1])["table"]
    ada = FairPlayer(server.url, table, "Ada", token)
    ada.connect()
    for _ in range(MAX_VOIDED + 2):
        ada.wait_for_list()
        ada.live.answer(ada.live.ask("set-seat", seat=1))
        ada.live.answer(ada.live.ask("set-seat", seat=1, level=1))
        info = call(server.url, "GET", f"/api/tables/{table}")
        assert info["seed_commitments"] == [None, ""]
        ada.live.answer(ada.live.ask("commit-seed", commitment=ada.new_seed(info)))
    info = call(server.url, "GET", f"/api/tables/{table}")
    assert (info["voided"], len(info["voided_by"])) == (MAX_VOIDED + 2, MAX_VOIDED)


def test_two_servers_receive_the_seeds_of_one_table(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.create_database()
    write_people(address)
    servers = []
    try:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(ServerProcess(tmp_path / name, database=address))
        for _ in range(2):
            table = open_table(servers[0].url, TOKENS[0])["table"]
            both = zip(servers, ("Ada", "Ben"), TOKENS, strict=False)
            ada, ben = (FairPlayer(server.url, table, name, token) for server, name, token in both)
            for player in (ada, ben):
                player.connect()
                player.stored = player.wait_for_list()["seed_commitments"]
            keys = [player.live.ask("open-seed", seed=player.seed) for player in (ada, ben)]  # simultaneously
            for player, key in zip((ada, ben), keys, strict=True):
                assert player.live.answer(key)["kind"] == "acknowledged"
                player.wait_for("running")
            assert sum(isinstance(event, SeedOpened) for event in read_events(address, table)) == 2
            record = resign(ada)
            assert record["fair"]["seed_commitments"] == ada.stored == ben.stored
            assert wrong(record) == []
    finally:
        for server in servers:
            server.stop()
        postgres.drop_database(address)


# After an upgrade.


def test_fair_1_table_continues_after_the_upgrade(tmp_path: Path, address: str) -> None:
    seeds = ["0a" * 16, "0b" * 16]
    opened = Opened("old", "loco", 1, 2, {}, {}, SECRET)
    write_table(address, [opened, Seated(0, PEOPLE[0], seeds[0])])
    own_server = ServerProcess(tmp_path)
    try:
        assert call(own_server.url, "GET", "/api/tables/old")["method"] == FAIR_1
        join(own_server.url, "old", "Ben", TOKENS[1])
        live = Live(own_server.host, "old", TOKENS[0])
        live.hear()
        assert live.state["info"]["status"] == "running"
        live.answer(live.ask("resign"))
        record = call(own_server.url, "GET", "/api/tables/old/record")
        assert record["fair"]["method"] == FAIR_1
        assert record["fair"]["seeds"] == [seeds[0], ""]
        assert (wrong(record), checker.faults(json.dumps(record))) == ([], [])
    finally:
        own_server.stop()
