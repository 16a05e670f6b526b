"""A subscription to one table. It renders the latest state when the client reads it, so slow clients skip states."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from locarium.kernel.errors import Refused

from .messages import PresenceUpdate
from .view import show_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.server.people.principal import Principal

    from .live_table import LiveTable
    from .manager import TableManager
    from .messages import TableState, Update
    from .view import Viewer


class Subscription:
    """A client's subscription. A slow client skips states, always gets the latest one, and never delays others."""

    def __init__(self, live: LiveTable, principal: Principal | None, viewer: Viewer, *, is_poll: bool = False) -> None:
        self._live, self._viewer = live, viewer
        self.principal, self.is_poll = principal, is_poll
        self.person_id = None if principal is None else principal.person_id
        self._has_news = self._has_presence = True
        self.is_dropped = False
        self.woken = asyncio.Event()
        self.wake: Callable[[], None] = self.woken.set  # replaced by connections that can send immediately
        self.wake()

    @property
    def language(self) -> str:
        """Return the client's language."""
        return self._viewer.language

    @property
    def seat(self) -> int | None:
        """Return the client's seat, which can change when seats are drawn or in the next game of a match."""
        return None if self.person_id is None else self._live.table.seat_of(self.person_id)

    def notify(self) -> None:
        """Mark that the table has changed."""
        self._has_news = True
        self.wake()

    def notify_presence(self) -> None:
        """Mark that presence has changed."""
        self._has_presence = True
        self.wake()

    def drop(self) -> None:
        """Disconnect the client. It reconnects automatically."""
        self.is_dropped = True
        self.wake()

    def news(self) -> list[Update]:
        """Return unread updates: the latest state and presence."""
        news: list[Update] = [self.state()] if self._has_news else []
        self._has_news = False
        if self._has_presence:
            self._has_presence = False
            news.append(PresenceUpdate(sorted(self._live.away)))
        return news

    def state(self) -> TableState:
        """Return the latest state."""
        table, seat = self._live.table, self.seat
        begun = table.status != "waiting"
        if begun and seat is None and not table.opened.settings.spectators:
            raise Refused("no-spectators")
        viewer = self._viewer
        viewer.seat = seat
        if viewer.version > table.version:
            viewer.version = 0
        state = show_state(self._live.shared, viewer, time.time())
        viewer.version, viewer.has_view = table.version, begun
        return state


class Subscribed:
    """A context manager that subscribes to a table."""

    def __init__(
        self,
        manager: TableManager,
        live: LiveTable,
        principal: Principal | None,
        viewer: Viewer,
        *,
        is_poll: bool = False,
    ) -> None:
        self._manager, self._live = manager, live
        self._subscription = Subscription(live, principal, viewer, is_poll=is_poll)

    def __enter__(self) -> Subscription:
        self._manager.subscribe(self._live, self._subscription)
        return self._subscription

    def __exit__(self, *_: object) -> None:
        self._manager.unsubscribe(self._live, self._subscription)
