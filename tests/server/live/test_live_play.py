"""Live play over a real WebSocket."""

from __future__ import annotations

import random

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from server.client import Live, call, join, open_table
from server.server_process import ServerProcess


def seated(server: ServerProcess, **wish: object) -> tuple[str, list[Live]]:
    """Return a started table of two connected people."""
    table = open_table(server.url, **wish)["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Ben")]
    seats = [Live(server.host, table, token) for token in tokens]
    for seat in seats:
        seat.hear_until(lambda message: message["kind"] == "state" and message["view"])
    return table, seats


def on_turn(seats: list[Live]) -> tuple[Live, Live]:
    """Return the client to move and the waiting one."""
    active = seats[0].state["view"]["active"][0]
    return seats[active], seats[1 - active]


def test_two_people_play_to_the_end(server: ServerProcess) -> None:
    table, seats = seated(server)
    choose = random.Random(5)
    while not seats[0].state["ending"]:
        actor, other = on_turn(seats)
        key = actor.step(choose.choice(actor.state["legal"]))
        assert actor.answer(key)["kind"] == "acknowledged"
        version = actor.hear_until(lambda message: message["kind"] == "state")["version"]
        other.hear_until(lambda message, version=version: message.get("version") == version)
    assert seats[0].state["ending"] == seats[1].state["ending"]
    record = call(server.url, "GET", f"/api/tables/{table}/record")
    assert record["result"]["scores"] == seats[0].state["ending"]["scores"]
    assert [step for _, step in record["steps"][1:]] == [line["step"] for line in seats[0].log[1:]]


def test_bot_replies(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1])["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    while live.wait_for_turn():
        live.answer(live.step(live.state["legal"][0]))
        live.hear_until(lambda message: message["kind"] == "state")
    assert {line["seat"] for line in live.log} == {None, 0, 1}


def test_acknowledgement_precedes_the_new_state(server: ServerProcess) -> None:
    _, seats = seated(server)
    actor, _ = on_turn(seats)
    before = len(actor.received)
    actor.step(actor.state["legal"][0])
    kinds = [actor.hear()["kind"], actor.hear()["kind"]]
    assert len(actor.received) == before + 2
    assert kinds == ["acknowledged", "state"]


def test_reconnecting_client_receives_only_missed_lines(server: ServerProcess) -> None:
    table = open_table(server.url)["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Ben")]
    seats = [Live(server.host, table, token) for token in tokens]
    for seat in seats:
        seat.hear_until(lambda message: message["kind"] == "state" and message["view"])
    actor, other = on_turn(seats)
    missing = seats.index(other)
    seen, lines = other.state["version"], other.log
    other.close()
    actor.answer(actor.step(actor.state["legal"][0]))
    back = Live(server.host, table, tokens[missing], version=seen)
    back.hear()
    assert back.state["log_from"] == len(lines)
    assert len(back.state["log"]) == 1
    fresh = Live(server.host, table, tokens[missing])
    fresh.hear()
    assert fresh.state["log"] == lines + back.state["log"]


def test_undone_move_disappears_from_the_log(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1], practice=True)["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    live.wait_for_turn()
    lines = list(live.log)
    live.answer(live.step(live.state["legal"][0]))
    live.hear_until(lambda message: message["kind"] == "state")
    live.wait_for_turn()
    assert len(live.log) == len(lines) + 2
    live.send({"kind": "undo", "key": "back"})
    live.answer("back")
    live.hear_until(lambda message: message["kind"] == "state")
    assert live.log == lines


def test_retry_is_harmless(server: ServerProcess) -> None:
    _, seats = seated(server)
    actor, _ = on_turn(seats)
    version = actor.state["version"]
    step = actor.state["legal"][0]
    first = actor.answer(actor.step(step, key="once", version=version))
    second = actor.answer(actor.step(step, key="once", version=version))
    assert first == second | {"version": first["version"]}
    assert second["kind"] == "acknowledged"
    fresh = actor.hear_until(lambda message: message["kind"] == "state")
    assert fresh["version"] == first["version"]


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "in your hand"), ("de", "nicht auf der Hand"), ("fr", "main")]
)
def test_rejection_has_a_localized_message(server: ServerProcess, language: str, sentence: str) -> None:
    table = open_table(server.url)["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Ben")]
    seats = [Live(server.host, table, token, language=language) for token in tokens]
    for seat in seats:
        seat.hear_until(lambda message: message["kind"] == "state" and message["view"])
    actor, other = on_turn(seats)
    foreign = other.state["view"]["hand"][-1]
    refusal = actor.answer(actor.step(f"{foreign}! r" if foreign.endswith("0") else f"{foreign} r"))
    assert refusal["kind"] == "rejected"
    assert refusal["error"]["key"] == "card-not-in-hand"
    assert sentence in refusal["error"]["message"]


