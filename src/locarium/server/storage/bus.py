"""Announcements between processes that something has changed. The data itself is in the database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
from abc import ABC, abstractmethod
from collections import deque
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from locarium.kernel.errors import BadInput
from locarium.server.base import metrics

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from psycopg import AsyncConnection

    from .database import Database

EVERYTHING = "*"  # anything may have changed: reload
MAX_BYTES = 7 * 1024  # bytes per announcement; PostgreSQL takes less than 8,000
MAX_WAITING = 10_000  # announcements queued while the bus is down; further ones are merged into EVERYTHING
MAX_IN_BATCH = 500  # announcements in one round trip
CONNECT_SECONDS = 5
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between reconnection attempts
FLUSH_SECONDS = 2.0  # seconds to send pending announcements on shutdown
CHANNEL = "locarium"  # PostgreSQL notification channel
NOTIFY = "SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text"

logger = logging.getLogger(__name__)


class Bus(Protocol):
    """A channel for short texts to all other processes: in order, at least once, never back to the sender."""

    async def start(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with announcements of other processes, or with EVERYTHING if some may be lost."""

    def announce(self, text: str) -> None:
        """Send an announcement to all other processes soon. Call it on the event loop."""

    async def close(self) -> None:
        """Send pending announcements, then stop."""


class MemoryBus:
    """A bus for a single process. It sends and receives nothing."""

    async def start(self, hear: Callable[[str], None]) -> None:
        """Do nothing."""

    def announce(self, text: str) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class SharedBus(ABC):
    """A bus over a network that reconnects after failures."""

    def __init__(self) -> None:
        self._id = secrets.token_hex(8)
        self._outbox: deque[str] = deque()
        self._has_mail = asyncio.Event()
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._hear: Callable[[str], None] | None = None
        self._living: asyncio.Task[None] | None = None

    @property
    @abstractmethod
    def shown(self) -> str:
        """Return the bus address for messages, without its password."""

    @abstractmethod
    def connected(self) -> contextlib.AbstractAsyncContextManager[Awaitable[None]]:
        """Connect and listen. Yield a coroutine that sends announcements until the connection fails."""

    async def start(self, hear: Callable[[str], None]) -> None:
        """Start listening. Raise BadInput if the bus is unreachable."""
        self._hear = hear
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._living = asyncio.create_task(self._live(opened))
        await opened

    def announce(self, text: str) -> None:
        """Queue an announcement."""
        if not _can_be_sent(text):
            text = EVERYTHING
        if len(self._outbox) >= MAX_WAITING:
            self._outbox.clear()
            text = EVERYTHING
        metrics.bus_sent.inc()
        self._outbox.append(text)
        self._is_idle.clear()
        self._has_mail.set()

    async def close(self) -> None:
        """Send pending announcements, then stop."""
        if self._living is None:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_idle.wait(), FLUSH_SECONDS)
        self._living.cancel()
        await asyncio.wait([self._living])

    async def _live(self, opened: asyncio.Future[None]) -> None:
        pause = SHORTEST_PAUSE
        while True:
            try:
                async with self.connected() as sending:
                    pause = SHORTEST_PAUSE
                    if opened.done():
                        self.receive(EVERYTHING)
                    else:
                        opened.set_result(None)
                    await sending
            except Exception as error:
                if not opened.done():
                    opened.set_exception(BadInput(f"cannot reach the bus {self.shown}: {_reason(error)}"))
                    return
                logger.warning("bus connection lost: %s", _reason(error))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def send_announcements(self, send: Callable[[list[str]], Awaitable[None]]) -> None:
        """Send announcements in batches, tagged with the sender's name, until sending fails."""
        while True:
            await self._has_mail.wait()
            self._has_mail.clear()
            while self._outbox:
                batch = [self._outbox.popleft() for _ in range(min(len(self._outbox), MAX_IN_BATCH))]
                try:
                    await send([f"{self._id} {text}" for text in batch])
                except BaseException:  # unknown which of them arrived
                    self._outbox.appendleft(EVERYTHING)
                    self._has_mail.set()
                    raise
            self._is_idle.set()

    def receive_message(self, message: str) -> None:
        """Receive a message from the network. Ignore our own."""
        sender, _, text = message.partition(" ")
        if sender != self._id:
            self.receive(text)

    def receive(self, text: str) -> None:
        """Call the handler with an announcement. If it fails, log the error and carry on."""
        assert self._hear is not None
        try:
            self._hear(text)
        except Exception:
            logger.exception("failed to handle an announcement")


