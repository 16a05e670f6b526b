"""Two games that differ only in hidden cards look the same on the wire, byte for byte, until the game is over.

The two tables are written to disk before the servers start: same name, secret, tokens, names and seeds, another deal.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from locarium.play.events import Drawn, Opened, Person, Seated
from locarium.server.storage import EventLog

from .client import Live
from .house import ServerProcess

TABLE = "the-same-table"
TOKENS = ["token-of-ada", "token-of-ben", "token-of-cleo"]
ADA = "r0 r1 b0 b1 g0 g1 p0 p1 y0"
DEALS = [
    f"deal 0 / y1 y4 y5 / {ADA} / r2 r3 b2 b3 g2 g3 p2 p3 y2 / r4 r5 b4 b5 g4 g5 p4 p5 y3",
    f"deal 0 / r5 b5 g5 / {ADA} / r2 r4 b2 b4 g2 g4 p2 p4 y2 / r3 b3 g3 p3 p5 y1 y3 y4 y5",
]
# Legal in both worlds: Ben starts, then Cleo, then Ada.
STEPS = ["r2 r", "y3 y", "r0! b", "b2 b", "p5 g", "b0", "y2 p"]


@dataclass
class Wire:
    """What a client received in a game."""

    frames: list[str] = field(default_factory=list)
    records: list[bytes] = field(default_factory=list)


def write_table(data: Path, deal: str) -> None:
    people = [
        Person(name, hashlib.sha256(token.encode()).hexdigest())
        for name, token in zip(("Ada", "Ben", "Cleo"), TOKENS, strict=True)
    ]
    events = [
        Opened(TABLE, "loco", 1, 3, {}, {}, "ab" * 32),
        *(Seated(seat, person, "cd" * 16) for seat, person in enumerate(people)),
        Drawn(deal),
    ]

    async def append() -> None:
        log = EventLog(f"sqlite:///{data / 'locarium.sqlite'}")
        await log.append(TABLE, 1, events, 0.0)
        log.close()

    asyncio.run(append())


def play(data: Path, deal: str, token: str | None) -> Wire:
    """Everything that the holder of a token receives while others act."""
    write_table(data, deal)
    server = ServerProcess(data)
    wire = Wire()
    try:
        seats = [Live(server.host, TABLE, each) for each in TOKENS]
        watcher = Live(server.host, TABLE, token)
        for live in [*seats, watcher]:
            live.hear()
        for number, step in enumerate(STEPS):
            actor = seats[seats[0].state["view"]["active"][0]]
            assert actor.answer(actor.step(step, key=f"key {number}"))["kind"] == "acknowledged", step
            for live in [*seats, watcher]:
                version = 5 + number + 1
                live.hear_until(
                    lambda message, version=version: message.get("kind") == "state" and message["version"] == version
                )
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            wire.records.append(httpx.get(f"{server.url}/api/tables/{TABLE}/record", headers=headers).content)
        wire.frames = watcher.received
        wire.records.append(httpx.get(f"{server.url}/api/tables/{TABLE}").content)
    finally:
        server.stop()
    return wire


@pytest.mark.clause("LOCO-06")
@pytest.mark.parametrize("token", [TOKENS[0], None])
def test_hidden_cards_leave_no_trace_on_the_wire(tmp_path: Path, token: str | None) -> None:
    wires = []
    for number, deal in enumerate(DEALS):
        (tmp_path / str(number)).mkdir()
        wires.append(play(tmp_path / str(number), deal, token))
    assert len(wires[0].frames) == len(STEPS) + 1
    assert wires[0].frames == wires[1].frames
    assert wires[0].records == wires[1].records


@pytest.mark.clause("LOCO-06")
def test_the_test_can_fail(tmp_path: Path) -> None:
    """A seat whose own hand differs sees another game."""
    wires = []
    for number, deal in enumerate(DEALS):
        (tmp_path / str(number)).mkdir()
        wires.append(play(tmp_path / str(number), deal, TOKENS[1]))
    assert wires[0].frames != wires[1].frames
    assert wires[0].records != wires[1].records
