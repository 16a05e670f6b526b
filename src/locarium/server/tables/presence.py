"""Which people are connected to a table, on this or another process."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from locarium.server.storage.bus import Bus

    from .live_table import LiveTable
    from .registry import TableRegistry
    from .subscription import Subscription

REPEAT = 20.0  # seconds between announcements of connected people
POLL_GRACE = 10.0  # seconds for which a person counts as connected after a long poll
SILENCE = 2.25 * REPEAT  # seconds without an announcement after which the people of a process count as away


class Presence:
    """The connected people of one table, by person id."""

    def __init__(self, now: float) -> None:
        self._since = now  # presence before this time is unknown
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[tuple[str, str], float] = {}  # (process, person id) -> last announcement
        self._left: dict[str, float] = {}

    def come(self, person_id: str) -> None:
        """Add a connection on this process."""
        self._here[person_id] += 1

    def go(self, person_id: str, now: float) -> None:
        """Remove a connection on this process."""
        self._here[person_id] -= 1
        if not self._here[person_id]:
            del self._here[person_id]
            self._left[person_id] = now

    def hear(self, process: str, person_id: str, now: float, *, is_here: bool) -> None:
        """Handle another process's announcement that a person is connected or gone."""
        if is_here:
            self._elsewhere[process, person_id] = now
        elif self._elsewhere.pop((process, person_id), None) is not None:
            self._left[person_id] = now

    def is_stale(self, now: float) -> bool:
        """Return whether a process has been silent for too long."""
        return any(now - heard >= SILENCE for heard in self._elsewhere.values())

    def expire(self, now: float) -> None:
        """Mark the people of silent processes as away since their last announcement."""
        for (process, person_id), heard in list(self._elsewhere.items()):
            if now - heard >= SILENCE:
                del self._elsewhere[process, person_id]
                self._left[person_id] = heard

    @property
    def here(self) -> list[str]:
        """Return the people who are connected to this process."""
        return list(self._here)

    def away_since(self, person_id: str) -> float | None:
        """Return when a person disconnected, or None while they are connected."""
        if person_id in self._here or any(who == person_id for _, who in self._elsewhere):
            return None
        return self._left.get(person_id, self._since)


class PresenceTracker:
    """A tracker of who is connected to which table. It announces changes to other processes."""

    def __init__(self, registry: TableRegistry, bus: Bus, process: str) -> None:
        self._registry, self._bus, self._process = registry, bus, process

    def arrive(self, live: LiveTable, person_id: str) -> None:
        """Add a connection of a person."""
        is_new = person_id not in live.presence.here
        with live.announcing_away():
            live.presence.come(person_id)
        if is_new:
            self._announce("here", live, person_id)

    def leave(self, live: LiveTable, subscription: Subscription) -> None:
        """Remove a person's connection. After a long poll they count as connected for a moment longer."""
        assert subscription.person_id is not None
        live.visits += 1
        leave = partial(self._leave, live, subscription.person_id, time.monotonic())
        if subscription.is_poll:  # the next poll follows soon
            asyncio.get_running_loop().call_later(POLL_GRACE, leave)
        else:
            leave()

    def _leave(self, live: LiveTable, person_id: str, since: float) -> None:
        with live.announcing_away():
            live.presence.go(person_id, since)
        if person_id not in live.presence.here:
            self._announce("gone", live, person_id)
        live.visits -= 1
        self._registry.drop_if_idle(live)

    def hear(self, verb: str, process: str, name: str, person_id: str) -> None:
        """Handle another process's announcement that a person is here or gone."""
        if (live := self._registry.get(name)) is not None:
            with live.announcing_away():
                live.presence.hear(process, person_id, time.monotonic(), is_here=verb == "here")

    def answer_who(self, name: str) -> None:
        """Tell another process who is connected here."""
        if (live := self._registry.get(name)) is not None:
            self._announce_all(live)

    async def repeat(self) -> None:
        """Repeat the announcements, and expire people whose process has gone silent."""
        while True:
            await asyncio.sleep(REPEAT)
            now = time.monotonic()
            for live in self._registry.tables:
                self._announce_all(live)
                if live.presence.is_stale(now):
                    with live.announcing_away():
                        live.presence.expire(now)

    def _announce_all(self, live: LiveTable) -> None:
        for person_id in live.presence.here:
            self._announce("here", live, person_id)

    def _announce(self, verb: str, live: LiveTable, person_id: str) -> None:
        self._bus.announce(f"{verb} {self._process} {live.name} {person_id}")
