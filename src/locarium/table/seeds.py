"""The random bytes that players add to the draws of a table: first their commitments, then the seeds themselves."""

from __future__ import annotations

from . import fairness

SEED_SECONDS = 20.0  # for a client to commit again or to open its seed, once every seat is taken


class Seeds:
    """Commitments and seeds by seat, as the seats were taken."""

    def __init__(self, seats: int) -> None:
        self.commitments: list[str | None] = [""] * seats  # empty: adds nothing; None: has to commit again
        self.opened = [""] * seats  # never shown before the end
        self._since = 0.0  # when the last seat was taken or the last commitment came

    @property
    def owing(self) -> list[int]:
        """Return the seats that have to commit again after a voided deal."""
        return [seat for seat, commitment in enumerate(self.commitments) if commitment is None]

    @property
    def closed(self) -> list[int]:
        """Return the seats that have committed to a seed and not opened it."""
        return [seat for seat, commitment in enumerate(self.commitments) if commitment and not self.opened[seat]]

    @property
    def are_awaited(self) -> bool:
        """Return whether a client has to commit to or open its seed before the game can begin."""
        return bool(self.owing or self.closed)

    @property
    def deadline(self) -> float:
        """Return when the clients have to be done, if every seat is taken."""
        return self._since + SEED_SECONDS

    def commit(self, seat: int, commitment: str, now: float) -> None:
        """Note a commitment, or that a seat adds nothing."""
        self.commitments[seat], self.opened[seat], self._since = commitment, "", now

    def open(self, seat: int, seed: str) -> None:
        """Note an opened seed; in fair/1 seeds came without a commitment."""
        self.opened[seat] = seed

    def is_of(self, seat: int, commitment: str, seed: str) -> bool:
        """Return whether a seed is the one that a seat has committed to, for a commitment of the server."""
        return self.commitments[seat] == fairness.seed_commitment(commitment, seed)

    def void(self, now: float) -> None:
        """Start over: every client that has added to the deal commits again."""
        self.commitments = [None if commitment else "" for commitment in self.commitments]
        self.opened = [""] * len(self.opened)
        self._since = now

    def stand_still(self, since: float, until: float) -> None:
        """Do not count the time between."""
        self._since += max(0.0, until - max(self._since, since))
