"""Lessons over the API, and explanations of illegal moves."""

from __future__ import annotations

from typing import Any

import pytest

from locarium import catalogue
from locarium.server.learn.lesson_scripts import read_lesson
from server.client import ask, call, join, open_table
from server.server_process import ServerProcess


def follow(server: ServerProcess, game: str, made: list[str], language: str = "en", **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = call(server.url, "POST", f"/api/lessons/{game}?language={language}", {"made": made} | more)
    return answer


def refused(server: ServerProcess, path: str, body: Any, status: int) -> str:
    response = ask(server.url, "POST", path, body)
    assert response.status_code == status, response.text
    return str(response.json()["key"])


@pytest.mark.parametrize("game", catalogue.NAMES)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_lesson_can_be_completed(server: ServerProcess, game: str, language: str) -> None:
    lesson = read_lesson(catalogue.about(game))
    state = follow(server, game, [], language)
    assert state["stages"] == len(lesson.script.stages)
    for stage in lesson.script.stages:
        assert state["says"] == lesson.words[language].says[stage.name]
        assert state["reads"] == (not stage.accept)
        now = state["frames"][-1]
        assert now["seat"] == 0
        step = next((step for step in now["legal"] if stage.takes(step)), "")
        state = follow(server, game, [*state["made"], step], language)
        assert state["accepted"]
        shown = 1 if stage.hurry else len(stage.then)  # states shown after the learner's move
        assert len(state["frames"]) == max(1, shown + bool(step))
    assert state["says"] == lesson.words[language].says["closing"]
    assert len(state["made"]) == state["stages"]
    assert state["frames"][-1]["legal"] == []


def test_legal_move_that_is_not_requested_is_not_made(server: ServerProcess) -> None:
    before = follow(server, "loco", [""])
    after = follow(server, "loco", ["", "p1 p"])
    assert not after["accepted"]
    assert after["made"] == [""]
    assert after["says"].startswith("You could do that.")
    assert after["frames"][-1]["view"] == before["frames"][-1]["view"]


def test_known_slip_has_its_own_text(server: ServerProcess) -> None:
    answer = follow(server, "loco", ["", "r5 r", "b1 r", "r4 b", "g0"])
    assert answer["says"].startswith("You forgot to shout!")


def test_learner_can_have_a_name(server: ServerProcess) -> None:
    names = [seat["name"] for seat in follow(server, "loco", [], name="Zoë")["frames"][-1]["info"]["seats"]]
    assert names == ["Zoë", "Ben"]


def test_other_cards_stay_hidden(server: ServerProcess) -> None:
    """Ben has chosen, but the learner sees only that he has."""
    state = follow(server, "lokus", ["", "play r1", "row 2"])["frames"][-1]
    assert state["locked_in"] == [1, 2]
    assert [place["choice"] for place in state["view"]["places"]] == [None, None, None]
    assert "y3" not in str(state["log"])


@pytest.mark.parametrize(
    ("made", "status", "key"),
    [
        (["r5 r"], 409, "other-lesson"),  # the first stage is only read
        (["", ""], 409, "other-lesson"),
        (["", "r2 r"], 400, "card-not-in-hand"),
        (["", "nonsense"], 400, "bad-notation"),
        (["", "p1 p", "b1 r"], 409, "other-lesson"),
        ([""] * 33, 400, "bad-field"),
        (["x" * 201], 400, "bad-field"),
    ],
)
def test_invalid_progress_is_rejected(server: ServerProcess, made: list[str], status: int, key: str) -> None:
    assert refused(server, "/api/lessons/loco", {"made": made}, status) == key


def test_unknown_lesson_is_rejected(server: ServerProcess) -> None:
    assert ask(server.url, "POST", "/api/lessons/chess", {}).status_code in (400, 404)
    assert refused(server, "/api/lessons/loco?language=eo", {}, 400) == "bad-input"


def test_lesson_explains_illegal_moves(server: ServerProcess) -> None:
    body = {"step": "marker y", "place": {"made": [""]}}
    answer = call(server.url, "POST", "/api/lessons/loco/why?language=de", body)
    assert answer["error"]["key"] == "card-first"
    assert answer["error"]["message"].startswith("Spiel zuerst eine Karte")
    assert call(server.url, "POST", "/api/lessons/loco/why", body | {"step": "r5"}) == {"error": None}


def why(server: ServerProcess, table: str, step: str, token: str | None, language: str = "en") -> dict[str, Any] | None:
    answer = call(server.url, "POST", f"/api/tables/{table}/why?language={language}", {"step": step}, token=token)
    fault: dict[str, Any] | None = answer["error"]
    return fault


def test_table_explains_illegal_moves(server: ServerProcess) -> None:
    table = open_table(server.url, game="loco", seats=2)["table"]
    ada = join(server.url, table, "Ada")["token"]
    assert (why(server, table, "r5", ada) or {})["key"] == "table-waiting"
    ben = join(server.url, table, "Ben")["token"]
    tokens = {"Ada": ada, "Ben": ben}
    state = {name: call(server.url, "GET", f"/api/tables/{table}/state", token=token) for name, token in tokens.items()}
    [turn] = [name for name in tokens if state[name]["legal"]]
    [other] = tokens.keys() - {turn}
    assert why(server, table, state[turn]["legal"][0], tokens[turn]) is None
    card = state[other]["view"]["hand"][0]
    assert (why(server, table, card, tokens[turn]) or {})["key"] == "card-not-in-hand"
    fault = why(server, table, card, tokens[other], "de")
    assert fault == {"key": "wait-for", "message": f"Du bist nicht am Zug. Alle warten auf {turn}."}
    assert (why(server, table, card, None) or {})["key"] == "not-your-seat"
    assert refused(server, f"/api/tables/{table}/why", {"step": "x" * 501}, 400) == "bad-field"
    assert ask(server.url, "POST", f"/api/tables/{table}/why", {"step": "?"}, token=tokens[turn]).status_code == 400


def test_face_down_choice_can_only_be_replaced(server: ServerProcess) -> None:
    table = open_table(server.url, game="lokus", seats=3)["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Ben", "Cleo")]
    state = call(server.url, "GET", f"/api/tables/{table}/state", token=tokens[0])
    chosen, other = state["legal"][:2]
    request = {"kind": "step", "key": "k", "version": state["version"], "step": chosen}
    call(server.url, "POST", f"/api/tables/{table}/requests", request, token=tokens[0])
    assert (why(server, table, chosen, tokens[0]) or {})["key"] == "chosen-already"
    assert why(server, table, other, tokens[0]) is None  # a replacement
    assert (why(server, table, "row 1", tokens[0]) or {})["key"] == "choose-first"
