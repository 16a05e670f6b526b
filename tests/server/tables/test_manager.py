"""Live tables on one database, without HTTP: rematches, deleted people, clock jumps."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from games.loco.script import deal
from locarium.server.archive import writer
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.tables import lobby
from locarium.server.tables.commands import execute
from locarium.server.tables.manager import TableManager
from locarium.server.tables.messages import Leave, PlayStep, Rematch, SendChat
from locarium.table.anonymize import ANONYMOUS
from locarium.table.events import (
    AnyEvent,
    ChatMessage,
    Clock,
    Downtime,
    Drawn,
    EndedEarly,
    Opened,
    Seated,
    TableSettings,
    encode,
)
from server.in_process import PRINCIPALS, Cable, limiter, open_manager
from server.stored import PEOPLE, write_people, write_table

ADA = PRINCIPALS[0]
OPENED = Opened("duel", "loco", 1, 2, {}, {}, "ab" * 32)


@pytest.fixture
def address(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'house.sqlite'}"
    write_people(address)
    return address


async def finish(manager: TableManager) -> None:
    """Let Ben resign."""
    async with manager.visit("duel") as live:
        if live.table.status == "running":
            await manager.execute(live, lambda table: table.resign(1))


def open_table(address: str, *more: AnyEvent, opened: Opened = OPENED) -> None:
    seated = [Seated(seat, PEOPLE[seat], time=time.time()) for seat in range(2)]
    write_table(address, [opened, *seated, Drawn(deal(2, hands={})), *more], status="running")
    if opened.settings.clock is not None:
        due = time.time() + opened.settings.clock.seconds + opened.settings.clock.reserve
        database = Database(address)
        with database.engine.begin() as connection:
            connection.execute(sa.update(schema.tables).values(due=due))
        database.close()


def names_of_tables(address: str) -> set[str]:
    database = Database(address)
    with database.engine.connect() as connection:
        names = set(connection.execute(sa.select(schema.tables.c.name)).scalars())
    database.close()
    return names


# Rematches.


async def ask_for_rematch(manager: TableManager, number: int) -> str | None:
    async with manager.visit("duel") as live:
        await execute(manager, live, PRINCIPALS[number], Rematch(f"key {number}"), limiter())
        return live.table.next_table


def test_two_simultaneous_rematch_requests_open_one_table(address: str) -> None:
    open_table(address)

    async def run() -> None:
        async with open_manager(address) as manager:
            await finish(manager)
            first, second = await asyncio.gather(ask_for_rematch(manager, 0), ask_for_rematch(manager, 1))
            assert first == second
            assert names_of_tables(address) == {"duel", first}
            assert first is not None
            async with manager.visit(first) as again:
                assert [person_id for person_id, _ in again.table.reservations] == [
                    PEOPLE[1].person_id,
                    PEOPLE[0].person_id,
                ]

    asyncio.run(run())


def test_rematch_requests_at_two_processes_open_one_table(address: str) -> None:
    open_table(address)

    async def run() -> None:
        async with open_manager(address) as one, open_manager(address) as other:
            await finish(one)
            async with one.visit("duel"), other.visit("duel"):  # both have it in memory
                first, second = await asyncio.gather(ask_for_rematch(one, 0), ask_for_rematch(other, 1))
            assert first == second
            assert names_of_tables(address) == {"duel", first}

    asyncio.run(run())


# Deleted people.


async def said(manager: TableManager) -> list[str]:
    return [event.text for event in await manager._log.load("duel") if isinstance(event, ChatMessage)]


def test_deleting_a_person_removes_chat_stored_by_another_process(address: str) -> None:
    open_table(address)

    async def run() -> None:
        async with open_manager(address) as one, open_manager(address) as other:
            await finish(one)
            async with one.visit("duel") as live:
                async with other.visit("duel") as theirs:
                    await execute(other, theirs, ADA, SendChat("k", "my address is 5 Elm Street"), limiter())
                await one.anonymize_person(ADA.user_id)
                assert live.table.names == (ANONYMOUS, "Ben")
            assert await said(one) == [ANONYMOUS]

    asyncio.run(run())


def test_person_is_deleted_in_one_transaction(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table(address, ChatMessage(0, "hello", "k", 2.0), EndedEarly(1, "resigned", 3.0))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("disk full")

    async def run() -> None:
        async with open_manager(address) as manager:
            before = await manager._log.load("duel")
            with monkeypatch.context() as patch:
                patch.setattr(writer, "rename", fail)
                with pytest.raises(RuntimeError):
                    await manager.anonymize_person(ADA.user_id)
            assert await manager._log.load("duel") == before
            await manager.anonymize_person(ADA.user_id)
            assert await said(manager) == [ANONYMOUS]

    asyncio.run(run())


def test_name_deleted_while_another_process_loads_the_table_is_hidden(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(address, EndedEarly(1, "resigned", 3.0))

    async def run() -> None:
        ours, theirs = Cable.pair()
        async with open_manager(address, ours) as one, open_manager(address, theirs) as other:
            is_read, may_go_on = asyncio.Event(), asyncio.Event()
            load = other._log.load

            async def slow_load(table: str, after: int = 0) -> list[AnyEvent]:
                events = await load(table, after)
                is_read.set()
                await may_go_on.wait()
                return events

            monkeypatch.setattr(other._log, "load", slow_load)
            loading = asyncio.create_task(other.registry.find("duel"))
            await is_read.wait()
            await one.anonymize_person(ADA.user_id)
            may_go_on.set()
            live = await loading
            with other.registry.pinned(live):
                async with asyncio.timeout(30):
                    while live.table.names != (ANONYMOUS, "Ben"):
                        await asyncio.sleep(0.01)

    asyncio.run(run())


def test_name_deleted_by_another_process_is_removed_from_memory(address: str) -> None:
    open_table(address, EndedEarly(1, "resigned", 3.0))

    async def run() -> None:
        ours, theirs = Cable.pair()
        async with (
            open_manager(address, ours) as one,
            open_manager(address, theirs) as other,
            other.visit("duel") as live,
        ):
            await one.anonymize_person(ADA.user_id)
            async with asyncio.timeout(30):
                while live.table.names != (ANONYMOUS, "Ben"):
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_deleting_a_person_reaches_tables_they_left(address: str) -> None:
    write_table(address, [OPENED])

    async def run() -> None:
        async with open_manager(address) as manager:
            for _ in range(2):  # she leaves and returns
                async with manager.visit("duel") as live:
                    await manager.execute(live, lambda table: table.sit(0, PEOPLE[0], now=1.0))
                    await execute(manager, live, ADA, SendChat("k", "my address is 5 Elm Street"), limiter())
                    await execute(manager, live, ADA, Leave("l"), limiter())
            assert await lobby.own_tables(manager._database, manager, ADA) == []
            await manager.anonymize_person(ADA.user_id)
            told = [encode(event) for event in await manager._log.load("duel")]
            assert not any(b"Ada" in event or b"Elm" in event for event in told)

    asyncio.run(run())


def test_returning_person_has_the_table_in_their_list(address: str) -> None:
    write_table(address, [OPENED])

    async def run() -> None:
        async with open_manager(address) as manager:
            async with manager.visit("duel") as live:
                await manager.execute(live, lambda table: table.sit(0, PEOPLE[0], now=1.0))
                await execute(manager, live, ADA, Leave("l"), limiter())
                await manager.execute(live, lambda table: table.sit(1, PEOPLE[0], now=2.0))
            [own] = await lobby.own_tables(manager._database, manager, ADA)
            assert own.seat == 1

    asyncio.run(run())


# The system clock.

TIMED = Opened("duel", "loco", 1, 2, {}, {}, "ab" * 32, settings=TableSettings(clock=Clock(60.0, 10.0)))


class Wall:
    """A clock that only the test moves, so a busy machine changes nothing."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._start, self.ahead = time.time(), 0.0
        patch.setattr(time, "time", lambda: self._start + self.ahead)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


