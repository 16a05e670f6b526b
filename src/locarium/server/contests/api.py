"""Contests and days of LOCUS over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Router, delete, get, post
from litestar.datastructures import State

from locarium.kernel.errors import Refused
from locarium.server.http.limits import Limiter
from locarium.server.people.auth import require_principal
from locarium.server.people.principal import Principal

from . import results
from .contests import Contests
from .daily import Daily, read_day, read_month
from .messages import Calendar, ContestInfo, DailyAttempt, DailyTable, DayInfo, NewContest, OwnContest


@post("/contests")
async def make_contest(data: NewContest, principal: Principal | None, state: State, limiter: Limiter) -> ContestInfo:
    """Make a duel or duplicate tables; whoever makes it takes part."""
    host = require_principal(principal)
    for _ in range(data.deals):
        limiter.spend("tables", host.person_id)
    contests: Contests = state.contests
    return await _show(state, await contests.make(data, host), host)


@get("/me/contests")
async def own_contests(principal: Principal | None, state: State) -> list[OwnContest]:
    """The contests in which the client takes part, the newest first."""
    contests: Contests = state.contests
    return await contests.of(require_principal(principal))


@get("/contests/{contest:str}")
async def contest_info(contest: str, principal: Principal | None, state: State) -> ContestInfo:
    """A contest: who takes part, where, and the results that the client may know."""
    return await _show(state, contest, principal)


@post("/contests/{contest:str}/entrants")
async def enter_contest(contest: str, principal: Principal | None, state: State) -> ContestInfo:
    """Take part; whoever does already stays. When all places are taken it begins."""
    who, contests = require_principal(principal), state.contests
    if await state.users.is_blocked(who, (await contests.find(contest)).host):
        raise Refused("not-welcome")
    await contests.enter(contest, who)
    return await _show(state, contest, who)


@delete("/contests/{contest:str}/entrants")
async def leave_contest(contest: str, principal: Principal | None, state: State) -> None:
    """Not take part after all, as long as it has not begun."""
    await state.contests.leave(contest, require_principal(principal))


@post("/contests/{contest:str}/begin", status_code=200)
async def begin_contest(contest: str, principal: Principal | None, state: State) -> ContestInfo:
    """Begin with those who are there: bots fill in at duplicate tables."""
    who = require_principal(principal)
    await state.contests.begin(contest, who)
    return await _show(state, contest, who)


async def _show(state: State, name: str, principal: Principal | None) -> ContestInfo:
    contests: Contests = state.contests
    return await results.show(state.database, await contests.find(name), principal, contests.now)


@get("/daily")
async def daily_today(principal: Principal | None, state: State) -> DayInfo:
    """The LOCUS of today, by UTC."""
    daily: Daily = state.daily
    return await daily.show(daily.today, principal)


@get("/daily/{day:str}")
async def daily_day(day: str, principal: Principal | None, state: State) -> DayInfo:
    """The LOCUS of a day: results and ranks; once it is over everybody's table, too."""
    daily: Daily = state.daily
    return await daily.show(read_day(day), principal)


@get("/daily/months/{month:str}")
async def daily_month(month: str, principal: Principal | None, state: State) -> Calendar:
    """The days of a month, such as 2026-11: how many tried, the best, par, and how the client did."""
    daily: Daily = state.daily
    return await daily.calendar(read_month(month), principal)


@post("/daily/{day:str}/tries")
async def play_daily(
    day: str, data: DailyAttempt, principal: Principal | None, state: State, limiter: Limiter
) -> DailyTable:
    """Where to play a day: the one ranked try of an account, or a new table for practice."""
    who = require_principal(principal)
    limiter.spend("tables", who.person_id)
    daily: Daily = state.daily
    return DailyTable(await daily.play(read_day(day), who, practice=data.practice))


HANDLERS: list[Any] = [
    Router(
        "/api",
        route_handlers=[
            make_contest,
            own_contests,
            contest_info,
            enter_contest,
            leave_contest,
            begin_contest,
            daily_today,
            daily_day,
            daily_month,
            play_daily,
        ],
    )
]
