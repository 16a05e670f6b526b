"""Honest players: each makes moves at a fixed rate at solo tables of LOCUS, over the real WebSocket."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AsyncExitStack

    from websockets.asyncio.client import ClientConnection

    from .holding import ServerClient

GAME_MOVES = 30  # a solo game of LOCUS has at least this many moves
NEW_TABLE = {"game": "locus", "seats": 1}


@dataclass
class Move:
    """A move, with times in seconds from the start of its phase."""

    due: float
    acknowledged: float | None = None
    seen: float | None = None  # when a state first showed the move


class Seat:
    """A seat at a table, with the last state it received."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._choose = random.Random(0)
        self._count = 0
        self.state: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        """Receive the next message."""
        message: dict[str, Any] = json.loads(await self._line.recv())
        if message["kind"] == "state":
            self.state = message
        return message

    async def wait_for_state(self) -> None:
        """Receive messages until a state arrives."""
        while not self.state:
            await self.receive()

    async def make(self, move: Move, clock: Callable[[], float]) -> None:
        """Make any legal move. A rejected move stays unanswered."""
        self._count += 1
        key, step = f"m{self._count}", self._choose.choice(self.state["legal"])
        before = self.state["version"]
        await self._line.send(json.dumps({"kind": "step", "key": key, "version": before, "step": step}))
        while move.acknowledged is None or move.seen is None:
            message = await self.receive()
            if message["kind"] == "rejected" and message["key"] == key:
                return
            if message["kind"] == "acknowledged" and message["key"] == key:
                move.acknowledged = clock()
            if self.state["version"] > before:
                move.seen = move.seen or clock()


def open_table(client: ServerClient, token: str) -> str:
    """Open a solo table of LOCUS and take the seat."""
    with closing(client.line()) as line:
        table = str(client.ask(line, "/api/tables", NEW_TABLE, Authorization=f"Bearer {token}")["table"])
        client.ask(line, f"/api/tables/{table}/seats", {}, Authorization=f"Bearer {token}")
    return table


async def sit_down(client: ServerClient, token: str, moves: int, stack: AsyncExitStack) -> list[Seat]:
    """Open enough tables for the moves, and connect to them."""
    seats = []
    for _ in range(1 + moves // GAME_MOVES):
        table = await asyncio.to_thread(open_table, client, token)
        address = f"ws://127.0.0.1:{client.server.port}/api/tables/{table}/live"
        line = await stack.enter_async_context(
            connect(address, compression=None, ping_interval=None, close_timeout=0.1, max_size=None)
        )
        await line.send(json.dumps({"kind": "hello", "token": token}))
        seat = Seat(line)
        await seat.wait_for_state()
        seats.append(seat)
    return seats


async def play(seats: list[Seat], moves: list[Move], start: float) -> None:
    """Make each move when it is due, or once the previous one is seen."""

    def clock() -> float:
        return time.perf_counter() - start

    with suppress(ConnectionClosed):  # the remaining moves stay unanswered
        for move in moves:
            await asyncio.sleep(max(0, move.due - clock()))
            while not seats[0].state["legal"]:
                seats.pop(0)
            await seats[0].make(move, clock)
