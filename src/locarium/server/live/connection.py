"""One live client: what it says, and what it is told. A slow one never delays the others."""

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
    from locarium.server.tables.manager import LiveTable, TableManager
    from locarium.server.tables.subscription import Subscription

    from .websocket import WebSocket

MAX_WAITING = 64  # answers that a client has not fetched; more and it is dropped
GREETING_SECONDS = 20
FAREWELL_SECONDS = 2.0  # for a client that is dropped to be told so
GOING_AWAY, POLICY_VIOLATION, INTERNAL_ERROR = 1001, 1008, 1011
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what msgspec raises

_decoder: msgspec.json.Decoder[Hello | AnyRequest] = msgspec.json.Decoder(FromClient)


logger = logging.getLogger(__name__)


class Connection:
    """Answers wait in a bounded box; of the table's states only the newest is kept."""

    def __init__(
        self, socket: WebSocket, manager: TableManager, users: Users, live: LiveTable, subscription: Subscription
    ) -> None:
        self._socket, self._manager, self._users, self._live = socket, manager, users, live
        self._principal, self._subscription = subscription.principal, subscription
        self._language = subscription.language
        self._answers: deque[ToClient] = deque()
        self._loop = asyncio.get_running_loop()  # asking for it again costs a system call
        self._is_called = False  # to tell what is new, in a moment
        self._is_waiting = False  # to be able to
        self._failure: Exception | None = None  # while telling

    async def run(self) -> None:
        """Talk until the client is gone."""
        writer = asyncio.create_task(self._write())
        self._subscription.wake = self._call
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
                await asyncio.wait([writer], timeout=FAREWELL_SECONDS)
            writer.cancel()

    def _answer(self, message: ToClient) -> None:
        self._answers.append(message)
        if len(self._answers) > MAX_WAITING:
            self._subscription.drop()
        self._call()

    def _call(self) -> None:
        """Something is to be told: soon, with all that is new by then."""
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._tell)

    def _tell(self) -> None:
        """Tell it at once if that is possible; else the writer waits until it is."""
        self._is_called = False
        subscription = self._subscription
        if self._is_waiting or subscription.is_dropped or subscription.has_to_wait or not self._socket.is_free:
            subscription.woken.set()
            return
        try:
            messages = [encoder.encode(message) for message in (*self._answers, *subscription.news_now())]
        except Exception as error:  # the writer deals with it
            self._failure = error
            subscription.woken.set()
            return
        self._answers.clear()
        if messages:
            self._socket.send_now(messages)

    async def _write(self) -> None:
        """Send until the client is dropped. An error ends the connection, so that the client comes back."""
        try:
            code = await self._send_news()
        except Exception:
            metrics.failures.inc()
            logger.exception("could not show a table to a client")
            code = INTERNAL_ERROR
        await self._socket.close(code)

    async def _send_news(self) -> int:
        """Send until there is a reason to close the connection; return its code."""
        subscription = self._subscription
        while True:
            self._is_waiting = False
            await subscription.woken.wait()
            subscription.woken.clear()
            self._is_waiting = True
            if self._failure is not None and not isinstance(self._failure, Refused):
                raise self._failure
            messages = [encoder.encode(answer) for answer in self._answers]
            self._answers.clear()
            if messages and (subscription.has_to_wait or subscription.is_dropped):  # answers do not wait for news
                await self._socket.send(*messages)
                messages.clear()
            if subscription.is_dropped:
                return GOING_AWAY
            try:
                news = await subscription.news()
            except Refused as error:  # may not watch any longer
                await self._socket.send(*messages, encoder.encode(_refusal(error, self._language)))
                return POLICY_VIOLATION
            messages += [encoder.encode(message) for message in news]
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
            done = await execute(self._manager, self._live, self._principal, message, self._socket.limiter)
        except LocariumError as error:
            texts = self._live.table.setup.texts(self._language)
            self._answer(Rejected(message.key, localize(error, texts, self._subscription.seat)))
        except SQLAlchemyError as error:  # nobody knows what is stored; the client comes back and asks again
            logger.error("the database does not answer: %s", type(error).__name__)  # noqa: TRY400  # told once
            self._subscription.drop()
        else:
            self._answer(Acknowledged(message.key, done.version))
            self._live.broadcast(None if done.is_public else self._subscription.seat)

    async def _is_signed_in(self) -> bool:
        """Return whether the client may still act for the person it signed in as, or never signed in."""
        return self._principal is None or await self._users.is_signed_in(self._principal)


async def serve_client(socket: WebSocket, manager: TableManager, users: Users, name: str) -> None:
    """Serve one client from its greeting on."""
    language = "en"
    try:
        await socket.accept()
        hello = _decoder.decode(await _greeting(socket))
        if not isinstance(hello, Hello):
            raise Refused("no-greeting")
        principal = await _who_is_there(users, hello, socket)
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
    """The first message; nobody may stand at the door for ever."""
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            return await socket.receive()
    except TimeoutError:
        raise Refused("no-greeting") from None


async def _who_is_there(users: Users, hello: Hello, socket: WebSocket) -> Principal | None:
    """A program says its token, a browser shows its cookie."""
    return await principal_of_token(users, hello.token) if hello.token else await identify(users, socket.headers)


def _refusal(error: Exception, language: str) -> Rejected:
    if isinstance(error, LocariumError):
        return Rejected("", localize(error, shared_texts(language)))
    return Rejected("", describe_decode_error(str(error), language))
