"""HTTP API for contests and daily games."""

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
async def create_contest(data: NewContest, principal: Principal | None, state: State, limiter: Limiter) -> ContestInfo:
    """Create a contest, either a duel or a set of duplicate tables. You are its first entrant."""
    host = require_principal(principal)
    for _ in range(data.deals):
        limiter.spend("tables", host.person_id)
    contests: Contests = state.contests
    return await _show(state, await contests.make(data, host), host)


@get("/me/contests")
async def own_contests(principal: Principal | None, state: State) -> list[OwnContest]:
    """List your contests, newest first."""
    contests: Contests = state.contests
    return await contests.of(require_principal(principal))


@get("/contests/{contest:str}")
async def contest_info(contest: str, principal: Principal | None, state: State) -> ContestInfo:
    """Return a contest: entrants, tables, and the results that you may see."""
    return await _show(state, contest, principal)


@post("/contests/{contest:str}/entrants")
async def enter_contest(contest: str, principal: Principal | None, state: State) -> ContestInfo:
    """Join a contest. It starts when all places are taken."""
    who, contests = require_principal(principal), state.contests
    if await state.users.is_blocked(who, (await contests.find(contest)).host):
        raise Refused("not-welcome")
    await contests.enter(contest, who)
    return await _show(state, contest, who)


@delete("/contests/{contest:str}/entrants")
async def leave_contest(contest: str, principal: Principal | None, state: State) -> None:
    """Leave a contest before it starts."""
    await state.contests.leave(contest, require_principal(principal))


@post("/contests/{contest:str}/begin", status_code=200)
async def start_contest(contest: str, principal: Principal | None, state: State) -> ContestInfo:
    """Start a contest with the current entrants. Bots fill empty seats at duplicate tables."""
    who = require_principal(principal)
    await state.contests.begin(contest, who)
    return await _show(state, contest, who)


async def _show(state: State, name: str, principal: Principal | None) -> ContestInfo:
    contests: Contests = state.contests
    return await results.show(state.database, await contests.find(name), principal, contests.now)


@get("/daily")
async def daily_today(principal: Principal | None, state: State) -> DayInfo:
    """Return today's daily game (UTC)."""
    daily: Daily = state.daily
    return await daily.show(daily.today, principal)


@get("/daily/{day:str}")
async def daily_day(day: str, principal: Principal | None, state: State) -> DayInfo:
    """Return a daily game with results and ranks. When the day is over, it includes everyone's tables."""
    daily: Daily = state.daily
    return await daily.show(read_day(day), principal)


@get("/daily/months/{month:str}")
async def daily_month(month: str, principal: Principal | None, state: State) -> Calendar:
    """Return the days of a month, such as 2026-11: number of attempts, best score, par, and your result."""
    daily: Daily = state.daily
    return await daily.calendar(read_month(month), principal)


@post("/daily/{day:str}/tries")
async def play_daily(
    day: str, data: DailyAttempt, principal: Principal | None, state: State, limiter: Limiter
) -> DailyTable:
    """Return a table for a daily game: your one ranked attempt, or a new practice table."""
    who = require_principal(principal)
    limiter.spend("tables", who.person_id)
    daily: Daily = state.daily
    return DailyTable(await daily.play(read_day(day), who, practice=data.practice))


HANDLERS: list[Any] = [
    Router(
        "/api",
        route_handlers=[
            create_contest,
            own_contests,
            contest_info,
            enter_contest,
            leave_contest,
            start_contest,
            daily_today,
            daily_day,
            daily_month,
            play_daily,
        ],
    )
]