class PostgresBus(SharedBus):
    """LISTEN and NOTIFY in the shared database. Needs no extra service."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    @property
    def shown(self) -> str:
        """Return the database address."""
        return self._database.shown

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Awaitable[None]]:
        """Open one connection to listen and one to send."""
        async with await self._connect() as ear, await self._connect() as mouth:
            await ear.execute(f"LISTEN {CHANNEL}".encode())
            yield self._converse(ear, mouth)

    async def _connect(self) -> AsyncConnection:
        from psycopg import AsyncConnection

        engine = self._database.engine
        _, parameters = engine.dialect.create_connect_args(engine.url)
        return await AsyncConnection.connect(**parameters, autocommit=True)

    async def _converse(self, ear: AsyncConnection, mouth: AsyncConnection) -> None:
        async def send(messages: list[str]) -> None:
            await mouth.execute(NOTIFY, [CHANNEL, messages])

        async def listen() -> None:
            async for notice in ear.notifies():
                self.receive_message(notice.payload)

        async with asyncio.TaskGroup() as both:
            both.create_task(listen())
            both.create_task(self.send_announcements(send))


class NatsBus(SharedBus):
    """NATS, for setups with more processes than a database can notify."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__()
        self._address = address
        self._subject = f"{CHANNEL}.{re.sub('[^A-Za-z0-9_-]', '_', name)}"

    @property
    def shown(self) -> str:
        """Return the address without its password."""
        return f"nats://{urlsplit(self._address).netloc.rpartition('@')[2]}"

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Awaitable[None]]:
        """Open one connection. NATS reports when it is lost."""
        from nats.aio.client import Client
        from nats.errors import SlowConsumerError

        lost = asyncio.Event()

        async def on_error(error: Exception) -> None:
            if isinstance(error, SlowConsumerError):  # messages were dropped
                self.receive(EVERYTHING)

        async def on_closed() -> None:
            lost.set()

        async def on_message(message: Msg) -> None:
            self.receive_message(message.data.decode())

        client = Client()
        await client.connect(
            self._address,
            allow_reconnect=False,  # handled by SharedBus
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=CONNECT_SECONDS,
            ping_interval=10,
            error_cb=on_error,
            closed_cb=on_closed,
        )
        try:
            await client.subscribe(self._subject, cb=on_message)
            await _flush(client)
            yield self._converse(client, lost)
        finally:
            await client.close()

    async def _converse(self, client: Client, lost: asyncio.Event) -> None:
        async def send(messages: list[str]) -> None:
            for message in messages:
                await client.publish(self._subject, message.encode())
            await _flush(client)

        async def watch() -> None:
            await lost.wait()
            raise ConnectionError("the NATS server closed the connection")

        async with asyncio.TaskGroup() as both:
            both.create_task(watch())
            both.create_task(self.send_announcements(send))


async def _flush(client: Client) -> None:
    """Wait until the server has received everything.

    The first flush can overtake queued messages; the second cannot.
    """
    await client.flush()
    await client.flush()


def open_bus(address: str | None, database: Database) -> Bus:
    """Return the bus at an address, or the database's own bus if no address is given."""
    if address is None:
        return PostgresBus(database) if database.is_shared else MemoryBus()
    if not database.is_shared:
        raise BadInput("a bus needs a shared database: name one with --database")
    if not address.startswith(("nats://", "tls://")):
        raise BadInput("invalid bus address: expected nats://host:4222")  # do not print it: it may contain a password
    if find_spec("nats") is None:
        raise BadInput("the NATS client is not installed: pip install 'locarium[nats]'")
    return NatsBus(address, database.name)


def _can_be_sent(text: str) -> bool:
    try:
        return "\0" not in text and len(text.encode()) <= MAX_BYTES
    except UnicodeEncodeError:
        return False


def _reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error).partition("\n")[0] or type(error).__name__
