"""One live client: what it says, and what it is told. A slow one never delays the others."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from locarium.kernel.errors import LocariumError, Refused
from locarium.kernel.texts import shared_texts

from .deeds import do
from .follower import Following
from .identity import Asker, identify, program_of
from .messages import Acknowledged, AnyRequest, Fault, FromClient, Hello, Refusal, ToClient
from .rendering import Reader, encoder, explain
from .socket import Disconnected

if TYPE_CHECKING:
    from .follower import Follower
    from .house import House, LiveTable
    from .people import People
    from .socket import Socket

MOST_WAITING = 64  # answers that a client has not fetched; more and it is dropped
GOING_AWAY, POLICY_VIOLATION = 1001, 1008

_decoder: msgspec.json.Decoder[Hello | AnyRequest] = msgspec.json.Decoder(FromClient)


class Connection:
    """Answers wait in a bounded box; of the table's states only the newest is kept."""

    def __init__(self, socket: Socket, house: House, live: LiveTable, asker: Asker | None, follower: Follower) -> None:
        self._socket, self._house, self._live = socket, house, live
        self._asker, self._follower = asker, follower
        self._language = follower.language
        self._answers: deque[ToClient] = deque()

    async def run(self) -> None:
        """Talk until the client is gone."""
        writer = asyncio.create_task(self._write())
        try:
            while True:
                await self._handle(await self._socket.receive())
        except Disconnected:
            pass
        finally:
            writer.cancel()

    def _answer(self, message: ToClient) -> None:
        self._answers.append(message)
        if len(self._answers) > MOST_WAITING:
            self._follower.drop()
        self._follower.wake.set()

    async def _write(self) -> None:
        follower = self._follower
        while not follower.is_dropped:
            await follower.wake.wait()
            follower.wake.clear()
            messages = [encoder.encode(answer) for answer in self._answers]
            self._answers.clear()
            if messages and self._live.lock.locked():  # something else is being stored: answers do not wait for that
                await self._socket.send(*messages)
                messages.clear()
            try:
                state = await follower.news()
            except Refused as error:  # may not watch any longer
                await self._socket.send(*messages, encoder.encode(_refusal(error, self._language)))
                await self._socket.close(POLICY_VIOLATION)
                return
            if state is not None:
                messages.append(encoder.encode(state))
            if messages:
                await self._socket.send(*messages)
        await self._socket.close(GOING_AWAY)

    async def _handle(self, data: str | bytes) -> None:
        try:
            message = _decoder.decode(data)
        except msgspec.DecodeError as error:  # ValidationError is one
            self._answer(Refusal("", Fault("bad-message", str(error))))
            return
        if isinstance(message, Hello):
            self._answer(Refusal("", Fault("bad-message", "the greeting comes once, and first")))
            return
        try:
            done = await do(self._house, self._live, self._asker, message)
        except LocariumError as error:
            texts = self._live.table.setup.texts(self._language)
            self._answer(Refusal(message.key, explain(error, texts, self._follower.seat)))
        else:
            self._answer(Acknowledged(message.key, done.version))
            self._live.broadcast(None if done.is_public else self._follower.seat)


async def converse(socket: Socket, house: House, people: People, name: str) -> None:
    """Serve one client from its greeting on; a page of another origin is not let in."""
    if not socket.is_of_same_origin:
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    language = "en"
    try:
        hello = _decoder.decode(await socket.receive())
        if not isinstance(hello, Hello):
            raise Refused("no-greeting")
        shared_texts(hello.language)
        language = hello.language
        asker = await _who_is_there(people, hello, socket)
        async with house.visit(name) as live:
            await house.be_as_new_as(live, hello.version)
            reader = Reader(None, language, hello.version, deaf_to=await people.unwanted_by(asker))
            with Following(house, live, asker, reader) as follower:
                await Connection(socket, house, live, asker, follower).run()
    except Disconnected:
        return
    except (msgspec.DecodeError, LocariumError) as error:
        await socket.send(encoder.encode(_refusal(error, language)))
        await socket.close(POLICY_VIOLATION)


async def _who_is_there(people: People, hello: Hello, socket: Socket) -> Asker | None:
    """A program says its token, a browser shows its cookie."""
    return await program_of(people, hello.token) if hello.token else await identify(people, socket.headers)


def _refusal(error: msgspec.DecodeError | LocariumError, language: str) -> Refusal:
    if isinstance(error, Refused):
        return Refusal("", explain(error, shared_texts(language)))
    return Refusal("", Fault("bad-message", str(error)))
