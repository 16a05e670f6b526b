"""Tables whose bots or clocks failed. They rest for a while, longer after every failure."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from locarium.server.base.logging import SHORT_NAME
from locarium.server.base.tasks import pause_after

if TYPE_CHECKING:
    from .live_table import LiveTable

FAILURE_MEMORY = 600.0  # seconds after which a failure at a table is forgotten

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class FailureRecord:
    """Repeated failures of bots or clocks at a table."""

    failures: int  # number of failures in a row
    version: int  # version of the table when it failed
    until: float  # monotonic time of the next try


class Backoff:
    """Failures by table."""

    def __init__(self) -> None:
        self.failing: dict[str, FailureRecord] = {}

    def note_failure(self, name: str, error: BaseException, version: int = 0, bot: str = "") -> None:
        """Note a failure and leave the table alone for a while."""
        if isinstance(error, SQLAlchemyError):  # the database may recover soon
            logger.error("database unavailable: %s", type(error).__name__)
            return
        failures = self.failing[name].failures + 1 if name in self.failing else 1
        pause = pause_after(failures)
        self.failing[name] = FailureRecord(failures, version, time.monotonic() + pause)
        who = f"bot {bot!r}" if bot else "a clock or a bot"
        message = "%s at table %s failed, %d times in a row; next try in %g s"
        logger.error(message, who, name[:SHORT_NAME], failures, pause, exc_info=error)

    def is_resting(self, live: LiveTable) -> bool:
        """Return whether bots failed here recently and the table has not changed since."""
        failing = self.failing.get(live.name)
        return failing is not None and failing.version == live.table.version and time.monotonic() < failing.until

    def resting(self) -> list[str]:
        """Return the tables to leave alone now, and forget old failures."""
        now = time.monotonic()
        self.failing = {
            name: failing for name, failing in self.failing.items() if now <= failing.until + FAILURE_MEMORY
        }
        return [name for name, failing in self.failing.items() if now < failing.until]

    def forget(self, name: str) -> None:
        """Forget a table's failures after a success."""
        self.failing.pop(name, None)
