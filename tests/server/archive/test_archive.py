"""The archive over real HTTP, on every database: storage, access, imports and stats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from locarium import catalogue
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.server.archive import writer
from locarium.server.storage.database import Database
from locarium.table.anonymize import ANONYMOUS
from locarium.table.events import Opened, TableSettings
from locarium.table.table import Table
from server.browser import Browser
from server.client import ask, become, call, join, open_table
from server.server_process import ServerProcess
from server.stored import PEOPLE, write_people, write_table
from server.waiting import wait_until

OLD = "a-table-of-old"
DAY = 86400.0

_keys = count()


@pytest.fixture(scope="module")
def server(lasting_address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a game that was finished in 1970."""
    write_people(lasting_address)
    opened = Opened(OLD, "genius-loci", 1, 2, {}, {}, "ab" * 32, settings=TableSettings(public=True))
    table = Table.replayed(catalogue.game("genius-loci"), [opened])
    for seat, person in enumerate(PEOPLE[:2]):
        table.sit(seat, person, now=DAY)
    table.resign(0, now=2 * DAY)
    write_table(lasting_address, table.events, "over")
    database = Database(lasting_address)
    with database.engine.begin() as connection:
        writer.store_games(table, 2 * DAY)(connection)
    database.close()
    process = ServerProcess(tmp_path_factory.mktemp("house"), database=lasting_address)
    yield process
    process.stop()


def tell(server: ServerProcess, table: str, token: str, kind: str, **wish: Any) -> None:
    call(server.url, "POST", f"/api/tables/{table}/requests", {"kind": kind, "key": f"k{next(_keys)}"} | wish, token)


def find(server: ServerProcess, token: str | None = None, **wanted: Any) -> list[dict[str, Any]]:
    """Return the games of a list."""
    return list(page(server, token, **wanted)["games"])


def page(server: ServerProcess, token: str | None = None, **wanted: Any) -> dict[str, Any]:
    query = "&".join(f"{name}={value}" for name, value in wanted.items())
    found: dict[str, Any] = call(server.url, "GET", f"/api/archive?{query}", token=token)
    return found


def ids(games: list[dict[str, Any]]) -> list[str]:
    return [game["id"] for game in games]


def finished(server: ServerProcess, ada: str, ben: str, **wish: Any) -> str:
    """Return a table where Ada resigned against Ben."""
    table: str = open_table(server.url, ada, **wish)["table"]
    join(server.url, table, "Ada", ada)
    join(server.url, table, "Ben", ben)
    tell(server, table, ada, "resign")
    return table


def a_record(game: str = "loco", seats: int = 2, seed: int = 1, names: list[str] | None = None, **options: Any) -> str:
    record = write_game(Setup(catalogue.game(game), seats, options), new_rng(seed), choose_at_random).record()
    written = json.loads(record.to_json())
    return json.dumps(written if names is None else written | {"meta": {"names": names}})


# Storage


def test_finished_game_is_archived_for_its_players(server: ServerProcess) -> None:
    ada, ben, eve = (become(server.url, name) for name in ("Ada", "Ben", "Eve"))
    table = open_table(server.url, ada)["table"]
    seats = {join(server.url, table, name, token)["seat"]: name for name, token in (("Ada", ada), ("Ben", ben))}
    assert find(server, ada, whose="mine") == []
    tell(server, table, ben, "resign")
    [game] = find(server, ada, whose="mine")
    assert (game["id"], game["table"], game["game"], game["title"]) == (f"{table}.1", table, "loco", "LOCO!")
    assert (game["ended"], game["public"], game["practice"], game["number"]) == ("resigned", False, False, 1)
    assert [(each["name"], each["won"], each["score"]) for each in game["players"]] == [
        (seats[seat], seats[seat] == "Ada", None) for seat in range(2)
    ]
    assert seats[game["seat"]] == "Ada"
    assert ids(find(server, ben, whose="mine")) == [game["id"]]
    assert find(server, eve, whose="mine") == []
    assert game["id"] not in ids(find(server, eve, most=100))
    record = call(server.url, "GET", f"/api/archive/{game['id']}")
    assert record == call(server.url, "GET", f"/api/tables/{table}/record")
    assert record["fair"]["secret"]


