"""Threads for work that a house that closes does not wait for."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

LONELY = "alone"  # their name


def in_thread(work: Callable[[], Answer]) -> asyncio.Future[Answer]:
    """What a thread of its own finds out."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Answer] = loop.create_future()

    def run() -> None:
        try:
            answer = work()
        except Exception as error:  # whoever awaits it is told
            tell = partial(_settle, found, partial(found.set_exception, error))
        else:
            tell = partial(_settle, found, partial(found.set_result, answer))
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell)

    threading.Thread(target=run, name=LONELY, daemon=True).start()
    return found


def _settle(found: asyncio.Future[Answer], tell: Callable[[], None]) -> None:
    if not found.cancelled():
        tell()


def any_left() -> bool:
    """Whether one is still at work: a compiler does not like to be interrupted."""
    return any(thread.name == LONELY for thread in threading.enumerate())
