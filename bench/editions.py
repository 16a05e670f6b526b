"""Memory growth of our server after hostile editions.

Every edition is different. 97 % come from the generators whose editions the server answers fastest. The other 3 % come
from all generators, some of which make valid editions. The editions are sent to the tables, the sheet editor and the
spirit workshop.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

import msgspec

from .holding import ServerClient
from .hostile import EDITIONS, TOML
from .measure import Figure, Goal, spread
from .server import our_server

if TYPE_CHECKING:
    import http.client
    from collections.abc import Callable

COMMAND = "locarium serve; editions of bench/hostile.py sent by bench/editions.py"
COUNT, LINES = 100_000, 2
CHEAP = [
    *("dotted key", "dotted header", "deep arrays", "giant integer", "giant hexadecimal", "many tables", "open string"),
    *("long line", "long key", "emoji", "infinity", "valid spirits", "valid table"),
]
DOORS: list[tuple[str, Callable[[str], object]]] = [
    ("/api/tables", lambda text: {"game": "lokus", "seats": 3, "edition_text": text}),
    ("/api/tables", lambda text: {"game": "locus", "seats": 1, "edition_text": text}),
    ("/api/tables", lambda text: {"game": "genius-loci", "seats": 2, "edition_text": text}),
    ("/api/editions/locus", lambda text: {"text": text}),
    ("/api/editions/genius-loci", lambda text: {"text": text}),
]
FIGURE = Figure(
    name="server-hostile-editions",
    what=f"memory growth of the server after {COUNT:,} hostile and valid editions",
    unit="MB",
    goal=Goal("ours", "<", 50),
)


def measure(_: float) -> list[Figure]:
    """Measure our server alone."""
    with our_server() as server:
        client = ServerClient(server)
        token = client.become_guest("Mallory")
        for game in ("loco", "lokus", "locus", "genius-loci"):  # load compiled code before measuring
            with closing(client.line()) as line:
                _send(line, token, "/api/tables", {"game": game, "seats": 3 if game == "lokus" else 2})
        before = client.memory
        with ThreadPoolExecutor(LINES) as threads:
            answers = list(threads.map(lambda number: _attack(client, token, number), range(LINES)))
        grown = (client.memory - before) / 1024
    accepted = sum(answers)
    note = f"{accepted:,} got a 2xx response, the others 4xx. The server used {before / 1024:.0f} MB before the test."
    return [msgspec.structs.replace(FIGURE, ours=spread([grown]), note=note)]


def _attack(client: ServerClient, token: str, number: int) -> int:
    """Send some of the editions and return how many got a 2xx response."""
    rng, accepted = Random(number), 0
    makes = TOML | EDITIONS
    with closing(client.line()) as line:
        for _ in range(COUNT // LINES):
            name = rng.choice(CHEAP) if rng.random() < 0.97 else rng.choice(list(makes))
            path, body = rng.choice(DOORS)
            text = f"# {rng.getrandbits(64)}\n{makes[name](rng)}"
            status = _send(line, token, path, body(text))
            assert status < 500, (name, path, status)
            accepted += status < 300
    return accepted


def _send(line: http.client.HTTPConnection, token: str, path: str, body: object) -> int:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    line.request("POST", path, json.dumps(body), headers)
    response = line.getresponse()
    response.read()
    return response.status


AVAILABLE: dict[str, Callable[[float], list[Figure]]] = {FIGURE.name: measure}