async def run_checks(manager: TableManager, count: int = 1) -> None:
    """Let the server check its due tables."""
    for _ in range(count):
        for name in await manager.leases.claim_due(time.time()):
            await manager.scheduler.handle_due(name)


@pytest.mark.parametrize("jump", [100.0, 3600.0, 1e6])
def test_clock_jump_forward_ends_no_timed_game(address: str, wall: Wall, jump: float) -> None:
    open_table(address, opened=TIMED)

    async def run() -> None:
        async with open_manager(address) as manager, manager.visit("duel") as live:
            left = min(live.table.deadlines().values()) - time.time()
            wall.ahead = jump
            await run_checks(manager, 2)
            assert live.table.status == "running"
            assert abs(min(live.table.deadlines().values()) - time.time() - left) < 10
            assert live.table.clocks.reserve == [10.0, 10.0]
            assert len([event for event in live.table.events if isinstance(event, Downtime)]) == 1

    asyncio.run(run())


def test_move_right_after_a_clock_jump_costs_no_reserve(address: str, wall: Wall) -> None:
    open_table(address, opened=TIMED)

    async def run() -> None:
        async with open_manager(address) as manager, manager.visit("duel") as live:
            wall.ahead = 3600.0
            seat = live.table.position.active[0]
            asked = PlayStep("k", live.table.version, live.table.legal_texts(seat)[0])
            await execute(manager, live, PRINCIPALS[seat], asked, limiter())
            assert live.table.clocks.reserve == [10.0, 10.0]
            assert live.table.status == "running"

    asyncio.run(run())