def test_undone_ending_is_not_archived(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    table = open_table(server.url, ada, practice=True)["table"]
    tokens = {join(server.url, table, name, token)["seat"]: token for name, token in (("Ada", ada), ("Ben", ben))}
    state = call(server.url, "GET", f"/api/tables/{table}/state", token=tokens[0])
    seat = 0 if state["legal"] else 1
    state = call(server.url, "GET", f"/api/tables/{table}/state", token=tokens[seat])
    tell(server, table, tokens[seat], "step", step=state["legal"][0], version=state["version"])
    tell(server, table, ada, "resign")
    assert ids(find(server, ada, whose="mine")) == [f"{table}.1"]
    tell(server, table, tokens[seat], "undo")
    assert find(server, ada, whose="mine") == []
    assert ask(server.url, "GET", f"/api/archive/{table}.1").json()["key"] == "no-such-record"
    tell(server, table, ben, "resign")
    [game] = find(server, ada, whose="mine")
    assert game["practice"]
    assert game["steps"] == 1  # the deal
    assert [each["name"] for each in game["players"] if each["won"]] == ["Ada"]


def test_match_is_archived_when_it_is_over(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    table = finished(server, ada, ben, game="genius-loci", table_options={"match": "two"})
    assert find(server, ada, whose="mine") == []  # its secret is not revealed yet
    tell(server, table, ada, "next-game", game=2)
    tell(server, table, ben, "resign")
    games = find(server, ada, whose="mine")
    assert ids(games) == [f"{table}.2", f"{table}.1"]
    assert games[0]["seat"] != games[1]["seat"]


def test_bots_only_game_is_archived_with_their_levels(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    bots = [{"seat": 0, "level": 1}, {"seat": 1, "level": 2}]
    table = open_table(server.url, ada, public=True, bots=bots)["table"]
    wait_until(lambda: f"{table}.1" in ids(find(server, bots="true", game="loco")))
    game = next(game for game in find(server, bots="true") if game["table"] == table)
    assert [(each["kind"], each["level"]) for each in game["players"]] == [("bot", 1), ("bot", 2)]
    scores = [each["score"] for each in game["players"]]
    assert [each["won"] for each in game["players"]] == [score == max(scores) for score in scores]
    assert table not in [game["table"] for game in find(server, bots="false", most=100)]


def test_games_are_found_by_date(server: ServerProcess) -> None:
    game = next(game for game in find(server, most=100) if game["table"] == OLD)
    assert game["finished"] == 2 * DAY
    assert game["ended"] == "resigned"
    assert ids(find(server, since="1970-01-03", until="1970-01-03")) == [f"{OLD}.1"]
    assert find(server, since="1970-01-04", until="1970-01-05") == []
    assert find(server, until="1970-01-02") == []


def test_deleted_account_is_anonymized_in_the_archive(server: ServerProcess) -> None:
    ada, ben = Browser(server.url, "Ada"), become(server.url, "Ben")
    token = ada.ask("POST", "/api/me/tokens", {"label": "test"})["token"]
    table = finished(server, token, ben)
    ada.ask("POST", "/api/archive/imports", {"lines": a_record()})
    [imported] = find(server, token, whose="imported")
    when = find(server, ben, whose="mine")[0]["finished"]
    ada.ask("DELETE", "/api/me", {})
    [game] = find(server, ben, whose="mine")
    assert game["finished"] == when
    assert sorted(each["name"] for each in game["players"]) == ["Ben", ANONYMOUS]
    assert "Ada" not in ask(server.url, "GET", f"/api/archive/{table}.1").text
    assert find(server, ben, whose="mine", person="ada") == []
    assert ask(server.url, "GET", f"/api/archive/{imported['id']}", token=ben).status_code == 404


# Access


def test_other_people_find_only_public_games(server: ServerProcess) -> None:
    ada, ben, eve = (become(server.url, name) for name in ("Ada", "Ben", "Eve"))
    wishes: list[dict[str, Any]] = [{}, {"public": True}, {"public": True, "spectators": False}]
    hidden, shown, unwatched = (finished(server, ada, ben, **wish) for wish in wishes)
    running = open_table(server.url, ada, public=True)["table"]
    join(server.url, running, "Ada", ada)
    join(server.url, running, "Ben", ben)
    assert len(find(server, ada, whose="mine")) == 3
    for principal in (eve, None):
        found = {game["table"] for game in find(server, principal, most=100)}
        assert shown in found
        assert not found & {hidden, unwatched, running}
        export = ask(server.url, "GET", "/api/archive/export", token=principal).text
        assert shown in export
        assert not any(name in export for name in (hidden, unwatched, running))
        figures = [ask(server.url, "GET", "/api/stats/games/loco", token=who).json() for who in (principal, ada)]
        assert figures[1]["played"] == figures[0]["played"] + 2
    for whose in ("mine", "imported"):
        assert ask(server.url, "GET", f"/api/archive?whose={whose}").json()["key"] == "sign-in-required"
        assert ask(server.url, "GET", f"/api/archive/export?whose={whose}").json()["key"] == "sign-in-required"
        assert find(server, eve, whose=whose) == []
    assert ask(server.url, "GET", f"/api/archive/{running}.1").status_code == 404
    assert ask(server.url, "GET", f"/api/archive/{hidden}.1", token=eve).is_success  # knowing the URL is enough


def test_games_with_blocked_players_are_hidden(server: ServerProcess) -> None:
    ada, ben, eve = (become(server.url, name) for name in ("Ada", "Ben", "Eve"))
    table = finished(server, ada, ben, public=True)
    assert f"{table}.1" in ids(find(server, eve, most=100))
    call(server.url, "POST", f"/api/tables/{table}/seats/0/block", token=eve)
    assert f"{table}.1" not in ids(find(server, eve, most=100))


def test_filters_select_games(server: ServerProcess) -> None:
    ada, ben, cleo = (become(server.url, name) for name in ("Ada", "Ben", "Cleo"))
    plain = finished(server, ada, ben)
    strict = finished(server, ada, ben, options={"strict-marker": True})
    spirits = finished(server, ada, ben, game="genius-loci", options={"single": True})
    table = open_table(server.url, ada)["table"]
    join(server.url, table, "Ada", ada)
    join(server.url, table, "Cleo É.", cleo)
    tell(server, table, ada, "resign")

    def tables(**wanted: Any) -> set[str]:
        return {game["table"] for game in find(server, ada, whose="mine", **wanted)}

    assert tables() == {plain, strict, spirits, table}
    assert tables(game="genius-loci") == {spirits}
    assert tables(person="ben") == {plain, strict, spirits}
    assert tables(person="Cleo%20%C3%89.") == {table}
    assert tables(person="Nobody") == set()
    assert tables(bots="false") == {plain, strict, spirits, table}
    assert tables(bots="true") == set()
    assert tables(practice="true") == set()
    assert tables(seats=2) == {plain, strict, spirits, table}
    assert tables(seats=3) == set()
    assert tables(game="loco", option="strict-marker=true") == {strict}
    assert tables(game="loco", option="strict-marker=false") == {plain, table}
    assert tables(game="loco", option="match=single") == {plain, strict, table}
    assert tables(game="loco", option="match=full") == set()
    assert tables(since="2026-01-01") == tables()
    assert tables(until="2026-01-01") == set()
    assert tables(until="9999-12-31", since="0001-01-01") == tables()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("game=chess", "unknown game"),
        ("option=match=full", "also name the game"),
        ("game=loco&option=hand=11", "no option 'hand'"),
        ("game=loco&option=match=half", "cannot be 'half'"),
        ("after=yesterday", "`next`"),
        ("after=nan~x", "`next`"),
        ("since=tomorrow", "since"),
        ("most=1000", "most"),
        ("seats=0", "seats"),
        ("whose=yours", "whose"),
        ("bots=perhaps", "bots"),
    ],
)
def test_invalid_filters_are_rejected(server: ServerProcess, query: str, said: str) -> None:
    answer = ask(server.url, "GET", f"/api/archive?{query}")
    assert answer.status_code == 400
    assert said in answer.json()["message"]


def test_lists_are_paginated(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    tables = [finished(server, ada, ben) for _ in range(5)]
    seen, after = [], None
    while True:
        part = page(server, ada, whose="mine", most=2, **({} if after is None else {"after": after}))
        seen += [game["table"] for game in part["games"]]
        after = part["next"]
        if after is None:
            break
    assert seen == tables[::-1]
    export = ask(server.url, "GET", "/api/archive/export?whose=mine", token=ada)
    assert export.headers["content-type"].startswith("application/x-ndjson")
    assert [json.loads(line)["fair"]["table"] for line in export.text.splitlines()] == seen


# Imports


def bring(server: ServerProcess, token: str, lines: str) -> dict[str, Any]:
    kept: dict[str, Any] = call(server.url, "POST", "/api/archive/imports", {"lines": lines}, token)
    return kept


def test_records_are_imported_and_deleted(server: ServerProcess) -> None:
    ada, eve = become(server.url, "Ada"), become(server.url, "Eve")
    lines = [
        a_record(names=["Zoë\u0000", "x" * 100]),
        a_record("lokus", 3),
        a_record("locus", 1, names=["only one", "?"]),
    ]
    assert bring(server, ada, "\n".join([lines[0], "", *lines[1:], lines[0]])) == {"kept": 3, "known": 0, "refused": []}
    assert bring(server, ada, lines[1]) == {"kept": 0, "known": 1, "refused": []}
    games = find(server, ada, whose="imported")
    assert {game["game"] for game in games} == {"loco", "lokus", "locus"}
    loco = next(game for game in games if game["game"] == "loco")
    assert (loco["table"], loco["public"], loco["seat"]) == (None, False, None)
    assert [each["name"] for each in loco["players"]] == ["Zoë", "x" * 40]
    assert {each["kind"] for each in loco["players"]} == {"unknown"}
    assert [each["score"] for each in loco["players"]] == json.loads(lines[0])["result"]["scores"]
    assert call(server.url, "GET", f"/api/archive/{loco['id']}", token=ada)["steps"] == json.loads(lines[0])["steps"]
    assert find(server, ada, whose="mine") == []
    assert call(server.url, "GET", "/api/stats/me", token=ada)["played"] == 0
    assert find(server, ada, whose="imported", person="zoë") == [loco]
    for stranger in (eve, None):
        assert loco["id"] not in ids(find(server, stranger, most=100))
        assert ask(server.url, "GET", f"/api/archive/{loco['id']}", token=stranger).status_code == 404
    assert ask(server.url, "DELETE", f"/api/archive/{loco['id']}").json()["key"] == "sign-in-required"
    assert ask(server.url, "DELETE", f"/api/archive/{loco['id']}", token=eve).json()["key"] == "no-such-record"
    assert bring(server, eve, lines[0])["kept"] == 1  # each person has their own copy
    call(server.url, "DELETE", f"/api/archive/{loco['id']}", token=ada)
    assert len(find(server, ada, whose="imported")) == 2
    assert len(find(server, eve, whose="imported")) == 1


def test_export_can_be_imported(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    for wish in ({}, {"game": "genius-loci", "options": {"setup": "random"}}):
        finished(server, ada, ben, **wish)
    lines = ask(server.url, "GET", "/api/archive/export?whose=mine", token=ada).text
    assert bring(server, ben, lines) == {"kept": 2, "known": 0, "refused": []}
    again = ask(server.url, "GET", "/api/archive/export?whose=imported", token=ben).text
    assert sorted(again.splitlines()) == sorted(lines.splitlines())


def test_bad_records_are_rejected_individually(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    good = a_record()
    record = json.loads(good)
    running = record | {"steps": record["steps"][:5]}
    del running["result"]
    bad = [
        json.dumps(record | {"result": {"winners": [0], "scores": [99, 0]}}),
        json.dumps(running),
        json.dumps(record | {"game": "chess"}),
        json.dumps(record | {"steps": [[None, "deal ?"]]}),
        "{",
        json.dumps(record | {"meta": {"text": "x" * 100_000}}),
    ]
    answer = bring(server, ada, "\n".join([good, *bad]))
    assert answer["kept"] == 1
    assert [each["record"] for each in answer["refused"]] == list(range(2, 8))
    reasons = [each["reason"] for each in answer["refused"]]
    for reason, said in zip(
        reasons,
        ["the result says", "not over", "unknown game 'chess'", "step 1", "not JSON", "the limit is 98304"],
        strict=True,
    ):
        assert said in reason
    assert ask(server.url, "POST", "/api/archive/imports", {"lines": good}).json()["key"] == "sign-in-required"
    too_large = ask(server.url, "POST", "/api/archive/imports", {"lines": "x" * 300_000}, ada)
    assert too_large.json()["key"] == "too-large"


def test_imports_per_person_are_limited(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    record = json.loads(a_record("genius-loci"))
    numbered = [json.dumps(record | {"meta": {"number": number}}) for number in range(490)]
    for start in range(0, 490, 70):
        assert bring(server, ada, "\n".join(numbered[start : start + 70]))["kept"] == 70
    more = "\n".join(json.dumps(record | {"meta": {"more": number}}) for number in range(11))
    refused = ask(server.url, "POST", "/api/archive/imports", {"lines": more}, ada)
    assert (refused.status_code, refused.json()["key"]) == (409, "too-many-records")
    assert "490" in refused.json()["message"]
    many = "\n".join(["{}"] * 300)
    answer = bring(server, ada, many)
    assert len(answer["refused"]) == 201
    assert "from 201 on" in answer["refused"][-1]["reason"]


# Stats


def test_stats_count_finished_games(server: ServerProcess) -> None:
    person = become(server.url, "Figaro")
    assert call(server.url, "GET", "/api/stats/me", token=person) == {"played": 0, "won": 0, "games": []}
    table = open_table(server.url, person, seats=2, bots=[1])["table"]
    join(server.url, table, "Figaro", person)
    tell(server, table, person, "hand-to-bot")
    wait_until(lambda: bool(find(server, person, whose="mine")))
    ben = become(server.url, "Ben")
    finished(server, ben, person)
    finished(server, person, ben, game="genius-loci")
    me = call(server.url, "GET", "/api/stats/me?language=de", token=person)
    assert (me["played"], [game["game"] for game in me["games"]]) == (3, ["loco", "genius-loci"])
    loco, spirits = me["games"]
    assert loco["played"] == 2
    assert spirits["won"] == 0
    assert loco["won"] == me["won"] == sum(each["won"] for each in loco["by_seat"])
    assert [point["score"] is None for point in loco["scores"]] == [False, True]  # oldest first
    record = call(server.url, "GET", f"/api/archive/{loco['scores'][0]['id']}")
    seat = loco["scores"][0]["seat"]
    markers = [step.split(" ")[1] for who, step in record["steps"] if who == seat and " " in step]
    assert {each["key"]: each["count"] for each in loco["favourites"]} == {
        colour: markers.count(colour) for colour in markers if colour != "-"
    }
    assert {each["label"] for each in loco["favourites"]} <= {"Rot", "Blau", "Grün", "Lila", "Gelb"}
    assert call(server.url, "GET", "/api/stats/me?bots=true", token=person)["played"] == 1
    assert call(server.url, "GET", "/api/stats/me?practice=true", token=person)["played"] == 0
    assert ask(server.url, "GET", "/api/stats/me").json()["key"] == "sign-in-required"
    game = call(server.url, "GET", "/api/stats/games/loco?bots=true", token=person)
    assert sum(each["count"] for each in game["lengths"]) == game["played"]
    assert sum(each["count"] for each in game["scores"]) == 2 * game["played"]
    assert len(record["steps"]) in [each["value"] for each in game["lengths"]]
    for figures in game["by_seat"]:
        assert figures["lowest"] <= figures["mean"] <= figures["highest"]
    assert ask(server.url, "GET", "/api/stats/games/chess").status_code == 400
