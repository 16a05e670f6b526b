"""Editions over HTTP: as text, never as a path on the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from server.client import Live, ask, become, call, join, open_table
from server.server_process import ServerProcess

HOUSE = Path(__file__).parents[3] / "src/locarium/games/lokus/editions/house.toml"
STRAIGHT = f"# brought along: Ω\nminus-points = {[*range(23)]}\n"


def text_of(server: ServerProcess, path: str) -> str:
    response = httpx.get(server.url + path)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    return response.text


def refused(server: ServerProcess, **wish: Any) -> str:
    response = ask(server.url, "POST", "/api/tables", {"game": "lokus", "seats": 3} | wish, become(server.url))
    assert response.status_code == 400, response.text
    assert response.json()["key"] == "bad-input"
    return str(response.json()["message"])


@pytest.mark.clause("LOKUS-18")
def test_table_can_use_a_custom_edition(server: ServerProcess) -> None:
    info = open_table(server.url, game="lokus", seats=3, bots=[1, 2], edition_text=STRAIGHT)
    assert info["edition"] == "foreign"
    assert text_of(server, f"/api/tables/{info['table']}/edition") == STRAIGHT
    live = Live(server.host, info["table"], join(server.url, info["table"])["token"])
    live.wait_for_turn()
    assert live.state["info"]["edition"] == "foreign"
    assert live.state["view"]["minus_points"] == [*range(21)]
    record = call(server.url, "GET", f"/api/tables/{info['table']}/record")
    assert record["edition_text"] == STRAIGHT


def test_built_in_edition_can_be_read(server: ServerProcess) -> None:
    text = HOUSE.read_text("utf-8")
    assert text_of(server, "/api/games/lokus/editions/house") == text
    for wish in ({}, {"edition": "house"}):
        info = open_table(server.url, game="lokus", seats=3, **wish)
        assert info["edition"] == "house"
        assert text_of(server, f"/api/tables/{info['table']}/edition") == text
    (lokus,) = (game for game in call(server.url, "GET", "/api/games") if game["name"] == "lokus")
    assert lokus["editions"] == ["house"]


def test_built_in_text_works_as_a_custom_edition(server: ServerProcess) -> None:
    """The built-in text is a template for custom editions."""
    text = text_of(server, "/api/games/lokus/editions/house")
    info = open_table(server.url, game="lokus", seats=3, edition_text=text)
    assert text_of(server, f"/api/tables/{info['table']}/edition") == text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"minus-points = {[0, 5, 4, *range(5, 25)]}", "minus-points, number 3 (for 2 rolls)"),
        ("minus-points = [0, 1, 3]", "minus-points ends with its number for 2 rolls"),
        ("minus-points = [0,\n\n 1 3]", "line 3"),
        (f"{STRAIGHT}\nplus-points = 3", "'plus-points'"),
        ("", "minus-points"),
        (str(HOUSE), "not TOML"),
        ("x" * 65_537, "at most 65536"),
    ],
)
def test_invalid_edition_is_rejected_with_its_location(server: ServerProcess, text: str, place: str) -> None:
    assert place in refused(server, edition_text=text)


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "editions/../house",
        "../house",
        "../editions/house",
        "house.toml",
        "./house",
        str(HOUSE),
        "",
    ],
)
def test_edition_name_is_never_a_path(server: ServerProcess, name: str) -> None:
    message = refused(server, edition=name)
    assert message == f"lokus has no edition {name!r}; it has house"


def test_edition_is_built_in_or_custom(server: ServerProcess) -> None:
    assert "not both" in refused(server, edition="house", edition_text=STRAIGHT)
    assert "no edition data" in refused(server, game="loco", seats=2, edition_text=STRAIGHT)


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/lokus/editions/mine",
        "/api/games/lokus/editions/..%2F..%2Fabout.py",
        "/api/games/lokus/editions/%2Fetc%2Fpasswd",
        "/api/games/lokus/editions/house.toml",
        "/api/games/chess/editions/house",
        "/api/tables/nowhere/edition",
    ],
)
def test_unknown_editions_are_not_found(server: ServerProcess, path: str) -> None:
    response = httpx.get(server.url + path)
    assert response.status_code == 404
    assert response.json().keys() == {"key", "message"}
    assert "root:" not in response.text


def test_game_without_editions_has_an_empty_text(server: ServerProcess) -> None:
    info = open_table(server.url)
    assert info["edition"] is None
    assert text_of(server, f"/api/tables/{info['table']}/edition") == ""
