"""The edition editor over HTTP: editions are checked as a whole, normalized, and tested by bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from locarium import catalogue
from server.client import ask, become, call, open_table
from server.server_process import ServerProcess
from waiting import PATIENCE

SHEET = catalogue.about("locus").edition().text
SPIRITS = catalogue.about("genius-loci").edition().text


def look(server: ServerProcess, game: str = "locus", **work: Any) -> dict[str, Any]:
    found: dict[str, Any] = call(server.url, "POST", f"/api/editions/{game}", work)
    return found


def test_sheet_converts_between_text_and_drawing(server: ServerProcess) -> None:
    read = look(server, text=SHEET)
    assert (read["text"], read["flaws"]) == (SHEET, [])
    drawn = look(server, draft=read["draft"])
    assert drawn["draft"] == read["draft"]
    assert drawn["sheet"] == read["sheet"]
    assert read["sheet"]["title"] == "House sheet"
    assert read["marks"]["green"] == "BE.#"
    assert read["point_keys"]["purple"] == ["2", "3", "4", "5", "6", "7", "8"]
    assert open_table(server.url, game="locus", seats=1, edition_text=drawn["text"])["edition"] == "foreign"


def test_every_error_has_a_place(server: ServerProcess) -> None:
    draft = look(server, text=SHEET)["draft"]
    draft["zones"]["yellow"]["squares"][-1] = "....."
    draft["cards"]["wild"].pop()
    draft["shapes"]["Q9"] = ["X.X"]
    found = look(server, draft=draft)
    assert found["sheet"] is None
    assert [flaw["place"] for flaw in found["flaws"]] == ["zones.yellow", "shapes"]
    assert found["flaws"][0]["message"] == "zone yellow has no bold square B, so nothing can be filled in there"
    assert look(server, text=found["text"])["draft"] == found["draft"]


@pytest.mark.parametrize(("game", "drawn"), [("locus", "draft"), ("genius-loci", "spirits")])
def test_invalid_toml_is_reported(server: ServerProcess, game: str, drawn: str) -> None:
    found = look(server, game, text="nothing = [")
    assert (found["text"], found[drawn]) == ("nothing = [", None)
    assert "is not TOML" in found["flaws"][0]["message"]


@pytest.mark.parametrize(
    ("game", "work", "place"),
    [
        ("locus", {}, "either as text or as"),
        ("locus", {"text": "x", "draft": look}, "either as text or as"),
        ("locus", {"text": "x" * 65_537}, "text"),
        ("locus", {"draft": {"name": "x"}}, "draft"),
        ("genius-loci", {"text": "", "spirits": []}, "either as text or as"),
        ("genius-loci", {"text": "", "shown": 6}, "shown"),
    ],
)
def test_invalid_drafts_are_rejected(server: ServerProcess, game: str, work: dict[str, Any], place: str) -> None:
    if work.get("draft") is look:
        work = work | {"draft": look(server, text=SHEET)["draft"]}
    response = ask(server.url, "POST", f"/api/editions/{game}", work)
    assert response.status_code == 400, response.text
    assert place in response.json()["message"]


def test_oversized_edition_is_an_error(server: ServerProcess) -> None:
    drafts = look(server, "genius-loci", text=SPIRITS)["spirits"]
    cells = {f"{row}{number}" for row in "abcdefg" for number in range(1, 5)}
    everywhere = {at: {priest: sorted(cells - {at, priest}) for priest in cells - {at}} for at in cells}
    drafts[0] |= {"landings": everywhere, "move": None, "start": None, "distance": None}
    found = look(server, "genius-loci", spirits=drafts)
    (flaw,) = found["flaws"]
    assert "at most 65536 characters" in flaw["message"]


def test_spirits_show_their_landing_cells(server: ServerProcess) -> None:
    read = look(server, "genius-loci", text=SPIRITS, shown=3)
    assert read["flaws"] == []
    assert read["landings"]["d4"]["d3"] == ["d5"]
    drafts = read["spirits"]
    assert [spirit["letter"] for spirit in drafts] == list("TPSYC")
    drafts[2] |= {"move": "towards", "distance": 3, "steps": 2, "start": "any"}
    found = look(server, "genius-loci", spirits=drafts, shown=3)
    assert found["landings"]["d4"]["a1"] == ["c3"]
    assert "d3" not in found["landings"]["d4"]
    drafts[2] |= {"letter": "T"}
    wrong = look(server, "genius-loci", spirits=drafts, shown=3)
    assert (wrong["flaws"][0]["place"], wrong["landings"]) == ("spirit.3", {})


# Trials by bots.


def try_out(server: ServerProcess, token: str, text: str = SHEET) -> Iterator[dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"}
    address = f"{server.url}/api/editions/locus/balance"
    with httpx.stream("POST", address, json={"text": text}, headers=headers, timeout=PATIENCE) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"] == "application/x-ndjson"
        for line in answer.iter_lines():
            yield json.loads(line)


def test_bots_test_an_edition(server: ServerProcess) -> None:
    news = list(try_out(server, become(server.url)))
    assert [each["is_over"] for each in news] == [False] * (len(news) - 1) + [True]
    assert [each["done"] for each in news] == sorted(each["done"] for each in news)
    assert news[-1]["done"] == news[-1]["of"]
    solo, two = news[-1]["tried"]
    assert (solo["balance"]["seats"], two["balance"]["seats"]) == (1, 2)
    assert solo["balance"]["games"] >= 2
    assert set(solo["balance"]["zones"]) == {"yellow", "purple", "red", "green", "blue"}
    assert solo["balance"]["total"]["low"] < solo["balance"]["total"]["value"] < solo["balance"]["total"]["high"]
    assert [goal["key"] for goal in solo["goals"]] == ["apart", "maximum", "total"]


@pytest.mark.slow
def test_each_person_has_one_trial(server: ServerProcess) -> None:
    """A new trial ends the person's previous one. Another person's trial waits and then runs."""
    ada, ben = become(server.url), become(server.url)
    first = try_out(server, ada)
    next(first)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(lambda: list(try_out(server, ben)))
        second = try_out(server, ada)
        next(second)
        assert not any(each["is_over"] for each in first)
        assert other.result()[-1]["is_over"]
        assert list(second)[-1]["is_over"]


def test_invalid_edition_cannot_be_tested(server: ServerProcess) -> None:
    address = "/api/editions/locus/balance"
    assert ask(server.url, "POST", address, {"text": SHEET}).status_code == 401
    bad = ask(server.url, "POST", address, {"text": SHEET.replace(".BBB.", ".....")}, become(server.url))
    assert (bad.status_code, "no bold square" in bad.json()["message"]) == (400, True)


def test_number_of_trials_is_limited(tmp_path: Path) -> None:
    """A person has a lower limit than an address with many people."""
    server = ServerProcess(tmp_path, LOCARIUM_LIMITS="1")
    try:
        token = become(server.url)
        answers = [ask(server.url, "POST", "/api/editions/locus/balance", {"text": "x"}, token) for _ in range(13)]
    finally:
        server.stop()
    assert [answer.status_code for answer in answers] == [400] * 12 + [429]
    assert answers[-1].json()["key"] == "too-fast"
