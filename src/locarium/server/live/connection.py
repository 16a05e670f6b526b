"""One live client. A slow client never delays the others."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from locarium.kernel.errors import LocariumError, Refused
from locarium.kernel.texts import shared_texts
from locarium.server.base import metrics
from locarium.server.http.errors import describe_decode_error, localize
from locarium.server.people.auth import identify, principal_of_token
from locarium.server.people.principal import Principal
from locarium.server.tables.commands import execute
from locarium.server.tables.messages import Acknowledged, AnyRequest, FromClient, Hello, Rejected, ToClient
from locarium.server.tables.subscription import Subscribed
from locarium.server.tables.view import Viewer, encoder

from .websocket import Disconnected

if TYPE_CHECKING:
    from locarium.server.people.users import Users
    from locarium.server.tables.live_table import LiveTable
    from locarium.server.tables.manager import TableManager
    from locarium.server.tables.subscription import Subscription

    from .websocket import WebSocket

MAX_WAITING = 64  # unread replies; a client with more is disconnected
GREETING_SECONDS = 20
CLOSE_SECONDS = 2.0  # seconds for a disconnected client to read the reason
GOING_AWAY, POLICY_VIOLATION, INTERNAL_ERROR = 1001, 1008, 1011
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # errors of msgspec for unreadable input

_decoder: msgspec.json.Decoder[Hello | AnyRequest] = msgspec.json.Decoder(FromClient)


logger = logging.getLogger(__name__)


class Connection:
    """A live connection. Replies wait in a bounded queue. Only the newest of the table's states is kept."""

    def __init__(
        self, socket: WebSocket, manager: TableManager, users: Users, live: LiveTable, subscription: Subscription
    ) -> None:
        self._socket, self._manager, self._users, self._live = socket, manager, users, live
        self._principal, self._subscription = subscription.principal, subscription
        self._language = subscription.language
        self._answers: deque[ToClient] = deque()
        self._loop = asyncio.get_running_loop()  # cached, because looking it up costs a system call
        self._is_scheduled = False  # whether a send is scheduled
        self._is_writing = False  # whether the writer task is sending
        self._failure: Exception | None = None  # an error raised while encoding

    async def run(self) -> None:
        """Serve the client until it disconnects."""
        writer = asyncio.create_task(self._write())
        self._subscription.wake = self._schedule_flush
        try:
            if not await self._is_signed_in():  # the session has ended since the greeting
                self._subscription.drop()
            while not self._subscription.is_dropped:
                await self._handle(await self._socket.receive())
        except Disconnected:
            pass
        finally:
            self._subscription.wake = self._subscription.woken.set
            if self._subscription.is_dropped:
                await asyncio.wait([writer], timeout=CLOSE_SECONDS)
            writer.cancel()

    def _answer(self, message: ToClient) -> None:
        self._answers.append(message)
        if len(self._answers) > MAX_WAITING:
            self._subscription.drop()
        self._schedule_flush()

    def _schedule_flush(self) -> None:
        """Schedule a send, so that changes until then are sent together."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send now if the client is ready. Otherwise wake the writer task."""
        self._is_scheduled = False
        subscription = self._subscription
        if self._is_writing or subscription.is_dropped or not self._socket.is_free:
            subscription.woken.set()
            return
        try:
            messages = [encoder.encode(message) for message in (*self._answers, *subscription.news())]
        except Exception as error:  # raised again by the writer task
            self._failure = error
            subscription.woken.set()
            return
        self._answers.clear()
        if messages:
            self._socket.send_now(messages)

    async def _write(self) -> None:
        """Send until the client is dropped. An error closes the connection, so the client reconnects."""
        try:
            code = await self._send_news()
        except Exception:
            metrics.failures.inc()
            logger.exception("failed to send a table to a client")
            code = INTERNAL_ERROR
        await self._socket.close(code)

    async def _send_news(self) -> int:
        """Send until there is a reason to close the connection. Return the close code."""
        subscription = self._subscription
        while True:
            self._is_writing = False
            await subscription.woken.wait()
            subscription.woken.clear()
            self._is_writing = True
            if self._failure is not None and not isinstance(self._failure, Refused):
                raise self._failure
            messages = [encoder.encode(answer) for answer in self._answers]
            self._answers.clear()
            if subscription.is_dropped:
                await self._socket.send(*messages)
                return GOING_AWAY
            try:
                messages += [encoder.encode(message) for message in subscription.news()]
            except Refused as error:  # no longer allowed to watch
                await self._socket.send(*messages, encoder.encode(_refusal(error, self._language)))
                return POLICY_VIOLATION
            if messages:
                await self._socket.send(*messages)

    async def _handle(self, data: str | bytes) -> None:
        try:
            message = _decoder.decode(data)
        except UNREADABLE as error:
            self._answer(Rejected("", describe_decode_error(str(error), self._language)))
            return
        if isinstance(message, Hello):
            self._answer(Rejected("", localize(Refused("late-greeting"), shared_texts(self._language))))
            return
        try:
            if not await self._is_signed_in():
                self._subscription.drop()
                return
            await execute(
                self._manager,
                self._live,
                self._principal,
                message,
                self._socket.limiter,
                lambda result: self._acknowledge(message.key, result.version),
            )
        except LocariumError as error:
            texts = self._live.table.setup.texts(self._language)
            self._answer(Rejected(message.key, localize(error, texts, self._subscription.seat)))
        except SQLAlchemyError as error:  # unknown whether the command was stored; the client reconnects and asks again
            logger.error("database unavailable: %s", type(error).__name__)  # noqa: TRY400  # without a traceback
            self._subscription.drop()

    def _acknowledge(self, key: str, version: int) -> None:
        """Acknowledge a command. A state follows, even if the command changed nothing."""
        self._answer(Acknowledged(key, version))
        self._subscription.notify()

    async def _is_signed_in(self) -> bool:
        """Return whether the client's session or token is still valid. Anonymous clients always pass."""
        return self._principal is None or await self._users.is_signed_in(self._principal)


async def serve_client(socket: WebSocket, manager: TableManager, users: Users, name: str) -> None:
    """Serve one client, starting with its greeting."""
    language = "en"
    try:
        await socket.accept()
        hello = _decoder.decode(await _greeting(socket))
        if not isinstance(hello, Hello):
            raise Refused("no-greeting")
        principal = await _identify(users, hello, socket)
        async with manager.visit(name) as live:
            live.table.setup.texts(hello.language)
            language = hello.language
            await manager.catch_up_to(live, hello.version)
            viewer = Viewer(None, language, hello.version, blocked=await users.blocked_by(principal))
            with Subscribed(manager, live, principal, viewer) as subscription:
                await Connection(socket, manager, users, live, subscription).run()
    except Disconnected:
        return
    except (*UNREADABLE, LocariumError) as error:
        await socket.send(encoder.encode(_refusal(error, language)))
        await socket.close(POLICY_VIOLATION)


async def _greeting(socket: WebSocket) -> str | bytes:
    """Receive the first message within a deadline."""
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            return await socket.receive()
    except TimeoutError:
        raise Refused("no-greeting") from None


async def _identify(users: Users, hello: Hello, socket: WebSocket) -> Principal | None:
    """Identify the client by its token (program) or cookie (browser)."""
    return await principal_of_token(users, hello.token) if hello.token else await identify(users, socket.headers)


def _refusal(error: Exception, language: str) -> Rejected:
    if isinstance(error, LocariumError):
        return Rejected("", localize(error, shared_texts(language)))
    return Rejected("", describe_decode_error(str(error), language))
