"""Reloading games after a failure, backing off from failing bots, and listing own tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from locarium import catalogue
from locarium.server.archive import writer
from locarium.server.base.logging import SHORT_NAME
from locarium.server.people.principal import Principal
from locarium.server.storage.bus import MemoryBus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables import backoff, lobby, scheduler, warmup
from locarium.server.tables.manager import TableManager
from locarium.server.tables.messages import BotSeat, Join, NewTable
from locarium.table.events import Person
from waiting import PATIENCE

ADA = Principal("ada", "Ada", is_program=False)
CHECKS = 20  # checks for due tables


class Opened(TableManager):
    """A manager without a network that counts its checks for due tables."""

    beats = 0

    async def until_beats(self, many: int) -> None:
        goal = self.beats + many
        while self.beats < goal:
            await asyncio.sleep(0.001)


@asynccontextmanager
async def opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Opened, Database]]:
    monkeypatch.setattr(scheduler, "CHECK_SECONDS", 0.002)
    monkeypatch.setattr(warmup, "warm_up", lambda game: None)  # code is compiled on demand
    database = Database(f"sqlite:///{folder / 'server.sqlite'}")
    log = EventLog(database)
    manager = Opened(database, log, MemoryBus(), writer, bot_seconds=0.01)
    claim_due = manager.leases.claim_due

    async def counted(*args: Any) -> list[str]:
        manager.beats += 1
        return await claim_due(*args)

    monkeypatch.setattr(manager.leases, "claim_due", counted)
    async with asyncio.timeout(PATIENCE):
        await manager.start()
        yield manager, database
        await manager.close()
    log.close()
    database.close()


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, scene: Callable[[Opened, Database], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(folder, monkeypatch) as (manager, database):
            await scene(manager, database)

    asyncio.run(main())


# Games


def test_failed_warm_up_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def load(name: str) -> Any:
        tries.append(name)
        if tries.count(name) < 3:
            raise OSError("the compile cache's disk is full")
        return catalogue.game(name)

    monkeypatch.setattr(warmup, "_warm_game", load)

    async def scene(manager: Opened, _: Database) -> None:
        while "locus" not in tries or len(tries) < len(catalogue.NAMES):
            await asyncio.sleep(0.001)
        assert sorted(tries) == sorted(catalogue.NAMES)  # one failure does not stop the others from loading
        with pytest.raises(OSError, match="disk"):
            await manager.game("loco")
        assert (await manager.game("loco")).about.name == "loco"
        assert await manager.game("loco") is await manager.game("loco")
        assert tries.count("loco") == 3

    run(tmp_path, monkeypatch, scene)


# Bots


async def open_bot_table(manager: TableManager) -> str:
    wish = NewTable("loco", 2, bots=[BotSeat(0, 1), BotSeat(1, 1)])
    return (await manager.open(wish, ADA)).name


def fail_to_think(manager: TableManager, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    tries: list[str] = []

    async def think(*_: object) -> int:
        tries.append("bot")
        raise ZeroDivisionError

    monkeypatch.setattr(manager.bot_pool, "think", think)
    return tries


def test_failing_bot_is_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(manager: Opened, _: Database) -> None:
        tries = fail_to_think(manager, monkeypatch)
        monkeypatch.setattr(backoff, "pause_after", lambda failures: 3600.0)
        name = await open_bot_table(manager)
        await manager.until_beats(CHECKS)
        assert tries == ["bot"]
        async with manager.visit(name) as live:  # a visit alone does not restart it
            assert live.table.status == "running"
        await manager.until_beats(CHECKS)
        assert tries == ["bot"]
        assert name[:SHORT_NAME] in caplog.text
        assert f"bot {live.table.names[0]!r}" in caplog.text or f"bot {live.table.names[1]!r}" in caplog.text

    run(tmp_path, monkeypatch, scene)
    [message] = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert message.endswith("failed, 1 times in a row; next try in 3600 s")


def test_retry_pauses_grow_until_the_bot_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses: list[int] = []

    def pause_after(failures: int) -> float:
        pauses.append(failures)
        return 0.0

    monkeypatch.setattr(backoff, "pause_after", pause_after)

    async def scene(manager: Opened, _: Database) -> None:
        thinks = manager.bot_pool.think
        tries = fail_to_think(manager, monkeypatch)
        name = await open_bot_table(manager)
        while len(tries) < 4:
            await asyncio.sleep(0.001)
        monkeypatch.setattr(manager.bot_pool, "think", thinks)
        async with manager.visit(name) as live:
            while live.table.status != "over":
                await asyncio.sleep(0.01)
        assert manager.backoff.failing == {}

    run(tmp_path, monkeypatch, scene)
    assert pauses == list(range(1, len(pauses) + 1))
    assert len([record for record in caplog.records if "times in a row" in record.getMessage()]) == len(pauses)


def test_changed_table_is_retried_immediately(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(manager: Opened, _: Database) -> None:
        thinks = manager.bot_pool.think
        tries = fail_to_think(manager, monkeypatch)
        monkeypatch.setattr(backoff, "pause_after", lambda failures: 3600.0)
        name = (await manager.open(NewTable("loco", 2, bots=[BotSeat(0, 1)]), ADA)).name
        async with manager.visit(name) as live:
            await manager.join(live, ADA, Join())
            while not tries and not live.table.legal_actions(1):
                await asyncio.sleep(0.001)
            if not tries:  # Ada starts
                step = live.table.legal_texts(1)[0]
                await manager.execute(live, lambda table: table.step(1, step, at=table.version, key="a"))
            while not tries:
                await asyncio.sleep(0.001)
            monkeypatch.setattr(manager.bot_pool, "think", thinks)
            await manager.until_beats(CHECKS)
            assert not live.table.legal_actions(1)
            await manager.execute(live, lambda table: table.send_chat(1, "Are you there?", key="b"))
            while not live.table.legal_actions(1):
                await asyncio.sleep(0.001)

    run(tmp_path, monkeypatch, scene)


# Lists


def test_own_tables_are_listed_without_loading_idle_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(manager: Opened, database: Database) -> None:
        names = [(await manager.open(NewTable("loco", 2), ADA)).name for _ in range(3)]
        for name in names:
            async with manager.visit(name) as live:
                await manager.join(live, ADA, Join(seat=1))
        async with manager.visit(names[0]) as live:
            await manager.execute(live, lambda table: table.sit(0, Person("Ben", "ben"), ""))
            running = live.table
        loaded: list[str] = []
        find = manager.registry.find

        async def noted(name: str) -> Any:
            loaded.append(name)
            return await find(name)

        monkeypatch.setattr(manager.registry, "find", noted)
        own = await lobby.own_tables(database, manager, ADA)
        assert {each.listing.table: each.seat for each in own} == dict.fromkeys(names, 1)
        assert {each.listing.table: each.awaited for each in own} == {
            names[0]: 1 in running.position.active,
            names[1]: False,
            names[2]: False,
        }
        assert loaded == [names[0]]
        assert all(type(each.listing) is lobby.TableListing for each in own)  # without other people's ids
        assert await lobby.own_tables(database, manager, Principal("cleo", "Cleo", is_program=False)) == []

    run(tmp_path, monkeypatch, scene)
