"""Editions over HTTP, while somebody draws them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from litestar import Router, post
from litestar.datastructures import State
from litestar.response import Stream

from .archive_api import JSON_LINES
from .editing import Editing, check_sheet, check_spirits, read_playable
from .editing_messages import BalanceNews, CheckedSheet, CheckedSpirits, SheetWork, SpiritWork, Trial
from .identity import Asker
from .rendering import encoder
from .tables_api import somebody
from .work_api import Jobs


@post("/locus", status_code=200)
async def look_at_sheet(data: SheetWork, jobs: Jobs) -> CheckedSheet:
    """An edition of LOCUS, as a text or as it is drawn: its text, all that is wrong with it, and the sheet."""
    return await jobs.run("editions", check_sheet, data)


@post("/genius-loci", status_code=200)
async def look_at_spirits(data: SpiritWork, jobs: Jobs) -> CheckedSpirits:
    """Spirits of GENIUS LOCI, as a text or as they are described: the text, what is wrong, and where one leads."""
    return await jobs.run("editions", check_spirits, data)


@post("/locus/balance", status_code=200, media_type=JSON_LINES)
async def try_out(data: Trial, asker: Asker | None, state: State, jobs: Jobs) -> Stream:
    """Bots play an edition of LOCUS: how far they are, one line of JSON at a time, and at the end what they found."""
    who = somebody(asker)
    jobs.limiter.spend("balances", jobs.client.address)
    jobs.limiter.spend("balances", who.proof)
    editing: Editing = state.editing
    news = editing.try_out(jobs.client, await jobs.run("editions", read_playable, data.text))
    return Stream(_lines(news), media_type=JSON_LINES, headers={"Cache-Control": "no-store"})


async def _lines(news: AsyncIterator[BalanceNews]) -> AsyncIterator[bytes]:
    async for each in news:
        yield encoder.encode(each) + b"\n"


HANDLERS: list[Any] = [Router("/api/editions", route_handlers=[look_at_sheet, look_at_spirits, try_out])]
