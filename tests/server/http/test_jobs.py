"""Expensive services on a real server: run by the worker pool, fair, bounded, cancelled on disconnect."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

import httpx
import pytest

from locarium.server.base.workers import SIZES
from server.archive.test_replay import old_records
from server.client import ask, become, call, join, open_table
from server.learn.test_edition_editor import SHEET
from server.server_process import ServerProcess
from server.tables.test_hints import wish
from server.waiting import PATIENCE, wait_until

HARD = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"  # the solver uses its whole time limit
SOLVER = "/api/positions/genius-loci/solve"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server"), "--trust-proxy")
    yield process
    process.stop()


def figure(server: ServerProcess, name: str, kind: str) -> int:
    """Read a metric, 0 if it was never counted."""
    text = server.metrics()
    found = re.search(rf'^locarium_{name}{{kind="{kind}"}} (\S+)', text, re.MULTILINE)
    return int(float(found[1])) if found else 0


def begun(server: ServerProcess, kind: str) -> int:
    return figure(server, "work_wait_seconds_count", kind)


def waiting(server: ServerProcess, kind: str = "proofs") -> int:
    return figure(server, "work_waiting", kind)


class Challenge:
    """A request that can be abandoned."""

    def __init__(self, server: ServerProcess, address: str, path: str = SOLVER, body: Any = None) -> None:
        self._connection = HTTPConnection(server.host, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        written = json.dumps(body or {"position": HARD, "steps": []})
        self._connection.request("POST", path, written, headers)

    def answer(self) -> tuple[int, Any]:
        response = self._connection.getresponse()
        self.headers = dict(response.getheaders())
        found = response.status, json.loads(response.read())
        self._connection.close()
        return found

    def abandon(self) -> None:
        self._connection.close()


# Every service uses the pool.


def solve(server: ServerProcess) -> None:
    easy = call(server.url, "GET", "/api/puzzles/genius-loci")["puzzles"][0]["id"]
    call(server.url, "POST", f"/api/puzzles/genius-loci/{easy}", {"steps": [], "help": "clue"})


def study(server: ServerProcess) -> None:
    call(server.url, "POST", "/api/positions/genius-loci", {"position": HARD, "steps": []})


def learn(server: ServerProcess) -> None:
    call(server.url, "POST", "/api/lessons/loco", {"name": "Ada", "made": []})


def replay(server: ServerProcess) -> None:
    call(server.url, "POST", "/api/replay", {"record": old_records("loco")[0].decode()})


def import_records(server: ServerProcess) -> None:
    line = old_records("loco")[0].decode()
    call(server.url, "POST", "/api/archive/imports", {"lines": line}, become(server.url))


def check_edition(server: ServerProcess) -> None:
    call(server.url, "POST", "/api/editions/locus", {"text": SHEET})


def balance(server: ServerProcess) -> None:
    headers = {"Authorization": f"Bearer {become(server.url)}"}
    address = f"{server.url}/api/editions/locus/balance"
    with httpx.stream("POST", address, json={"text": SHEET}, headers=headers, timeout=PATIENCE) as answer:
        next(answer.iter_lines())


def sign_in(server: ServerProcess) -> None:
    ask(server.url, "POST", "/api/sign-in", {"login": "nobody", "password": "correct horse"})


def look_at_stats(server: ServerProcess) -> None:
    call(server.url, "GET", "/api/stats/me", token=become(server.url))


def open_contest(server: ServerProcess) -> None:
    call(server.url, "POST", "/api/contests", {"kind": "duel"}, become(server.url))


def hint(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    table = open_table(server.url, ada, seats=1, game="locus")["table"]
    join(server.url, table, "Ada", ada)
    wish(server, table, ada)
    call(server.url, "POST", f"/api/tables/{table}/hint", token=ada)


def play_a_bot(server: ServerProcess) -> None:
    table = open_table(server.url, game="loco", seats=2, bots=[0, 1])["table"]
    wait_until(lambda: bool(call(server.url, "GET", f"/api/tables/{table}")["status"] == "over"))
    call(server.url, "GET", f"/api/tables/{table}")  # loaded from the database


@pytest.mark.parametrize(
    ("kind", "use"),
    [
        ("proofs", solve),
        ("studies", study),
        ("lessons", learn),
        ("replays", replay),
        ("imports", import_records),
        ("editions", check_edition),
        ("balances", balance),
        ("passwords", sign_in),
        ("stats", look_at_stats),
        ("hints", hint),
        ("bots", play_a_bot),
        ("tables", play_a_bot),
        ("tables", open_contest),
    ],
)
def test_service_runs_in_the_worker_pool(
    server: ServerProcess, kind: str, use: Callable[[ServerProcess], None]
) -> None:
    before = begun(server, kind)
    use(server)
    assert begun(server, kind) > before
    assert begun(server, "games") >= 1  # games are loaded in the pool too


# Fair, bounded, cancelled.


def test_abandoned_requests_do_not_delay_other_clients(server: ServerProcess) -> None:
    """Abandoned work never starts, and a running solver stops."""
    before = begun(server, "proofs")
    crowd = [Challenge(server, f"203.0.113.{number}") for number in range(12)]
    wait_until(lambda: waiting(server) == 11)
    for question in crowd:
        question.abandon()
    wait_until(lambda: waiting(server) == 0)
    status, found = Challenge(server, "198.51.100.1", body={"position": HARD, "steps": []}).answer()
    assert (status, found["winner"]) == (200, None)
    assert begun(server, "proofs") == before + 2  # the first abandoned request and the other client's


def test_one_address_cannot_fill_the_queue(server: ServerProcess) -> None:
    most = int(SIZES["proofs"].address)
    crowd = [Challenge(server, "203.0.113.1") for _ in range(most + 1)]  # one of them runs
    wait_until(lambda: waiting(server) >= most - 1)
    more = [Challenge(server, "203.0.113.1") for _ in range(4)]
    status, fault = more[-1].answer()
    assert (status, fault["key"]) == (429, "too-many-waiting")
    assert f"at most {most}" in fault["message"]
    assert int(more[-1].headers["retry-after"]) > 0
    honest = Challenge(server, "198.51.100.1")
    wait_until(lambda: bool(places(server, "198.51.100.1")))
    assert places(server, "198.51.100.1")[0]["kind"] == "proofs"
    assert places(server, "198.51.100.1")[0]["place"] <= 2
    assert len(places(server, "203.0.113.1")) >= most - 1
    assert places(server, "192.0.2.1") == []
    crowd += more
    for question in (*crowd, honest):
        question.abandon()
    wait_until(lambda: waiting(server) == 0)


def places(server: ServerProcess, address: str) -> Any:
    return httpx.get(f"{server.url}/api/work", headers={"X-Forwarded-For": address}, timeout=PATIENCE).json()


@pytest.mark.slow
def test_single_request_overtakes_another_clients_backlog(server: ServerProcess) -> None:
    answered: list[str] = []
    with ThreadPoolExecutor(5) as threads:
        for number, name in enumerate(("crowd", "crowd", "crowd", "crowd", "honest")):
            question = Challenge(server, "203.0.113.1" if name == "crowd" else "198.51.100.1")
            wait_until(lambda number=number: waiting(server) == number)  # type: ignore[misc]
            threads.submit(lambda question=question, name=name: (question.answer(), answered.append(name)))
    assert answered.index("honest") <= 2


def test_disconnect_is_logged(server: ServerProcess) -> None:
    question = Challenge(server, "203.0.113.9")
    wait_until(lambda: bool(begun(server, "proofs")))
    question.abandon()
    pattern = rf'locarium_requests_total{{method="POST",route="{SOLVER}",status="499"}} [1-9]'
    wait_until(lambda: re.search(pattern, server.metrics()) is not None)


def test_balance_trial_reports_its_place_in_the_queue(server: ServerProcess) -> None:
    ada, ben = ({"Authorization": f"Bearer {become(server.url, name)}"} for name in ("Ada", "Ben"))
    address, wish = f"{server.url}/api/editions/locus/balance", {"text": SHEET}
    with httpx.stream("POST", address, json=wish, headers=ada, timeout=PATIENCE) as first:
        running = first.iter_lines()  # disconnects when garbage-collected
        assert json.loads(next(running))["place"] == 0
        with httpx.stream("POST", address, json=wish, headers=ben, timeout=PATIENCE) as second:
            lines = second.iter_lines()
            assert json.loads(next(lines))["place"] == 1
            assert httpx.get(f"{server.url}/api/work", headers=ben).json() == [{"kind": "balances", "place": 1}]
            assert httpx.get(f"{server.url}/api/work", headers=ada).json() == []
            first.close()  # disconnects, so the other one is next
            while json.loads(next(lines))["place"]:
                pass
    wait_until(lambda: waiting(server, "balances") == 0)
