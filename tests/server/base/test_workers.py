"""One pool of worker threads: limits by kind, bounded and fair queues, cancellation."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import re
import threading
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from locarium.kernel.errors import Refused
from locarium.server.base import workers as pool
from locarium.server.base.addresses import LOCAL
from locarium.server.base.workers import (
    SERVER,
    SIZES,
    Client,
    ClientGone,
    Job,
    Size,
    Stopped,
    Workers,
    any_at_work,
    check_stopped,
    in_own_thread,
    is_stopped,
)
from waiting import PATIENCE

ADA, BEN, CLEO = Client("here", "ada"), Client("there", "ben"), Client("there", "cleo")


class Gate:
    """A job that runs until it is released."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._open = threading.Semaphore(0)

    def work(self, name: str) -> str:
        self.begun.append(name)
        assert self._open.acquire(timeout=PATIENCE)
        return name

    def let_through(self, many: int = 1) -> None:
        self._open.release(many)


def run(scene: Callable[[Workers], Awaitable[None]], size: Size | None = None) -> None:
    """Run a scenario with one kind of work, one job at a time."""

    async def main() -> None:
        workers = Workers({"proofs": size or Size(1, 50, 50, 100)})
        async with asyncio.timeout(PATIENCE):
            await scene(workers)

    asyncio.run(main())


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


def test_results_and_errors_reach_the_caller() -> None:
    async def scene(workers: Workers) -> None:
        assert await workers.run("proofs", ADA, int, "12", base=16) == 18
        with pytest.raises(ValueError, match="seven"):
            await workers.run("proofs", ADA, int, "seven")

    run(scene)


def test_rejected_work_releases_its_input() -> None:
    class Text(str):
        """A string that supports weak references."""

        __slots__ = ("__weakref__",)

    def refuse(text: str) -> None:
        try:
            int(text)
        except ValueError:
            raise Refused("bad-text") from None

    async def scene(workers: Workers) -> None:
        text = Text("not a number")
        watched = weakref.ref(text)
        gc.disable()
        try:
            with pytest.raises(Refused):
                await workers.run("proofs", ADA, refuse, text)
            del text
            await until(lambda: watched() is None)
        finally:
            gc.enable()

    run(scene)


def test_context_variables_reach_the_thread() -> None:
    colour = contextvars.ContextVar("colour", default="")

    async def scene(workers: Workers) -> None:
        gate = Gate()
        first = workers.submit("proofs", ADA, gate.work, "first")
        colour.set("red")
        second = workers.submit("proofs", ADA, colour.get)
        colour.set("blue")
        gate.let_through()
        assert await first.done == "first"
        assert await second.done == "red"

    run(scene)


def test_running_jobs_of_a_kind_are_limited() -> None:
    async def scene(workers: Workers) -> None:
        gate = Gate()
        jobs = [workers.submit("proofs", ADA, gate.work, str(number)) for number in range(5)]
        await until(lambda: len(gate.begun) == 2)
        jobs[0].cancel()  # its thread keeps running and keeps its slot
        await asyncio.sleep(0.05)
        assert len(gate.begun) == 2
        assert workers.queues["proofs"].limiter.borrowed_tokens == 2
        gate.let_through(5)
        assert await asyncio.gather(*(job.done for job in jobs[1:])) == ["1", "2", "3", "4"]

    run(scene, Size(2, 50, 50, 100))


def test_single_job_overtakes_another_clients_backlog() -> None:
    async def scene(workers: Workers) -> None:
        gate = Gate()
        crowd = [workers.submit("proofs", ADA, gate.work, f"ada {number}") for number in range(5)]
        honest = workers.submit("proofs", BEN, gate.work, "ben")
        assert workers.places(BEN) == [("proofs", 2)]  # after the job that has waited longest
        assert workers.places(ADA) == [("proofs", place) for place in (1, 3, 4, 5)]
        gate.let_through(6)
        await asyncio.gather(honest.done, *(job.done for job in crowd))
        assert gate.begun == ["ada 0", "ada 1", "ben", "ada 2", "ada 3", "ada 4"]
        assert workers.places(ADA) == []

    run(scene)


@pytest.mark.parametrize(
    ("client", "waiting", "key"),
    [
        (Client("here", "ada"), 2, "too-many-waiting"),  # per person
        (Client("elsewhere", "ada"), 2, "too-many-waiting"),  # from any address
        (Client("here"), 3, "too-many-waiting"),  # per address
        (Client(LOCAL), 4, "busy"),  # many clients can be behind a local proxy
    ],
)
def test_queues_are_bounded(client: Client, waiting: int, key: str) -> None:
    async def scene(workers: Workers) -> None:
        gate = Gate()
        workers.submit("proofs", SERVER, gate.work, "server")
        for number in range(waiting):
            workers.submit("proofs", Client("here", "ada") if client.person else client, gate.work, str(number))
        with pytest.raises(Refused) as refused:
            workers.submit("proofs", client, gate.work, "beyond the limit")
        assert refused.value.reason == key
        if key != "busy":
            workers.submit("proofs", Client("far away", "dora"), gate.work, "other work")
        workers.submit("proofs", SERVER, gate.work, "the server's own work is never rejected")
        workers.close()
        gate.let_through(waiting + 3)

    run(scene, Size(1, person=2, address=3, everyone=4))


