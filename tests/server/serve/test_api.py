"""Health, metrics, logs and API descriptions of a real server."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import httpx
import jsonschema
import pytest
import sqlalchemy as sa
from litestar import Litestar
from litestar.datastructures import State

from locarium import __version__
from locarium.server.base import metrics
from locarium.server.serve import api
from locarium.server.serve.api import DatabaseHealth
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from server.browser import Browser
from server.client import Live, ask, call, join, open_table
from server.server_process import METRICS_TOKEN, ServerProcess
from server.waiting import wait_until


def test_healthy_server_reports_ok(server: ServerProcess) -> None:
    assert call(server.url, "GET", "/health") == {"status": "ok", "version": __version__, "database": "ok"}


def test_hanging_or_missing_database_is_unhealthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    hang, asked = threading.Event(), 0

    def stuck(*_: object) -> None:
        nonlocal asked
        asked += 1
        hang.wait(30)

    async def ask() -> None:
        pulse = DatabaseHealth(database)
        assert await pulse.find_fault() == ""
        await asyncio.sleep(0)
        while pulse._checking is None or not pulse._checking.done():
            await asyncio.sleep(0.01)
        monkeypatch.setattr(api, "HEALTH_SECONDS", 0.05)
        pulse._write_again = 0.0
        monkeypatch.setattr(api, "WRITE_SECONDS", 0.0)
        sa.event.listen(database.engine, "begin", stuck)
        assert all([await pulse.find_fault() for _ in range(3)])
        assert asked == 1
        hang.set()
        while await pulse.find_fault():
            pass
        (tmp_path / "x.sqlite").unlink()
        database.close()
        (tmp_path / "x.sqlite").mkdir()
        assert await pulse.find_fault() == "The database is not writable."
        app = Litestar([api.health], state=State({"database_health": pulse}), openapi_config=None)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            answer = await client.get("/health")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "failing",
            "version": __version__,
            "database": "failing",
            "reason": "The database is not writable.",
        }

    asyncio.run(ask())
    database.close()


def find_fault(database: Database, count: int = 1) -> str:
    """Return the last result of several calls, some time apart."""

    async def ask() -> str:
        pulse = DatabaseHealth(database)
        for _ in range(count):
            found = await pulse.find_fault()
            while pulse._checking is not None and not pulse._checking.done():
                await asyncio.sleep(0.01)
        return found

    return asyncio.run(ask())


def test_read_only_database_is_unhealthy(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    assert find_fault(database) == ""
    database.engine.dispose()
    sa.event.listen(database.engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only = ON"))
    assert find_fault(database) == "The database is not writable."
    database.close()


def test_full_disk_is_unhealthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    monkeypatch.setattr(api, "LEAST_FREE", shutil.disk_usage(tmp_path).free + 2**40)
    assert "The disk is full" in find_fault(database)
    database.close()


def test_health_check_limits_its_writes(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    begun: list[object] = []
    sa.event.listen(database.engine, "begin", begun.append)
    assert find_fault(database, 20) == ""
    assert len(begun) <= 3  # one check of all pages, and a write every two seconds
    with database.engine.connect() as connection:
        assert connection.execute(sa.select(schema.processes)).all() == []
    database.close()


def test_damaged_page_is_unhealthy(tmp_path: Path) -> None:
    file = tmp_path / "locarium.sqlite"
    own_server = ServerProcess(tmp_path)
    table = open_table(own_server.url)["table"]
    own_server.stop()
    damage(file, "tables")
    own_server.start()
    try:
        wait_until(lambda: httpx.get(f"{own_server.url}/health").status_code == 503)
        assert "damaged" in httpx.get(f"{own_server.url}/health").json()["reason"]
        assert ask(own_server.url, "GET", f"/api/tables/{table}").status_code in (200, 404, 500, 503)
    finally:
        own_server.stop()


def test_damage_found_by_a_query_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    database = Database(f"sqlite:///{file}")
    with database.engine.begin() as connection:
        rows = [{"name": f"t{number}", "game": "loco", "opened": 0.0} for number in range(500)]
        connection.execute(sa.insert(schema.tables), rows)
    database.close()
    damage(file, "tables")
    database = Database(f"sqlite:///{file}")
    assert not database.is_damaged
    with pytest.raises(sa.exc.DatabaseError), database.engine.connect() as connection:
        connection.execute(sa.select(schema.tables)).all()
    assert database.is_damaged
    database.close()


def damage(file: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [size] = connection.execute("PRAGMA page_size").fetchone()
        [root] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
    with file.open("r+b") as pages:
        pages.seek((root - 1) * size)
        pages.write(b"\xa5" * size)


def test_metrics_count_activity(server: ServerProcess) -> None:
    table = open_table(server.url, bots=[1])["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    live.wait_for_turn()
    live.answer(live.step("nonsense"))
    live.answer(live.step(live.state["legal"][0]))
    httpx.get(f"{server.url}/api/tables/nowhere")
    text = server.metrics()
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures['locarium_requests_total{method="POST",route="/api/tables",status="201"}']) >= 1
    assert float(figures['locarium_requests_total{method="GET",route="/api/tables/{table}",status="404"}']) >= 1
    assert float(figures['locarium_refusals_total{key="bad-notation"}']) >= 1
    assert float(figures["locarium_live_connections"]) >= 1
    assert float(figures["locarium_live_messages_total"]) >= 3
    assert float(figures["locarium_events_stored_total"]) >= 4
    assert float(figures["locarium_append_seconds_count"]) >= 2
    assert float(figures["locarium_append_group_count"]) == float(figures["locarium_append_seconds_count"])
    assert float(figures["locarium_failures_total"]) == 0
    assert table not in text


def test_metrics_need_the_token(server: ServerProcess) -> None:
    for wrong in ({}, {"Authorization": "Bearer open"}, {"Authorization": "Bearer"}):
        assert httpx.get(f"{server.url}/metrics", headers=wrong).status_code == 403
    right = {"Authorization": f"Bearer {METRICS_TOKEN}", "X-Forwarded-For": "192.0.2.1"}
    assert httpx.get(f"{server.url}/metrics", headers=right).is_success


def test_metrics_need_a_token_even_for_local_requests(tmp_path: Path) -> None:
    """A local proxy that adds no header looks like the operator."""
    own_server = ServerProcess(tmp_path, LOCARIUM_METRICS_TOKEN="")
    try:
        for headers in ({}, {"Host": "house.example"}, {"Authorization": "Bearer"}):
            answer = httpx.get(f"{own_server.url}/metrics", headers=headers)
            assert (answer.status_code, answer.json()["key"]) == (403, "metrics-closed")
            assert "LOCARIUM_METRICS_TOKEN" in answer.json()["message"]
    finally:
        own_server.stop()


def test_metrics_are_aggregated_across_processes(tmp_path: Path) -> None:
    """Each process writes to the shared folder, and any of them reports the sum."""
    count = "from locarium.server.base import metrics; metrics.bus_sent.inc(2); metrics.live_connections.inc()"
    environment = {metrics.SHARED_FOLDER: str(tmp_path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", count], env=environment, check=True)
    show = "from locarium.server.base import metrics; print(metrics.exposition().decode())"
    shown = subprocess.run([sys.executable, "-c", show], env=environment, check=True, capture_output=True, text=True)
    assert "locarium_bus_sent_total 4.0" in shown.stdout


def test_logs_contain_the_route_but_no_secrets(tmp_path: Path) -> None:
    own_server = ServerProcess(tmp_path, LOCARIUM_LOG="json", log=True)
    try:
        table = open_table(own_server.url)["table"]
        token = join(own_server.url, table, "Ada the Secret")["token"]
        headers = {"Authorization": f"Bearer {token}", "Cookie": "locarium=crumbs"}
        answer = httpx.get(f"{own_server.url}/api/tables/{table}/record?secret=question", headers=headers)
        live = Live(own_server.host, table, token)
        live.hear()
        live.close()
        httpx.get(f"{own_server.url}/api/tables/{table[:-1]}x")
    finally:
        own_server.stop()
    text = own_server.log_text()
    for secret in (table[6:], token[6:], "crumbs", "question", "Ada"):
        assert secret not in text
    lines = [json.loads(line) for line in text.splitlines()]
    (asked,) = [line for line in lines if line.get("request") == answer.headers["x-request-id"]]
    assert asked["message"] == "GET /api/tables/{table}/record"
    assert (asked["status"], asked["table"], asked["logger"]) == (200, table[:6], "locarium.access")
    assert asked["ms"] > 0
    assert any(line["message"] == "LIVE /api/tables/{table}/live" for line in lines)


def test_logs_and_metrics_contain_no_secrets(tmp_path: Path) -> None:
    """Send all kinds of valid and invalid requests. No private data may reach the operator."""
    own_server = ServerProcess(tmp_path, "--log-level", "debug", LOCARIUM_LOG="json", log=True)
    try:
        evening = Session(own_server)
        figures = own_server.metrics()
    finally:
        own_server.stop()
    log = own_server.log_text()
    assert log.count("\n") > 30
    for secret in evening.secrets:
        assert len(secret) >= 6
        assert secret not in log
        assert secret not in figures
    for table in evening.tables:
        assert table[:6] in log
        assert table[:6] not in figures
    assert not [line for line in map(json.loads, log.splitlines()) if line["level"] in ("warning", "error", "critical")]


class Session:
    """Two people play, chat, report each other and sign in from other devices."""

    def __init__(self, own_server: ServerProcess) -> None:
        self._server = own_server
        self.ada = Browser(own_server.url, "Ada Lovelace")
        self.secrets = ["Lovelace", "countess", "correct horse", "wrong horse", self.ada.cookie, self.ada.code]
        self._enter()
        self.tokens = [
            self._token(self.ada, password="correct horse"),
            self._token(Browser(own_server.url, "Ben Jonson")),
        ]
        self.secrets += ["Jonson", *(token[6:] for token in self.tokens)]
        self.tables = [open_table(own_server.url, self.tokens[0], public=True)["table"]]
        self._play(self.tables[0])
        self._quarrel(self.tables[0])
        self._send_invalid_requests(self.tables[0])
        self.secrets += [table[6:] for table in self.tables]

    def _enter(self) -> None:
        ada, other = self.ada, self.ada.stranger()
        ada.ask("POST", "/api/me/account", {"login": "countess", "password": "correct horse"})
        ada.code = ada.ask("POST", "/api/me/code", {"password": "correct horse"})["code"]
        self.secrets += [ada.cookie, ada.code]
        other.refused("POST", "/api/sign-in", {"login": "countess", "password": "wrong horse"})
        other.refused("POST", f"/api/sign-in?password=correct horse&code={ada.code}", {"password": "correct horse"})
        other.ask("POST", "/api/recover", {"code": ada.code.lower()})
        other.refused("POST", "/api/recover", {"code": ada.code, "more": ada.code})
        other.ask("POST", "/api/me/passkeys/options", {"password": "correct horse"})
        code = ada.ask("POST", "/api/me/code", {"password": "correct horse"})["code"]
        self.secrets += [other.cookie, code, self.ada.code.replace("-", "")]

    def _token(self, browser: Browser, **body: str) -> str:
        return str(browser.ask("POST", "/api/me/tokens", {"label": "my clever bot"} | body)["token"])

    def _play(self, table: str) -> None:
        url, (ada, ben) = self._server.url, self.tokens
        for token in (ada, ben):
            join(url, table, token=token, name=None)
        live = Live(self._server.host, table, ada, language="de")
        live.hear()
        live.answer(live.ask("chat", text="meet me at the fountain"))
        live.answer(live.step("nonsense"))
        for token in (ada, ben):
            state = call(url, "GET", f"/api/tables/{table}/state?after=0&wait=1", token=token)
            step = {
                "kind": "step",
                "key": "my key",
                "version": state["version"],
                "step": (state["legal"] or ["r3 y"])[0],
            }
            ask(url, "POST", f"/api/tables/{table}/requests", step, token)
        live.answer(live.ask("undo"))
        live.answer(live.ask("resign"))
        live.answer(live.ask("rematch"))
        self.tables.append(call(url, "GET", f"/api/tables/{table}", token=ada)["next_table"])
        call(url, "GET", f"/api/tables/{self.tables[1]}")
        self.secrets += ["fountain", "my key"]

    def _quarrel(self, table: str) -> None:
        url, (ada, _) = self._server.url, self.tokens
        call(url, "POST", f"/api/tables/{table}/seats/1/report", {"reason": "abuse", "text": "called me a goose"}, ada)
        call(url, "POST", f"/api/tables/{table}/seats/1/block", token=ada)
        call(url, "GET", "/api/me/tables", token=ada)
        call(url, "GET", "/api/tables", token=ada)
        self.secrets += ["called me a goose", "clever bot"]

    def _send_invalid_requests(self, table: str) -> None:
        """Send invalid paths and bodies with secrets in the wrong places."""
        url, (ada, ben) = self._server.url, self.tokens
        for path in (f"/table/{table}", f"/api/tables/{table}/nothing", f"/nothing/{table}", f"/api/me/{ada}"):
            ask(url, "GET", path, token=ben)
        ask(url, "GET", f"/api/tables/{table}/record?token={ada}&game=x")
        ask(url, "GET", "/api/me", token=f"{ada}x")
        ask(url, "POST", "/api/tables", {ada: table, "game": ada}, ada)
        ask(url, "POST", "/api/tables", {"game": table, "seats": 2}, ada)
        for greeting in ({"kind": "hello", "token": f"{ada}x"}, {"kind": "hello", ada: table}, f"{ada} {table}"):
            assert Live(self._server.host, table, greeting=greeting).closed() == 1008


def test_openapi_describes_every_route(server: ServerProcess) -> None:
    description = call(server.url, "GET", "/api/schema")
    assert description == call(server.url, "GET", "/api/schema/openapi.json")
    assert {"/api/games", "/api/tables", "/api/tables/{table}/seats", "/health", "/metrics"} <= description[
        "paths"
    ].keys()
    schemes = description["components"]["securitySchemes"]
    assert {scheme["type"] for scheme in schemes.values()} == {"apiKey", "http"}
    for path in description["paths"].values():
        for operation_ in path.values():
            assert operation_["description"]
            fault = operation_["responses"]["4XX"]["content"]["application/json"]["schema"]
            assert fault == {"$ref": "#/components/schemas/Fault"}


@pytest.mark.parametrize(("game", "seats"), [("loco", 2), ("lokus", 3), ("locus", 2), ("genius-loci", 2)])
def test_live_messages_match_the_schema(server: ServerProcess, game: str, seats: int) -> None:
    """Play a game with bots and make valid and invalid moves."""
    described = call(server.url, "GET", "/api/schema/live.json")
    assert described["$schema"].endswith("2020-12/schema")
    jsonschema.Draft202012Validator.check_schema(described)
    heard, said = (
        jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": described["$defs"]})
        for name in ("ToClient", "FromClient")
    )
    table = open_table(server.url, game=game, seats=seats, bots=list(range(1, seats)))["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    for _ in range(5):
        if not live.wait_for_turn():
            break
        live.answer(live.step("nonsense"))
        if not live.wait_for_turn():  # the bots were faster
            break
        answer = live.answer(live.step(live.state["legal"][0]))
        if answer["kind"] == "acknowledged":  # otherwise the bots were faster, and that state was received
            live.hear_until(lambda message: message["kind"] == "state")
    kinds = set()
    for text in live.received:
        message = json.loads(text)
        kinds.add(message["kind"])
        heard.validate(message)
    assert kinds == {"state", "acknowledged", "rejected"}
    said.validate({"kind": "step", "key": "k", "version": 1, "step": "r3 y"})
    for wrong in ({"kind": "step"}, {"kind": "nothing"}, {"kind": "hello", "more": 1}):
        assert not said.is_valid(wrong)
    assert not heard.is_valid({"kind": "acknowledged", "key": 1, "version": 1})


def test_asyncapi_describes_live_play(server: ServerProcess) -> None:
    described = call(server.url, "GET", "/api/schema/asyncapi.json")
    assert described["asyncapi"] == "3.0.0"
    payload = described["channels"]["live"]["messages"]["ToClient"]["payload"]["$ref"]
    address, _, pointer = payload.partition("#")
    assert "ToClient" in call(server.url, "GET", address)["$defs"]
    assert pointer == "/$defs/ToClient"
