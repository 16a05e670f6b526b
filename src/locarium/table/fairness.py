"""Fair draws: the server and the players commit to random bytes before anyone reveals theirs.

docs/fair.md describes the methods in enough detail to write an independent checker. New tables use `locarium/fair/2`.
Tables and records of `locarium/fair/1` keep their method.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from locarium.kernel.history import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from locarium.kernel.history import History
    from locarium.kernel.position import Position

FAIR_1, FAIR_2 = "locarium/fair/1", "locarium/fair/2"
METHOD = FAIR_2  # the method for new tables
METHODS = (FAIR_1, FAIR_2)
SECRET_BYTES = 32
SEED_BYTES = 16
DIGEST_DIGITS = 64
WORD = 8  # bytes of the random stream used for each number


@dataclass(frozen=True)
class Deal:
    """Everything that a draw depends on, except the players' seeds. The commitment covers all of it."""

    method: str
    table: str  # name of the table, or of a deal that several tables share
    voided: int  # earlier deals of this table that were voided
    game: str
    rules: int  # version of the rules
    options: Mapping[str, object]  # non-default options
    edition: str  # digest of the edition text
    seats: int
    secret: bytes

    @property
    def commitment(self) -> str:
        """Return the digest that the server publishes before anyone takes a seat."""
        options = json.dumps(self.options, sort_keys=True, separators=(",", ":"))
        if self.method == FAIR_1:  # fair/1 left out the name and the rules
            lines = [FAIR_1, self.game, options]
        else:
            lines = [self.method, self.table, str(self.voided), self.game, str(self.rules), options]
        return _digest([*lines, self.edition, str(self.seats), self.secret.hex()])


def seed_commitment(commitment: str, seed: str) -> str:
    """Return the commitment to a client's seed, bound to the server's commitment."""
    return _digest([FAIR_2, "seed", commitment, seed])


def secret_after(secret: bytes, voided: int) -> bytes:
    """Derive the secret that a table uses after `voided` deals were voided."""
    return hmac.digest(secret, f"{FAIR_2}\nvoided\n{voided}".encode(), "sha256") if voided else secret


@dataclass(frozen=True)
class FairStream:
    """The source of a table's draws."""

    method: str
    secret: bytes
    name: str  # fair/1: table name; fair/2: the commitment, which covers the name and everything else
    seeds: tuple[str, ...]  # hexadecimal, by original seat; empty for bots and clients that add none

    def lot(self) -> int:
        """Draw the seat that goes first, in games where that is random."""
        return self._numbers("lot", [len(self.seeds)])[0]

    def digits(self, draw: int, radices: Sequence[int]) -> list[int]:
        """Return the digits of a chance step. `draw` counts the game's chance steps from 0."""
        return self._numbers(str(draw), radices)

    def draw(self, history: History) -> tuple[Step, Position]:
        """Return the pending chance step and the position after it."""
        drawn = history.position.copy()
        digits = self.digits(draws_in(history), drawn.radices())
        drawn.draw(digits)
        return Step(None, digits=tuple(digits)), drawn

    def _numbers(self, draw: str, radices: Sequence[int]) -> list[int]:
        message = "\n".join([self.method, self.name, draw, *self.seeds])
        words = _words(hmac.digest(self.secret, message.encode(), "sha256"))
        return [_below(radix, words) for radix in radices]


def stream_of(method: str, secret: bytes, table: str, commitment: str, seeds: Sequence[str]) -> FairStream:
    """Return the stream of a deal once its seeds are revealed."""
    return FairStream(method, secret, table if method == FAIR_1 else commitment, tuple(seeds))


def chance_text(drawn: Position) -> str:
    """Write the chance step that led to a position."""
    return drawn.setup.game.notation.show_chance(drawn.setup.fields, drawn.state, drawn.state)


def draws_in(history: History) -> int:
    """Count the chance steps made so far."""
    return sum(1 for step in history.steps if step.seat is None)


def is_hexadecimal(value: object, digits: int) -> bool:
    """Return whether `value` is a string of exactly `digits` lower-case hexadecimal digits."""
    return isinstance(value, str) and len(value) == digits and set(value) <= set("0123456789abcdef")


def _digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(data), WORD):
            yield int.from_bytes(data[start : start + WORD], "big")
        block += 1


def _below(radix: int, words: Iterator[int]) -> int:
    """Take the first word below the largest multiple of `radix` and return it modulo `radix`."""
    limit = (1 << 8 * WORD) // radix * radix
    return next(word for word in words if word < limit) % radix
