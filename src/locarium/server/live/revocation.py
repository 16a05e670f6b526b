"""Close the connections of revoked sessions and API tokens on every process."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from locarium.kernel.errors import Refused

if TYPE_CHECKING:
    from locarium.server.people.users import Users
    from locarium.server.tables.manager import TableManager
    from locarium.server.tables.subscription import Subscription

logger = logging.getLogger(__name__)


class Revocation:
    """A link from the store of people to the live connections, which close when a session or token ends."""

    def __init__(self, manager: TableManager, users: Users) -> None:
        self._manager, self._users = manager, users
        self._checks: set[asyncio.Task[None]] = set()
        users.when_revoked = self._revoke
        manager.when_revoked = self._check

    def _revoke(self, person_id: str) -> None:
        """Announce to all processes that a session or token of a person has ended."""
        self._manager.announce(f"revoked {person_id}")
        self._check(person_id)

    def _check(self, person_id: str | None) -> None:
        """Check the connections of a person, or of everyone if announcements were lost."""
        self._users.forget_recent(person_id)
        check = asyncio.create_task(self._drop_revoked(person_id))
        self._checks.add(check)
        check.add_done_callback(self._checks.discard)

    async def _drop_revoked(self, person_id: str | None) -> None:
        for subscription in self._manager.subscriptions:
            if person_id in (None, subscription.person_id) and not await self._is_signed_in(subscription):
                subscription.drop()

    async def _is_signed_in(self, subscription: Subscription) -> bool:
        try:
            return subscription.principal is None or await self._users.is_signed_in(subscription.principal)
        except (SQLAlchemyError, Refused):  # database unavailable: the client reconnects and signs in again
            logger.warning("could not check a session; closing its connection")
            return False
