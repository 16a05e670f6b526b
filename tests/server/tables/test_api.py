"""Table commands other than moves."""

from __future__ import annotations

from typing import Any

import pytest

from server.browser import Browser
from server.client import Live, ask, become, call, join, open_table
from server.server_process import ServerProcess


def seated(server: ServerProcess, names: tuple[str, ...] = ("Ada", "Ben"), **wish: Any) -> tuple[str, list[Live]]:
    """Start a table hosted by the first person. Return its name and the connected clients by seat."""
    host = become(server.url, names[0])
    table = open_table(server.url, host, seats=len(names) + len(wish.get("bots", [])), **wish)["table"]
    tokens = [host, *(become(server.url, name) for name in names[1:])]
    for name, token in zip(names, tokens, strict=True):
        join(server.url, table, name, token)
    people = [Live(server.host, table, token) for token in tokens]
    for live in people:
        live.hear_until(lambda message: message["kind"] == "state" and message["view"])
    return table, sorted(people, key=lambda live: int(live.state["seat"]))


def hear_when(live: Live, wanted: Any) -> dict[str, Any]:
    """Return the first state that matches."""
    while not (live.state and wanted(live.state)):
        live.hear()
    return live.state


def done(live: Live, kind: str, **wish: Any) -> None:
    answer = live.answer(live.ask(kind, **wish))
    assert answer["kind"] == "acknowledged", answer


def refused(live: Live, kind: str, **wish: Any) -> str:
    answer = live.answer(live.ask(kind, **wish))
    assert answer["kind"] == "rejected", answer
    assert answer["error"]["message"]
    return str(answer["error"]["key"])


# Chat.


def test_chat_is_visible_to_late_joiners(server: ServerProcess) -> None:
    table, (ada, ben) = seated(server)
    done(ada, "chat", text="<b>good luck</b>")
    said = hear_when(ben, lambda state: state["chat"])["chat"]
    assert [(line["name"], line["text"]) for line in said] == [("Ada", "<b>good luck</b>")]
    done(ben, "chat", text="you too")
    assert [
        line["text"]
        for line in hear_when(ada, lambda state: len(state["chat"]) == 1 and state["chat"][0]["name"] == "Ben")["chat"]
    ]
    watcher = Live(server.host, table)
    watcher.hear()
    assert [line["text"] for line in watcher.state["chat"]] == ["<b>good luck</b>", "you too"]
    again = Live(server.host, table, ada.token, version=watcher.state["version"])
    again.hear()
    assert again.state["chat"] == []
    assert refused(watcher, "chat", text="may I?") == "not-your-seat"
    assert refused(ada, "chat", text=" ") == "bad-chat"


def test_only_the_host_can_mute(server: ServerProcess) -> None:
    _, people = seated(server)
    ada = next(live for live in people if live.state["info"]["host"] == live.state["seat"])
    ben = next(live for live in people if live is not ada)
    assert refused(ben, "mute", seat=ada.state["seat"]) == "not-the-host"
    done(ada, "mute", seat=ben.state["seat"])
    assert refused(ben, "chat", text="but") == "muted"
    done(ada, "mute", seat=ben.state["seat"], muted=False)
    done(ben, "chat", text="thanks")


def test_blocked_player_is_hidden_and_cannot_join(server: ServerProcess) -> None:
    table, (ada, ben) = seated(server, public=True)
    call(server.url, "POST", f"/api/tables/{table}/seats/{ben.state['seat']}/block", token=ada.token)
    done(ben, "chat", text="nonsense")
    again = Live(server.host, table, ada.token)
    again.hear()
    assert again.state["chat"] == []
    other = open_table(server.url, ada.token, public=True)["table"]
    response = ask(server.url, "POST", f"/api/tables/{other}/seats", {}, ben.token)
    assert (response.status_code, response.json()["key"]) == (403, "not-welcome")
    own = open_table(server.url, ben.token, public=True)["table"]
    assert own not in [listing["table"] for listing in call(server.url, "GET", "/api/tables", token=ada.token)]
    assert own in [listing["table"] for listing in call(server.url, "GET", "/api/tables")]


def test_player_can_be_reported(server: ServerProcess) -> None:
    table, (ada, ben) = seated(server)
    path = f"/api/tables/{table}/seats/{ben.state['seat']}/report"
    assert ask(server.url, "POST", path, {"reason": "abuse", "text": "rude"}, ada.token).status_code == 204
    assert ask(server.url, "POST", path, {"reason": "abuse"}).status_code == 401
    assert ask(server.url, "POST", path, {"reason": "weather"}, ada.token).status_code == 400
    nowhere = f"/api/tables/{table}/seats/7/report"
    assert ask(server.url, "POST", nowhere, {"reason": "other"}, ada.token).json()["key"] == "no-such-seat"


