"""The tables that are in use, and how whatever happens at one is stored, acknowledged and told to all."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.play.events import BOT_NAMES, Begun, Bot, Clock, Forgotten, Left, Opened, Person, Seated, StoodIn, Terms
from locarium.play.fair import METHOD, SECRET_BYTES
from locarium.play.forgetting import without
from locarium.play.table import Table
from locarium.play.warmth import warm_up
from locarium.search.levels import DEFAULT

from . import filing, lists, metrics
from .attendance import REPEAT, Attendance
from .logs import SHOWN
from .messages import OwnTable
from .rendering import Shared, list_table
from .signing import proof_of
from .stewards import Steward
from .storage import Append, Conflict, insert, rewrite
from .tasks import Tasks, pause_after
from .thinking import Thinking
from .workers import SERVER, Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence

    import sqlalchemy as sa

    from locarium.kernel.game import Game
    from locarium.kernel.position import Position
    from locarium.play.events import AnyEvent
    from locarium.search import thinker as bots
    from locarium.search.thinker import Advice

    from .bus import Bus
    from .database import Database
    from .follower import Follower
    from .identity import Asker
    from .messages import Join, NewTable
    from .storage import EventLog
    from .workers import Client, Kind

BEAT = 1.0  # seconds between two looks at what is due
TRIES = 20  # to append while other processes append to the same table
BACKOFF_SECONDS = 0.02  # longer with every try, because the process that loads the table again tends to lose
POLL_GRACE = 10.0  # seconds that a person stays connected after a long poll
FORGOTTEN = 600.0  # seconds after which a table that failed is no longer remembered
ABSENT_AFTER = 60.0  # seconds after which a bot may be asked to play for somebody who is away
SUMMED_UP = (Opened, Seated, Left, StoodIn, Begun, Forgotten)  # events that change how a table is listed
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Thought:
    """A bot thinks about a step."""

    seat: int
    version: int  # of the table when it began
    thinker: bots.Bot


@dataclass(frozen=True)
class Failing:
    """Bots or clocks failed at a table."""

    failures: int  # in a row
    version: int  # of the table
    until: float  # on the monotonic clock: no other try before


@dataclass(frozen=True)
class Dealt:
    """A table that shares its deal with others."""

    table: str  # its name
    game: str
    options: dict[str, Any]
    edition: str | None
    secret: bytes  # of the deal
    deal: str  # its name
    sitters: list[Person | Bot]  # by seat
    terms: Terms
    practice: bool = False
    method: str = METHOD  # of its draws


@dataclass(frozen=True)
class Done:
    """What has happened is stored."""

    version: int  # of the table
    is_public: bool  # whether others may know that something happened at all


class LiveTable:
    """A table in use: one thing happens at a time, and everyone who follows it hears of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.name = table.opened.table
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self.attendance = Attendance(time.monotonic())
        self.visits = 0  # of those who only look
        self.thinking: asyncio.Task[bool] | None = None  # of the bots
        self.thought: Thought | None = None  # the one under way
        self.summary = (table.status, table.due)
        self.is_behind = False  # another process has appended
        self._shared: Shared | None = None

    def broadcast(self, seat: int | None = None) -> None:
        """Tell everyone that the table has changed, or one seat alone where nobody else may know."""
        for follower in self.followers:
            if seat is None or follower.seat == seat:
                follower.push()

    @contextmanager
    def noticing_who_is_away(self) -> Iterator[None]:
        """Tell everyone if somebody comes or goes meanwhile."""
        before = self.away
        yield
        if self.away != before:
            for follower in self.followers:
                follower.push_attendance()

    @property
    def shared(self) -> Shared:
        """What all who follow it are told alike."""
        if self._shared is None or not self._shared.is_of(self.table):
            self._shared = Shared(self.table, self._shared)
        return self._shared

    @property
    def away(self) -> frozenset[int]:
        """The seats of people who are not connected."""
        return frozenset(seat for seat in range(len(self.table.seats)) if self.away_since(seat) is not None)

    def away_since(self, seat: int) -> float | None:
        """Since when the person at a seat is away; None if they are there, or no person sits there."""
        who = self.table.seats[seat]
        return self.attendance.away_since(who.proof) if isinstance(who, Person) else None


