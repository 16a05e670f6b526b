"""The tables that are in use, and how whatever happens at one is stored, acknowledged and told to all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.play.events import BOT_NAMES, Bot, Opened, Person
from locarium.play.fair import SECRET_BYTES
from locarium.play.table import Table
from locarium.play.warmth import warm_up

from .signing import proof_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.game import Game
    from locarium.search import thinker as bots

    from .connection import Connection
    from .messages import Join, NewTable
    from .storage import EventLog

BOT_THREADS = 2
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Thought:
    """A bot thinks about a step."""

    seat: int
    version: int  # of the table when it began
    thinker: bots.Bot


@dataclass(frozen=True)
class Done:
    """What has happened is stored."""

    version: int  # of the table
    is_public: bool  # whether others may know that something happened at all


class LiveTable:
    """A table in use: one thing happens at a time, and everyone connected hears of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.name = table.opened.table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.thinking: asyncio.Task[None] | None = None  # of the bots
        self.thought: Thought | None = None  # the one under way

    def broadcast(self, seat: int | None = None) -> None:
        """Tell everyone that the table has changed, or one seat alone where nobody else may know."""
        for connection in self.connections:
            if seat is None or connection.seat == seat:
                connection.push_state()


class House:
    """All tables; the log on disk is the truth, tables in memory are its projection."""

    def __init__(self, log: EventLog, *, bot_seconds: float) -> None:
        self._log = log
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._bot_seconds = bot_seconds
        self._threads = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot")
        self._warm: dict[str, asyncio.Future[Game]] = {}  # games whose compiled code is loaded, or on its way

    async def warm_up(self) -> None:
        """Load all games, one after the other, before somebody wants to play them."""
        for name in catalogue.NAMES:
            await self._game(name)

    async def _game(self, name: str) -> Game:
        """A game with its compiled code: compiling takes seconds when a house is opened for the very first time."""
        if name not in self._warm:
            catalogue.about(name)  # is there such a game?
            self._warm[name] = _in_thread(lambda: _warm_game(name))
        return await asyncio.shield(self._warm[name])

    async def open(self, wish: NewTable) -> LiveTable:
        """Make a table; its name is its address and cannot be guessed."""
        table = Table.open(
            await self._game(wish.game),
            name=secrets.token_urlsafe(16),
            secret=secrets.token_bytes(SECRET_BYTES),
            seats=wish.seats,
            options=wish.options,
            manners=wish.manners,
            edition=wish.edition,
            edition_text=wish.edition_text,
            practice=wish.practice,
        )
        for number, seat in enumerate(wish.bots):
            table.sit(seat, Bot(BOT_NAMES[number], seconds=self._bot_seconds, level=wish.level))
        await self._log.append(table.opened.table, 1, table.events, time.time())
        live = LiveTable(table)
        self._live[live.name] = live
        self._wake_bots(live)
        return live

    async def find(self, name: str) -> LiveTable:
        """The table of a name, from memory or from disk."""
        if name in self._live:
            return self._live[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self._live:
                events = await self._log.load(name)
                if not events:
                    del self._loading[name]
                    raise Refused("no-such-table")
                first = events[0]
                assert isinstance(first, Opened)
                table = await asyncio.to_thread(Table.replayed, await self._game(first.game), events)
                self._live[name] = LiveTable(table)
        self._loading.pop(name, None)
        self._wake_bots(self._live[name])
        return self._live[name]

    async def join(self, live: LiveTable, wish: Join) -> tuple[int, str]:
        """Take a seat; returns it with the token that acts for it."""
        token = secrets.token_urlsafe(16)
        person = Person(wish.name.strip(), proof_of(token))

        def sit(table: Table) -> None:
            table.sit(wish.seat if wish.seat is not None else _open_seat(table), person, wish.seed)

        await self.act(live, sit)
        live.broadcast()
        return live.table.seats.index(person), token

    async def act(self, live: LiveTable, happen: Callable[[Table], None]) -> Done:
        """Let something happen and store it. The caller acknowledges, then broadcasts."""
        async with live.lock:
            table, version, stored = live.table, live.table.version, len(live.table.events)
            happen(table)
            if len(table.events) > stored:
                try:
                    await self._log.append(live.name, stored + 1, table.events[stored:])
                except BaseException:  # what is in memory is not on disk: forget it
                    self.forget(live)
                    raise
            done = Done(table.version, table.version != version)
            thought = live.thought
            if thought is not None and not table.is_fresh(thought.seat, thought.version):
                thought.thinker.stop()
        self._wake_bots(live)
        return done

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; clients come back to what is on disk."""
        self._live.pop(live.name, None)
        for connection in live.connections:
            connection.drop()

    def leave(self, live: LiveTable, connection: Connection) -> None:
        """A client is gone."""
        live.connections.discard(connection)
        self._drop_if_idle(live)

    def _drop_if_idle(self, live: LiveTable) -> None:
        """A table that nobody watches and no bot thinks about costs no memory."""
        if not live.connections and live.thinking is None and not live.lock.locked():
            self._live.pop(live.name, None)

    async def close(self) -> None:
        """Stop the bots."""
        for live in self._live.values():
            if live.thought is not None:
                live.thought.thinker.stop()
            if live.thinking is not None:
                live.thinking.cancel()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _wake_bots(self, live: LiveTable) -> None:
        if live.thinking is None and live.table.bots_to_act():
            live.thinking = asyncio.create_task(self._move_bots(live))
            live.thinking.add_done_callback(lambda task: self._rest(live, task))

    def _rest(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        live.thinking = live.thought = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the bots of a table stopped", exc_info=error)
        self._drop_if_idle(live)

    async def _move_bots(self, live: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        while seats := live.table.bots_to_act():
            seat, bot = seats[0], live.table.seats[seats[0]]
            assert isinstance(bot, Bot)
            thought = live.thought = Thought(seat, live.table.version, live.table.thinker(seat))
            action = await loop.run_in_executor(self._threads, _think, thought.thinker, bot)
            text = live.table.setup.game.notation.show(live.table.setup.fields, action)
            await self._make_bot_step(live, thought, text)

    async def _make_bot_step(self, live: LiveTable, thought: Thought, text: str) -> None:
        key = f"bot-{thought.version}"
        try:
            await self.act(live, lambda table: table.step(thought.seat, text, at=thought.version, key=key))
        except Refused:  # something was taken back meanwhile
            return
        live.broadcast()


def _in_thread(work: Callable[[], Game]) -> asyncio.Future[Game]:
    """What a thread of its own finds out; a house that closes does not wait for it."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Game] = loop.create_future()

    def run() -> None:
        try:
            game = work()
        except Exception as error:  # whoever awaits it is told
            tell = partial(found.set_exception, error)
        else:
            tell = partial(found.set_result, game)
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell)

    threading.Thread(target=run, daemon=True).start()
    return found


def _warm_game(name: str) -> Game:
    game = catalogue.game(name)
    warm_up(game)
    return game


def _think(thinker: bots.Bot, bot: Bot) -> int:
    limits = {} if bot.simulations is None else {"simulations": bot.simulations}
    return thinker.think(bot.seconds, **limits)[0].action


def seat_of(table: Table, token: str | None) -> int | None:
    """The seat for which a token acts; None for a spectator, Refused for a token that is no seat's."""
    if token is None:
        return None
    proof = proof_of(token)
    for seat, who in enumerate(table.seats):
        if isinstance(who, Person) and secrets.compare_digest(who.proof, proof):
            return seat
    raise Refused("not-your-seat")


def _open_seat(table: Table) -> int:
    if None not in table.seats:
        raise Refused("table-full")
    return table.seats.index(None)
