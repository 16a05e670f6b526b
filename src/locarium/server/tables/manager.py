"""Live tables: create them, visit them, execute commands at them."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from locarium.search.levels import DEFAULT
from locarium.server.base.tasks import Tasks
from locarium.server.base.workers import SERVER, Workers
from locarium.server.storage.event_log import Conflict
from locarium.server.storage.leases import LeaseManager
from locarium.server.storage.signing import person_id_of
from locarium.table.events import Bot, Person

from . import lobby
from .backoff import Backoff
from .bot_pool import BotPool
from .bot_runner import BotRunner
from .creation import TableSpec, create_table, spec_of_request
from .executor import CommandExecutor, opening_of
from .live_table import LiveTable
from .messages import OwnTable
from .presence import PresenceTracker
from .registry import TableRegistry
from .scheduler import Scheduler
from .view import list_table
from .warmup import WarmGames

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from locarium.kernel.game import Game
    from locarium.kernel.position import Position
    from locarium.search.thinker import Advice
    from locarium.server.base.workers import Client, Kind
    from locarium.server.people.principal import Principal
    from locarium.server.storage.bus import Bus
    from locarium.server.storage.database import Database
    from locarium.server.storage.event_log import EventLog
    from locarium.table.table import Table

    from .executor import Command, CommandResult, GameArchive, Reply
    from .messages import Join, NewTable
    from .subscription import Subscription


class TableManager:
    """All tables of a server process."""

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
        self._workers = workers or Workers()
        self._bot_seconds = bot_seconds
        self._is_shutting_down = False
        self._tasks = Tasks()
        self.leases = LeaseManager(database)
        self.games = WarmGames(self._workers)
        self.registry = TableRegistry(log, bus, self.games, self._workers, self._tasks)
        self.executor = CommandExecutor(log, bus, self.registry, self.leases, archive)
        self.backoff = Backoff()
        self.bot_pool = BotPool(self._workers)
        self.bot_runner = BotRunner(self.registry, self.executor, self.leases, self.bot_pool, self.backoff)
        self.registry.on_change = self.bot_runner.wake
        self.scheduler = Scheduler(self, self.leases, self.backoff, self._tasks)
        self._presence = PresenceTracker(self.registry, bus, self.leases.name)
        self.when_revoked: Callable[[str | None], None] = lambda _: None  # called when another process ends a session

    async def start(self) -> None:
        """Connect to other processes, and start running the bots and clocks that are due."""
        await self.connect()
        self._tasks.start("warm-up", self.games.load_all())
        self._tasks.keep("due tables", self.scheduler.run, 1.0)
        self._tasks.keep("presence", self._presence.repeat)

    async def connect(self) -> None:
        """Register this process and listen to the others."""
        await self.leases.arrive(time.time())
        await self._bus.start(self.on_bus_message)

    def begin_shutdown(self) -> None:
        """Disconnect all clients, including those that connect from now on."""
        self._is_shutting_down = True
        for subscription in self.subscriptions:
            subscription.drop()

    async def close(self) -> None:
        """Stop bots, wait for pending commands, and leave the tables to other processes."""
        await self._tasks.close()
        await self.bot_runner.close()
        for live in list(self.registry.tables):
            async with live.lock:
                pass
        await self._bus.close()
        await self.leases.depart(time.time())

    def announce(self, text: str) -> None:
        """Send an announcement to all other processes."""
        self._bus.announce(text)

    def on_bus_message(self, text: str) -> None:
        """Handle an announcement from another process."""
        match text.split():
            case ["changed", name]:
                self.registry.hear_changed(name)
            case ["revoked", person_id]:
                self.when_revoked(person_id)
            case ["*"]:
                self.when_revoked(None)
                self.registry.hear_anything()
            case [("here" | "gone") as verb, process, name, person_id]:
                self._presence.hear(verb, process, name, person_id)
            case ["who", name]:
                self._presence.answer_who(name)

    # Tables.

    async def game(self, name: str) -> Game:
        """Return a game with its compiled code."""
        return await self.games.get(name)

    async def open(self, request: NewTable, host: Principal) -> LiveTable:
        """Create the table that a client asks for."""
        return await self.store(await self.create(spec_of_request(request, host, self.bot)))

    async def open_contest_table(self, spec: TableSpec) -> None:
        """Create a contest table unless it exists."""
        with suppress(Conflict):
            await self.store(await self.create(spec))

    async def create(self, spec: TableSpec) -> Table:
        """Create a table in a worker thread. Custom editions have their own queue, so they don't delay other tables."""
        kind: Kind = "tables" if spec.edition_text is None else "editions"
        return await self._workers.run(kind, SERVER, create_table, await self.game(spec.game), spec, time.time())

    async def store(self, table: Table) -> LiveTable:
        """Store a new table and keep it in memory while it is used."""
        await self._log.append(opening_of(table))
        live = self.registry.add(LiveTable(table))
        self.bot_runner.wake(live)
        self.registry.drop_if_idle(live)
        return live

    def bot(self, level: int = DEFAULT, name: str = "") -> Bot:
        """Return a bot with this server's thinking time."""
        return Bot(name, seconds=self._bot_seconds, level=level)

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[LiveTable]:
        """Return a table by name, loading it if needed, and keep it in memory inside the block."""
        live = await self.registry.find(name)
        with self.registry.pinned(live):
            await self.executor.record_downtime(live)
            self.bot_runner.wake(live)
            yield live

    async def catch_up_to(self, live: LiveTable, version: int) -> None:
        """Reload the table if the client has already seen a newer version on another process."""
        if version > live.table.version:
            await self.registry.catch_up(live)

    # Commands.

    async def execute(self, live: LiveTable, command: Command, reply: Reply | None = None) -> CommandResult:
        """Run a command, store its events, reply, and publish the new state. A failure changes nothing."""
        return await self.executor.execute(live, command, reply)

    async def join(self, live: LiveTable, principal: Principal, request: Join) -> int:
        """Take a seat. A person who has one keeps it."""
        person_id, name = principal.person_id, principal.name if request.name is None else request.name
        person = Person(name.strip(), person_id, principal.is_program)

        def sit(table: Table) -> None:
            if table.seat_of(person_id) is None:
                seat = table.seat_for(person_id) if request.seat is None else request.seat
                table.sit(seat, person, request.seed_commitment, now=time.time())

        await self.execute(live, sit)
        seat = live.table.seat_of(person_id)
        assert seat is not None
        return seat

    async def anonymize_person(self, user_id: str) -> None:
        """Free a person's seats and remove their name and chat, with one transaction per table."""
        person_id = person_id_of(user_id)
        for name in await lobby.tables_of(self._database, person_id):
            async with self.visit(name) as live:
                await self.execute(live, lambda table: table.anonymize(person_id, self.bot(), now=time.time()))

    async def own_table(self, name: str, principal: Principal) -> OwnTable | None:
        """Describe a table where a person sits."""
        async with self.visit(name) as live:
            table = live.table
            seat = table.seat_of(principal.person_id)
            if seat is None:
                return None
            awaited = table.status == "running" and seat in table.position.active and seat in table.people()
            return OwnTable(list_table(table), seat, awaited)

    # Subscriptions.

    @property
    def subscriptions(self) -> list[Subscription]:
        """Return all subscriptions at this process."""
        return [subscription for live in self.registry.tables for subscription in live.subscriptions]

    def subscribe(self, live: LiveTable, subscription: Subscription) -> None:
        """Add a subscription."""
        live.subscriptions.add(subscription)
        if self._is_shutting_down:
            subscription.drop()
        if subscription.person_id is not None:
            self._presence.arrive(live, subscription.person_id)

    def unsubscribe(self, live: LiveTable, subscription: Subscription) -> None:
        """Remove a subscription."""
        live.subscriptions.discard(subscription)
        if subscription.person_id is not None:
            self._presence.leave(live, subscription)
        self.registry.drop_if_idle(live)

    # Hints.

    def check_hints(self, client: Client) -> None:
        """Raise Refused if a hint cannot be given to this client now."""
        self.bot_pool.check_hints(client)

    async def advise(self, client: Client, seen: Position, legal_actions: Sequence[int], seed: int) -> list[Advice]:
        """Return the strongest bot's advice for a concealed position. It thinks as long as a bot."""
        return await self.bot_pool.advise(client, seen, legal_actions, seed, self._bot_seconds)

    @property
    def are_bots_thinking(self) -> bool:
        """Return whether any bots are thinking or waiting."""
        return self.bot_pool.waiting > 0
