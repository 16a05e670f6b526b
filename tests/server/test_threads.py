"""Clerks do one thing after the other, and close without what still waits."""

from __future__ import annotations

import asyncio
import threading

import pytest

from locarium.server.threads import Clerk


def test_one_thing_after_the_other() -> None:
    async def ask() -> list[list[int]]:
        clerk, seen = Clerk("clerk"), list[int]()

        def work(number: int, *, again: int) -> list[int]:
            seen.append(number)
            return [*seen, again]

        answers = await asyncio.gather(*(clerk.do(work, number, again=number) for number in range(3)))
        clerk.close()
        return answers

    assert asyncio.run(ask()) == [[0, 0], [0, 1, 1], [0, 1, 2, 2]]


def test_whoever_asked_is_told_what_went_wrong() -> None:
    async def ask() -> int:
        clerk = Clerk("clerk")
        try:
            return await clerk.do(int, "seven")
        finally:
            clerk.close()

    with pytest.raises(ValueError, match="seven"):
        asyncio.run(ask())


def test_what_still_waits_is_dropped() -> None:
    async def close_early() -> tuple[str, bool, list[str]]:
        clerk, begun, go_on, late = Clerk("clerk"), threading.Event(), threading.Event(), list[str]()

        def work() -> str:
            begun.set()
            go_on.wait()
            return "done"

        under_way, waiting = clerk.do(work), clerk.do(late.append, "late")
        begun.wait()
        closing = threading.Thread(target=clerk.close)
        closing.start()
        await asyncio.wait([waiting])
        go_on.set()
        answer = await under_way
        closing.join()
        return answer, waiting.cancelled(), late

    assert asyncio.run(close_early()) == ("done", True, [])
