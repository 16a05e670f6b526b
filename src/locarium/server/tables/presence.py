"""Which people are connected to a table, on this or another process."""

from __future__ import annotations

from collections import Counter

REPEAT = 20.0  # seconds between announcements of connected people
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
        """Return who is connected to this process."""
        return list(self._here)

    def away_since(self, person_id: str) -> float | None:
        """Return when a person disconnected, or None while they are connected."""
        if person_id in self._here or any(who == person_id for _, who in self._elsewhere):
            return None
        return self._left.get(person_id, self._since)