# Bots in people's seats.


def test_bot_plays_until_the_person_returns(server: ServerProcess) -> None:
    _, people = seated(server, ("Ada", "Ben", "Cleo"))
    actor = next(live for live in people if live.state["legal"])
    other = next(live for live in people if live is not actor)
    seat = actor.state["seat"]
    done(actor, "hand-to-bot", level=1)
    state = hear_when(other, lambda state: any(line["seat"] == seat for line in state["log"]))  # the bot has moved
    taken = state["info"]["seats"][seat]
    assert (taken["kind"], taken["level"], taken["program"]) == ("person", 1, True)
    assert refused(actor, "step", version=actor.state["version"], step="r3 y") == "bot-plays"
    done(actor, "reclaim")
    assert hear_when(actor, lambda state: state["info"]["seats"][seat]["level"] is None)


def test_connected_player_cannot_be_replaced(server: ServerProcess) -> None:
    _, (ada, ben) = seated(server)
    assert refused(ada, "hand-to-bot", seat=ben.state["seat"]) == "not-absent"
    ben.close()
    while ada.away != [1 - ada.state["seat"]]:
        done(ada, "chat", text="are you there?")
    assert refused(ada, "hand-to-bot", seat=1 - ada.state["seat"]) == "not-absent"  # not away for long enough


def test_leaving_a_running_table_hands_the_seat_to_a_bot(server: ServerProcess) -> None:
    _, (ada, ben) = seated(server)
    done(ada, "leave")
    seat = ada.state["seat"]
    assert hear_when(ben, lambda state: state["info"]["seats"][seat]["level"] == 3)


# Endings, pauses and rematches.


def test_resigning_ends_a_two_player_game(server: ServerProcess) -> None:
    table, (ada, ben) = seated(server)
    done(ada, "resign")
    ending = hear_when(ben, lambda state: state["ending"])["ending"]
    assert (ending["winners"], ending["scores"]) == ([ben.state["seat"]], [])
    assert "resigned" in ending["sentence"]
    record = call(server.url, "GET", f"/api/tables/{table}/record")
    assert record["ended"] == {"by": "resigned", "seat": ada.state["seat"]}
    assert refused(ben, "resign") == "not-running"


def test_three_player_game_cannot_be_resigned(server: ServerProcess) -> None:
    _, people = seated(server, ("Ada", "Ben", "Cleo"))
    assert refused(people[0], "resign") == "no-resigning"


def test_game_pauses_when_everyone_agrees(server: ServerProcess) -> None:
    _, (ada, ben) = seated(server)
    done(ada, "pause", pause=True)
    assert hear_when(ben, lambda state: state["info"]["pause_requests"] == [ada.state["seat"]])
    done(ben, "pause", pause=True)
    state = hear_when(ada, lambda state: state["info"]["paused"])
    assert state["legal"] == []
    assert refused(ada, "step", version=state["version"], step="r3 y") == "paused"
    for live in (ada, ben):
        done(live, "pause", pause=False)
    assert not hear_when(ada, lambda state: not state["info"]["paused"])["info"]["pause_requests"]


def test_rematch_rotates_and_reserves_the_seats(server: ServerProcess) -> None:
    table, (ada, ben) = seated(server, options={"match": "full"})
    assert refused(ada, "rematch") == "not-over"
    done(ada, "resign")
    done(ben, "rematch")
    again = hear_when(ada, lambda state: state["info"]["next_table"])["info"]["next_table"]
    done(ada, "rematch")  # it already exists
    info = call(server.url, "GET", f"/api/tables/{again}")
    assert [seat["kind"] for seat in info["seats"]] == ["open", "open"]
    names = [ada.state["info"]["seats"][seat]["name"] for seat in (1, 0)]
    assert [seat["name"] for seat in info["seats"]] == names
    assert info["options"] == {"match": "full"}
    stranger = ask(server.url, "POST", f"/api/tables/{again}/seats", {}, become(server.url, "Eve"))
    assert stranger.json()["key"] == "seat-reserved"
    assert join(server.url, again, token=ada.token)["seat"] == 1 - ada.state["seat"]
    assert join(server.url, again, token=ben.token)["seat"] == 1 - ben.state["seat"]
    assert call(server.url, "GET", f"/api/tables/{again}")["status"] == "running"
    assert call(server.url, "GET", f"/api/tables/{table}")["next_table"] == again


# Before the game.


