"""One pool of worker threads. Each kind of work has its own limit and a bounded, fair queue."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import math
import threading
import time
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from anyio import CapacityLimiter, to_thread

from locarium.kernel.errors import LocariumError, Refused
from locarium.server.base.addresses import LOCAL

from . import metrics
from .fair_queue import Served, in_turn, note_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec

    from .asgi import Receive

    Asked = ParamSpec("Asked")

Result = TypeVar("Result")
Rated: TypeAlias = Literal[
    "editions", "lessons", "proofs", "replays", "studies"
]  # kinds of work with a rate limit per address
Kind: TypeAlias = Literal[Rated, "balances", "bots", "games", "hints", "imports", "passwords", "stats", "tables"]

BUSY_PREFIX = "worker"  # prefix of a thread's name while it is busy

logger = logging.getLogger(__name__)
_stop: contextvars.ContextVar[threading.Event] = contextvars.ContextVar("stop")


@dataclass(frozen=True)
class Size:
    """How many jobs of one kind can run at once, and how many can wait."""

    at_once: int
    person: float = math.inf  # maximum waiting jobs of one person
    address: float = math.inf  # maximum waiting jobs from one address
    everyone: float = math.inf

    @property
    def is_bounded(self) -> bool:
        """Return whether clients can submit this work. Work of the server itself is never rejected."""
        return self.everyone < math.inf


SHORT = Size(1, person=8, address=40, everyone=100)  # jobs of a few milliseconds; a page needs several
SIZES: dict[Kind, Size] = {
    "balances": Size(1, person=1, address=3, everyone=8),  # up to 20 s each
    "bots": Size(2),  # a table has one bot thinking at a time
    "editions": SHORT,
    "games": Size(4),  # each game is compiled once
    "hints": Size(1, person=1, address=6, everyone=30),
    "imports": Size(1, person=1, address=4, everyone=20),  # up to 1 s each
    "lessons": SHORT,
    "passwords": Size(1, person=2, address=6, everyone=16),  # 19 MiB of memory each
    "proofs": Size(1, person=3, address=6, everyone=30),  # up to 2 s each
    "replays": SHORT,
    "stats": SHORT,
    "studies": SHORT,
    "tables": Size(4),  # opening tables or loading them from events
}


class ClientGone(Exception):
    """The client disconnected, so its work was dropped."""


class Stopped(Exception):
    """Raised in a worker thread to end work that is no longer needed."""


class Client:
    """The client that submits work: an address and a person id, empty for anonymous clients.

    With an ASGI `receive`, the work is cancelled when the client disconnects.
    """

    def __init__(self, address: str, person: str = "", receive: Receive | None = None) -> None:
        self.address, self.person, self.receive = address, person, receive

    def is_same(self, other: Client) -> bool:
        """Return whether both are the same person, or the same address if anonymous."""
        return self.person == other.person and (bool(self.person) or self.address == other.address)


SERVER = Client("")  # the server's own work, never rejected


class Job(Generic[Result]):
    """A job that waits or runs. Either the worker thread or a cancellation completes `done`."""

    def __init__(self, work: Callable[[], Result], client: Client, asked: float) -> None:
        self.client, self.address, self.person, self.asked = client, client.address, client.person, asked
        self.since = time.perf_counter()
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.context = contextvars.copy_context()
        self._work, self._stop = work, threading.Event()
        self.done.add_done_callback(lambda _: self._stop.set())

    def run(self, kind: str) -> Result:
        """Run the job in a worker thread."""
        thread = threading.current_thread()
        idle_name, thread.name = thread.name, f"{BUSY_PREFIX} {kind}"
        _stop.set(self._stop)
        try:
            return self._work()
        finally:
            thread.name = idle_name

    def fail(self, error: Exception) -> None:
        """End the job with an error, unless it has ended already."""
        if isinstance(error, LocariumError):
            _drop_frames(error)
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # marks it as retrieved, so asyncio does not log it if the caller is gone

    def cancel(self) -> None:
        """Remove the job from the queue, or ask its thread to stop. The result is discarded."""
        self.done.cancel()


def _drop_frames(error: BaseException) -> None:
    """Drop the traceback of a client error, because its frames keep the input alive and form a cycle with the job.

    Otherwise the input stays in memory until the garbage collector runs, thousands of jobs later.
    """
    chain: BaseException | None = error
    while chain is not None:
        chain.__traceback__, chain = None, chain.__context__


class Queue:
    """The queue of one kind of work. All methods run on the event loop."""

    def __init__(self, kind: Kind, size: Size, threads: CapacityLimiter) -> None:
        self._kind, self.size, self._threads = kind, size, threads
        self.limiter = CapacityLimiter(size.at_once)
        self._queued: dict[Job[Any], None] = {}  # oldest first; can hold thousands of tables after a restart
        self._served: Served = {}
        self._turns = count()
        self._running: dict[asyncio.Task[None], Job[Any]] = {}
        self._is_closed = False

    @property
    def _waiting(self) -> list[Job[Any]]:
        return [job for job in self._queued if not job.done.done()]  # without recently cancelled jobs

    @property
    def in_turn(self) -> list[Job[Any]]:
        """Return the waiting jobs, next one first."""
        return in_turn(self._waiting, self._served)

    def place(self, job: Job[Any]) -> int:
        """Return a job's place in the queue from 1, or 0 if it is not waiting."""
        return self.in_turn.index(job) + 1 if job in self._waiting else 0

    def check(self, client: Client) -> None:
        """Raise Refused if too many of the client's jobs are waiting or the queue is full."""
        if self._is_closed:
            raise Refused("busy")
        if client is SERVER:
            return
        waiting = self._waiting
        own = sum(job.client.is_same(client) for job in waiting) if client.person else 0
        near = sum(job.address == client.address for job in waiting) if client.address != LOCAL else 0
        for many, most in ((own, self.size.person), (near, self.size.address)):
            if many >= most:
                raise Refused("too-many-waiting", most=most)
        if len(waiting) >= self.size.everyone:
            raise Refused("busy")

    def add(self, work: Callable[[], Result], client: Client) -> Job[Result]:
        """Queue a job. Raise Refused if the queue is full."""
        self.check(client)
        job = Job(work, client, next(self._turns))
        self._queued[job] = None
        job.done.add_done_callback(lambda _: self._leave(job))
        self._fill()
        metrics.work_waiting.labels(self._kind).set(len(self._queued))
        if client.receive is not None:
            watcher = asyncio.create_task(_cancel_on_disconnect(job, client.receive))
            job.done.add_done_callback(lambda _: watcher.cancel())
        return job

    def close(self) -> None:
        """Reject all waiting jobs and ask running ones to stop."""
        self._is_closed = True
        for job in [*self._waiting, *self._running.values()]:
            job.fail(Refused("busy"))

    def _leave(self, job: Job[Any]) -> None:
        if job in self._queued:
            del self._queued[job]
            metrics.work_waiting.labels(self._kind).set(len(self._queued))

    def _fill(self) -> None:
        """Start jobs up to the limit."""
        while self.limiter.available_tokens > 0 and (job := self._take()) is not None:
            self.limiter.acquire_on_behalf_of_nowait(job)
            metrics.work_wait_seconds.labels(self._kind).observe(time.perf_counter() - job.since)
            task = asyncio.create_task(self._run(job), context=job.context)
            self._running[task] = job
            task.add_done_callback(self._running.__delitem__)

    def _take(self) -> Job[Any] | None:
        """Remove and return the next job."""
        while self._queued and not self.size.is_bounded:  # first come, first served
            job = next(iter(self._queued))
            del self._queued[job]
            if not job.done.done():
                return job
        for job in self.in_turn[:1]:
            del self._queued[job]
            note_turn(job, self._served, next(self._turns), self._waiting)
            return job
        return None

    async def _run(self, job: Job[Any]) -> None:
        """Run a job to its end. A cancelled job keeps its slot until its thread has stopped."""
        try:
            answer = await to_thread.run_sync(job.run, self._kind, limiter=self._threads)
        except Exception as error:
            if job.done.done() and not isinstance(error, Stopped | LocariumError):
                logger.exception("cancelled work failed: %s", self._kind)
            job.fail(error)
        else:
            if not job.done.done():
                job.done.set_result(answer)
        finally:
            self.limiter.release_on_behalf_of(job)
            self._fill()
            metrics.work_waiting.labels(self._kind).set(len(self._queued))


