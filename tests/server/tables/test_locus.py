"""LOCUS over a real connection: simultaneous activities, the sheet sent once, the deck hidden."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from server.client import Live, call, join, open_table
from server.server_process import ServerProcess


def seated(server: ServerProcess, seats: int = 2, **wish: Any) -> tuple[str, list[Live]]:
    """Return connected people at a started table."""
    table = open_table(server.url, game="locus", seats=seats, **wish)["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Bo", "Cleo")[:seats]]
    people = [Live(server.host, table, token) for token in tokens]
    for live in people:
        live.hear_until(lambda message: message["kind"] == "state" and message["view"])
    return table, people


def act(people: list[Live], seat: int, step: str) -> None:
    """Make a move for one seat. Everyone receives it."""
    answer = people[seat].answer(people[seat].step(step))
    assert answer["kind"] == "acknowledged", answer
    hear_all(people, answer["version"])


def hear_all(people: list[Live], version: int) -> None:
    for live in people:
        while live.state["version"] < version:
            live.hear()


def test_sheet_is_sent_once_per_connection(server: ServerProcess) -> None:
    table, people = seated(server)
    first = [json.loads(text) for text in people[0].received]
    whole = [message["view"]["sheet"] for message in first if message["kind"] == "state" and message["view"]]
    assert whole[0]["cards"]["y-d2"] == {"colour": "y", "shape": [[0, 0], [0, 1]], "coin": True}
    star = people[0].state["view"]["star"]
    act(people, star, people[star].state["legal"][0])
    assert people[0].state["view"]["sheet"] is None
    newcomer = Live(server.host, table)
    newcomer.hear()
    assert newcomer.state["view"]["sheet"] == whole[0]


@pytest.mark.clause("LOCUS-18")
def test_with_the_printed_order_a_card_is_used_while_another_person_chooses(server: ServerProcess) -> None:
    _, people = seated(server, options={"order": "printed"})
    star = people[0].state["view"]["star"]
    other = people[1 - star]
    assert other.state["legal"] == []
    act(people, star, people[star].state["legal"][0])
    assert people[star].state["view"]["active"] == [1 - star]
    assert people[star].state["can_undo"]
    keys = [people[star].step("discard"), other.step(other.state["legal"][0])]  # both chosen at the same version
    answers = [live.answer(key) for live, key in zip((people[star], other), keys, strict=True)]
    assert [answer["kind"] for answer in answers] == ["acknowledged"] * 2
    hear_all(people, max(answer["version"] for answer in answers))
    assert people[0].state["view"]["active"] == [0, 1]


@pytest.mark.clause("LOCUS-18")
def test_with_the_printed_order_waiting_is_explained(server: ServerProcess) -> None:
    table = open_table(server.url, game="locus", seats=2, options={"order": "printed"})["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Bo")]
    star = call(server.url, "GET", f"/api/tables/{table}/state", token=tokens[0])["view"]["star"]
    for step, reason in (
        ("take y-d2", "wait-for"),
        ("fill card", "draft-first"),
        ("fill leftover", "leftover-not-yet"),
    ):
        answer = call(server.url, "POST", f"/api/tables/{table}/why", {"step": step}, token=tokens[1 - star])
        assert answer["error"]["key"] == reason


@pytest.mark.clause("LOCUS-18")
def test_two_people_fill_in_simultaneously(server: ServerProcess) -> None:
    _, people = seated(server)
    star = people[0].state["view"]["star"]
    for seat in (star, 1 - star):
        act(people, seat, people[seat].state["legal"][0])
    assert people[0].state["view"]["active"] == [0, 1]
    keys = [live.step("discard") for live in people]  # both chosen at the same version
    answers = [live.answer(key) for live, key in zip(people, keys, strict=True)]
    assert [answer["kind"] for answer in answers] == ["acknowledged"] * 2
    hear_all(people, max(answer["version"] for answer in answers))
    assert [place["must_use_card"] for place in people[0].state["view"]["places"]] == [False, False]
    assert people[star].state["can_undo"]


@pytest.mark.clause("LOCUS-29")
def test_no_message_names_a_card_of_the_deck(server: ServerProcess) -> None:
    """Solo, so cards are also discarded unseen. All messages name only cards that were turned up."""
    table, (live,) = seated(server, 1)
    watcher = Live(server.host, table)
    watcher.hear()
    choose, turned_up = random.Random(5), set[str]()
    everything = set(json.loads(watcher.received[0])["view"]["sheet"]["cards"])
    while live.state["view"]["turn"] < 8:
        view = live.state["view"]
        turned_up |= set(view["display"]) | {place["taken"] for place in view["places"]}
        sent = [message for person in (live, watcher) for message in person.received]
        record = call(server.url, "GET", f"/api/tables/{table}/record")
        for text in [*map(without_sheet, sent), json.dumps(record)]:
            named = set(re.findall(r"(?<![\w-])[yprgbw]-[a-z0-9]+(?:-2)?(?![\w-])", text))
            assert named & everything <= turned_up
        act([live, watcher], 0, choose.choice(live.state["legal"]))
    assert record["steps"][0][1].split()[:2] == ["deck", "?"]
    assert view["unseen"] == 7


def without_sheet(text: str) -> str:
    """Remove the printed sheet, which names every card."""
    message = json.loads(text)
    if message.get("view"):
        message["view"]["sheet"] = None
    return json.dumps(message)


def test_activities_survive_a_kill(server: ServerProcess) -> None:
    table, people = seated(server)
    star = people[0].state["view"]["star"]
    for seat in (star, 1 - star):
        act(people, seat, people[seat].state["legal"][0])
    act(people, 0, "discard")
    before = [live.state["view"] for live in people]
    server.kill()
    server.start()
    after = []
    for live in people:
        again = Live(server.host, table, live.token)
        again.hear()
        assert again.state["view"].pop("sheet")
        after.append(again.state["view"])
    for view in before:
        view.pop("sheet")
    assert after == before


def test_custom_edition_can_be_played(server: ServerProcess) -> None:
    house = fetch_house(server)
    own = house.replace("coin_circles = 20", "coin_circles = 5")
    table, people = seated(server, edition_text=own)
    assert people[0].state["view"]["sheet"]["circles"] == 5
    assert people[0].state["info"]["edition"] == "foreign"
    assert call(server.url, "GET", f"/api/tables/{table}/record")["edition_text"] == own


def fetch_house(server: ServerProcess) -> str:
    import httpx

    return httpx.get(f"{server.url}/api/games/locus/editions/house").text
