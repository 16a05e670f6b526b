"""A table in memory, with its subscribers."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from locarium.table.events import Person

from .presence import Presence
from .view import SharedView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.table.table import Table

    from .bot_runner import BotTask
    from .subscription import Subscription


class LiveTable:
    """A stored table and its subscribers.

    `table` is never changed, only replaced, and only after its events are stored. So readers need no lock.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.name = table.opened.table
        self.lock = asyncio.Lock()  # held while a command runs
        self.subscriptions: set[Subscription] = set()
        self.presence = Presence(time.monotonic())
        self.visits = 0  # requests that use the table now
        self.bots_running: asyncio.Task[bool] | None = None
        self.bot_task: BotTask | None = None  # the bot that is thinking now
        self.is_behind = False  # whether another process has appended events
        self._shared: SharedView | None = None

    def publish(self) -> None:
        """Notify all subscribers of a new state."""
        for subscription in self.subscriptions:
            subscription.notify()

    def publish_to(self, seat: int) -> None:
        """Notify one seat of a change that the others must not notice."""
        for subscription in self.subscriptions:
            if subscription.seat == seat:
                subscription.notify()

    @contextmanager
    def announcing_away(self) -> Iterator[None]:
        """Notify all subscribers if people come or go inside the block."""
        before = self.away
        yield
        if self.away != before:
            for subscription in self.subscriptions:
                subscription.notify_presence()

    @property
    def shared(self) -> SharedView:
        """Return the parts of the state that are the same for all subscribers."""
        if self._shared is None or self._shared.table is not self.table:
            self._shared = SharedView(self.table, self._shared)
        return self._shared

    @property
    def away(self) -> frozenset[int]:
        """Return the seats of people who are not connected."""
        return frozenset(seat for seat in range(len(self.table.seats)) if self.away_since(seat) is not None)

    def away_since(self, seat: int) -> float | None:
        """Return when a person went away. None if they are connected or the seat has no person."""
        who = self.table.seats[seat]
        return self.presence.away_since(who.person_id) if isinstance(who, Person) else None

    def seconds_away(self, seat: int) -> float:
        """Return how many seconds a person has been away."""
        since = self.away_since(seat)
        return 0.0 if since is None else time.monotonic() - since
