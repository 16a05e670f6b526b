"""One live client: what it says, and what it is told. A slow one never delays the others."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from locarium.kernel.errors import LocariumError, Refused
from locarium.kernel.texts import shared_texts

from .faults import explain_decoding
from .house import seat_of
from .messages import Acknowledged, FromClient, Hello, MakeStep, NextGame, Refusal, TakeBack, ToClient
from .rendering import encoder, explain, show_state
from .socket import Disconnected

if TYPE_CHECKING:
    from locarium.play.table import Table

    from .house import Done, House, LiveTable
    from .socket import Socket

MOST_WAITING = 64  # answers that a client has not fetched; more and it is dropped
MAX_KEY = 64  # characters of a request's key
GOING_AWAY, POLICY_VIOLATION = 1001, 1008
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what msgspec raises

_decoder: msgspec.json.Decoder[Hello | MakeStep | TakeBack | NextGame] = msgspec.json.Decoder(FromClient)


class Connection:
    """Answers wait in a bounded box; of the table's states only the newest is kept, made when it is sent."""

    def __init__(self, socket: Socket, house: House, live: LiveTable, seat: int | None, hello: Hello) -> None:
        self._socket, self._house, self._live = socket, house, live
        self._who = None if seat is None else live.table.seats[seat]
        self._language = hello.language
        self._version = hello.version if 0 < hello.version <= live.table.version else 0
        self._has_view = False  # whether it was sent what never changes
        self._answers: deque[ToClient] = deque()
        self._has_news = True
        self._is_dropped = False
        self._wake = asyncio.Event()
        self._wake.set()

    @property
    def seat(self) -> int | None:
        """Where the client sits; a lot or the next game of a match may move it."""
        return None if self._who is None else self._live.table.seats.index(self._who)

    def push_state(self) -> None:
        """The table has changed."""
        self._has_news = True
        self._wake.set()

    def drop(self) -> None:
        """Send the client away; it comes back by itself."""
        self._is_dropped = True
        self._wake.set()

    def _answer(self, message: ToClient) -> None:
        self._answers.append(message)
        if len(self._answers) > MOST_WAITING:
            self.drop()
        self._wake.set()

    async def run(self) -> None:
        """Talk until the client is gone."""
        self._live.connections.add(self)
        writer = asyncio.create_task(self._write())
        try:
            while True:
                await self._handle(await self._socket.receive())
        except Disconnected:
            pass
        finally:
            writer.cancel()
            self._house.leave(self._live, self)

    async def _write(self) -> None:
        while not self._is_dropped:
            await self._wake.wait()
            self._wake.clear()
            while self._answers:
                await self._send(self._answers.popleft())
            if self._has_news:
                self._has_news = False
                await self._send(await self._state())
        await self._socket.close(GOING_AWAY)

    async def _state(self) -> ToClient:
        async with self._live.lock:  # what is not stored yet is not shown
            table = self._live.table
            kept = table.lines_kept(self._version)
            self._version = table.version
            whole, self._has_view = not self._has_view, table.status != "waiting"
            return show_state(table, self.seat, self._language, kept, whole=whole)

    async def _send(self, message: ToClient) -> None:
        await self._socket.send(encoder.encode(message))

    async def _handle(self, data: str | bytes) -> None:
        try:
            message = _decoder.decode(data)
        except UNREADABLE as error:
            self._answer(Refusal("", explain_decoding(str(error), self._language)))
            return
        if isinstance(message, Hello):
            self._answer(Refusal("", explain(Refused("late-greeting"), shared_texts(self._language))))
            return
        try:
            done = await self._act(message)
        except LocariumError as error:
            texts = self._live.table.setup.texts(self._language)
            self._answer(Refusal(message.key, explain(error, texts, self.seat)))
        else:
            self._answer(Acknowledged(message.key, done.version))
            self._live.broadcast(None if done.is_public else self.seat)

    async def _act(self, message: MakeStep | TakeBack | NextGame) -> Done:
        seat = self.seat
        if seat is None:
            raise Refused("not-your-seat")
        if not 0 < len(message.key) <= MAX_KEY:
            raise Refused("bad-key", most=MAX_KEY)

        def happen(table: Table) -> None:
            match message:
                case MakeStep(key, version, step):
                    table.step(seat, step, at=version, key=key)
                case TakeBack(key):
                    table.take_back(seat, key=key)
                case NextGame(_, game):
                    table.begin_next(game)

        return await self._house.act(self._live, happen)


async def converse(socket: Socket, house: House, name: str) -> None:
    """Serve one client from its greeting on."""
    await socket.accept()
    try:
        hello = _decoder.decode(await socket.receive())
        if not isinstance(hello, Hello):
            raise Refused("no-greeting")
        live = await house.find(name)
        live.table.setup.texts(hello.language)
        connection = Connection(socket, house, live, seat_of(live.table, hello.token), hello)
    except Disconnected:
        return
    except (*UNREADABLE, LocariumError) as error:
        await socket.send(encoder.encode(_refusal(error)))
        await socket.close(POLICY_VIOLATION)
        return
    await connection.run()


def _refusal(error: Exception) -> Refusal:
    if isinstance(error, LocariumError):
        return Refusal("", explain(error, shared_texts("en")))
    return Refusal("", explain_decoding(str(error), "en"))