def test_move_out_of_turn_is_rejected(server: ServerProcess) -> None:
    _, seats = seated(server)
    _, other = on_turn(seats)
    card = next(card for card in other.state["view"]["hand"] if not card.endswith("0"))
    assert other.answer(other.step(f"{card} r"))["error"]["key"] == "not-your-turn"


def test_move_for_an_older_version_is_stale(server: ServerProcess) -> None:
    _, seats = seated(server)
    actor, _ = on_turn(seats)
    version, steps = actor.state["version"], actor.state["legal"]
    actor.answer(actor.step(steps[0]))
    assert actor.answer(actor.step(steps[-1], version=version))["error"]["key"] == "stale"


def test_spectator_sees_no_hand_and_cannot_act(server: ServerProcess) -> None:
    table, seats = seated(server)
    watcher = Live(server.host, table)
    watcher.hear()
    assert watcher.state["view"]["hand"] == []
    assert watcher.state["legal"] == []
    step = on_turn(seats)[0].state["legal"][0]
    assert watcher.answer(watcher.step(step))["error"]["key"] == "not-your-seat"


def test_two_tabs_of_one_seat_agree(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1])["table"]
    token = join(server.url, table)["token"]
    tabs = [Live(server.host, table, token) for _ in range(2)]
    for tab in tabs:
        tab.wait_for_turn()
    tabs[0].answer(tabs[0].step(tabs[0].state["legal"][0]))
    version = tabs[0].hear_until(lambda message: message["kind"] == "state")["version"]
    tabs[1].hear_until(lambda message: message.get("version", 0) >= version)
    for tab in tabs:
        tab.wait_for_turn()
    assert tabs[0].log == tabs[1].log


@pytest.mark.parametrize(
    "greeting",
    [
        {"kind": "hello", "token": "wrong"},
        {"kind": "hello", "language": "la"},
        {"kind": "hello", "token": None, "more": 1},
        {"kind": "step", "key": "k", "version": 1, "step": "r3 y"},
        "no json",
        "[]",
        '{"kind": "nothing"}',
    ],
)
def test_invalid_greeting_closes_the_connection(server: ServerProcess, greeting: object) -> None:
    table = open_table(server.url)["table"]
    live = Live(server.host, table, greeting=greeting)
    assert live.closed() == 1008
    assert len(live.refused) == 1
    assert live.refused[0]["error"]["message"]


@pytest.mark.parametrize("message", ["", "{", "[1]", '{"kind":"step"}', '{"kind":"step","key":1}', "\x00", "x" * 60000])
def test_invalid_message_is_rejected_and_the_game_continues(server: ServerProcess, message: str) -> None:
    _, seats = seated(server)
    actor, _ = on_turn(seats)
    actor.send(message)
    actor.hear_until(lambda answer: answer["kind"] == "rejected")
    assert actor.answer(actor.step(actor.state["legal"][0]))["kind"] == "acknowledged"


def test_cross_origin_connection_is_rejected(server: ServerProcess) -> None:
    table = open_table(server.url)["table"]
    address = f"ws://{server.host}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus, match="HTTP 403"), connect(address, origin=Origin("http://elsewhere.example")):
        pass