def test_clock_jump_back_ends_no_game(address: str, wall: Wall) -> None:
    wall.ahead = 1e6
    open_table(address, opened=TIMED)

    async def run() -> None:
        async with open_manager(address) as manager, manager.visit("duel") as live:
            wall.ahead = 0.0
            await run_checks(manager)
            assert live.table.status == "running"
            for number in range(2):
                seat = live.table.position.active[0]
                asked = PlayStep(f"k{number}", live.table.version, live.table.legal_texts(seat)[0])
                await execute(manager, live, PRINCIPALS[seat], asked, limiter())
            left = min(live.table.deadlines().values()) - time.time()
            assert 60 < left < 80, "the next turn has the usual time"
            wall.ahead = 1e6  # and forward again
            await run_checks(manager)
            assert live.table.status == "running"
        wall.ahead = 0.0
        async with open_manager(address) as again, again.visit("duel") as live:
            assert live.table.status == "running"

    asyncio.run(run())


def test_setting_the_clock_back_removes_future_downtime(address: str, wall: Wall) -> None:
    async def run() -> None:
        async with open_manager(address) as manager:
            wall.ahead = 3600.0
            await run_checks(manager)
            assert manager.leases.down_until > time.time() - 60
            wall.ahead = 0.0
            await run_checks(manager)
            assert manager.leases.down_until < time.time()

    asyncio.run(run())
    open_table(address, opened=TIMED)

    async def look() -> None:
        async with open_manager(address) as manager, manager.visit("duel") as live:
            assert min(live.table.deadlines().values()) < time.time() + 80

    asyncio.run(look())


def test_slow_clock_adjustment_is_not_a_jump(address: str, wall: Wall) -> None:
    open_table(address, opened=TIMED)

    async def run() -> None:
        async with open_manager(address) as manager, manager.visit("duel") as live:
            for _ in range(20):
                wall.ahead += 0.5
                await run_checks(manager)
            assert not [event for event in live.table.events if isinstance(event, Downtime)]

    asyncio.run(run())
