"""What the processes of a house tell each other: that something has changed. What it is stands in the database."""

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

EVERYTHING = "*"  # anything may have changed: look again
MAX_BYTES = 7 * 1024  # of an announcement; PostgreSQL takes less than 8,000
MAX_WAITING = 10_000  # announcements while the bus is broken; more become one
MAX_IN_BATCH = 500  # announcements in one round trip
CONNECT_SECONDS = 5
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between two attempts to connect again
FAREWELL_SECONDS = 2.0  # for what is still to be sent
CHANNEL = "locarium"  # of one PostgreSQL database
NOTIFY = "SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text"

logger = logging.getLogger(__name__)


class Bus(Protocol):
    """Carries short texts to all other processes of the house, in order, at least once, never back to the sender."""

    async def start(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with what others announce; with EVERYTHING where something may have been missed."""

    def announce(self, text: str) -> None:
        """Tell all others, soon; to be called where the loop runs."""

    async def close(self) -> None:
        """Send what is waiting, then end."""


class MemoryBus:
    """A house of one process: there is nobody else."""

    async def start(self, hear: Callable[[str], None]) -> None:
        """Nothing will be heard."""

    def announce(self, text: str) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """There is nothing to end."""


class SharedBus(ABC):
    """A bus over a network: it breaks, and mends itself."""

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
        """Where the bus is, for people."""

    @abstractmethod
    def connected(self) -> contextlib.AbstractAsyncContextManager[Awaitable[None]]:
        """Connect and listen; what is yielded sends the mail for as long as all is well."""

    async def start(self, hear: Callable[[str], None]) -> None:
        """Listen from now on; BadInput if the bus is not there."""
        self._hear = hear
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._living = asyncio.create_task(self._live(opened))
        await opened

    def announce(self, text: str) -> None:
        """Tell all others, soon."""
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
        """Send what is waiting, then end."""
        if self._living is None:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_idle.wait(), FAREWELL_SECONDS)
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
                logger.warning("the bus is broken: %s", _reason(error))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def send_mail(self, send: Callable[[list[str]], Awaitable[None]]) -> None:
        """Send what is announced, as messages with the sender's name, until that fails."""
        while True:
            await self._has_mail.wait()
            self._has_mail.clear()
            while self._outbox:
                batch = [self._outbox.popleft() for _ in range(min(len(self._outbox), MAX_IN_BATCH))]
                try:
                    await send([f"{self._id} {text}" for text in batch])
                except BaseException:  # nobody knows which of them arrived
                    self._outbox.appendleft(EVERYTHING)
                    self._has_mail.set()
                    raise
            self._is_idle.set()

    def receive_message(self, message: str) -> None:
        """What came over the network, one's own messages too."""
        sender, _, text = message.partition(" ")
        if sender != self._id:
            self.receive(text)

    def receive(self, text: str) -> None:
        """Hand on what others say; whatever the hearer makes of it, the bus goes on."""
        assert self._hear is not None
        try:
            self._hear(text)
        except Exception:
            logger.exception("an announcement was not understood")


class PostgresBus(SharedBus):
    """LISTEN and NOTIFY in the database that all share: nothing more to install."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    @property
    def shown(self) -> str:
        """The database."""
        return self._database.shown

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Awaitable[None]]:
        """One connection to listen, one to send."""
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
            both.create_task(self.send_mail(send))


class NatsBus(SharedBus):
    """NATS: for a house with more processes than a database should carry notices between."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__()
        self._address = address
        self._subject = f"{CHANNEL}.{re.sub('[^A-Za-z0-9_-]', '_', name)}"

    @property
    def shown(self) -> str:
        """The address without its password."""
        return f"nats://{urlsplit(self._address).netloc.rpartition('@')[2]}"

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Awaitable[None]]:
        """One connection; that it is lost is told by NATS."""
        from nats.aio.client import Client
        from nats.errors import SlowConsumerError

        lost = asyncio.Event()

        async def on_error(error: Exception) -> None:
            if isinstance(error, SlowConsumerError):  # something was dropped
                self.receive(EVERYTHING)

        async def on_closed() -> None:
            lost.set()

        async def on_message(message: Msg) -> None:
            self.receive_message(message.data.decode())

        client = Client()
        await client.connect(
            self._address,
            allow_reconnect=False,  # done here
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
            raise ConnectionError("the server closed the connection")

        async with asyncio.TaskGroup() as both:
            both.create_task(watch())
            both.create_task(self.send_mail(send))


async def _flush(client: Client) -> None:
    """Until the server has everything: the question of the first flush overtakes what waits, that of the second not."""
    await client.flush()
    await client.flush()


def open_bus(address: str | None, database: Database) -> Bus:
    """The bus of an address; without one that of the database."""
    if address is None:
        return PostgresBus(database) if database.is_shared else MemoryBus()
    if not database.is_shared:
        raise BadInput("a bus carries between processes that share a database: name one with --database")
    if not address.startswith(("nats://", "tls://")):
        raise BadInput("that is not the address of a bus: expected nats://host:4222")  # it may hold a password
    if find_spec("nats") is None:
        raise BadInput("NATS needs its client: pip install 'locarium[nats]'")
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
