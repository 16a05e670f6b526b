"""Live tables: run commands against them, persist the events, notify subscribers."""

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
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.search.levels import DEFAULT
from locarium.server.base import metrics
from locarium.server.base.logging import SHORT_NAME
from locarium.server.base.tasks import Tasks, pause_after
from locarium.server.base.workers import SERVER, Workers
from locarium.server.storage.event_log import Append, Conflict, insert, rewrite
from locarium.server.storage.leases import LeaseManager
from locarium.server.storage.signing import person_id_of
from locarium.table.anonymize import anonymize_events
from locarium.table.events import (
    BOT_NAMES,
    Begun,
    Bot,
    BotTookOver,
    Clock,
    Left,
    Opened,
    Person,
    PersonAnonymized,
    Seated,
    TableSettings,
)
from locarium.table.fairness import METHOD, SECRET_BYTES
from locarium.table.table import Table

from . import lobby
from .bot_pool import BotPool
from .messages import OwnTable
from .presence import REPEAT, Presence
from .view import SharedView, list_table
from .warmup import warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence

    import sqlalchemy as sa

    from locarium.kernel.game import Game
    from locarium.kernel.position import Position
    from locarium.search import thinker as bots
    from locarium.search.thinker import Advice
    from locarium.server.base.workers import Client, Kind
    from locarium.server.people.principal import Principal
    from locarium.server.storage.bus import Bus
    from locarium.server.storage.database import Database
    from locarium.server.storage.event_log import EventLog
    from locarium.table.events import AnyEvent

    from .messages import Join, NewTable
    from .subscription import Subscription

    Write: TypeAlias = Callable[[sa.Connection], object]

CHECK_SECONDS = 1.0  # seconds between checks for due tables
TRIES = 20  # attempts to append while other processes append to the same table
BACKOFF_SECONDS = 0.02  # grows with every attempt, because the process that reloads the table tends to lose
POLL_GRACE = 10.0  # seconds for which a person counts as connected after a long poll
FAILURE_MEMORY = 600.0  # seconds after which a failure at a table is forgotten
ABSENT_AFTER = 60.0  # seconds after which a bot can take over for a person who is away
LISTING_EVENTS = (Opened, Seated, Left, BotTookOver, Begun, PersonAnonymized)  # events that change a table's listing
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class BotTask:
    """A bot thinking about a step."""

    seat: int
    version: int  # of the table at the start
    engine: bots.Bot


@dataclass(frozen=True)
class FailureRecord:
    """Repeated failures of bots or clocks at a table."""

    failures: int  # in a row
    version: int  # of the table
    until: float  # monotonic time of the next try


@dataclass(frozen=True)
class TableSpec:
    """A table to create for a contest, which shares its deal with other tables."""

    table: str  # its name
    game: str
    options: dict[str, Any]
    edition: str | None
    secret: bytes  # of the deal
    deal: str  # name of the deal
    players: list[Person | Bot]  # by seat
    settings: TableSettings
    practice: bool = False
    method: str = METHOD  # of the draws


@dataclass(frozen=True)
class CommandResult:
    """The result of a stored command."""

    version: int  # of the table
    is_public: bool  # whether other players may know that anything happened


class GameArchive(Protocol):
    """A store of finished games, written in the transaction that changes their table."""

    def store_games(self, table: Table, now: float) -> Write:
        """Return the write that updates the archive to match a table."""

    def rename_players(self, table: Table) -> Write:
        """Return the write that updates player names in archived games."""