def test_server_work_runs_in_order_and_is_never_rejected() -> None:
    async def scene(workers: Workers) -> None:
        done: list[int] = []
        jobs = [workers.submit("proofs", SERVER, done.append, number) for number in range(1_000)]
        for job in jobs[1::2]:
            job.cancel()
        await asyncio.gather(*(job.done for job in jobs[::2]))
        assert done == [number for number in range(1_000) if number % 2 == 0]

    run(scene, Size(1))


def test_cancelled_work_leaves_the_queue() -> None:
    async def scene(workers: Workers) -> None:
        gate = Gate()
        running = workers.submit("proofs", ADA, gate.work, "running")
        waiting = asyncio.create_task(workers.run("proofs", ADA, gate.work, "waiting"))
        later = workers.submit("proofs", ADA, gate.work, "later")
        await until(lambda: len(workers.places(ADA)) == 2)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert workers.places(ADA) == [("proofs", 1)]
        gate.let_through(2)
        assert (await running.done, await later.done) == ("running", "later")
        assert gate.begun == ["running", "later"]

    run(scene)


def test_running_work_is_asked_to_stop() -> None:
    ended: list[str] = []

    def work() -> None:
        try:
            while True:
                check_stopped()
        except Stopped:
            ended.append("stopped")
            raise

    async def scene(workers: Workers) -> None:
        task = asyncio.create_task(workers.run("proofs", ADA, work))
        await until(any_at_work)
        task.cancel()
        assert await workers.run("proofs", ADA, len, ended) == 1  # starts when the other has ended
        assert task.cancelled()

    run(scene)
    assert not is_stopped()  # outside a worker thread


def test_error_of_cancelled_work_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    gate = Gate()

    def work() -> None:
        gate.work("fails")
        raise ZeroDivisionError

    async def scene(workers: Workers) -> None:
        job = workers.submit("proofs", ADA, work)
        await until(lambda: bool(gate.begun))
        job.cancel()
        gate.let_through()
        await workers.run("proofs", ADA, int)  # starts when the other has ended

    run(scene)
    [record] = caplog.records
    assert record.getMessage() == "cancelled work failed: proofs"


class ThrottledSocket:
    """An ASGI `receive`: a body, then nothing until the client disconnects."""

    def __init__(self) -> None:
        self.hung_up = asyncio.Event()
        self._messages = [{"type": "http.request"}]

    async def receive(self) -> dict[str, Any]:
        if self._messages:
            return self._messages.pop()
        await self.hung_up.wait()
        return {"type": "http.disconnect"}


def test_disconnecting_cancels_work() -> None:
    async def scene(workers: Workers) -> None:
        gate, line = Gate(), ThrottledSocket()
        running = workers.submit("proofs", BEN, gate.work, "running")
        gone = [workers.submit("proofs", Client("here", "ada", line.receive), gate.work, "gone") for _ in range(3)]
        honest = workers.submit("proofs", BEN, gate.work, "honest")
        line.hung_up.set()
        for job in gone:
            with pytest.raises(ClientGone):
                await job.done
        assert workers.places(BEN) == [("proofs", 1)]
        gate.let_through(2)
        assert (await running.done, await honest.done) == ("running", "honest")

    run(scene)


def test_abandoned_jobs_do_not_delay_other_clients() -> None:
    """Checked by order, not by time: abandoned jobs never start."""

    async def scene(workers: Workers) -> None:
        gate, line = Gate(), ThrottledSocket()
        crowd = [
            workers.submit("proofs", Client("here", f"guest {number}", line.receive), gate.work, "crowd")
            for number in range(20)
        ]
        await until(lambda: len(gate.begun) == 1)
        line.hung_up.set()
        await asyncio.gather(*(job.done for job in crowd), return_exceptions=True)
        gate.let_through(21)
        assert await workers.run("proofs", BEN, gate.work, "honest") == "honest"
        assert gate.begun == ["crowd", "honest"]

    run(scene)


def test_closing_rejects_waiting_jobs() -> None:
    async def scene(workers: Workers) -> None:
        gate = Gate()
        jobs: list[Job[str]] = [workers.submit("proofs", ADA, gate.work, str(number)) for number in range(3)]
        workers.close()
        for job in jobs:
            with pytest.raises(Refused, match="busy"):
                await job.done
        with pytest.raises(Refused, match="busy"):
            workers.submit("proofs", SERVER, gate.work, "late")
        gate.let_through()
        await until(lambda: not any_at_work())
        assert gate.begun in ([], ["0"])

    run(scene)


def test_work_can_have_its_own_thread() -> None:
    async def main() -> None:
        assert await in_own_thread(lambda: threading.current_thread().name) == pool.BUSY_PREFIX
        with pytest.raises(ZeroDivisionError):
            await in_own_thread(lambda: 1 // 0)

    asyncio.run(main())


def test_every_client_queue_is_bounded() -> None:
    """Only the server's own work, which is limited elsewhere, has an unbounded queue."""
    endless = {kind for kind, size in SIZES.items() if not size.is_bounded}
    assert endless == {"bots", "games", "tables"}
    for size in (size for kind, size in SIZES.items() if kind not in endless):
        assert size.person <= size.address < size.everyone


def test_docs_list_the_queue_sizes() -> None:
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) \| (\d+), (\d+), (\d+) \|$", text, re.MULTILINE)
    stated = {kind: Size(*map(int, sizes)) for kind, *sizes in rows}
    assert stated == {kind: size for kind, size in SIZES.items() if size.is_bounded}
