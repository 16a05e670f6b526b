"""Who is connected to a table, at this process or at another one."""

from __future__ import annotations

from collections import Counter

REPEAT = 20.0  # seconds after which a process says again who is there
SILENCE = 2.25 * REPEAT  # seconds after which the people of a silent process are away


class Presence:
    """The people of one table, by person id."""

    def __init__(self, now: float) -> None:
        self._since = now  # nothing is known of the time before
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[tuple[str, str], float] = {}  # (process, proof) -> last heard
        self._left: dict[str, float] = {}

    def come(self, person_id: str) -> None:
        """Somebody has connected to this process."""
        self._here[person_id] += 1

    def go(self, person_id: str, now: float) -> None:
        """One of their connections has ended."""
        self._here[person_id] -= 1
        if not self._here[person_id]:
            del self._here[person_id]
            self._left[person_id] = now

    def hear(self, process: str, person_id: str, now: float, *, is_here: bool) -> None:
        """Another process says who is there, or has gone."""
        if is_here:
            self._elsewhere[process, person_id] = now
        elif self._elsewhere.pop((process, person_id), None) is not None:
            self._left[person_id] = now

    def is_stale(self, now: float) -> bool:
        """Return whether a process has been silent for too long."""
        return any(now - heard >= SILENCE for heard in self._elsewhere.values())

    def expire(self, now: float) -> None:
        """Let the people of silent processes be away since the last sign of life."""
        for (process, person_id), heard in list(self._elsewhere.items()):
            if now - heard >= SILENCE:
                del self._elsewhere[process, person_id]
                self._left[person_id] = heard

    @property
    def here(self) -> list[str]:
        """Who is connected to this process."""
        return list(self._here)

    def away_since(self, person_id: str) -> float | None:
        """Return since when a person is away, None while they are connected somewhere."""
        if person_id in self._here or any(who == person_id for _, who in self._elsewhere):
            return None
        return self._left.get(person_id, self._since)
