"""The bus between processes, on real servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from locarium.kernel.errors import BadInput
from locarium.server.storage.bus import EVERYTHING, MAX_BYTES, MAX_WAITING, Bus, MemoryBus, SharedBus, open_bus
from locarium.server.storage.database import Database
from services import Nats, Postgres
from waiting import PATIENCE


class Side:
    """One process's end of a bus, and what it received."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.received: list[str] = []
        self._news = asyncio.Event()

    def hear(self, text: str) -> None:
        self.received.append(text)
        self._news.set()

    async def wait_for(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.received:
                self._news.clear()
                await self._news.wait()


class Setting:
    """A kind of bus and the server behind it."""

    def __init__(self, server: Postgres | Nats, address: str | None, database: str) -> None:
        self.server, self.address, self._database = server, address, database

    @asynccontextmanager
    async def sides(self, count: int = 2) -> AsyncIterator[list[Side]]:
        database = Database(self._database)
        sides = [Side(open_bus(self.address, database)) for _ in range(count)]
        try:
            for side in sides:
                await side.bus.start(side.hear)
            yield sides
        finally:
            for side in sides:
                await side.bus.close()
            database.close()

    def run(self, work: Callable[..., Awaitable[None]], count: int = 2) -> None:
        async def within() -> None:
            async with self.sides(count) as sides:
                await work(*sides)

        asyncio.run(within())


@pytest.fixture(params=["postgresql", "nats"])
def setting(request: pytest.FixtureRequest, postgres: Postgres, postgres_address: str) -> Setting:
    if request.param == "postgresql":
        return Setting(postgres, None, postgres_address)
    nats: Nats = request.getfixturevalue("nats")
    return Setting(nats, nats.address, postgres_address)


def test_announcement_reaches_all_other_processes(setting: Setting) -> None:
    async def work(ada: Side, ben: Side, cleo: Side) -> None:
        ada.bus.announce("from Ada: Käse")
        ben.bus.announce("from Ben")
        await asyncio.gather(ada.wait_for("from Ben"), ben.wait_for("from Ada: Käse"))
        await asyncio.gather(cleo.wait_for("from Ben"), cleo.wait_for("from Ada: Käse"))
        cleo.bus.announce("end")
        await asyncio.gather(ada.wait_for("end"), ben.wait_for("end"))
        assert ada.received == ["from Ben", "end"]  # not its own announcements
        assert ben.received == ["from Ada: Käse", "end"]
        assert len(cleo.received) == 2

    setting.run(work, 3)


def test_process_receives_announcements_after_its_start(setting: Setting) -> None:
    async def work(ada: Side, ben: Side) -> None:
        ada.bus.announce("at once")
        await ben.wait_for("at once")

    for _ in range(30):
        setting.run(work)


def test_announcements_arrive_in_order(setting: Setting) -> None:
    texts = [f"table {number}" for number in range(5_000)]

    async def work(ada: Side, ben: Side) -> None:
        for text in texts:
            ada.bus.announce(text)
        await ben.wait_for(texts[-1])
        assert ben.received == texts
        assert ada.received == []

    setting.run(work)


def test_servers_with_other_databases_receive_nothing(setting: Setting, postgres: Postgres) -> None:
    elsewhere = postgres.create_database()

    async def work(ada: Side, ben: Side) -> None:
        async with Setting(setting.server, setting.address, elsewhere).sides(2) as (eve, fay):
            ada.bus.announce("ours")
            await ben.wait_for("ours")
            eve.bus.announce("theirs")
            await fay.wait_for("theirs")
            assert (ada.received, ben.received, eve.received, fay.received) == ([], ["ours"], [], ["theirs"])

    setting.run(work)
    postgres.drop_database(elsewhere)


def test_bus_recovers_after_an_outage(setting: Setting) -> None:
    async def work(ada: Side, ben: Side) -> None:
        for time in ("first", "second"):
            ada.received.clear()
            ben.received.clear()
            await asyncio.to_thread(setting.server.stop)
            ada.bus.announce(f"while it was away the {time} time")
            await asyncio.to_thread(setting.server.start)
            await asyncio.gather(ada.wait_for(EVERYTHING), ben.wait_for(EVERYTHING))
            ada.bus.announce(f"after the {time} time")
            await ben.wait_for(f"after the {time} time")

    setting.run(work)


def test_oversized_announcement_becomes_a_reload(setting: Setting) -> None:
    async def work(ada: Side, ben: Side) -> None:
        longest = "x" * MAX_BYTES
        for text in (longest, longest + "x", "nothing\0here", "half a \ud800 letter", "end"):
            ada.bus.announce(text)
        await ben.wait_for("end")
        assert ben.received[0] == longest
        assert set(ben.received[1:]) == {EVERYTHING, "end"}

    setting.run(work)


def test_pending_announcements_are_bounded(setting: Setting) -> None:
    async def work(ada: Side, ben: Side) -> None:
        for number in range(3 * MAX_WAITING + 5):
            ada.bus.announce(str(number))
        assert isinstance(ada.bus, SharedBus)
        assert len(ada.bus._outbox) <= MAX_WAITING
        await ben.wait_for(str(3 * MAX_WAITING + 4))
        assert EVERYTHING in ben.received

    setting.run(work)


def test_failing_handler_keeps_receiving(setting: Setting) -> None:
    async def work(ada: Side, ben: Side) -> None:
        hear = ben.hear

        def stumble(text: str) -> None:
            hear(text)
            raise ValueError(text)

        assert isinstance(ben.bus, SharedBus)
        ben.bus._hear = stumble
        ada.bus.announce("a")
        await ben.wait_for("a")
        ada.bus.announce("b")
        await ben.wait_for("b")

    setting.run(work)


def test_pending_announcements_are_sent_on_close(setting: Setting) -> None:
    async def work(ada: Side, ben: Side) -> None:
        ada.bus.announce("good night")
        await ada.bus.close()
        await ben.wait_for("good night")

    setting.run(work)


def test_single_process_works_without_a_bus(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def run() -> None:
        database = Database(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.sqlite'}")
        bus = open_bus(None, database)
        assert isinstance(bus, MemoryBus)
        await bus.start(pytest.fail)
        bus.announce("anything")
        await bus.close()
        with pytest.raises(BadInput, match="--database"):
            open_bus("nats://127.0.0.1:1", database)
        database.close()

    asyncio.run(run())


@pytest.mark.parametrize("address", ["nats://ada:hush@127.0.0.1:1", "redis://ada:hush@127.0.0.1", "hush"])
def test_unreachable_bus_is_reported(postgres_address: str, address: str) -> None:
    async def run() -> None:
        database = Database(postgres_address)
        with pytest.raises(BadInput) as refused:
            await open_bus(address, database).start(pytest.fail)
        database.close()
        assert "bus" in str(refused.value)
        assert "hush" not in str(refused.value)

    asyncio.run(run())
