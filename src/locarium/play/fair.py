"""Fair draws: the house commits to a secret before the first step, every client adds bytes, anyone can check it.

The method, `locarium/fair/1`, is described in docs/fair.md so that a stranger can write a checker.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from locarium.kernel.history import History
    from locarium.kernel.position import Setup

METHOD = "locarium/fair/1"
SECRET_BYTES = 32
SEED_BYTES = 16
WORD = 8  # bytes of the stream that make one number


@dataclass(frozen=True)
class FairStream:
    """Where a table's draws come from."""

    secret: bytes
    table: str  # the table's name
    seeds: tuple[str, ...]  # by seat as it was taken, hexadecimal; empty for bots and clients that added nothing

    def lot(self) -> int:
        """Which of the seats comes first, where that is drawn."""
        return self._numbers("lot", [len(self.seeds)])[0]

    def digits(self, draw: int, radices: Sequence[int]) -> list[int]:
        """The digits of the draw-th chance step of the game, counted from 0."""
        return self._numbers(str(draw), radices)

    def step(self, history: History) -> str:
        """The chance step that is due, as text."""
        drawn = history.position.copy()
        drawn.draw(self.digits(draws_in(history), drawn.radices()))
        return history.setup.game.notation.show_chance(history.setup.fields, drawn.state, drawn.state)

    def _numbers(self, draw: str, radices: Sequence[int]) -> list[int]:
        message = "\n".join([METHOD, self.table, draw, *self.seeds])
        words = _words(hmac.digest(self.secret, message.encode(), "sha256"))
        return [_below(radix, words) for radix in radices]


def draws_in(history: History) -> int:
    """How many chance steps were made."""
    return sum(1 for step in history.steps if step.seat is None)


def commitment(secret: bytes, setup: Setup) -> str:
    """What the house shows before the first step."""
    options = msgspec.to_builtins(setup.options)
    return commitment_to(secret, setup.game.about.name, options, setup.edition.digest, setup.seats)


def commitment_to(secret: bytes, game: str, options: Mapping[str, object], edition_digest: str, seats: int) -> str:
    """The same, from what a record says."""
    written = json.dumps(options, sort_keys=True, separators=(",", ":"))
    lines = [METHOD, game, written, edition_digest, str(seats), secret.hex()]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(data), WORD):
            yield int.from_bytes(data[start : start + WORD], "big")
        block += 1


def _below(radix: int, words: Iterator[int]) -> int:
    """The first number of the stream that lies in the largest multiple of the radix, reduced."""
    limit = (1 << 8 * WORD) // radix * radix
    return next(word for word in words if word < limit) % radix
