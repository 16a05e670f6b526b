"""Background tasks. Every failure is logged, and permanent tasks are restarted."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before a restart

logger = logging.getLogger(__name__)


def pause_after(failures: int) -> float:
    """Return the seconds to wait before the next try. They double with every failure, within bounds."""
    return float(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 16)))


class Tasks:
    """The background tasks of one owner."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine once."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def keep(self, name: str, work: Callable[[], Awaitable[None]], longest: float = LONGEST_PAUSE) -> None:
        """Run work until `close`. Restart it after a failure, with a growing pause of up to `longest` seconds."""
        self.start(name, _keep(name, work, longest))

    async def close(self) -> None:
        """Cancel all tasks and wait for them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("background task failed: %s", task.get_name(), exc_info=error)


async def _keep(name: str, work: Callable[[], Awaitable[None]], longest: float) -> None:
    failures, loop = 0, asyncio.get_running_loop()
    while True:
        began = loop.time()
        try:
            await work()
        except Exception:
            failures = 1 if loop.time() - began > LONGEST_PAUSE else failures + 1
            pause = min(longest, pause_after(failures))
            logger.exception("background task failed: %s; restarting in %g s", name, pause)
            await asyncio.sleep(pause)
        else:
            return
