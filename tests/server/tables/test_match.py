"""Two-game matches over a real connection: the draw of the first player, seat swaps and crashes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.client import Live, call, join, open_table
from server.server_process import ServerProcess


def seated(server: ServerProcess) -> tuple[str, dict[str, Live]]:
    """Return two connected people at a started match, by name."""
    table = open_table(server.url, game="genius-loci", table_options={"match": "two"})["table"]
    tokens = {name: join(server.url, table, name)["token"] for name in ("Ada", "Bo")}
    people = {name: Live(server.host, table, token) for name, token in tokens.items()}
    for live in people.values():
        live.hear_until(lambda message: message["kind"] == "state" and message["view"])
    return table, people


def names(live: Live) -> list[str]:
    return [seat["name"] for seat in live.state["info"]["seats"]]


def play_on(people: dict[str, Live]) -> None:
    """Make first legal moves until the game ends."""
    lives = list(people.values())
    while not lives[0].state["ending"]:
        acting = next(live for live in lives if live.state["legal"])
        answer = acting.answer(acting.step(acting.state["legal"][0]))
        hear_all(lives, answer["version"])


def hear_all(lives: list[Live], version: int) -> None:
    for live in lives:
        while live.state["version"] < version:
            live.hear()


def next_game(live: Live, number: int) -> dict[str, Any]:
    live.send({"kind": "next-game", "key": f"next {number}", "game": number})
    return live.answer(f"next {number}")


@pytest.mark.clause("GENIUS-18")
def test_match_of_two_games_is_played_and_scored(server: ServerProcess) -> None:
    table, people = seated(server)
    ada, bo = people["Ada"], people["Bo"]
    for name, live in people.items():
        assert names(live)[live.state["seat"]] == name, "every client knows its seat after the seat draw"
    before = names(ada)
    assert next_game(ada, 2)["error"]["key"] == "no-next-game"
    play_on(people)
    assert ada.state["info"]["status"] == "between"
    assert sum(ada.state["info"]["wins"]) == 1
    winner = names(ada)[ada.state["ending"]["winners"][0]]
    answer = next_game(bo, 2)
    assert answer["kind"] == "acknowledged"
    hear_all([ada, bo], answer["version"])
    assert names(ada) == names(bo) == before[::-1]
    assert (ada.state["info"]["game_number"], ada.state["info"]["status"]) == (2, "running")
    assert names(ada)[ada.state["info"]["wins"].index(1)] == winner
    assert [line["seat"] for line in ada.log] == [None]
    assert next_game(ada, 2)["kind"] == "acknowledged", "requested by both, started once"
    play_on(people)
    assert ada.state["info"]["status"] == "over"
    assert sum(ada.state["info"]["wins"]) == 2
    records = [call(server.url, "GET", f"/api/tables/{table}/record?game={number}") for number in (1, 2)]
    assert [record["meta"]["names"] for record in records] == [before, before[::-1]]
    assert records[0]["steps"][0] == records[1]["steps"][0]
    assert call(server.url, "GET", f"/api/tables/{table}/record") == records[1]


def test_spectator_cannot_start_the_next_game(server: ServerProcess) -> None:
    table, people = seated(server)
    play_on(people)
    watcher = Live(server.host, table)
    watcher.hear()
    assert next_game(watcher, 2)["error"]["key"] == "not-your-seat"


def test_match_continues_after_a_crash(server: ServerProcess) -> None:
    table, people = seated(server)
    play_on(people)
    assert next_game(people["Ada"], 2)["kind"] == "acknowledged"
    people["Ada"].hear_until(lambda message: message["kind"] == "state" and message["info"]["game_number"] == 2)
    seats = names(people["Ada"])
    server.kill()
    server.start()
    again = {name: Live(server.host, table, live.token) for name, live in people.items()}
    for name, live in again.items():
        live.hear()
        assert names(live) == seats
        assert names(live)[live.state["seat"]] == name
    play_on(again)
    assert again["Ada"].state["info"]["status"] == "over"


def test_unknown_game_number_is_rejected(server: ServerProcess) -> None:
    table, _ = seated(server)
    response = httpx.get(f"{server.url}/api/tables/{table}/record?game=2")
    assert (response.status_code, response.json()["key"]) == (404, "no-such-game")
