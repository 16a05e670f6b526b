"""The random bytes that players add to a table's draws: first their commitments, then the seeds."""

from __future__ import annotations

from . import fairness

SEED_SECONDS = 20.0  # seconds for a client to commit again or reveal its seed, once every seat is taken


class Seeds:
    """Commitments and seeds by original seat, before any seat draw."""

    def __init__(self, seats: int) -> None:
        self.commitments: list[str | None] = [""] * seats  # empty: the seat adds no seed; None: it must commit again
        self.opened = [""] * seats  # revealed seeds, secret until the end
        self._since = 0.0  # when the last seat was taken or the last commitment arrived

    def fork(self) -> Seeds:
        """Return a copy that can change on its own."""
        fork = object.__new__(Seeds)
        fork.commitments, fork.opened, fork._since = self.commitments.copy(), self.opened.copy(), self._since
        return fork

    @property
    def owing(self) -> list[int]:
        """Return the seats that must commit again after a voided deal."""
        return [seat for seat, commitment in enumerate(self.commitments) if commitment is None]

    @property
    def closed(self) -> list[int]:
        """Return the seats that have committed to a seed but not revealed it."""
        return [seat for seat, commitment in enumerate(self.commitments) if commitment and not self.opened[seat]]

    @property
    def are_awaited(self) -> bool:
        """Return whether a client must still commit to or reveal its seed before the game can start."""
        return bool(self.owing or self.closed)

    @property
    def deadline(self) -> float:
        """Return when the clients' time runs out, if every seat is taken."""
        return self._since + SEED_SECONDS

    def commit(self, seat: int, commitment: str, now: float) -> None:
        """Store a seat's commitment, or that it adds no seed."""
        self.commitments[seat], self.opened[seat], self._since = commitment, "", now

    def open(self, seat: int, seed: str) -> None:
        """Store a revealed seed. In fair/1, seeds have no commitment."""
        self.opened[seat] = seed

    def is_of(self, seat: int, commitment: str, seed: str) -> bool:
        """Return whether a seed matches the seat's commitment under the server's commitment."""
        return self.commitments[seat] == fairness.seed_commitment(commitment, seed)

    def void(self, now: float) -> None:
        """Start over: every client that added a seed commits again."""
        self.commitments = [None if commitment else "" for commitment in self.commitments]
        self.opened = [""] * len(self.opened)
        self._since = now

    def stand_still(self, since: float, until: float) -> None:
        """Exclude the time between `since` and `until` from the deadline."""
        self._since += max(0.0, until - max(self._since, since))
