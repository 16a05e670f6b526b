"""The clocks of a table's seats. The caller passes in the current time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .events import Clock


class Clocks:
    """When each seat's turn started, and how much of its reserve is left."""

    def __init__(self, clock: Clock | None, seats: int) -> None:
        self._clock = clock
        self._asked_at: list[float | None] = [None] * seats
        self.reserve = [clock.reserve if clock else 0.0] * seats

    def fork(self) -> Clocks:
        """Return a copy that can change on its own."""
        fork = object.__new__(Clocks)
        fork._clock, fork._asked_at, fork.reserve = self._clock, self._asked_at.copy(), self.reserve.copy()
        return fork

    def deadline(self, seat: int) -> float | None:
        """Return when the seat runs out of time, or None if it has no limit."""
        asked_at = self._asked_at[seat]
        if self._clock is None or asked_at is None:
            return None
        return asked_at + self._clock.seconds + self.reserve[seat]

    def ask(self, seats: Collection[int], now: float, *, acted: int | None = None) -> None:
        """Start the clocks of these seats and stop all others. With time per step, the clock of `acted` restarts."""
        if self._clock is None:
            return
        restarted = acted if self._clock.per == "step" else None
        for seat, asked_at in enumerate(self._asked_at):
            is_asked = seat in seats
            if asked_at is not None and (not is_asked or seat == restarted):
                self._stop(seat, now)
            if is_asked and self._asked_at[seat] is None:
                self._asked_at[seat] = now

    def restart(self, seat: int, now: float) -> None:
        """Restart a seat's clock without charging its reserve, when another player takes over."""
        if self._asked_at[seat] is not None:
            self._asked_at[seat] = now

    def stand_still(self, since: float, until: float) -> None:
        """Exclude the time between `since` and `until` from every clock."""
        self._asked_at = [
            None if asked_at is None else asked_at + max(0.0, until - max(asked_at, since))
            for asked_at in self._asked_at
        ]

    def move(self, order: Sequence[int]) -> None:
        """Reorder the clocks after players change seats. `order[seat]` is where the player sat before."""
        self._asked_at = [self._asked_at[seat] for seat in order]
        self.reserve = [self.reserve[seat] for seat in order]

    def _stop(self, seat: int, now: float) -> None:
        asked_at = self._asked_at[seat]
        if self._clock is not None and asked_at is not None:
            beyond = max(0.0, now - asked_at - self._clock.seconds)
            self.reserve[seat] = max(0.0, self.reserve[seat] - beyond)
        self._asked_at[seat] = None
