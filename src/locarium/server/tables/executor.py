"""Execute commands at tables: run them on a fork, store the events, publish the result."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from locarium.kernel.errors import Refused
from locarium.server.storage.event_log import Append, Conflict, insert, rewrite
from locarium.table.anonymize import anonymize_events
from locarium.table.events import Begun, BotTookOver, Left, Opened, Person, PersonAnonymized, Seated
from locarium.table.table import Table

from . import lobby

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import sqlalchemy as sa

    from locarium.server.storage.bus import Bus
    from locarium.server.storage.event_log import EventLog
    from locarium.server.storage.leases import LeaseManager
    from locarium.table.events import AnyEvent

    from .live_table import LiveTable
    from .registry import TableRegistry

    Write: TypeAlias = Callable[[sa.Connection], object]
    # Changes a fork of the table. It runs again after a conflict, so it must have no other effect. It can return a new
    # table, which is stored in the same transaction.
    Command: TypeAlias = Callable[[Table], Table | None]
    Reply: TypeAlias = Callable[["CommandResult"], None]

MAX_TRIES = 20  # attempts to append while other processes append to the same table
BACKOFF_SECONDS = 0.02  # seconds; grows with every attempt, because a process that has to reload tends to lose again
LISTING_EVENTS = (Opened, Seated, Left, BotTookOver, Begun, PersonAnonymized)  # events that change a table's listing


@dataclass(frozen=True)
class CommandResult:
    """The result of a stored command."""

    version: int  # version of the table


class GameArchive(Protocol):
    """A store of finished games, written in the transaction that changes their table."""

    def store_games(self, table: Table, now: float) -> Write:
        """Return the write that updates the archive to match a table."""

    def rename_players(self, table: Table) -> Write:
        """Return the write that updates player names in archived games."""


class CommandExecutor:
    """The only writer of tables."""

    def __init__(
        self, log: EventLog, bus: Bus, registry: TableRegistry, leases: LeaseManager, archive: GameArchive
    ) -> None:
        self._log, self._bus, self._registry, self._leases, self._archive = log, bus, registry, leases, archive

    async def execute(self, live: LiveTable, command: Command, reply: Reply | None = None) -> CommandResult:
        """Run a command, store its events, reply, and publish the new state. A failure changes nothing."""
        await self.record_downtime(live)
        return await self._execute(live, command, reply)

    async def _execute(self, live: LiveTable, command: Command, reply: Reply | None) -> CommandResult:
        async with live.lock:
            for attempt in range(MAX_TRIES):
                if attempt:
                    await asyncio.sleep(attempt * BACKOFF_SECONDS)
                before, draft = live.table, live.table.fork()
                opened = command(draft)
                if len(draft.events) == len(before.events):
                    break
                try:
                    live.table = await self._store(live, draft, opened)
                except Conflict:
                    await self._registry.reload(live)
                else:
                    break
            else:
                raise Refused("stale")
            result = CommandResult(live.table.version)
            if reply is not None:
                reply(result)
            if live.table is not before:
                self._publish(live, before)
        return result

    def _publish(self, live: LiveTable, before: Table) -> None:
        self._bus.announce(f"changed {live.name}")
        if live.table.version != before.version:
            live.publish()
        elif (seat := getattr(live.table.events[-1], "seat", None)) is not None:  # a locked-in choice was replaced
            live.publish_to(seat)
        self._registry.on_change(live)

    async def _store(self, live: LiveTable, draft: Table, opened: Table | None) -> Table:
        """Append the new events of a draft. Return the table to show. Raise Conflict if another process was faster."""
        before = live.table
        table, writes = self._remove_personal(draft, len(before.events))
        if (table.status == "over") != (before.status == "over"):  # undo can reopen a practice table
            writes.append(self._archive.store_games(table, time.time()))
        if opened is not None:
            writes.append(partial(insert, append=opening_of(opened)))
        stored = self._log.append(_append_of(before, table, writes))
        try:
            await stored
        except Conflict:
            raise
        except Exception:  # the events may or may not be stored; a cancelled command means that the server shuts down
            self._registry.mark_stale(live)
            raise
        return table

    def _remove_personal(self, draft: Table, stored: int) -> tuple[Table, list[Write]]:
        """Anonymize people who were deleted by new events. Return the writes that do the same in the database."""
        before = after = draft.events
        for event in before[stored:]:
            if isinstance(event, PersonAnonymized):
                after = anonymize_events(after, event.person_id)
        if after is before:
            return draft, []
        table = Table.replayed(draft.setup.game, after)
        rewritten = partial(rewrite, table=draft.opened.table, old=before[:stored], new=after[:stored])
        return table, [rewritten, self._archive.rename_players(table)]

    async def record_downtime(self, live: LiveTable) -> None:
        """Exclude server downtime from a table's clocks."""
        table = live.table
        if not (table.deadlines() or table.is_dealing):
            return
        await self._leases.wake()
        known = max(table.last_time, table.downtime_until)
        if self._leases.down_until <= known:
            return
        for since, until in await self._leases.downtimes(known):

            def sleep(table: Table, since: float = since, until: float = until) -> None:
                if table.downtime_until < until:
                    table.record_downtime(since, until)

            await self._execute(live, sleep, None)


def opening_of(table: Table) -> Append:
    """Return the append that stores a new table."""
    settings = table.opened.settings
    facts = {"game": table.opened.game, "opened": time.time(), "host": settings.host, "public": settings.public}
    return Append(table.opened.table, 1, table.events, facts | _summary_of(table), _people_in(table.events))


def _append_of(before: Table, table: Table, writes: list[Write]) -> Append:
    stored = len(before.events)
    new = table.events[stored:]
    changes_listing = (table.status, table.due) != (before.status, before.due) or any(
        isinstance(event, LISTING_EVENTS) for event in new
    )
    left = [event.person_id for event in new if isinstance(event, Left) and event.person_id]
    summary = _summary_of(table) if changes_listing else None
    return Append(table.opened.table, stored + 1, new, summary, _people_in(new), left, writes)


def _people_in(events: Iterable[AnyEvent]) -> list[str]:
    """Return the person ids of people who took a seat."""
    return [who.person_id for event in events if isinstance(event, Seated) and isinstance(who := event.who, Person)]


def _summary_of(table: Table) -> dict[str, Any]:
    return {"status": table.status, "due": table.due, "listing": lobby.written(table)}
