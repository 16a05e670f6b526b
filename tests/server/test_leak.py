"""Two games that differ only in hidden cards look the same on the wire, byte for byte, until the game is over.

Both tables are stored before the servers start, with the same name, secret, tokens, names and seeds but another deal.
Face-down choices can differ too, and are replaced by equal ones before they are revealed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from locarium import catalogue
from locarium.table.events import AnyEvent, Drawn, Opened, Seated
from locarium.table.table import Table
from server.client import Live
from server.server_process import ServerProcess
from server.stored import PEOPLE, TOKENS, write_people, write_table

TABLE = "the-same-table"
PAGES = [f"/api/tables/{TABLE}", *(f"/api/tables/{TABLE}/{page}" for page in ("state", "record", "edition"))]
PAGES += ["/api/tables", "/api/me/tables", f"/api/archive/{TABLE}.1", "/api/archive", "/api/archive?whose=mine"]
PAGES += [
    f"/api/archive/{TABLE}.1/replay?seat=1",
    f"/api/archive/{TABLE}.1/replay?open=true",
    f"/api/archive/{TABLE}.1/review",
    "/api/archive/export?whose=mine",
    "/api/stats/me",
    "/api/stats/games/loco",
]
TIME = re.compile(r'"time":[0-9.]+')


@dataclass(frozen=True)
class Story:
    """A game in two worlds that Ada cannot distinguish."""

    game: str
    deals: tuple[str, str]
    steps: list[tuple[int, str] | tuple[int, str, str]]  # seat and step, or the steps of both worlds
    changes: int = 0  # how many of them replace a choice
    seats: int = 3

    def step(self, number: int, world: int) -> tuple[int, str]:
        seat, *texts = self.steps[number]
        return seat, texts[world % len(texts)]


LOCO = Story(
    "loco",
    (
        "deal 0 / y1 y4 y5 / r0 r1 b0 b1 g0 g1 p0 p1 y0 / r2 r3 b2 b3 g2 g3 p2 p3 y2 / r4 r5 b4 b5 g4 g5 p4 p5 y3",
        "deal 0 / r5 b5 g5 / r0 r1 b0 b1 g0 g1 p0 p1 y0 / r2 r4 b2 b4 g2 g4 p2 p4 y2 / r3 b3 g3 p3 p5 y1 y3 y4 y5",
    ),
    [(1, "r2 r"), (2, "y3 y"), (0, "r0! b"), (1, "b2 b"), (2, "p5 g"), (0, "b0"), (1, "y2 p")],
)
ADA = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10"
LOKUS = Story(
    "lokus",
    (
        f"deal / {ADA} / y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 / g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 / r12 e12",
        f"deal / {ADA} / b1 y2 b3 y4 b5 b6 b7 b8 b9 b10 / o1 g2 o3 g4 o5 o6 o7 o8 o9 g10 / r12 e12",
    ),
    [
        (1, "play y3", "play b5"),
        (2, "play g4"),
        (2, "play g1", "play o9"),
        (1, "play y4"),
        (2, "play g10"),
        (0, "play r1"),  # reveals all: the lowest card fits one row, and seat 2 chooses one for the highest
        (2, "row 1"),
        (2, "play g5", "play o7"),
        (1, "play y9", "play b1"),
        (1, "play y2"),
        (1, "play y10", "play b10"),
    ],
    changes=5,
)


SEEN, UNSEEN = "y-o4 b-v3 {} r-u5 b-i4 {} p-s4 w-d2", (("y-p5", "w-v3", "g-d2"), ("g-d2", "y-p5", "w-v3"))
REST = (
    "w-s4 y-i3 y-l4 r-t4 r-o4 r-d2 r-s4 g-s4 y-v3 b-l5 w-i3 y-t4 p-d2 b-s4 g-t4 b-i3 r-i3 p-t4 y-d2 b-o4 g-i4 w-v3-2 "
    "w-o4 b-d2 y-i4 g-v5 r-v3 g-v3 p-l4 p-i3 p-i4 g-i3 p-v3 w-l4 w-t4 g-l4 b-l4 p-w5 r-l4"
)
LOCUS = Story(  # solo: cards are discarded unseen, and the deck is unknown
    "locus",
    (
        " ".join(["deck", UNSEEN[0][0], SEEN.format(*UNSEEN[0][1:]), REST]),
        " ".join(["deck", UNSEEN[1][0], SEEN.format(*UNSEEN[1][1:]), *reversed(REST.split())]),
    ),
    [(0, step) for step in ("take y-o4", "discard", "blocks", "end", "take r-u5", "discard", "blocks", "end")],
    seats=1,
)


@dataclass
class UvicornWebSocket:
    """Everything a client received in a game, from all endpoints."""

    live: Live
    pages: list[str] = field(default_factory=list)

    @property
    def frames(self) -> list[str]:
        return [without_times(text) for text in self.live.received]


def without_times(text: str) -> str:
    """Remove times, because the two worlds are not played in the same second."""
    return TIME.sub('"time":0', text)


def beginning(story: Story, world: int) -> Sequence[AnyEvent]:
    opened = Opened(TABLE, story.game, 1, story.seats, {}, {}, "ab" * 32)
    seated = [Seated(seat, person, "cd" * 16) for seat, person in enumerate(PEOPLE[: story.seats])]
    return [opened, *seated, Drawn(story.deals[world])]


def begun(story: Story, world: int) -> Table:
    return Table.replayed(catalogue.game(story.game), beginning(story, world))


def play(data: Path, story: Story, world: int) -> dict[str | None, UvicornWebSocket]:
    """Return everything that players and a spectator receive in a second window, by token."""
    address = f"sqlite:///{data / 'locarium.sqlite'}"
    write_people(address)
    write_table(address, beginning(story, world), "running")
    server = ServerProcess(data)
    tokens = TOKENS[: story.seats]
    with ExitStack() as stack:
        stack.callback(server.stop)
        browser = stack.enter_context(httpx.Client(base_url=server.url, timeout=30))
        seats = [Live(server.host, TABLE, token) for token in tokens]
        wires = {token: UvicornWebSocket(Live(server.host, TABLE, token)) for token in (*tokens, None)}
        clients = [*seats, *(wire.live for wire in wires.values())]
        for live in clients:
            live.hear()
        for number in range(len(story.steps)):
            seat, step = story.step(number, world)
            act(clients, seats[seat], {"kind": "step", "step": step}, f"key {number}")
            for token, wire in wires.items():
                wire.pages += [look(browser, page, token) for page in PAGES]
        act(clients, seats[0], {"kind": "chat", "text": "What do you hold?"}, "said")
        for token, wire in wires.items():
            wire.pages += [look(browser, page, token) for page in PAGES]
        return wires


def look(browser: httpx.Client, page: str, token: str | None) -> str:
    """Return a response, or the reason of its rejection."""
    return without_times(browser.get(page, headers={"Authorization": f"Bearer {token}"} if token else {}).text)


def act(clients: list[Live], actor: Live, wish: dict[str, str], key: str) -> int:
    """Make a public move or replace a choice. Return the version after it."""
    before = actor.state["version"]
    actor.send(wish | {"key": key} | ({"version": before} if wish["kind"] == "step" else {}))
    answer = actor.answer(key)
    assert answer["kind"] == "acknowledged", wish
    version: int = answer["version"]
    for live in clients:
        if version > before or live.token == actor.token:
            live.hear_until(lambda message: message["kind"] == "state" and message["version"] == version)
    return version


@pytest.mark.clause("LOCO-06", "LOKUS-05", "LOKUS-06", "LOKUS-07", "LOCUS-29")
@pytest.mark.parametrize("story", [LOCO, LOKUS, LOCUS], ids=["loco", "lokus", "locus"])
def test_hidden_cards_leave_no_trace_on_the_wire(tmp_path: Path, story: Story) -> None:
    for world in range(2):
        (tmp_path / str(world)).mkdir()
    first, second = (play(tmp_path / str(world), story, world) for world in range(2))
    for token in (TOKENS[0], None):
        assert len(first[token].frames) == 2 + len(story.steps) - story.changes
        assert first[token].frames == second[token].frames
        assert first[token].pages == second[token].pages
    for token in TOKENS[1 : story.seats]:  # their own hands differ, so the test can fail
        assert first[token].frames != second[token].frames
        assert first[token].pages != second[token].pages


def test_locus_decks_of_the_two_worlds_differ() -> None:
    """Make sure that the leak test can fail: the decks differ once they are played."""
    tables = [begun(LOCUS, world) for world in range(2)]
    steps = [step for _, step, *_ in LOCUS.steps]
    for number, step in enumerate([*steps, "take p-s4", "discard", "blocks", "end"]):
        assert tables[0].legal_texts(0) == tables[1].legal_texts(0)
        for table in tables:
            table.step(0, step, at=table.version, key=str(number))
    assert tables[0].legal_texts(0) != tables[1].legal_texts(0)
