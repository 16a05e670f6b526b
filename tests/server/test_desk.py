"""The desk counts by matter and address, and every matter has a clerk and a limit of its own."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from litestar.datastructures import State

from locarium.kernel.errors import Refused
from locarium.server.desk import MATTERS, Desk
from locarium.server.limits import Limiter, Limits, Rate
from locarium.server.threads import Clerk


def test_every_matter_has_a_limit() -> None:
    assert set(MATTERS) <= Limits().rates().keys()


def test_too_many_questions_are_refused_by_matter_and_address() -> None:
    async def ask() -> None:
        clerks = {matter: Clerk(matter) for matter in MATTERS}
        state, limiter = State(clerks), Limiter(replace(Limits(), proofs=Rate(1, 600)))
        here, there = Desk(state, limiter, "here"), Desk(state, limiter, "there")
        try:
            assert await here.ask("proofs", int, "7") == 7
            with pytest.raises(Refused, match="too-fast"):
                await here.ask("proofs", int, "7")
            assert await here.ask("studies", int, "8") == 8
            assert await there.ask("proofs", int, "9") == 9
        finally:
            for clerk in clerks.values():
                clerk.close()

    asyncio.run(ask())