def test_host_can_seat_bots_and_remove_people(server: ServerProcess) -> None:
    host, guest = become(server.url, "Ada"), become(server.url, "Ben")
    table = open_table(server.url, host, seats=3)["table"]
    join(server.url, table, "Ada", host)
    join(server.url, table, "Ben", guest)
    ada, ben = Live(server.host, table, host), Live(server.host, table, guest)
    for live in (ada, ben):
        live.hear()
    assert ada.state["info"]["host"] == 0
    assert refused(ben, "set-seat", seat=2, level=1) == "not-the-host"
    done(ada, "set-seat", seat=1)
    assert hear_when(ben, lambda state: state["seat"] is None)
    assert ask(server.url, "POST", f"/api/tables/{table}/seats", {}, guest).json()["key"] == "kicked"
    done(ada, "set-seat", seat=1, level=2)
    done(ada, "set-seat", seat=1, level=4)
    assert hear_when(ada, lambda state: state["info"]["seats"][1]["level"] == 4)
    done(ada, "set-seat", seat=2, level=1)
    assert hear_when(ada, lambda state: state["info"]["status"] == "running")
    assert refused(ada, "set-seat", seat=2, level=2) == "game-begun"


def test_leaving_before_the_game_frees_the_seat(server: ServerProcess) -> None:
    token = become(server.url, "Ada")
    table = open_table(server.url)["table"]
    join(server.url, table, "Ada", token)
    assert [own["seat"] for own in call(server.url, "GET", "/api/me/tables", token=token)] == [0]
    body = {"kind": "leave", "key": "k"}
    assert call(server.url, "POST", f"/api/tables/{table}/requests", body, token)["kind"] == "acknowledged"
    assert call(server.url, "GET", f"/api/tables/{table}")["seats"][0]["kind"] == "open"
    assert call(server.url, "GET", "/api/me/tables", token=token) == []


def test_lobby_lists_only_public_tables(server: ServerProcess) -> None:
    public = open_table(server.url, public=True, clock={"seconds": 60, "reserve": 600})["table"]
    private = open_table(server.url)["table"]
    listed = {listing["table"]: listing for listing in call(server.url, "GET", "/api/tables")}
    assert private not in listed
    assert listed[public]["clock"] == {"seconds": 60.0, "reserve": 600.0, "per": "step"}
    join(server.url, public, "Ada")
    (listing,) = [each for each in call(server.url, "GET", "/api/tables") if each["table"] == public]
    assert [seat["name"] for seat in listing["seats"]] == ["Ada", ""]


def test_running_table_without_spectators_is_not_listed(server: ServerProcess) -> None:
    table, (ada, _) = seated(server, public=True, spectators=False)
    watcher = Live(server.host, table)
    assert watcher.closed() == 1008
    assert watcher.refused[0]["error"]["key"] == "no-spectators"
    assert ask(server.url, "GET", f"/api/tables/{table}/record").status_code == 403
    assert ask(server.url, "GET", f"/api/tables/{table}/state").status_code == 403
    assert table not in [listing["table"] for listing in call(server.url, "GET", "/api/tables")]
    assert call(server.url, "GET", f"/api/tables/{table}/record", token=ada.token)["steps"]


def test_own_tables_show_whose_turn_it_is(server: ServerProcess) -> None:
    table, people = seated(server)
    actor = next(live for live in people if live.state["legal"])
    for live in people:
        (own,) = call(server.url, "GET", "/api/me/tables", token=live.token)
        assert own["listing"]["table"] == table
        assert own["seat"] == live.state["seat"]
        assert own["awaited"] == (live is actor)


@pytest.mark.parametrize("game", ["loco", "lokus", "genius-loci", "locus"])
def test_clocks_count_down_in_every_game(server: ServerProcess, game: str) -> None:
    names = ("Ada", "Ben", "Cleo") if game == "lokus" else ("Ada", "Ben")
    _, people = seated(server, names, game=game, clock={"seconds": 100, "reserve": 50})
    state = people[0].state
    running = [seat for seat, clock in enumerate(state["clocks"]) if clock["left"] is not None]
    assert running == state["view"]["active"]
    assert all(0 < state["clocks"][seat]["left"] <= 150 for seat in running)


def test_deleted_person_is_anonymized_at_tables(server: ServerProcess) -> None:
    ada = Browser(server.url, "Ada Lovelace")
    table = open_table(server.url)["table"]
    ada.ask("POST", f"/api/tables/{table}/seats", {})
    join(server.url, table, "Ben")
    ada.ask("POST", f"/api/tables/{table}/requests", {"kind": "chat", "key": "k", "text": "my secret"})
    ada.ask("DELETE", "/api/me", {})
    shown = ask(server.url, "GET", f"/api/tables/{table}/state").text
    assert "Lovelace" not in shown
    assert "secret" not in shown
    assert "Ben" in shown