class House:
    """All tables; the log on disk is the truth, tables in memory are its projection."""

    def __init__(
        self, database: Database, log: EventLog, bus: Bus, workers: Workers | None = None, *, bot_seconds: float
    ) -> None:
        self._database, self._log, self._bus = database, log, bus
        self._workers = workers or Workers()
        self._steward = Steward(database)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._missed: set[str] = set()  # tables that changed elsewhere while they were loaded
        self._bot_seconds = bot_seconds
        self._thinking = Thinking(self._workers)
        self._warm: dict[str, asyncio.Future[Game]] = {}  # games whose compiled code is loaded, or on its way
        self._tasks = Tasks()
        self._failing: dict[str, Failing] = {}  # tables at which bots or clocks failed, by name
        self._is_parting = False
        self.when_revoked: Callable[[str | None], None] = lambda _: None  # another process has ended a session

    async def open_up(self) -> None:
        """Begin: hear what other processes say, and look after what is due."""
        await self._steward.arrive(time.time())
        await self._bus.start(self._hear)
        self._tasks.start("warm-up", self._warm_up())
        self._tasks.keep("due tables", self._look_after, BEAT)
        self._tasks.keep("attendance", self._repeat_attendance)
        self._tasks.start("archive", filing.fill_in(self, self._database))

    def part(self) -> None:
        """The house is about to close: all who follow are sent away, and whoever comes now."""
        self._is_parting = True
        for live in self._live.values():
            for follower in live.followers:
                follower.drop()

    async def close(self) -> None:
        """End: bots stop, what is being stored is stored, others may go on."""
        await self._tasks.close()
        ending: list[asyncio.Task[Any]] = []
        for live in self._live.values():
            if live.thought is not None:
                live.thought.thinker.stop()
            if live.thinking is not None:
                ending.append(live.thinking)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for live in list(self._live.values()):
            async with live.lock:
                pass
        await self._bus.close()
        await self._steward.depart(time.time())

    def announce(self, text: str) -> None:
        """Tell all other processes."""
        self._bus.announce(text)

    @property
    def followers(self) -> list[Follower]:
        """All subscriptions to all tables, at this process."""
        return [follower for live in self._live.values() for follower in live.followers]

    # Games.

    async def _warm_up(self) -> None:
        """Load all games, one after the other, before somebody wants to play them."""
        for name in catalogue.NAMES:
            try:
                await self.game(name)
            except Exception:
                logger.exception("could not load %s; the next request for it tries again", name)
        gc.freeze()  # compilers bring much that stays; whoever looks for garbage need not look there

    async def game(self, name: str) -> Game:
        """A game with its compiled code: compiling takes seconds when a house is opened for the very first time."""
        warm = self._warm.get(name)
        if warm is None or (warm.done() and (warm.cancelled() or warm.exception() is not None)):
            catalogue.about(name)  # is there such a game?
            warm = self._warm[name] = self._workers.submit("games", SERVER, _warm_game, name).done
        return await asyncio.shield(warm)

    # Tables come and go.

    async def open(self, wish: NewTable, host: Asker) -> LiveTable:
        """Make a table."""
        if wish.clock is not None and wish.seats < 2:
            raise Refused("clock-alone")
        clock = Clock(wish.clock.seconds, wish.clock.reserve, wish.clock.per) if wish.clock else None
        terms = Terms(host.proof, wish.public, wish.spectators, wish.chat, clock)
        table = await self._lay(await self.game(wish.game), wish, terms)
        for number, bot in enumerate(wish.bots):
            table.sit(bot.seat, self.bot(bot.level, BOT_NAMES[number]))
        return await self._keep(table)

    def bot(self, level: int = DEFAULT, name: str = "") -> Bot:
        """A bot of the house."""
        return Bot(name, seconds=self._bot_seconds, level=level)

    async def lay_again(self, old: Table, host: str) -> Table:
        """Make the table of a rematch: seats are rotated, those of people are kept for them."""
        seats = [old.seats[(seat + 1) % len(old.seats)] for seat in range(len(old.seats))]
        people = [who if isinstance(who, Person) else Person("", "") for who in seats]
        terms = msgspec.structs.replace(
            old.opened.terms,
            host=host,
            reserved=tuple(who.proof for who in people),
            names=tuple(who.name for who in people),
            sealed_until=0.0,  # nobody else plays its deal
        )
        table = await self._lay(old.setup.game, old.opened, terms)
        for seat, who in enumerate(seats):
            if isinstance(who, Bot):
                table.sit(seat, who)
        return table

    async def open_dealt(self, wish: Dealt) -> None:
        """Make a table of a contest, all seats taken; one that is there already stays as it is."""
        table = await self._workers.run(
            "tables",
            SERVER,
            Table.open,
            await self.game(wish.game),
            name=wish.table,
            secret=wish.secret,
            seats=len(wish.sitters),
            options=wish.options,
            edition=wish.edition,
            practice=wish.practice,
            terms=wish.terms,
            deal=wish.deal,
            method=wish.method,
        )
        for seat, who in enumerate(wish.sitters):
            table.sit(seat, who, now=time.time())
        with contextlib.suppress(Conflict):
            await self._keep(table)

    async def _lay(self, game: Game, wish: NewTable | Opened, terms: Terms) -> Table:
        """Make a table in a worker thread. A custom edition waits with others of its kind, not with loading tables."""
        kind: Kind = "tables" if wish.edition_text is None else "editions"
        return await self._workers.run(kind, SERVER, _lay, game, wish, terms)

    async def _keep(self, table: Table) -> LiveTable:
        live = LiveTable(table)
        self._take_in(live)  # before anybody can look for it
        try:
            async with live.lock:
                await self._log.append(_opening_of(table))
        except BaseException:
            self.forget(live)
            raise
        self._wake_bots(live)
        self._drop_if_idle(live)
        return live

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[LiveTable]:
        """The table of a name, from memory or from disk, for a while."""
        live = await self._find(name)
        with self._keeping(live):
            await self._tell_closings(live)
            self._wake_bots(live)
            yield live

    @contextmanager
    def _keeping(self, live: LiveTable) -> Iterator[None]:
        """Meanwhile the table stays in memory."""
        live.visits += 1
        try:
            yield
        finally:
            live.visits -= 1
            self._drop_if_idle(live)

    async def be_as_new_as(self, live: LiveTable, version: int) -> None:
        """Somebody has seen a version elsewhere: what they come to is not older."""
        if version > live.table.version:
            await self.catch_up(live)

    async def _find(self, name: str) -> LiveTable:
        if name in self._live:
            return self._live[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self._live:
                try:
                    table = await self._load(name)
                    live = self._take_in(LiveTable(table))
                    if name in self._missed:
                        self._look_again(live)
                finally:
                    self._loading.pop(name, None)
                    self._missed.discard(name)
                self._bus.announce(f"who {name}")
            return self._live[name]

    async def _load(self, name: str) -> Table:
        events = await self._log.load(name)
        if not events:
            raise Refused("no-such-table")
        first = events[0]
        assert isinstance(first, Opened)
        return await self._workers.run("tables", SERVER, Table.replayed, await self.game(first.game), events)

    async def _tell_closings(self, live: LiveTable) -> None:
        """Stop the clocks of a table for the time in which nobody could play."""
        table = live.table
        if not (table.deadlines() or table.is_dealing):
            return
        await self._steward.wake()
        known = max(table.last_time, table.slept_until)
        if self._steward.closed_until <= known:
            return
        for since, until in await self._steward.closings(known):

            def sleep(table: Table, since: float = since, until: float = until) -> None:
                if table.slept_until < until:
                    table.sleep(since, until)

            await self._act(live, sleep)
        live.broadcast()

    def follow(self, live: LiveTable, follower: Follower) -> None:
        """Somebody wants to hear of what happens."""
        live.followers.add(follower)
        if self._is_parting:
            follower.drop()
        if follower.proof is not None:
            is_new = follower.proof not in live.attendance.here
            with live.noticing_who_is_away():
                live.attendance.come(follower.proof)
            if is_new:
                self._bus.announce(f"here {self._steward.name} {live.name} {follower.proof}")

    def unfollow(self, live: LiveTable, follower: Follower) -> None:
        """Somebody is gone."""
        live.followers.discard(follower)
        if follower.proof is not None:
            live.visits += 1
            leave = partial(self._leave, live, follower.proof, time.monotonic())
            if follower.is_poll:  # another one follows soon
                asyncio.get_running_loop().call_later(POLL_GRACE, leave)
            else:
                leave()
        self._drop_if_idle(live)

    def _leave(self, live: LiveTable, proof: str, since: float) -> None:
        """Count one connection of a person less."""
        with live.noticing_who_is_away():
            live.attendance.go(proof, since)
        if proof not in live.attendance.here:
            self._bus.announce(f"gone {self._steward.name} {live.name} {proof}")
        live.visits -= 1
        self._drop_if_idle(live)

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; clients come back to what is on disk."""
        self._let_go(live)
        for follower in live.followers:
            follower.drop()

    def _take_in(self, live: LiveTable) -> LiveTable:
        """Keep a table in memory, once."""
        live = self._live.setdefault(live.name, live)
        metrics.tables_in_memory.set(len(self._live))
        return live

    def _let_go(self, live: LiveTable) -> None:
        if self._live.get(live.name) is live:
            del self._live[live.name]
        metrics.tables_in_memory.set(len(self._live))

    def _drop_if_idle(self, live: LiveTable) -> None:
        """A table that nobody watches and no bot thinks about costs no memory."""
        if not (live.followers or live.visits or live.thinking is not None or live.lock.locked()):
            self._let_go(live)

    # What happens at a table.

    async def join(self, live: LiveTable, asker: Asker, wish: Join) -> int:
        """Take a seat; whoever has one keeps it."""
        proof = asker.proof
        person = Person((asker.name if wish.name is None else wish.name).strip(), proof, asker.is_program)

        def sit(table: Table) -> None:
            if table.seat_of(proof) is None:
                seat = table.seat_for(proof) if wish.seat is None else wish.seat
                table.sit(seat, person, wish.seed_commitment, now=time.time())

        await self.act(live, sit)
        live.broadcast()
        seat = live.table.seat_of(proof)
        assert seat is not None
        return seat

    async def act(self, live: LiveTable, happen: Callable[[Table], Table | None]) -> Done:
        """Let something happen and store it. The caller acknowledges, then broadcasts.

        `happen` may return a new table, which is stored in the same transaction.
        """
        await self._tell_closings(live)
        return await self._act(live, happen)

    async def _act(self, live: LiveTable, happen: Callable[[Table], Table | None]) -> Done:
        async with live.lock:
            for attempt in range(TRIES):
                if attempt:
                    await asyncio.sleep(attempt * BACKOFF_SECONDS)
                version, stored = live.table.version, len(live.table.events)
                try:
                    opened = happen(live.table)
                except BaseException:
                    if len(live.table.events) != stored:  # half of it happened
                        self.forget(live)
                    raise
                if len(live.table.events) == stored or await self._store(live, stored, opened):
                    break
            else:
                raise Refused("stale")
            table = live.table
            done = Done(table.version, table.version != version)
            thought = live.thought
            if thought is not None and not table.is_fresh(thought.seat, thought.version):
                thought.thinker.stop()
        self._wake_bots(live)
        return done

    async def _store(self, live: LiveTable, stored: int, opened: Table | None) -> bool:
        """Append what is new; False if another process was quicker: then the table is as that one left it."""
        try:
            try:
                then = _remove_personal(live, stored)
                if opened is not None:
                    then.append(partial(insert, append=_opening_of(opened)))
                await self._log.append(_append_of(live, stored, then))
            except Conflict:
                live.table = await self._load(live.name)
                live.summary = (live.table.status, live.table.due)
                live.broadcast()
                return False
        except BaseException:  # what is in memory may not be on disk: forget it
            self.forget(live)
            raise
        self._bus.announce(f"changed {live.name}")
        return True

    async def own_table(self, name: str, asker: Asker) -> OwnTable | None:
        """A table where somebody sits, for a list."""
        async with self.visit(name) as live, live.lock:
            table = live.table
            seat = table.seat_of(asker.proof)
            if seat is None:
                return None
            awaited = table.status == "running" and seat in table.position.active and seat in table.people()
            return OwnTable(list_table(table), seat, awaited)

    async def forget_person(self, person: str) -> None:
        """Free a person's seats and remove their name and their words, at each table in one transaction."""
        proof = proof_of(person)
        for name in await lists.tables_of(self._database, proof):
            async with self.visit(name) as live:
                await self.act(live, lambda table: table.forget(proof, self.bot(), now=time.time()))
                live.broadcast()

    def absent_for(self, live: LiveTable, seat: int) -> float:
        """How many seconds a person has been away."""
        since = live.away_since(seat)
        return 0.0 if since is None else time.monotonic() - since

    def check_hints(self, client: Client) -> None:
        """Refuse a client who could not get a hint now."""
        self._thinking.check_hints(client)

    async def advise(self, client: Client, seen: Position, offered: Sequence[int], seed: int) -> list[Advice]:
        """What the master says to a seat that knows so much; it thinks as long as bots do."""
        return await self._thinking.advise(client, seen, offered, seed, self._bot_seconds)

    @property
    def is_thinking(self) -> bool:
        """Whether bots think, or wait for it."""
        return self._thinking.waiting > 0

    # Other processes.

    def _hear(self, text: str) -> None:
        """What the bus says."""
        metrics.bus_heard.inc()
        match text.split():
            case ["changed", name] if name in self._live:
                self._look_again(self._live[name])
            case ["changed", name] if name in self._loading:
                self._missed.add(name)
            case ["revoked", proof]:
                self.when_revoked(proof)
            case ["*"]:
                self.when_revoked(None)
                self._missed.update(self._loading)
                for live in self._live.values():
                    self._look_again(live)
            case [("here" | "gone") as verb, process, name, proof] if name in self._live:
                live = self._live[name]
                with live.noticing_who_is_away():
                    live.attendance.hear(process, proof, time.monotonic(), is_here=verb == "here")
            case ["who", name] if name in self._live:
                self._announce_attendance(self._live[name])

    def _look_again(self, live: LiveTable) -> None:
        if not live.is_behind:
            live.is_behind = True
            self._tasks.start("catch up", self.catch_up(live))

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other processes have appended."""
        with self._keeping(live):
            async with live.lock:
                live.is_behind = False
                try:
                    new = await self._log.load(live.name, after=len(live.table.events))
                    if any(isinstance(event, Forgotten) for event in new):  # earlier events have changed
                        live.table = await self._load(live.name)
                    else:
                        live.table.follow(new)
                except BaseException:  # clients come back to what is on disk
                    self.forget(live)
                    raise
                live.summary = (live.table.status, live.table.due)
            if new:
                live.broadcast()
                self._wake_bots(live)

    async def _repeat_attendance(self) -> None:
        while True:
            await asyncio.sleep(REPEAT)
            now = time.monotonic()
            for live in self._live.values():
                self._announce_attendance(live)
                if live.attendance.is_stale(now):
                    with live.noticing_who_is_away():
                        live.attendance.expire(now)

    def _announce_attendance(self, live: LiveTable) -> None:
        for proof in live.attendance.here:
            self._bus.announce(f"here {self._steward.name} {live.name} {proof}")

    # Bots and clocks.

    async def _look_after(self) -> None:
        """Take on what is due and nobody looks after."""
        while True:
            known = self._steward.closed_until
            now = time.monotonic()
            resting = [name for name, failing in self._failing.items() if now < failing.until]
            for name in [name for name, failing in self._failing.items() if now > failing.until + FORGOTTEN]:
                del self._failing[name]  # it is not due any more
            for name in await self._steward.look(time.time(), resting):
                self._tasks.start("due table", self._attend(name))
            if self._steward.closed_until != known:
                for live in self._live.values():
                    self._tasks.start("stopped clocks", self._stop_clocks(live))
            await asyncio.sleep(BEAT)

    async def _stop_clocks(self, live: LiveTable) -> None:
        with self._keeping(live):
            await self._tell_closings(live)

    async def _attend(self, name: str) -> None:
        """Do what is due at a table."""
        try:
            async with self.visit(name) as live:
                now = time.time()
                if live.table.is_overdue(now):
                    await self.act(live, lambda table: table.expire(self.bot(), now))
                    live.broadcast()
                self._wake_bots(live)
                if live.thinking is None:
                    await self._steward.release(name)
        except Exception as error:
            self._note_failure(name, error)
            await self._steward.release(name)

    def _note_failure(self, name: str, error: BaseException, version: int = 0, bot: str = "") -> None:
        """Leave a table alone for a while, longer after every failure."""
        if isinstance(error, SQLAlchemyError):  # the database may be back in a moment
            logger.error("the database does not answer: %s", type(error).__name__)
            return
        failures = self._failing[name].failures + 1 if name in self._failing else 1
        pause = pause_after(failures)
        self._failing[name] = Failing(failures, version, time.monotonic() + pause)
        who = f"bot {bot!r}" if bot else "a clock or a bot"
        message = "%s at table %s failed, %d times in a row; next try in %g s"
        logger.error(message, who, name[:SHOWN], failures, pause, exc_info=error)

    def _is_resting(self, live: LiveTable) -> bool:
        """Whether bots failed here a moment ago, and nothing has happened at the table since."""
        failing = self._failing.get(live.name)
        return failing is not None and failing.version == live.table.version and time.monotonic() < failing.until

    def _wake_bots(self, live: LiveTable) -> None:
        if live.thinking is None and live.table.bots_to_act() and not self._is_resting(live):
            live.thinking = asyncio.create_task(self._move_bots(live))
            live.thinking.add_done_callback(lambda task: self._rest(live, task))

    def _rest(self, live: LiveTable, task: asyncio.Task[bool]) -> None:
        live.thinking = live.thought = None
        if not task.cancelled():
            if (error := task.exception()) is not None:
                bot = next((live.table.names[seat] for seat in live.table.bots_to_act()), "")
                self._note_failure(live.name, error, live.table.version, bot)
            elif task.result():
                self._wake_bots(live)  # they may have been asked while the table was released
        self._drop_if_idle(live)

    async def _move_bots(self, live: LiveTable) -> bool:
        """Let the bots of a table make their steps; False if another process does."""
        if not await self._steward.claim(live.name, time.time()):
            return False
        try:
            while seats := live.table.bots_to_act():
                seat, bot = seats[0], live.table.plays(seats[0])
                assert isinstance(bot, Bot)
                thought = live.thought = Thought(seat, live.table.version, live.table.thinker(seat))
                action = await self._thinking.think(thought.thinker, bot)
                text = live.table.setup.game.notation.show(live.table.setup.fields, action)
                await self._make_bot_step(live, thought, text)
        finally:
            await self._steward.release(live.name)
        return True

    async def _make_bot_step(self, live: LiveTable, thought: Thought, text: str) -> None:
        key = secrets.token_hex(8)  # a retry is harmless anyway; this one no client has used for the seat before

        def step(table: Table) -> None:
            if thought.seat in table.bots_to_act():  # and another process has not made it
                table.step(thought.seat, text, at=thought.version, key=key, now=time.time())

        try:
            await self.act(live, step)
        except Refused:  # something was taken back meanwhile
            return
        self._failing.pop(live.name, None)
        live.broadcast()


def new_name() -> str:
    """The name of a table is its address and cannot be guessed."""
    return secrets.token_urlsafe(16)


def _lay(game: Game, wish: NewTable | Opened, terms: Terms) -> Table:
    """A new table with a secret of its own."""
    return Table.open(
        game,
        name=new_name(),
        secret=secrets.token_bytes(SECRET_BYTES),
        seats=wish.seats,
        options=wish.options,
        manners=wish.manners,
        edition=wish.edition,
        edition_text=wish.edition_text,
        practice=wish.practice,
        terms=terms,
    )


def _opening_of(table: Table) -> Append:
    """All of a new table."""
    terms = table.opened.terms
    facts = {"game": table.opened.game, "opened": time.time(), "host": terms.host, "public": terms.public}
    return Append(table.opened.table, 1, table.events, facts | _summary_of(table), _people_in(table.events))


def _remove_personal(live: LiveTable, stored: int) -> list[Callable[[sa.Connection], object]]:
    """Remove the people who are forgotten by new events from a table; return the writes that do so on disk."""
    before = after = live.table.events
    for event in before[stored:]:
        if isinstance(event, Forgotten):
            after = without(after, event.proof)
    if after is before:
        return []
    live.table = Table.replayed(live.table.setup.game, after)
    old, new = before[:stored], after[:stored]
    writes: list[Callable[[sa.Connection], object]] = [partial(rewrite, table=live.name, old=old, new=new)]
    if live.table.status == "over":
        writes.append(partial(filing.rename, filed=filing.file_table(live.table, 0.0)))
    return writes


def _append_of(live: LiveTable, stored: int, then: Sequence[Callable[[sa.Connection], object]]) -> Append:
    """What is new at a table, and what else changes with it."""
    table = live.table
    new = table.events[stored:]
    was_over, is_over = live.summary[0] == "over", table.status == "over"
    games = None
    if is_over != was_over:  # a practice table may be taken back
        games = filing.file_table(table, time.time()) if is_over else []
    summary: dict[str, Any] = {}
    if (table.status, table.due) != live.summary or any(isinstance(event, SUMMED_UP) for event in new):
        live.summary = (table.status, table.due)
        summary = _summary_of(table)
    seated = _people_in(new)
    left = [event.proof for event in new if isinstance(event, Left) and event.proof]
    return Append(live.name, stored + 1, new, summary, seated, left, games, then)


def _people_in(events: Iterable[AnyEvent]) -> list[str]:
    """The proofs of people who took a seat."""
    return [who.proof for event in events if isinstance(event, Seated) and isinstance(who := event.who, Person)]


def _summary_of(table: Table) -> dict[str, Any]:
    return {"status": table.status, "due": table.due, "listing": lists.written(table)}


def _warm_game(name: str) -> Game:
    game = catalogue.game(name)
    warm_up(game)
    return game
