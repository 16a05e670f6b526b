"""Who is connected to a table, at this process or at another one."""

from __future__ import annotations

from collections import Counter

REPEAT = 20.0  # seconds after which a process says again who is there
SILENCE = 3 * REPEAT  # after which those of a silent process are thought gone


class Attendance:
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

    @property
    def here(self) -> list[str]:
        """Who is connected to this process."""
        return list(self._here)

    def away_since(self, proof: str, now: float) -> float | None:
        """Since when somebody is gone; None while they are there."""
        if proof in self._here:
            return None
        heard = [time for (_, who), time in self._elsewhere.items() if who == proof]
        last = max([self._left.get(proof, self._since), *heard])
        return None if heard and now - max(heard) < SILENCE else last
