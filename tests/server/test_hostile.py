"""Hostile input over HTTP and live connections: always answered, no internal errors, and play continues."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from bench.hostile import BODIES, EDITIONS, POSITIONS, RECORDS, TOML, Make

from guarding import MEGABYTES
from locarium.server.serve.runner import MAX_MESSAGE
from server.client import Live, become, join, open_table
from server.http.test_jobs import begun
from server.server_process import ServerProcess
from server.waiting import PATIENCE

Rounds = Callable[[int], Iterator[int]]
LARGEST = 262_144  # bytes per body
FEW = [
    *("dotted key", "dotted key on a short line", "dotted headers and keys", "deep arrays", "giant hexadecimal"),
    *("many keys in inline tables", "thousands of cards", "thousands of shapes", "a zone that is wide and tall"),
]
DOORS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "lokus": ("/api/tables", lambda text: {"game": "lokus", "seats": 3, "edition_text": text}),
    "locus": ("/api/tables", lambda text: {"game": "locus", "seats": 1, "edition_text": text}),
    "genius-loci": ("/api/tables", lambda text: {"game": "genius-loci", "seats": 2, "edition_text": text}),
    "sheet editor": ("/api/editions/locus", lambda text: {"text": text}),
    "spirit workshop": ("/api/editions/genius-loci", lambda text: {"text": text}),
    "balance": ("/api/editions/locus/balance", lambda text: {"text": text}),
    "replay": ("/api/replay", lambda text: {"record": text}),
    "review": ("/api/review", lambda text: {"record": text}),
    "imports": ("/api/archive/imports", lambda text: {"lines": text}),
    "positions": ("/api/positions/genius-loci", lambda text: {"position": text}),
}
EDITION_DOORS = ["lokus", "locus", "genius-loci", "sheet editor", "spirit workshop", "balance"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("house"), LOCARIUM_LIMITS="100000")
    yield process
    process.stop()


@pytest.fixture(scope="module")
def token(server: ServerProcess) -> str:
    return become(server.url)


def send_text(server: ServerProcess, token: str, door: str, text: str) -> int:
    """Send a text to an endpoint and return the status."""
    path, body = DOORS[door]
    return post(server, token, path, json.dumps(body(text)))


def post(server: ServerProcess, token: str, path: str, body: str) -> int:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with httpx.stream("POST", server.url + path, content=body, headers=headers, timeout=PATIENCE) as response:
        return response.status_code  # without reading the whole balance stream


def most_megabytes(server: ServerProcess) -> float:
    """Return the peak memory of the server process."""
    status = Path(f"/proc/{server.pid}/status").read_text("utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def attack(server: ServerProcess, token: str, doors: list[str], makes: dict[str, Make], number: int = 0) -> None:
    before = most_megabytes(server)
    for name, make in makes.items():
        text = make(Random(number))
        for door in doors:
            status = send_text(server, token, door, text)
            assert status < 500, (door, name)
            grown = most_megabytes(server) - before
            assert grown < MEGABYTES, f"{grown:.0f} MB more after {name} at {door}"


def test_hostile_editions_are_answered(server: ServerProcess, token: str) -> None:
    attack(server, token, EDITION_DOORS, {name: (TOML | EDITIONS)[name] for name in FEW})


@pytest.mark.slow
@pytest.mark.soak
def test_all_hostile_editions_are_answered(server: ServerProcess, token: str, rounds: Rounds) -> None:
    for number in rounds(1):
        attack(server, token, EDITION_DOORS, TOML | EDITIONS, number)


@pytest.mark.soak
@pytest.mark.parametrize("door", ["replay", "review", "imports"])
def test_hostile_records_are_answered(server: ServerProcess, token: str, door: str, rounds: Rounds) -> None:
    for number in rounds(1):
        attack(server, token, [door], RECORDS, number)


def test_hostile_positions_are_answered(server: ServerProcess, token: str) -> None:
    attack(server, token, ["positions"], {name: lambda _, text=text: text for name, text in POSITIONS.items()})


@pytest.mark.parametrize("path", sorted({path for path, _ in DOORS.values()} | {"/api/me", "/api/contests"}))
def test_hostile_bodies_are_answered(server: ServerProcess, token: str, path: str) -> None:
    for name, make in BODIES.items():
        assert post(server, token, path, make(Random(0))) < 500, name


def test_hostile_messages_are_answered(server: ServerProcess) -> None:
    table = open_table(server.url)["table"]
    live = Live(server.host, table, join(server.url, table)["token"])
    for name, make in BODIES.items():
        text = make(Random(0))
        live.send(text[: MAX_MESSAGE // 8] if len(text) >= MAX_MESSAGE else text)
        assert live.hear_until(lambda message: message["kind"] == "rejected")["error"]["message"], name


def test_other_clients_are_answered_meanwhile(server: ServerProcess, token: str) -> None:
    answers: list[int] = []
    is_over = threading.Event()

    def keep_asking() -> None:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as honest:
            while not is_over.is_set():
                answers.append(honest.get("/api/tables").status_code)
                time.sleep(0.005)

    asking = threading.Thread(target=keep_asking)
    asking.start()
    try:
        for name in [*FEW, "many arrays", "valid sheet", "many landings"]:
            for door in EDITION_DOORS[:5]:
                send_text(server, token, door, (TOML | EDITIONS)[name](Random(0)))
        for body in ("unknown field like a message", "unknown kind"):
            post(server, token, "/api/tables", BODIES[body](Random(0)))
    finally:
        is_over.set()
        asking.join()
    assert set(answers) == {200}


@pytest.mark.parametrize("door", EDITION_DOORS)
def test_worker_thread_parses_editions(server: ServerProcess, token: str, door: str) -> None:
    """A hostile edition must not block the event loop."""
    before = begun(server, "editions")
    send_text(server, token, door, EDITIONS["valid sheet"](Random(0)))
    assert begun(server, "editions") == before + 1
