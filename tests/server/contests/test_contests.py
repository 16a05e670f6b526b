"""Duels and duplicate tables over real HTTP, on every database: same deals, compared results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.record import read_record
from locarium.server.contests import contests
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.storage.signing import person_id_of
from locarium.table.anonymize import ANONYMOUS
from locarium.table.events import Drawn
from locarium.table.fairness import METHOD
from locarium.table.verification import verify
from server.browser import Browser
from server.client import ask, become, call, join, open_table
from server.playing import ServerApi, play_out
from server.server_process import ServerProcess
from server.stored import NAMES, TOKENS, read_events, write_people
from server.waiting import wait_until

GIVEN = "..b./..wT./.bbw.b/..wSbw./.wb..P/bYCww/w.b. b"  # a GENIUS LOCI position
LOST = "a-contest-that-was-interrupted"

_keys = count()


class ContestServer(ServerApi):
    """A server with contests."""

    def make(self, host: str, **wish: Any) -> str:
        return str(call(self.url, "POST", "/api/contests", wish, host)["contest"])

    def enter(self, contest: str, token: str) -> dict[str, Any]:
        shown: dict[str, Any] = call(self.url, "POST", f"/api/contests/{contest}/entrants", token=token)
        return shown

    def begin(self, contest: str, token: str) -> dict[str, Any]:
        shown: dict[str, Any] = call(self.url, "POST", f"/api/contests/{contest}/begin", token=token)
        return shown

    def show(self, contest: str, token: str | None = None) -> dict[str, Any]:
        shown: dict[str, Any] = call(self.url, "GET", f"/api/contests/{contest}", token=token)
        return shown

    def drawn(self, table: str) -> list[str]:
        """Return a table's draws, read from the database."""
        return [event.text for event in read_events(self.address, table) if isinstance(event, Drawn)]

    def tables(self, contest: str) -> list[Any]:
        """Return all seats of a contest, read from the database."""
        database = Database(self.address)
        entries = schema.entries
        wanted = sa.select(entries).where(entries.c.contest == contest)
        with database.engine.connect() as connection:
            found = list(connection.execute(wanted.order_by(entries.c.deal, entries.c.place, entries.c.seat)).all())
        database.close()
        return found