class LiveTable:
    """A table in memory with a lock and its subscribers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.name = table.opened.table
        self.lock = asyncio.Lock()
        self.subscriptions: set[Subscription] = set()
        self.presence = Presence(time.monotonic())
        self.visits = 0  # temporary users that keep it in memory
        self.bots_running: asyncio.Task[bool] | None = None  # task that runs the bots
        self.bot_task: BotTask | None = None  # the bot in progress
        self.summary = (table.status, table.due)
        self.is_behind = False  # another process has appended
        self._shared: SharedView | None = None

    def broadcast(self, seat: int | None = None) -> None:
        """Notify all subscribers of a change, or only one seat if the change is hidden from others."""
        for subscription in self.subscriptions:
            if seat is None or subscription.seat == seat:
                subscription.notify()

    @contextmanager
    def announcing_away(self) -> Iterator[None]:
        """Notify all subscribers if presence changes inside the block."""
        before = self.away
        yield
        if self.away != before:
            for subscription in self.subscriptions:
                subscription.notify_presence()

    @property
    def shared(self) -> SharedView:
        """Return the part of the view that all subscribers share."""
        if self._shared is None or not self._shared.is_of(self.table):
            self._shared = SharedView(self.table, self._shared)
        return self._shared

    @property
    def away(self) -> frozenset[int]:
        """Return the seats of people who are not connected."""
        return frozenset(seat for seat in range(len(self.table.seats)) if self.away_since(seat) is not None)

    def away_since(self, seat: int) -> float | None:
        """Return when the person at a seat disconnected. None if they are connected or the seat has no person."""
        who = self.table.seats[seat]
        return self.presence.away_since(who.person_id) if isinstance(who, Person) else None


class TableManager:
    """All live tables. The stored event log is authoritative; tables in memory are projections of it."""

    def __init__(
        self,
        database: Database,
        log: EventLog,
        bus: Bus,
        archive: GameArchive,
        workers: Workers | None = None,
        *,
        bot_seconds: float,
    ) -> None:
        self._database, self._log, self._bus = database, log, bus
        self._archive = archive
        self._workers = workers or Workers()
        self._leases = LeaseManager(database)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._missed: set[str] = set()  # tables that changed elsewhere while loading
        self._bot_seconds = bot_seconds
        self._bot_pool = BotPool(self._workers)
        self._warm: dict[str, asyncio.Future[Game]] = {}  # loaded games, or games being loaded
        self._tasks = Tasks()
        self._failing: dict[str, FailureRecord] = {}  # tables where bots or clocks failed, by name
        self._is_shutting_down = False
        # called when another process has ended a session
        self.when_revoked: Callable[[str | None], None] = lambda _: None

    async def start(self) -> None:
        """Listen to other processes and start running due tables."""
        await self._leases.arrive(time.time())
        await self._bus.start(self._on_bus_message)
        self._tasks.start("warm-up", self._warm_up())
        self._tasks.keep("due tables", self._run_due, CHECK_SECONDS)
        self._tasks.keep("presence", self._repeat_presence)

    def begin_shutdown(self) -> None:
        """Disconnect all subscribers and reject new ones."""
        self._is_shutting_down = True
        for live in self._live.values():
            for subscription in live.subscriptions:
                subscription.drop()

    async def close(self) -> None:
        """Stop the bots, finish pending writes and release the leases."""
        await self._tasks.close()
        ending: list[asyncio.Task[Any]] = []
        for live in self._live.values():
            if live.bot_task is not None:
                live.bot_task.engine.stop()
            if live.bots_running is not None:
                ending.append(live.bots_running)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for live in list(self._live.values()):
            async with live.lock:
                pass
        await self._bus.close()
        await self._leases.depart(time.time())

    def announce(self, text: str) -> None:
        """Send an announcement to all other processes."""
        self._bus.announce(text)

    @property
    def subscriptions(self) -> list[Subscription]:
        """Return all subscriptions on this process."""
        return [subscription for live in self._live.values() for subscription in live.subscriptions]

    # Games.

    async def _warm_up(self) -> None:
        """Load all games in advance, one after the other."""
        for name in catalogue.NAMES:
            try:
                await self.game(name)
            except Exception:
                logger.exception("could not load %s; the next request will retry", name)
        gc.freeze()  # compiled code is never freed, so keep it out of the garbage collector's way

    async def game(self, name: str) -> Game:
        """Return a game with its compiled code. Compiling takes seconds on the very first start."""
        warm = self._warm.get(name)
        if warm is None or (warm.done() and (warm.cancelled() or warm.exception() is not None)):
            catalogue.about(name)  # raises if the game is unknown
            warm = self._warm[name] = self._workers.submit("games", SERVER, _warm_game, name).done
        return await asyncio.shield(warm)

    # Loading and creating tables.

    async def open(self, spec: NewTable, host: Principal) -> LiveTable:
        """Open a table."""
        if spec.clock is not None and spec.seats < 2:
            raise Refused("clock-alone")
        clock = Clock(spec.clock.seconds, spec.clock.reserve, spec.clock.per) if spec.clock else None
        settings = TableSettings(host.person_id, spec.public, spec.spectators, spec.chat, clock)
        table = await self._create(await self.game(spec.game), spec, settings)
        for number, bot in enumerate(spec.bots):
            table.sit(bot.seat, self.bot(bot.level, BOT_NAMES[number]))
        return await self._persist(table)

    def bot(self, level: int = DEFAULT, name: str = "") -> Bot:
        """Return a bot of the given level."""
        return Bot(name, seconds=self._bot_seconds, level=level)

    async def create_rematch(self, old: Table, host: str) -> Table:
        """Create the table for a rematch with rotated seats, reserved for the same people."""
        seats = [old.seats[(seat + 1) % len(old.seats)] for seat in range(len(old.seats))]
        people = [who if isinstance(who, Person) else Person("", "") for who in seats]
        settings = msgspec.structs.replace(
            old.opened.settings,
            host=host,
            reserved=tuple(who.person_id for who in people),
            names=tuple(who.name for who in people),
            embargoed_until=0.0,  # a rematch has its own deal
        )
        table = await self._create(old.setup.game, old.opened, settings)
        for seat, who in enumerate(seats):
            if isinstance(who, Bot):
                table.sit(seat, who)
        return table

    async def create_contest_table(self, spec: TableSpec) -> None:
        """Create a contest table with all seats taken. Do nothing if it exists."""
        table = await self._workers.run(
            "tables",
            SERVER,
            Table.open,
            await self.game(spec.game),
            name=spec.table,
            secret=spec.secret,
            seats=len(spec.players),
            options=spec.options,
            edition=spec.edition,
            practice=spec.practice,
            settings=spec.settings,
            deal=spec.deal,
            method=spec.method,
        )
        for seat, who in enumerate(spec.players):
            table.sit(seat, who, now=time.time())
        with contextlib.suppress(Conflict):
            await self._persist(table)

    async def _create(self, game: Game, spec: NewTable | Opened, settings: TableSettings) -> Table:
        """Create a table in a worker thread. Custom editions have their own queue, apart from loading tables."""
        kind: Kind = "tables" if spec.edition_text is None else "editions"
        return await self._workers.run(kind, SERVER, _create, game, spec, settings)

    async def _persist(self, table: Table) -> LiveTable:
        live = LiveTable(table)
        self._register(live)  # before any request can look it up
        try:
            async with live.lock:
                await self._log.append(_opening_of(table))
        except BaseException:
            self.evict(live)
            raise
        self._wake_bots(live)
        self._drop_if_idle(live)
        return live

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[LiveTable]:
        """Return a table by name, loading it if needed, and keep it in memory inside the block."""
        live = await self._find(name)
        with self._pinned(live):
            await self._record_downtime(live)
            self._wake_bots(live)
            yield live

    @contextmanager
    def _pinned(self, live: LiveTable) -> Iterator[None]:
        """Keep the table in memory inside the block."""
        live.visits += 1
        try:
            yield
        finally:
            live.visits -= 1
            self._drop_if_idle(live)

    async def catch_up_to(self, live: LiveTable, version: int) -> None:
        """Reload the table if the client has already seen a newer version on another process."""
        if version > live.table.version:
            await self.catch_up(live)

    async def _find(self, name: str) -> LiveTable:
        if name in self._live:
            return self._live[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self._live:
                try:
                    table = await self._load(name)
                    live = self._register(LiveTable(table))
                    if name in self._missed:
                        self._mark_stale(live)
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

    async def _record_downtime(self, live: LiveTable) -> None:
        """Exclude server downtime from a table's clocks."""
        table = live.table
        if not (table.deadlines() or table.is_dealing):
            return
        await self._leases.wake()
        known = max(table.last_time, table.downtime_until)
        if self._leases.down_until <= known:
            return
        for since, until in await self._leases.downtimes(known):

            def sleep(table: Table, since: float = since, until: float = until) -> None:
                if table.downtime_until < until:
                    table.record_downtime(since, until)

            await self._apply(live, sleep)
        live.broadcast()

    def subscribe(self, live: LiveTable, subscription: Subscription) -> None:
        """Add a subscription."""
        live.subscriptions.add(subscription)
        if self._is_shutting_down:
            subscription.drop()
        if subscription.person_id is not None:
            is_new = subscription.person_id not in live.presence.here
            with live.announcing_away():
                live.presence.come(subscription.person_id)
            if is_new:
                self._bus.announce(f"here {self._leases.name} {live.name} {subscription.person_id}")

    def unsubscribe(self, live: LiveTable, subscription: Subscription) -> None:
        """Remove a subscription."""
        live.subscriptions.discard(subscription)
        if subscription.person_id is not None:
            live.visits += 1
            leave = partial(self._leave, live, subscription.person_id, time.monotonic())
            if subscription.is_poll:  # the next poll follows soon
                asyncio.get_running_loop().call_later(POLL_GRACE, leave)
            else:
                leave()
        self._drop_if_idle(live)

    def _leave(self, live: LiveTable, person_id: str, since: float) -> None:
        """Remove one connection of a person."""
        with live.announcing_away():
            live.presence.go(person_id, since)
        if person_id not in live.presence.here:
            self._bus.announce(f"gone {self._leases.name} {live.name} {person_id}")
        live.visits -= 1
        self._drop_if_idle(live)

    def evict(self, live: LiveTable) -> None:
        """Drop a table from memory. Clients reconnect and get the stored state."""
        self._unregister(live)
        for subscription in live.subscriptions:
            subscription.drop()

    def _register(self, live: LiveTable) -> LiveTable:
        """Keep a table in memory. Return the existing one if there is one."""
        live = self._live.setdefault(live.name, live)
        metrics.tables_in_memory.set(len(self._live))
        return live

    def _unregister(self, live: LiveTable) -> None:
        if self._live.get(live.name) is live:
            del self._live[live.name]
        metrics.tables_in_memory.set(len(self._live))

    def _drop_if_idle(self, live: LiveTable) -> None:
        """Drop a table from memory if it has no subscribers and no running bot."""
        if not (live.subscriptions or live.visits or live.bots_running is not None or live.lock.locked()):
            self._unregister(live)

    # Commands.

    async def join(self, live: LiveTable, principal: Principal, spec: Join) -> int:
        """Take a seat. A person who has one keeps it."""
        person_id = principal.person_id
        person = Person((principal.name if spec.name is None else spec.name).strip(), person_id, principal.is_program)

        def sit(table: Table) -> None:
            if table.seat_of(person_id) is None:
                seat = table.seat_for(person_id) if spec.seat is None else spec.seat
                table.sit(seat, person, spec.seed_commitment, now=time.time())

        await self.apply(live, sit)
        live.broadcast()
        seat = live.table.seat_of(person_id)
        assert seat is not None
        return seat

    async def apply(self, live: LiveTable, change: Callable[[Table], Table | None]) -> CommandResult:
        """Apply a change and store its events. The caller acknowledges, then broadcasts.

        `change` may return a new table, which is stored in the same transaction.
        """
        await self._record_downtime(live)
        return await self._apply(live, change)

    async def _apply(self, live: LiveTable, change: Callable[[Table], Table | None]) -> CommandResult:
        async with live.lock:
            for attempt in range(TRIES):
                if attempt:
                    await asyncio.sleep(attempt * BACKOFF_SECONDS)
                version, stored = live.table.version, len(live.table.events)
                try:
                    opened = change(live.table)
                except BaseException:
                    if len(live.table.events) != stored:  # the change failed halfway
                        self.evict(live)
                    raise
                if len(live.table.events) == stored or await self._store(live, stored, opened):
                    break
            else:
                raise Refused("stale")
            table = live.table
            done = CommandResult(table.version, table.version != version)
            bot_task = live.bot_task
            if bot_task is not None and not table.is_current(bot_task.seat, bot_task.version):
                bot_task.engine.stop()
        self._wake_bots(live)
        return done

    async def _store(self, live: LiveTable, stored: int, opened: Table | None) -> bool:
        """Append new events. Return False if another process was faster; the table is then reloaded."""
        try:
            try:
                then = self._remove_personal(live, stored)
                if (live.table.status == "over") != (live.summary[0] == "over"):  # undo can reopen a practice table
                    then.append(self._archive.store_games(live.table, time.time()))
                if opened is not None:
                    then.append(partial(insert, append=_opening_of(opened)))
                await self._log.append(_append_of(live, stored, then))
            except Conflict:
                live.table = await self._load(live.name)
                live.summary = (live.table.status, live.table.due)
                live.broadcast()
                return False
        except BaseException:  # memory and database may differ: drop the table
            self.evict(live)
            raise
        self._bus.announce(f"changed {live.name}")
        return True

    def _remove_personal(self, live: LiveTable, stored: int) -> list[Write]:
        """Anonymize people who were deleted by new events. Return the writes that do the same in the database."""
        before = after = live.table.events
        for event in before[stored:]:
            if isinstance(event, PersonAnonymized):
                after = anonymize_events(after, event.person_id)
        if after is before:
            return []
        live.table = Table.replayed(live.table.setup.game, after)
        rewritten = partial(rewrite, table=live.name, old=before[:stored], new=after[:stored])
        return [rewritten, self._archive.rename_players(live.table)]

    async def own_table(self, name: str, principal: Principal) -> OwnTable | None:
        """Describe a table where a person sits."""
        async with self.visit(name) as live, live.lock:
            table = live.table
            seat = table.seat_of(principal.person_id)
            if seat is None:
                return None
            awaited = table.status == "running" and seat in table.position.active and seat in table.people()
            return OwnTable(list_table(table), seat, awaited)

    async def anonymize_person(self, user_id: str) -> None:
        """Free a person's seats and remove their name and chat, with one transaction per table."""
        person_id = person_id_of(user_id)
        for name in await lobby.tables_of(self._database, person_id):
            async with self.visit(name) as live:
                await self.apply(live, lambda table: table.anonymize(person_id, self.bot(), now=time.time()))
                live.broadcast()

    def seconds_away(self, live: LiveTable, seat: int) -> float:
        """Return how many seconds a person has been away."""
        since = live.away_since(seat)
        return 0.0 if since is None else time.monotonic() - since

    def check_hints(self, client: Client) -> None:
        """Raise Refused if a hint cannot be given to this client now."""
        self._bot_pool.check_hints(client)

    async def advise(self, client: Client, seen: Position, legal_actions: Sequence[int], seed: int) -> list[Advice]:
        """Return the strongest bot's advice for a concealed position. It gets the usual bot time."""
        return await self._bot_pool.advise(client, seen, legal_actions, seed, self._bot_seconds)

    @property
    def are_bots_thinking(self) -> bool:
        """Return whether any bots are thinking or waiting."""
        return self._bot_pool.waiting > 0

    # Other processes.

    def _on_bus_message(self, text: str) -> None:
        """Handle an announcement from another process."""
        metrics.bus_heard.inc()
        match text.split():
            case ["changed", name] if name in self._live:
                self._mark_stale(self._live[name])
            case ["changed", name] if name in self._loading:
                self._missed.add(name)
            case ["revoked", person_id]:
                self.when_revoked(person_id)
            case ["*"]:
                self.when_revoked(None)
                self._missed.update(self._loading)
                for live in self._live.values():
                    self._mark_stale(live)
            case [("here" | "gone") as verb, process, name, person_id] if name in self._live:
                live = self._live[name]
                with live.announcing_away():
                    live.presence.hear(process, person_id, time.monotonic(), is_here=verb == "here")
            case ["who", name] if name in self._live:
                self._announce_presence(self._live[name])

    def _mark_stale(self, live: LiveTable) -> None:
        if not live.is_behind:
            live.is_behind = True
            self._tasks.start("catch up", self.catch_up(live))

    async def catch_up(self, live: LiveTable) -> None:
        """Load events that other processes have appended."""
        with self._pinned(live):
            async with live.lock:
                live.is_behind = False
                try:
                    new = await self._log.load(live.name, after=len(live.table.events))
                    if any(isinstance(event, PersonAnonymized) for event in new):  # earlier events have changed
                        live.table = await self._load(live.name)
                    else:
                        live.table.apply_events(new)
                except BaseException:  # clients reconnect and get the stored state
                    self.evict(live)
                    raise
                live.summary = (live.table.status, live.table.due)
            if new:
                live.broadcast()
                self._wake_bots(live)

    async def _repeat_presence(self) -> None:
        while True:
            await asyncio.sleep(REPEAT)
            now = time.monotonic()
            for live in self._live.values():
                self._announce_presence(live)
                if live.presence.is_stale(now):
                    with live.announcing_away():
                        live.presence.expire(now)

    def _announce_presence(self, live: LiveTable) -> None:
        for person_id in live.presence.here:
            self._bus.announce(f"here {self._leases.name} {live.name} {person_id}")

    # Bots and clocks.

    async def _run_due(self) -> None:
        """Claim due tables that no process is running."""
        while True:
            known = self._leases.down_until
            now = time.monotonic()
            resting = [name for name, failing in self._failing.items() if now < failing.until]
            for name in [name for name, failing in self._failing.items() if now > failing.until + FAILURE_MEMORY]:
                del self._failing[name]  # no longer due
            for name in await self._leases.claim_due(time.time(), resting):
                self._tasks.start("due table", self._handle_due(name))
            if self._leases.down_until != known:
                for live in self._live.values():
                    self._tasks.start("stopped clocks", self._stop_clocks(live))
            await asyncio.sleep(CHECK_SECONDS)

    async def _stop_clocks(self, live: LiveTable) -> None:
        with self._pinned(live):
            await self._record_downtime(live)

    async def _handle_due(self, name: str) -> None:
        """Run the due bots and clocks of a table."""
        try:
            async with self.visit(name) as live:
                now = time.time()
                if live.table.is_overdue(now):
                    await self.apply(live, lambda table: table.expire(self.bot(), now))
                    live.broadcast()
                self._wake_bots(live)
                if live.bots_running is None:
                    await self._leases.release(name)
        except Exception as error:
            self._note_failure(name, error)
            await self._leases.release(name)

    def _note_failure(self, name: str, error: BaseException, version: int = 0, bot: str = "") -> None:
        """Pause a table after a failure, longer each time."""
        if isinstance(error, SQLAlchemyError):  # the database may recover soon
            logger.error("database unavailable: %s", type(error).__name__)
            return
        failures = self._failing[name].failures + 1 if name in self._failing else 1
        pause = pause_after(failures)
        self._failing[name] = FailureRecord(failures, version, time.monotonic() + pause)
        who = f"bot {bot!r}" if bot else "a clock or a bot"
        message = "%s at table %s failed, %d times in a row; next try in %g s"
        logger.error(message, who, name[:SHORT_NAME], failures, pause, exc_info=error)

    def _is_backing_off(self, live: LiveTable) -> bool:
        """Return whether bots failed here recently and the table has not changed since."""
        failing = self._failing.get(live.name)
        return failing is not None and failing.version == live.table.version and time.monotonic() < failing.until

    def _wake_bots(self, live: LiveTable) -> None:
        if live.bots_running is None and live.table.bots_to_act() and not self._is_backing_off(live):
            live.bots_running = asyncio.create_task(self._run_bots(live))
            live.bots_running.add_done_callback(lambda task: self._bots_done(live, task))

    def _bots_done(self, live: LiveTable, task: asyncio.Task[bool]) -> None:
        live.bots_running = live.bot_task = None
        if not task.cancelled():
            if (error := task.exception()) is not None:
                bot = next((live.table.names[seat] for seat in live.table.bots_to_act()), "")
                self._note_failure(live.name, error, live.table.version, bot)
            elif task.result():
                self._wake_bots(live)  # a bot may have become active while the table was released
        self._drop_if_idle(live)

    async def _run_bots(self, live: LiveTable) -> bool:
        """Run the bots of a table. Return False if another process runs it."""
        if not await self._leases.claim(live.name, time.time()):
            return False
        try:
            while seats := live.table.bots_to_act():
                seat, bot = seats[0], live.table.controller(seats[0])
                assert isinstance(bot, Bot)
                bot_task = live.bot_task = BotTask(seat, live.table.version, create_bot(*live.table.bot_input(seat)))
                action = await self._bot_pool.think(bot_task.engine, bot)
                text = live.table.setup.game.notation.show(live.table.setup.fields, action)
                await self._play_bot_step(live, bot_task, text)
        finally:
            await self._leases.release(live.name)
        return True

    async def _play_bot_step(self, live: LiveTable, bot_task: BotTask, text: str) -> None:
        key = secrets.token_hex(8)  # must differ from all keys that clients have used for the seat

        def step(table: Table) -> None:
            if bot_task.seat in table.bots_to_act():  # another process may have made the step
                table.step(bot_task.seat, text, at=bot_task.version, key=key, now=time.time())

        try:
            await self.apply(live, step)
        except Refused:  # a step was undone in the meantime
            return
        self._failing.pop(live.name, None)
        live.broadcast()


