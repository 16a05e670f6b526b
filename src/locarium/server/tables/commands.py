"""Execute table commands, from any transport."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from locarium.kernel.errors import Refused
from locarium.table.events import BOT_NAMES, Bot

from .creation import spec_of_rematch
from .messages import (
    AnyRequest,
    CommitSeed,
    HandToBot,
    Leave,
    Mute,
    NextGame,
    OpenSeed,
    Pause,
    PlayStep,
    ReclaimSeat,
    Rematch,
    RequestHints,
    Resign,
    SendChat,
    SetSeat,
    Undo,
)

if TYPE_CHECKING:
    from locarium.server.http.limits import Limiter
    from locarium.server.people.principal import Principal
    from locarium.table.table import Table

    from .executor import CommandResult, Reply
    from .live_table import LiveTable
    from .manager import TableManager

ABSENT_AFTER = 60.0  # seconds after which a bot can take over for a person who is away
MAX_KEY = 64  # characters of an idempotency key
# commands that a client can repeat endlessly, so they are rate-limited
TOGGLES = (SetSeat, Mute, HandToBot, ReclaimSeat, Pause, RequestHints, Leave)


async def execute(
    manager: TableManager,
    live: LiveTable,
    principal: Principal | None,
    request: AnyRequest,
    limiter: Limiter,
    reply: Reply | None = None,
) -> CommandResult:
    """Execute a command and store its events, or raise. `reply` is called before the new state is published."""
    if not 0 < len(request.key) <= MAX_KEY:
        raise Refused("bad-key", most=MAX_KEY)
    if isinstance(request, Rematch):
        return await _open_rematch(manager, live, principal, limiter, reply)
    if principal is not None and isinstance(request, (SendChat, *TOGGLES)):
        limiter.spend("chat" if isinstance(request, SendChat) else "toggles", principal.person_id)
    return await manager.execute(live, lambda table: _Command(manager, live, table, principal).execute(request), reply)


class _Command:
    """One command, applied to the current table."""

    def __init__(self, manager: TableManager, live: LiveTable, table: Table, principal: Principal | None) -> None:
        self._manager, self._live, self._table = manager, live, table
        self._now = time.time()
        self._person_id = "" if principal is None else principal.person_id
        self._seat = table.seat_of(self._person_id)

    def execute(self, request: AnyRequest) -> None:  # noqa: PLR0912  # a request, a case
        table, now = self._table, self._now
        match request:
            case PlayStep(key, version, step):
                table.step(self._acting_seat(), step, at=version, key=key, now=now)
            case CommitSeed(_, commitment):
                table.commit_seed(self._own_seat(), commitment, now=now)
            case OpenSeed(_, seed):
                table.open_seed(self._own_seat(), seed, now=now)
            case SetSeat(_, seat, level):
                self._set_seat(seat, level)
            case Mute(_, seat, muted):
                self._check_host()
                table.mute(seat, muted=muted)
            case Undo(key):
                table.undo(self._acting_seat(), key=key, now=now)
            case NextGame(_, game):
                self._own_seat()
                table.start_next_game(game, now=now)
            case SendChat(key, text):
                table.send_chat(self._own_seat(), text, key=key, now=now)
            case HandToBot(_, seat, level):
                self._hand_to_bot(self._own_seat() if seat is None else seat, level)
            case ReclaimSeat():
                table.reclaim(self._own_seat(), now=now)
            case Resign():
                self._check_no_contest()
                table.resign(self._acting_seat(), now=now)
            case Pause(_, pause):
                table.request_pause(self._acting_seat(), pause=pause, now=now)
            case RequestHints(_, wanted):
                table.request_hints(self._acting_seat(), wanted=wanted, now=now)
            case Leave():
                self._leave()

    def _own_seat(self) -> int:
        return self._table.own_seat(self._person_id)

    def _acting_seat(self) -> int:
        return self._table.acting_seat(self._person_id)

    def _check_host(self) -> None:
        if not self._person_id or self._person_id != self._table.opened.settings.host:
            raise Refused("not-the-host")

    def _check_no_contest(self) -> None:
        """Raise Refused at contest tables, because their results are compared."""
        if self._table.opened.settings.embargoed_until:
            raise Refused("played-to-the-end")

    def _check_may_hand_to_bot(self) -> None:
        """Raise Refused in a solo contest, because a bot's result would compete with people's."""
        if len(self._table.seats) == 1:
            self._check_no_contest()

    def _leave(self) -> None:
        seat = self._own_seat()
        self._check_may_hand_to_bot()
        match self._table.status:
            case "waiting":
                self._table.leave(seat, now=self._now)
            case "running" | "between":
                self._table.hand_to_bot(seat, self._manager.bot(), now=self._now)

    def _hand_to_bot(self, seat: int, level: int) -> None:
        is_own = self._own_seat() == seat
        self._check_may_hand_to_bot()
        if not is_own:
            self._table.check_seat(seat)
            waited = self._live.seconds_away(seat)
            if waited < ABSENT_AFTER:
                raise Refused("not-absent", seconds=round(ABSENT_AFTER), left=max(1, round(ABSENT_AFTER - waited)))
        self._table.hand_to_bot(seat, self._manager.bot(level), now=self._now, why="own" if is_own else "absent")

    def _set_seat(self, seat: int, level: int | None) -> None:
        self._check_host()
        self._table.check_seat(seat)
        who = self._table.seats[seat]
        if level is not None and isinstance(who, Bot) and who.level == level:
            return
        self._table.leave(seat, kicked=self._seat != seat, by=self._seat, now=self._now)
        if level is not None:
            taken = set(self._table.names)
            name = next(name for name in BOT_NAMES if name not in taken)
            self._table.sit(seat, self._manager.bot(level, name), now=self._now)


async def _open_rematch(
    manager: TableManager, live: LiveTable, principal: Principal | None, limiter: Limiter, reply: Reply | None
) -> CommandResult:
    """Open the rematch and announce it in one transaction, so concurrent requests open only one table."""
    person_id = "" if principal is None else principal.person_id

    def check(table: Table) -> None:
        table.own_seat(person_id)
        if table.status != "over":
            raise Refused("not-over")

    check(live.table)
    again = None
    if live.table.next_table is None:
        limiter.spend("tables", person_id)
        again = await manager.create(spec_of_rematch(live.table, person_id))

    def announce(table: Table) -> Table | None:
        check(table)
        if again is None or table.next_table is not None:
            return None
        table.open_rematch(again.opened.table)
        return again

    return await manager.execute(live, announce, reply)