@pytest.fixture(scope="module")
def server(lasting_address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    write_people(lasting_address)
    interrupt(lasting_address)
    process = ServerProcess(tmp_path_factory.mktemp("house"), database=lasting_address)
    yield ContestServer(process, lasting_address)
    process.stop()


def interrupt(address: str) -> None:
    """Store a contest that started just before a crash, with no table open."""
    database = Database(address)
    with database.engine.begin() as connection:
        facts = {"kind": "duel", "game": "locus", "seats": 1, "options": "{}", "deals": 1, "tables": 3, "level": 1}
        facts |= {"name": LOST, "secret": b"s" * 32, "host": person_id_of(NAMES[0]), "opened": 1.0, "method": METHOD}
        connection.execute(sa.insert(schema.contests).values(facts))
        for number, name in ((0, NAMES[0]), (2, NAMES[1])):  # one entrant has left
            row = {"contest": LOST, "number": number, "person_id": person_id_of(name), "name": name, "program": False}
            connection.execute(sa.insert(schema.entrants).values(row))
        contests._begin_for(connection, LOST, person_id_of(NAMES[0]), 4e9)
    database.close()


def own_tables(shown: dict[str, Any]) -> list[str]:
    """Return the client's tables by deal."""
    return [place["table"] for deal in shown["results"] for place in deal["tables"] if place["own"]]


def scores(shown: dict[str, Any]) -> dict[int, int | None]:
    """Return the scores of the first deal by entrant."""
    seats = [seat for place in shown["results"][0]["tables"] for seat in place["seats"]]
    return {seat["entrant"]: seat["score"] for seat in seats}


# Duels


def test_duel_is_compared_after_playing(server: ContestServer) -> None:
    ada, ben, eve = (become(server.url, name) for name in ("Ada", "Ben", "Eve"))
    contest = server.make(ada, kind="duel")
    waiting = server.show(contest, ben)
    assert (waiting["status"], waiting["results"], waiting["host"]) == ("waiting", [], False)
    shown = server.enter(contest, ben)  # the last entrant starts it
    assert shown["status"] == "running"
    assert [(each["name"], each["own"]) for each in shown["entrants"]] == [("Ada", False), ("Ben", True)]
    [bens], [adas] = own_tables(shown), own_tables(server.show(contest, ada))
    assert server.drawn(adas) == server.drawn(bens)
    score = play_out(server.server, adas, ada)["scores"][0]
    assert scores(server.show(contest, ada)) == {0: score, 1: None}
    for token in (None, ben, eve):
        assert scores(server.show(contest, token)) == {0: None, 1: None}
        assert own_tables(server.show(contest, token)) == ([bens] if token == ben else [])
        assert server.refused(token, "GET", f"/api/tables/{adas}/record") == (403, "embargoed")
        assert server.refused(token, "GET", f"/api/archive/{adas}.1") == (403, "embargoed")
    own = call(server.url, "GET", f"/api/tables/{adas}/record", token=ada)
    assert "secret" not in own["fair"]
    assert call(server.url, "GET", "/api/archive?whose=mine", token=ada)["games"][0]["embargoed"]
    assert ask(server.url, "GET", "/api/archive/export?whose=mine", token=ada).text == ""
    assert server.refused(ada, "GET", f"/api/tables/{bens}/record") == (403, "no-spectators")
    other = play_out(server.server, bens, ben, seed=2)["scores"][0]
    for token in (None, ada, ben, eve):
        over = server.show(contest, token)
        assert (over["status"], scores(over)) == ("over", {0: score, 1: other})
        for table in (adas, bens):
            text = ask(server.url, "GET", f"/api/tables/{table}/record", token=token).text
            assert text == ask(server.url, "GET", f"/api/archive/{table}.1", token=token).text
            check_record(text, over["results"][0]["commitment"])
    best = max((score, other))
    expected = {each: 1 if points == best else 2 for each, points in {0: score, 1: other}.items()}
    assert {each["entrant"]: each["rank"] for each in over["standings"]} == expected
    assert sum(each["total"] for each in over["standings"]) == 0
    [listed] = call(server.url, "GET", "/api/me/contests", token=ben)
    assert (listed["contest"], listed["status"], listed["left"], listed["host"]) == (contest, "over", 0, False)


def check_record(text: str, commitment: str) -> None:
    record = read_record(text)
    findings = list(verify(record, catalogue.game(record.game)))
    assert {finding.verdict for finding in findings} <= {"right", "note"}, findings
    assert record.fair is not None
    assert record.fair["commitment"] == commitment


def test_entrant_sees_other_results_after_playing(server: ContestServer) -> None:
    ada, ben, cleo = (become(server.url, name) for name in ("Ada", "Ben", "Cleo"))
    contest = server.make(ada, kind="duel", tables=3)
    for token in (ben, cleo):
        server.enter(contest, token)
    tables = {token: own_tables(server.show(contest, token))[0] for token in (ada, ben, cleo)}
    for token in (ada, ben):
        play_out(server.server, tables[token], token)
    record = call(server.url, "GET", f"/api/tables/{tables[ben]}/record", token=ada)
    assert record["result"]["scores"]
    assert "secret" not in record["fair"]
    assert not any(step[0] is None and step[1] == server.drawn(tables[ben])[0] for step in record["steps"])
    assert None not in [place["table"] for place in server.show(contest, ada)["results"][0]["tables"] if place["over"]]
    assert server.refused(cleo, "GET", f"/api/tables/{tables[ben]}/record") == (403, "embargoed")
    [listed] = call(server.url, "GET", "/api/me/contests", token=cleo)
    assert (listed["status"], listed["left"]) == ("running", 1)


def test_interrupted_contest_resumes_after_a_restart(server: ContestServer) -> None:
    shown = server.show(LOST, TOKENS[0])
    assert [each["name"] for each in shown["entrants"]] == list(NAMES[:2])
    assert shown["tables"] == 2
    [adas], [bens] = own_tables(shown), own_tables(server.show(LOST, TOKENS[1]))
    wait_until(lambda: all(server.drawn(table) for table in (adas, bens)))
    assert server.drawn(adas) == server.drawn(bens)


# Duplicate tables


@pytest.mark.parametrize(("game", "seats"), [("loco", 2), ("lokus", 3)])
def test_duplicate_tables_share_deals_and_bots_fill_in(server: ContestServer, game: str, seats: int) -> None:
    ada = become(server.url, "Ada")
    contest = server.make(ada, kind="duplicate", game=game, seats=seats, tables=2, deals=2, level=1)
    shown = server.begin(contest, ada)
    assert [each["level"] for each in shown["entrants"]] == [None] + [1] * (2 * seats - 1)
    for table in own_tables(shown):
        play_out(server.server, table, ada)
    wait_until(lambda: server.show(contest)["status"] == "over")
    rows = server.tables(contest)
    first_draws = {(row.deal, row.table): server.drawn(row.table)[0] for row in rows}
    assert len(first_draws) == 4
    for deal in (1, 2):
        assert len({drawn for (number, _), drawn in first_draws.items() if number == deal}) == 1
    assert len(set(first_draws.values())) == 2
    assert {row.seat for row in rows if row.entrant == 0} == {0, 1}
    over = server.show(contest)
    for deal in over["results"]:
        for seat in range(seats):
            same = [each for place in deal["tables"] for each in place["seats"] if each["seat"] == seat]
            sign = -1 if over["fewest_win"] else 1
            mean = sum(each["score"] for each in same) / 2
            assert [each["difference"] for each in same] == [sign * (each["score"] - mean) for each in same]
        for place in deal["tables"]:
            check_record(ask(server.url, "GET", f"/api/archive/{place['table']}.1").text, deal["commitment"])
            results = [(each["score"], each["won"]) for each in place["seats"]]
            best = (min if over["fewest_win"] else max)(score for score, _ in results)
            assert all(won == (score == best) for score, won in results)
    totals = [each["total"] for each in over["standings"]]
    assert totals == sorted(totals, reverse=True)
    assert len(totals) == 2 * seats


@pytest.mark.parametrize(("game", "fewest"), [("lokus", True), ("loco", False), ("locus", False)])
def test_contest_shows_whether_low_scores_win(server: ContestServer, game: str, fewest: bool) -> None:
    """Clients need to know this before there are any results."""
    host = become(server.url, "Ada")
    contest = server.make(host, kind="duplicate", game=game, seats=3, tables=2, deals=1)
    assert server.show(contest)["fewest_win"] is fewest


def test_drawn_seat_order_keeps_results_with_their_entrants(server: ContestServer) -> None:
    """GENIUS LOCI draws who goes first. Results still belong to the entrant in that seat."""
    ada = become(server.url, "Ada")
    contest = server.make(ada, kind="duplicate", game="genius-loci", seats=2, options={"setup": "random"}, level=1)
    [table] = own_tables(server.begin(contest, ada))
    ending = play_out(server.server, table, ada)
    seat = call(server.url, "GET", f"/api/tables/{table}/state", token=ada)["seat"]
    [place] = [place for place in server.show(contest, ada)["results"][0]["tables"] if place["own"]]
    [own] = [each for each in place["seats"] if each["entrant"] == 0]
    assert own["won"] == (seat in ending["winners"])
    request = {"kind": "resign", "key": f"k{next(_keys)}"}
    assert server.refused(ada, "POST", f"/api/tables/{table}/requests", request) == (409, "played-to-the-end")


# Entrants


def test_entrants_can_enter_and_leave(server: ContestServer) -> None:
    ada, ben, cleo, dan = (become(server.url, name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    contest = server.make(ada, kind="duel", tables=4)
    path = f"/api/contests/{contest}"
    assert server.refused(ada, "POST", f"{path}/begin") == (409, "too-few-entrants")
    assert server.refused(None, "POST", f"{path}/entrants") == (401, "sign-in-required")
    for token in (ben, cleo, ben):
        server.enter(contest, token)
    call(server.url, "DELETE", f"{path}/entrants", token=ben)
    assert [each["name"] for each in server.show(contest)["entrants"]] == ["Ada", "Cleo"]
    assert server.refused(cleo, "POST", f"{path}/begin") == (403, "not-your-contest")
    begun = server.begin(contest, ada)
    assert [(each["number"], each["name"]) for each in begun["entrants"]] == [(0, "Ada"), (1, "Cleo")]
    assert begun["tables"] == 2
    assert own_tables(server.begin(contest, ada)) == own_tables(begun)  # repeating is harmless
    assert server.refused(dan, "POST", f"{path}/entrants") == (409, "contest-begun")
    assert server.refused(cleo, "DELETE", f"{path}/entrants") == (409, "contest-begun")
    assert server.refused(ada, "GET", "/api/contests/none") == (404, "no-such-contest")


def test_blocked_person_cannot_enter(server: ContestServer) -> None:
    ada, ben = become(server.url, "Ada"), Browser(server.url, "Ben")
    table = open_table(server.url, ada, seats=3)["table"]
    seat = ben.ask("POST", f"/api/tables/{table}/seats", {})["seat"]
    join(server.url, table, "Ada", ada)
    call(server.url, "POST", f"/api/tables/{table}/seats/{seat}/block", token=ada)
    contest = server.make(ada, kind="duel")
    assert ben.refused("POST", f"/api/contests/{contest}/entrants") == (403, "not-welcome")


def test_deleted_person_is_removed_from_a_contest(server: ContestServer) -> None:
    ada, zoe = become(server.url, "Ada"), Browser(server.url, "Zoe")
    waiting, begun = server.make(ada, kind="duel"), server.make(ada, kind="duel", tables=3)
    made = zoe.ask("POST", "/api/contests", {"kind": "duel"})["contest"]
    zoe.ask("POST", f"/api/contests/{begun}/entrants")
    server.begin(begun, ada)
    zoe.ask("DELETE", "/api/me", {})
    assert [each["name"] for each in server.show(begun)["entrants"]] == ["Ada", ANONYMOUS]
    assert server.show(made)["entrants"] == []
    assert [each["name"] for each in server.show(waiting)["entrants"]] == ["Ada"]


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ({"kind": "duel", "seats": 2}, "bad-duel"),
        ({"kind": "duel", "tables": 6}, "bad-duel"),
        ({"kind": "duel", "game": "lokus"}, "bad-input"),
        ({"kind": "duplicate", "game": "locus"}, "duplicate-alone"),
        ({"kind": "duplicate", "game": "chess", "seats": 2}, "bad-input"),
        ({"kind": "duplicate", "game": "genius-loci", "seats": 2, "options": {"setup": GIVEN}}, "nothing-drawn"),
        ({"kind": "duplicate", "game": "loco", "seats": 2, "deals": 9}, "bad-field"),
        ({"kind": "daily"}, "bad-field"),
    ],
)
def test_unplayable_contests_are_rejected(server: ContestServer, wish: dict[str, Any], answer: str) -> None:
    assert server.refused(become(server.url), "POST", "/api/contests", wish) == (400, answer)
