"""Threads: clerks who do one thing after the other, and others for which a house that closes does not wait."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec

    Asked = ParamSpec("Asked")

Answer = TypeVar("Answer")

LONELY = "alone"  # the name of those that nobody waits for


class Clerk:
    """Does one thing after the other in a thread: whoever has much to ask does not keep others from playing."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    def do(self, work: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs) -> asyncio.Future[Answer]:
        """What the clerk finds out, in its turn."""
        return asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Wait for what is under way; what was to come after it is dropped."""
        self._thread.shutdown(cancel_futures=True)


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