class Workers:
    """All worker threads of a process."""

    def __init__(self, sizes: dict[Kind, Size] | None = None) -> None:
        sizes = SIZES if sizes is None else sizes
        threads = CapacityLimiter(sum(size.at_once for size in sizes.values()))  # large enough never to block
        self.queues = {kind: Queue(kind, size, threads) for kind, size in sizes.items()}

    def submit(
        self, kind: Kind, client: Client, work: Callable[Asked, Result], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Job[Result]:
        """Queue a job. Raise Refused if the queue is full."""
        return self.queues[kind].add(partial(work, *args, **kwargs), client)

    async def run(
        self, kind: Kind, client: Client, work: Callable[Asked, Result], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Result:
        """Run a job in its turn. Cancelling this call or disconnecting cancels the job."""
        return await self.submit(kind, client, work, *args, **kwargs).done

    def places(self, client: Client) -> list[tuple[Kind, int]]:
        """List the client's waiting jobs by kind, with their place in the queue from 1."""
        return [
            (kind, place)
            for kind, queue in self.queues.items()
            if queue.size.is_bounded
            for place, job in enumerate(queue.in_turn, 1)
            if job.client.is_same(client)
        ]

    def close(self) -> None:
        """Reject all waiting jobs and ask running ones to stop. Threads that do not respond end with the process."""
        for queue in self.queues.values():
            queue.close()


async def _cancel_on_disconnect(job: Job[Any], receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    job.fail(ClientGone())


def is_stopped() -> bool:
    """Return, in a worker thread, whether the work is no longer needed."""
    stop = _stop.get(None)
    return stop is not None and stop.is_set()


def check_stopped() -> None:
    """Raise Stopped, in a worker thread, if the work is no longer needed."""
    if is_stopped():
        raise Stopped


def in_own_thread(work: Callable[[], Result]) -> asyncio.Future[Result]:
    """Run work in a new thread. Use this for work that permanently changes its thread, such as its priority."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Result] = loop.create_future()

    def run() -> None:
        try:
            answer = work()
        except Exception as error:
            settle = partial(found.set_exception, error)
        else:
            settle = partial(found.set_result, answer)
        with contextlib.suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(lambda: None if found.done() else settle())

    threading.Thread(target=run, name=BUSY_PREFIX, daemon=True).start()
    return found


def any_at_work() -> bool:
    """Return whether any worker thread is busy, for example with compiled code, which cannot be interrupted."""
    return any(thread.name.startswith(BUSY_PREFIX) for thread in threading.enumerate())