def new_name() -> str:
    """Return an unguessable table name, which is also its URL."""
    return secrets.token_urlsafe(16)


def _create(game: Game, spec: NewTable | Opened, settings: TableSettings) -> Table:
    """Create a table with a new secret."""
    return Table.open(
        game,
        name=new_name(),
        secret=secrets.token_bytes(SECRET_BYTES),
        seats=spec.seats,
        options=spec.options,
        table_options=spec.table_options,
        edition=spec.edition,
        edition_text=spec.edition_text,
        practice=spec.practice,
        settings=settings,
    )


def _opening_of(table: Table) -> Append:
    """Return the append that stores a new table."""
    settings = table.opened.settings
    facts = {"game": table.opened.game, "opened": time.time(), "host": settings.host, "public": settings.public}
    return Append(table.opened.table, 1, table.events, facts | _summary_of(table), _people_in(table.events))


def _append_of(live: LiveTable, stored: int, then: Sequence[Write]) -> Append:
    """Return the append that stores a table's new events and related changes."""
    table = live.table
    new = table.events[stored:]
    summary: dict[str, Any] = {}
    if (table.status, table.due) != live.summary or any(isinstance(event, LISTING_EVENTS) for event in new):
        live.summary = (table.status, table.due)
        summary = _summary_of(table)
    seated = _people_in(new)
    left = [event.person_id for event in new if isinstance(event, Left) and event.person_id]
    return Append(live.name, stored + 1, new, summary, seated, left, then)


def _people_in(events: Iterable[AnyEvent]) -> list[str]:
    """Return the person ids that took a seat."""
    return [who.person_id for event in events if isinstance(event, Seated) and isinstance(who := event.who, Person)]


def _summary_of(table: Table) -> dict[str, Any]:
    return {"status": table.status, "due": table.due, "listing": lobby.written(table)}


def _warm_game(name: str) -> Game:
    game = catalogue.game(name)
    warm_up(game)
    return game
