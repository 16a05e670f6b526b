"""Background tasks: failures are logged, and permanent tasks are restarted."""

from __future__ import annotations

import asyncio
import logging

import pytest

from locarium.server.base import tasks
from locarium.server.base.tasks import Tasks, pause_after


async def fail() -> None:
    raise ZeroDivisionError


def test_failure_is_logged_with_the_task_name(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        background = Tasks()
        background.start("sweeping", fail())
        await asyncio.sleep(0.01)
        await background.close()

    asyncio.run(main())
    [record] = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.ERROR, "background task failed: sweeping")
    assert record.exc_info is not None


def test_permanent_task_restarts_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.001)
    tries: list[int] = []

    async def main() -> None:
        background, went_on = Tasks(), asyncio.Event()

        async def work() -> None:
            tries.append(len(tries))
            if len(tries) < 4:
                raise ZeroDivisionError
            went_on.set()
            await asyncio.Event().wait()

        background.keep("watching", work)
        await asyncio.wait_for(went_on.wait(), 60)
        await background.close()

    asyncio.run(main())
    assert tries == [0, 1, 2, 3]
    assert [record.getMessage().split("; ")[1] for record in caplog.records] == [
        "restarting in 0.001 s",
        "restarting in 0.002 s",
        "restarting in 0.004 s",
    ]


def test_finished_task_does_not_restart() -> None:
    tries: list[int] = []

    async def main() -> None:
        background = Tasks()

        async def work() -> None:
            tries.append(1)

        background.keep("once", work)
        await asyncio.sleep(0.01)
        await background.close()

    asyncio.run(main())
    assert tries == [1]


def test_retry_pauses_grow_and_are_bounded() -> None:
    assert [pause_after(failures) for failures in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert pause_after(10_000) == tasks.LONGEST_PAUSE
