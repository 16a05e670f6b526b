"""Who is connected to a table, at this process or at another one."""

from __future__ import annotations

from collections import Counter

REPEAT = 20.0  # seconds after which a process says again who is there
SILENCE = 2.25 * REPEAT  # seconds after which the people of a silent process are away


class Presence:
    """The people of one table, by their proofs."""

    def __init__(self, now: float) -> None:
        self._since = now  # nothing is known of the time before
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[tuple[str, str], float] = {}  # (process, proof) -> last heard
        self._left: dict[str, float] = {}

    def come(self, proof: str) -> None:
        """Somebody has connected to this process."""
        self._here[proof] += 1

    def go(self, proof: str, now: float) -> None:
        """One of their connections has ended."""
        self._here[proof] -= 1
        if not self._here[proof]:
            del self._here[proof]
            self._left[proof] = now

    def hear(self, process: str, proof: str, now: float, *, is_here: bool) -> None:
        """Another process says who is there, or has gone."""
        if is_here:
            self._elsewhere[process, proof] = now
        elif self._elsewhere.pop((process, proof), None) is not None:
            self._left[proof] = now

    def is_stale(self, now: float) -> bool:
        """Return whether a process has been silent for too long."""
        return any(now - heard >= SILENCE for heard in self._elsewhere.values())

    def expire(self, now: float) -> None:
        """Let the people of silent processes be away since the last sign of life."""
        for (process, proof), heard in list(self._elsewhere.items()):
            if now - heard >= SILENCE:
                del self._elsewhere[process, proof]
                self._left[proof] = heard

    @property
    def here(self) -> list[str]:
        """Who is connected to this process."""
        return list(self._here)

    def away_since(self, proof: str) -> float | None:
        """Return since when a person is away, None while they are connected somewhere."""
        if proof in self._here or any(who == proof for _, who in self._elsewhere):
            return None
        return self._left.get(proof, self._since)
