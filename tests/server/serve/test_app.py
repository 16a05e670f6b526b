"""The HTTP API."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from locarium.catalogue import NAMES
from server.client import ask, become, call, join, open_table
from server.server_process import ServerProcess


def refused(
    server: ServerProcess, method: str, path: str, body: Any = None, status: int = 400, token: str | None = None
) -> dict[str, str]:
    response = ask(server.url, method, path, body, token)
    assert response.status_code == status, response.text
    fault: dict[str, str] = response.json()
    assert fault.keys() == {"key", "message"}
    return fault


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_server_lists_its_games(server: ServerProcess, language: str) -> None:
    games = call(server.url, "GET", f"/api/games?language={language}")
    assert [game["name"] for game in games] == list(NAMES)
    for game in games:
        assert game["tagline"]
        assert all(len(option["choices"]) == len(option["labels"]) for option in game["options"])
        assert call(server.url, "GET", f"/api/games/{game['name']}/texts?language={language}")["faults"]["game-over"]
        rules = httpx.get(f"{server.url}/api/games/{game['name']}/rules?language={language}")
        assert rules.text.startswith("# ")
        assert rules.headers["content-type"].startswith("text/markdown")


def test_table_is_opened_and_seats_are_taken(server: ServerProcess) -> None:
    info = open_table(server.url, seats=3, bots=[2], options={"strict-marker": True}, table_options={"shout": "auto"})
    assert info["status"] == "waiting"
    assert [seat["kind"] for seat in info["seats"]] == ["open", "open", "bot"]
    assert len(info["table"]) >= 22  # 128 random bits
    assert len(info["commitment"]) == 64
    assert join(server.url, info["table"], "Ada")["seat"] == 0
    assert join(server.url, info["table"], "Ben", seat=1)["seat"] == 1
    after = call(server.url, "GET", f"/api/tables/{info['table']}")
    assert after["status"] == "running"
    assert after["commitment"] == info["commitment"]
    assert [seat["name"] for seat in after["seats"]][:2] == ["Ada", "Ben"]


def test_bots_have_the_requested_level(server: ServerProcess) -> None:
    bots = [{"seat": 1, "level": 5}, {"seat": 2, "level": 1}]
    levels = [seat["level"] for seat in open_table(server.url, seats=3, bots=bots)["seats"]]
    assert levels == [None, 5, 1]
    assert open_table(server.url, bots=[1])["seats"][1]["level"] == 3


@pytest.mark.parametrize(
    ("wish", "culprit"),
    [
        ({"game": "chess", "seats": 2}, "'chess'"),
        ({"game": "loco", "seats": 5}, "2 to 4"),
        ({"game": "loco", "seats": 2, "options": {"nothing": 1}}, "'nothing'"),
        ({"game": "loco", "seats": 2, "options": {"match": "half"}}, "single or full"),
        ({"game": "loco", "seats": 2, "table_options": {"shout": "never"}}, "manual or auto"),
        ({"game": "loco", "seats": 2, "bots": [{"seat": 2}]}, "2"),
        ({"game": "loco", "seats": 2, "bots": [{"seat": 1}, {"seat": 1}]}, "1"),
        ({"game": "loco", "seats": 2, "bots": [{"seat": 1, "level": 0}]}, "level"),
        ({"game": "loco", "seats": 2, "bots": [{"seat": 1, "level": 6}]}, "level"),
        ({"game": "loco", "seats": 2, "clock": {"seconds": 1}}, "seconds"),
        ({"game": "locus", "seats": 1, "clock": {"seconds": 60}}, "two seats"),
        ({"game": "loco", "seats": "two"}, "int"),
        ({"game": "loco"}, "seats"),
        ({"game": "loco", "seats": 2, "more": 1}, "more"),
        ([], "object"),
    ],
)
def test_invalid_tables_are_rejected(server: ServerProcess, wish: Any, culprit: str) -> None:
    response = ask(server.url, "POST", "/api/tables", wish, become(server.url))
    assert response.status_code in (400, 409), response.text
    assert culprit in response.json()["message"]


def test_seats_cannot_be_taken_twice(server: ServerProcess) -> None:
    table = open_table(server.url)["table"]
    path = f"/api/tables/{table}/seats"
    ada, eve = join(server.url, table, "Ada", seat=0)["token"], become(server.url, "Eve")
    for wish, status, key in [
        ({"seat": 0}, 409, "seat-taken"),
        ({"seat": 7}, 400, "no-such-seat"),
        ({"name": " ", "seat": 1}, 400, "bad-name"),
        ({"seed_commitment": "ab" * 31}, 400, "bad-seed-commitment"),
        ({"seed": "ab" * 16}, 400, "unknown-field"),
    ]:
        assert refused(server, "POST", path, wish, status, eve)["key"] == key
    assert refused(server, "POST", path, {}, 401)["key"] == "sign-in-required"
    assert join(server.url, table, "Ada", token=ada)["seat"] == 0  # a retry is harmless
    assert call(server.url, "GET", f"/api/tables/{table}")["seats"][1]["kind"] == "open"
    join(server.url, table, "Ben")
    assert refused(server, "POST", path, {}, 409, eve)["key"] == "table-full"


def test_not_found_errors_use_the_clients_language(server: ServerProcess) -> None:
    fault = refused(server, "GET", "/api/tables/nowhere?language=de", status=404)
    assert fault == {"key": "no-such-table", "message": "Diesen Tisch gibt es nicht. Prüfe die Adresse."}
    refused(server, "GET", "/api/games/chess/rules", status=404)
    refused(server, "GET", "/api/nothing", status=404)
    refused(server, "GET", "/api/games?language=la", status=400)


def test_invalid_json_is_rejected(server: ServerProcess) -> None:
    response = httpx.post(f"{server.url}/api/tables", content=b"{", headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert response.json()["message"]


def test_record_is_redacted_by_permission(server: ServerProcess) -> None:
    table = open_table(server.url)["table"]
    tokens = [join(server.url, table, name)["token"] for name in ("Ada", "Ben")]
    path = f"{server.url}/api/tables/{table}/record"
    own = httpx.get(path, headers={"Authorization": f"Bearer {tokens[0]}"}).json()
    public = httpx.get(path).json()
    groups = own["steps"][0][1].split(" / ")
    assert (groups[1], groups[3]) == ("?", "?")
    assert groups[2] != "?"
    assert public["steps"][0][1].split(" / ")[1:] == ["?", "?", "?"]
    assert "secret" not in public["fair"]
    assert httpx.get(path, headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_every_response_has_security_headers(server: ServerProcess) -> None:
    headers = httpx.get(f"{server.url}/api/games").headers
    assert (
        "script-src" in headers["content-security-policy"] or "default-src 'self'" in headers["content-security-policy"]
    )
    assert headers["referrer-policy"] == "no-referrer"


def test_openapi_description_is_served(server: ServerProcess) -> None:
    schema = call(server.url, "GET", "/api/schema/openapi.json")
    assert "/api/tables" in schema["paths"]
