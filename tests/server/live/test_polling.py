"""The live connection and the poll return the same table."""

from __future__ import annotations

from typing import Any

import pytest

from server.client import Live, ask, become, call, join, open_table
from server.server_process import ServerProcess


def poll(server: ServerProcess, table: str, token: str | None, **query: float) -> Any:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return call(server.url, "GET", f"/api/tables/{table}/state?{words}", token=token)


def step(server: ServerProcess, table: str, token: str, state: dict[str, Any], key: str) -> Any:
    request = {"kind": "step", "key": key, "version": state["version"], "step": state["legal"][0]}
    return call(server.url, "POST", f"/api/tables/{table}/requests", request, token=token)


def seated(server: ServerProcess, **wish: Any) -> tuple[str, list[str]]:
    """Return a table of two people and their tokens."""
    table = open_table(server.url, **wish)["table"]
    return table, [join(server.url, table, name)["token"] for name in ("Ada", "Ben")]


def by_seat(server: ServerProcess, table: str, tokens: list[str]) -> list[dict[str, Any]]:
    return [poll(server, table, token) for token in tokens]


def without_log(state: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name not in ("kind", "log", "log_from")}


@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_live_connection_and_poll_agree(server: ServerProcess, who: str) -> None:
    table, tokens = seated(server)
    token = tokens[0] if who == "seat" else None
    live = Live(server.host, table, token)
    for number in range(4):
        states = by_seat(server, table, tokens)
        acting = next(seat for seat, state in enumerate(states) if state["legal"])
        done = step(server, table, tokens[acting], states[acting], f"key {number}")
        assert done == {"kind": "acknowledged", "key": f"key {number}", "version": done["version"]}
        live.hear_until(lambda message, done=done: message.get("version", 0) >= done["version"])  # type: ignore[misc]
        polled = poll(server, table, token)
        assert without_log(live.state) == without_log(polled)
        assert live.log == polled["log"]
    record = ask(server.url, "GET", f"/api/tables/{table}/record", token=token).json()
    assert [text for _, text in record["steps"]] == [line["step"] for line in live.log]


def test_poll_waits_for_a_new_version(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1])["table"]
    token = join(server.url, table)["token"]
    state = poll(server, table, token)
    while not state["legal"]:
        state = poll(server, table, token, after=state["version"], wait=20)
    made = step(server, table, token, state, "first")
    answered = poll(server, table, token, after=made["version"], wait=20)
    assert answered["version"] > made["version"]
    assert answered["log"][-1]["seat"] == 1
    assert poll(server, table, token, after=answered["version"], wait=0.01)["version"] == answered["version"]


def test_rejected_request_has_a_localized_message(server: ServerProcess) -> None:
    table, tokens = seated(server)
    states = by_seat(server, table, tokens)
    waiting = next(seat for seat, state in enumerate(states) if not state["legal"])
    card = next(card for card in states[waiting]["view"]["hand"] if not card.endswith("0"))
    request = {"kind": "step", "key": "k", "version": states[0]["version"], "step": f"{card} r"}
    refused = ask(server.url, "POST", f"/api/tables/{table}/requests?language=de", request, tokens[waiting])
    assert refused.status_code == 409
    assert refused.json()["key"] == "not-your-turn"
    assert "nicht am Zug" in refused.json()["message"]


def test_private_table_is_hidden_from_spectators(server: ServerProcess) -> None:
    table, tokens = seated(server, spectators=False, public=True)
    stranger = become(server.url, "Eve")
    for token in (None, stranger):
        for page in ("state", "record"):
            refused = ask(server.url, "GET", f"/api/tables/{table}/{page}", token=token)
            assert refused.json()["key"] == "no-spectators"
        live = Live(server.host, table, token)
        assert live.closed() == 1008
        assert [refusal["error"]["key"] for refusal in live.refused] == ["no-spectators"]
        assert live.state == {}
    assert table not in [each["table"] for each in call(server.url, "GET", "/api/tables")]
    assert poll(server, table, tokens[0])["view"]["hand"]


def test_player_of_another_table_can_neither_see_nor_act(server: ServerProcess) -> None:
    table, tokens = seated(server)
    _, others = seated(server)
    states = by_seat(server, table, tokens)
    acting = next(state for state in states if state["legal"])
    for token in others:
        seen = poll(server, table, token)
        assert (seen["seat"], seen["legal"], seen["view"]["hand"]) == (None, [], [])
        for wish in (
            {"kind": "step", "version": acting["version"], "step": acting["legal"][0]},
            {"kind": "chat", "text": "Hello"},
            {"kind": "resign"},
            {"kind": "hand-to-bot", "seat": 0},
            {"kind": "undo"},
            {"kind": "leave"},
            {"kind": "pause", "pause": True},
        ):
            refused = ask(server.url, "POST", f"/api/tables/{table}/requests", wish | {"key": "k"}, token)
            assert refused.json()["key"] == "not-your-seat", wish
        for wish in ({"kind": "set-seat", "seat": 0}, {"kind": "mute", "seat": 0, "muted": True}):
            refused = ask(server.url, "POST", f"/api/tables/{table}/requests", wish | {"key": "k"}, token)
            assert refused.json()["key"] == "not-the-host", wish
        assert call(server.url, "GET", "/api/me/tables", token=token)[0]["listing"]["table"] != table
    assert by_seat(server, table, tokens)[0]["version"] == states[0]["version"]
