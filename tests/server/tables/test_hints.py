"""Hints over HTTP: by agreement, from what the seat knows, visible to all, and marked in the archive."""

from __future__ import annotations

import json
from typing import Any

import pytest

from locarium import catalogue
from locarium.search.analysis import advise
from locarium.server.tables.hints import question
from locarium.table.table import Table
from server.archive.test_replay import own_table
from server.client import Live, ask, become, call, join, open_table
from server.playing import play_out
from server.server_process import ServerProcess
from server.test_leak import LOCO, LOKUS, Story, beginning


def hints_of(story: Story, world: int, seat: int) -> list[Any]:
    """Return the hints that a seat gets at each choice, in one of two worlds."""
    table = Table.replayed(catalogue.game(story.game), beginning(story, world))
    answers = []
    for number in range(len(story.steps)):
        if seat in table.position.active:
            seen, offered = question(table, seat)
            assert seen.observer == seat
            answers.append((seen.words.tobytes(), offered, advise(seen, number, simulations=30, offered=offered)))
        by, step = story.step(number, world)
        table.step(by, step, at=table.version, key=str(number))
    return answers


@pytest.mark.parametrize("story", [LOCO, LOKUS], ids=["loco", "lokus"])
def test_hint_uses_only_what_the_seat_knows(story: Story) -> None:
    """Two worlds that differ only in other hands give the same hints."""
    first, second = (hints_of(story, world, 0) for world in range(2))
    assert first
    assert first == second
    assert hints_of(story, 0, 1) != hints_of(story, 1, 1)  # seat 1's own hand differs, so the test can fail


def wish(server: ServerProcess, table: str, token: str, *, wanted: bool = True) -> None:
    request = {"kind": "request-hints", "key": f"{token[-6:]}{wanted}", "wanted": wanted}
    call(server.url, "POST", f"/api/tables/{table}/requests", request, token)


def hint(server: ServerProcess, table: str, token: str | None) -> Any:
    answer = ask(server.url, "POST", f"/api/tables/{table}/hint", token=token)
    return answer.json() if answer.is_success else (answer.status_code, answer.json()["key"])


def test_hints_need_everyones_consent(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    table = open_table(server.url, ada)["table"]
    join(server.url, table, "Ada", ada)
    join(server.url, table, "Ben", ben)
    lives = [Live(server.host, table, token) for token in (ada, ben)]
    for live in lives:
        live.hear_until(lambda message: message["kind"] == "state")
    asking, other = (ada, ben) if lives[0].state["legal"] else (ben, ada)
    assert hint(server, table, asking) == (403, "no-hints")
    wish(server, table, asking)
    assert hint(server, table, asking) == (403, "no-hints")
    wish(server, table, other)
    assert hint(server, table, other) == (409, "nothing-to-choose")
    assert hint(server, table, become(server.url, "Cleo")) == (403, "not-your-seat")
    assert hint(server, table, None) == (401, "sign-in-required")
    advice = hint(server, table, asking)
    mine = lives[0] if asking == ada else lives[1]
    assert {step["step"] for step in advice["steps"]} <= set(mine.state["legal"])
    assert advice["why"]
    assert 0 <= advice["steps"][0]["chance"] <= 1
    for live in lives:  # both see that a hint was given, but not its content
        live.hear_until(lambda message: message["kind"] == "state" and message["info"]["hints"])
        assert live.state["info"]["hints"] == [{"seat": mine.state["seat"], "line": 1}]
        assert advice["why"] not in json.dumps(live.received)
    wish(server, table, other, wanted=False)
    assert hint(server, table, asking) == (403, "no-hints")


def test_game_with_hints_is_marked_in_the_archive(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    table = open_table(server.url, ada, game="genius-loci", bots=[1], practice=True)["table"]
    seat = join(server.url, table, "Ada", ada)["seat"]
    live = Live(server.host, table, ada)
    live.hear_until(lambda message: message["kind"] == "state")
    live.wait_for_turn()
    wish(server, table, ada)
    assert hint(server, table, ada)["steps"]
    call(server.url, "POST", f"/api/tables/{table}/requests", {"kind": "resign", "key": "k"}, ada)
    [game] = call(server.url, "GET", "/api/archive?whose=mine", token=ada)["games"]
    assert game["hints"] == 1
    record = call(server.url, "GET", f"/api/archive/{table}.1")
    assert sum(record["meta"]["hints"]) == 1
    assert seat in range(2)


def test_contests_reject_hints(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    contest = call(server.url, "POST", "/api/contests", {"kind": "duel"}, ada)["contest"]
    call(server.url, "POST", f"/api/contests/{contest}/entrants", token=ben)
    table = own_table(server, contest, ada)
    request = {"kind": "request-hints", "key": "k", "wanted": True}
    answer = ask(server.url, "POST", f"/api/tables/{table}/requests", request, ada)
    assert (answer.status_code, answer.json()["key"]) == (403, "no-hints-in-contests")
    assert hint(server, table, ada) == (403, "no-hints")
    play_out(server, table, ada)
    assert hint(server, table, ada) == (403, "no-hints")
