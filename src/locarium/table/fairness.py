"""Fair draws: the server and the players commit to random bytes before anyone reveals theirs, and anyone can check.

docs/fair.md describes the methods so that a stranger can write a checker. New tables use `locarium/fair/2`; tables and
records of `locarium/fair/1` keep their method.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from locarium.kernel.history import History

FAIR_1, FAIR_2 = "locarium/fair/1", "locarium/fair/2"
METHOD = FAIR_2  # of new tables
METHODS = (FAIR_1, FAIR_2)
SECRET_BYTES = 32
SEED_BYTES = 16
DIGEST_DIGITS = 64
WORD = 8  # bytes of the stream that make one number


@dataclass(frozen=True)
class Deal:
    """Everything that a draw depends on, except for the players' seeds. The commitment covers all of it."""

    method: str
    table: str  # the name of the table, or of a deal that several tables share
    voided: int  # deals of the table that were voided before this one
    game: str
    rules: int  # version of the rules
    options: Mapping[str, object]  # defaults left out
    edition: str  # digest of its text
    seats: int
    secret: bytes

    @property
    def commitment(self) -> str:
        """Return the digest that the server shows before anyone takes a seat."""
        options = json.dumps(self.options, sort_keys=True, separators=(",", ":"))
        if self.method == FAIR_1:  # which left out name and rules
            lines = [FAIR_1, self.game, options]
        else:
            lines = [self.method, self.table, str(self.voided), self.game, str(self.rules), options]
        return _digest([*lines, self.edition, str(self.seats), self.secret.hex()])


def seed_commitment(commitment: str, seed: str) -> str:
    """Return what a client sends in place of its seed, for the server's commitment that it was shown."""
    return _digest([FAIR_2, "seed", commitment, seed])


def secret_after(secret: bytes, voided: int) -> bytes:
    """Return the secret of a table's deal after so many voided ones."""
    return hmac.digest(secret, f"{FAIR_2}\nvoided\n{voided}".encode(), "sha256") if voided else secret


@dataclass(frozen=True)
class FairStream:
    """Where a table's draws come from."""

    method: str
    secret: bytes
    name: str  # fair/1: of the table; fair/2: the commitment, which covers the name and everything else
    seeds: tuple[str, ...]  # by seat as it was taken, hexadecimal; empty for bots and clients that add nothing

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
        message = "\n".join([self.method, self.name, draw, *self.seeds])
        words = _words(hmac.digest(self.secret, message.encode(), "sha256"))
        return [_below(radix, words) for radix in radices]


def stream_of(method: str, secret: bytes, table: str, commitment: str, seeds: Sequence[str]) -> FairStream:
    """Return the stream of a deal once its seeds are open."""
    return FairStream(method, secret, table if method == FAIR_1 else commitment, tuple(seeds))


def draws_in(history: History) -> int:
    """How many chance steps were made."""
    return sum(1 for step in history.steps if step.seat is None)


def is_hexadecimal(value: object, digits: int) -> bool:
    """Return whether a value is a text of so many hexadecimal digits in lower case."""
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
    """The first number of the stream that lies in the largest multiple of the radix, reduced."""
    limit = (1 << 8 * WORD) // radix * radix
    return next(word for word in words if word < limit) % radix
