"""Simultaneous choices over a real connection: hidden until all have chosen, and replaceable unnoticed."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.lokus.naming import cards_shown
from server.client import Live, join, open_table
from server.lokus import NAMES, cards_of_round, change_mind, choose, fetch, is_deal, record, seated
from server.server_process import ServerProcess


def steps_of(live: Live) -> list[str]:
    """Return the log after the last deal."""
    start = max(i for i, line in enumerate(live.log) if is_deal(line))
    return [line["step"] for line in live.log[start + 1 :]]


# Simultaneous choices.


@pytest.mark.clause("LOKUS-06")
def test_three_people_choose_simultaneously(server: ServerProcess) -> None:
    """No choice is rejected because another player was faster."""
    table, people = seated(server)
    watcher = Live(server.host, table)
    watcher.hear()
    for _ in range(5):
        begin = threading.Barrier(len(people))
        version = watcher.state["version"]
        answers: list[dict[str, Any]] = []

        def act(live: Live, begin: threading.Barrier = begin, answers: list[dict[str, Any]] = answers) -> None:
            step = live.state["legal"][0]
            begin.wait()
            answers.append(live.answer(live.step(step)))

        threads = [threading.Thread(target=act, args=[live]) for live in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [answer["kind"] for answer in answers] == ["acknowledged"] * 3
        assert sorted(answer["version"] for answer in answers) == [version + 1, version + 2, version + 3]
        clients = [*people, watcher]
        hear_version(clients, version + 3)
        assert watcher.state["locked_in"] == []
        while len(watcher.state["view"]["active"]) == 1:
            version = watcher.state["version"]
            actor = people[watcher.state["view"]["active"][0]]
            choose(actor, "row 1", [live for live in clients if live is not actor])
        assert len({json.dumps(live.log[1:]) for live in clients}) == 1


def hear_version(clients: list[Live], version: int) -> None:
    for live in clients:
        if live.state["version"] < version:
            live.hear_until(lambda message: message["kind"] == "state" and message["version"] >= version)


@pytest.mark.clause("LOKUS-06")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_reveal_describes_the_consequences(server: ServerProcess, language: str) -> None:
    table, people = seated(server)
    watcher = Live(server.host, table, language=language)
    watcher.hear()
    for live in people:
        assert [line["then"] for line in watcher.log] == [[]] * len(watcher.log)
        choose(live, live.state["legal"][0], [each for each in (*people, watcher) if each is not live])
    *before, last = watcher.log
    assert [line["then"] for line in before] == [[]] * 3
    placing = watcher.state["view"]["placing"]
    assert last["then"] or placing is not None
    while watcher.state["view"]["placing"] is not None:
        actor = people[watcher.state["view"]["placing"]]
        choose(actor, "row 1", [each for each in (*people, watcher) if each is not actor])
    told = [sentence for line in watcher.log for sentence in line["then"]]
    rolled = [name for name, place in zip(NAMES, watcher.state["view"]["places"], strict=False) if is_roll(place)]
    assert told
    assert all(any(name in sentence for sentence in told) for name in rolled)


def is_roll(place: dict[str, Any]) -> bool:
    return place["fate"] in ("roll", "two-rolls")


@pytest.mark.clause("LOKUS-06")
def test_reconnecting_client_receives_the_reveal(server: ServerProcess) -> None:
    """The lines that only said who had chosen are sent again."""
    table, people = seated(server)
    watcher = Live(server.host, table)
    watcher.hear()
    for live in people[:2]:
        choose(live, live.state["legal"][0], [each for each in (*people, watcher) if each is not live])
    assert steps_of(watcher) == ["play ?", "play ?"]
    had, version = watcher.log, watcher.state["version"]
    watcher.close()
    choose(people[2], people[2].state["legal"][0], people[:2])
    back, fresh = Live(server.host, table, version=version), Live(server.host, table)
    for live in (back, fresh):
        live.hear()
    assert back.state["log_from"] == 1
    assert had[: back.state["log_from"]] + back.state["log"] == fresh.log
    assert "play ?" not in steps_of(fresh)


def test_client_cannot_use_the_servers_key(server: ServerProcess) -> None:
    """A client cannot pass off its step as one made by the table."""
    _, people = seated(server)
    live = people[0]
    live.send({"kind": "step", "key": "", "version": live.state["version"], "step": live.state["legal"][0]})
    assert live.hear()["error"]["key"] == "bad-key"


@pytest.mark.clause("LOKUS-05")
def test_bots_choose_immediately_and_hidden(server: ServerProcess) -> None:
    table = open_table(server.url, game="lokus", seats=3, bots=[1, 2])["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    live.hear_until(lambda message: message["kind"] == "state" and message["locked_in"] == [1, 2])
    version = live.state["version"]
    assert [place["choice"] for place in live.state["view"]["places"]] == [None] * 3
    assert steps_of(live) == ["play ?", "play ?"]
    live.answer(live.step(live.state["legal"][-1]))
    live.hear_until(lambda message: message["kind"] == "state" and message["version"] > version)
    assert steps_of(live)[:3] == [f"play {place['shown']}" for place in live.state["view"]["places"]]


def test_person_plays_with_bots_to_the_end(server: ServerProcess) -> None:
    """Replacing choices does not disturb thinking bots."""
    table = open_table(server.url, game="lokus", seats=4, bots=[1, 2, 3])["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    chance = random.Random(2)
    while live.wait_for_turn():
        if live.state["seat"] in live.state["locked_in"] and chance.random() < 0.5:
            live.hear()
        else:
            live.answer(live.step(chance.choice(live.state["legal"])))
    assert sum(is_deal(line) for line in live.log) == 3
    assert all(line["step"] != "play ?" for line in live.log)


# No leaks.


@dataclass
class Watched:
    """A table whose every message is checked."""

    server: ServerProcess
    table: str
    people: list[Live]
    watcher: Live
    dealt: list[set[str]] = field(default_factory=list)  # hands at the start of the round
    rows: set[str] = field(default_factory=set)  # first cards of the rows
    checked: int = 0  # messages and records checked

    @property
    def clients(self) -> list[Live]:
        return [*self.people, self.watcher]

    def others(self, live: Live) -> list[Live]:
        return [each for each in self.clients if each is not live]

    def records(self, but: Live | None = None) -> list[bytes]:
        """Return the records of all clients, or of all except one."""
        asked = [record(self.server, self.table, live.token) for live in self.clients if live is not but]
        return [*asked, fetch(self.server, f"/api/tables/{self.table}")]

    def act(self, live: Live, step: str) -> None:
        """Make a public move. Everyone receives one state."""
        before = [len(each.received) for each in self.clients]
        choose(live, step, self.others(live))
        sent = [len(each.received) - count for each, count in zip(self.clients, before, strict=True)]
        assert sent == [2 if each is live else 1 for each in self.clients]
        self.look()

    def replace_choice(self, live: Live, step: str) -> None:
        """Replace a choice. Other clients receive nothing, and their records do not change."""
        heard = [len(each.received) for each in self.others(live)]
        records, version = self.records(live), live.state["version"]
        assert change_mind(live, step)["version"] == version == live.state["version"]
        assert self.records(live) == records
        for each in self.others(live):
            each.send("is there anything?")  # rejected, after everything that may have been queued
            assert each.hear()["kind"] == "rejected"
        assert [len(each.received) - 1 for each in self.others(live)] == heard
        self.look()

    def look(self) -> None:
        """Check that no client saw other hands, choices or the draw pile."""
        view = self.watcher.state["view"]
        if view["turn"] == 1 and all(place["shown"] is None for place in view["places"]):
            self.rows = {card for row in view["rows"] for card in row}
            self.dealt = [set(live.state["view"]["hand"]) for live in self.people]
        hands = [set(live.state["view"]["hand"]) for live in self.people]
        revealed = self.rows.union(*(dealt - hand for dealt, hand in zip(self.dealt, hands, strict=True)))
        for live in self.clients:
            seat = live.state["seat"]
            own = set() if seat is None else self.dealt[seat]
            for message in (live.state, json.loads(record(self.server, self.table, live.token))):
                self.checked += 1
                if view["ending"] is None:
                    assert cards_of_round(message) <= own | revealed
            self.look_at_choices(live)

    def look_at_choices(self, live: Live) -> None:
        """Check that it is public who has chosen, but not what."""
        chosen = live.state["locked_in"]
        assert chosen == self.watcher.state["locked_in"]
        for seat, place in enumerate(live.state["view"]["places"]):
            assert place["has_chosen"] == (seat in chosen)
            if seat != live.state["seat"]:
                assert place["choice"] is None
        face_down = live.log[len(live.log) - len(chosen) :]
        assert [line["seat"] for line in face_down] == chosen
        for line in face_down:
            if line["seat"] != live.state["seat"]:
                assert line["step"] == "play ?"
                assert cards_shown(json.dumps(line)) == set()


@pytest.mark.clause("LOKUS-05", "LOKUS-06", "LOKUS-07")
def test_whole_game_leaks_no_hidden_cards(server: ServerProcess) -> None:
    """Check everything that four clients receive, and all their records, from the deal to the end."""
    chance = random.Random(17)
    table, people = seated(server)
    watched = Watched(server, table, people, Live(server.host, table))
    watched.watcher.hear()
    watched.look()
    wavered = 0
    while not watched.watcher.state["ending"]:
        active = watched.watcher.state["view"]["active"]
        live = people[chance.choice(active)]
        watched.act(live, chance.choice(live.state["legal"]))
        chosen = watched.watcher.state["locked_in"]
        if chosen and chance.random() < 0.4:
            live = people[chance.choice(chosen)]
            watched.replace_choice(live, chance.choice(live.state["legal"]))
            wavered += 1
    assert wavered > 10
    assert watched.checked > 600
    check_final_record(watched)


def check_final_record(watched: Watched) -> None:
    """Check that the final record contains everything that clients were shown."""
    (whole,) = {record(watched.server, watched.table, live.token) for live in watched.clients}
    steps = json.loads(whole)["steps"]
    *hands, rows = (set(group.split()) for group in [step for seat, step in steps if seat is None][-1].split(" / ")[1:])
    assert (hands, rows) == (watched.dealt, watched.rows)
    for live in watched.clients:
        assert [[line["seat"], line["step"]] for line in live.log if not is_deal(line)] == [
            step for step in steps if not is_deal(step)
        ]


@pytest.mark.clause("LOKUS-05")
def test_leak_check_detects_a_leak(server: ServerProcess) -> None:
    """A seat's own messages contain hidden cards, and the check notices."""
    table, people = seated(server)
    watched = Watched(server, table, people, Live(server.host, table))
    watched.watcher.hear()
    watched.look()
    live = people[1]
    watched.act(live, live.state["legal"][3])
    (card,) = cards_shown(live.state["legal"][3])
    own = json.loads(record(server, table, live.token))
    for message in (live.state, own):
        assert card in cards_of_round(message)
    assert card in cards_shown(json.dumps(live.log[-1]["sentence"]))
    assert live.log[-1]["step"] == own["steps"][-1][1] == f"play {card}"
    watched.watcher.state = live.state | {"seat": None}
    with pytest.raises(AssertionError):
        watched.look()
