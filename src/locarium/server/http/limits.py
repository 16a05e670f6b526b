"""Rate limits per person and per address, as token buckets.

They are kept in memory, so each process applies its own limits.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from locarium.kernel.errors import Refused
from locarium.server.base.addresses import LOCAL
from locarium.server.base.settings import read_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Clock: TypeAlias = Callable[[], float]  # monotonic seconds

Kind: TypeAlias = Literal[
    "requests",
    "tables",
    "people",
    "attempts",
    "passwords",
    "messages",
    "breaches",
    "frames",
    "chat",
    "toggles",
    "archive",
    "replays",
    "reviews",
    "hints",
    "studies",
    "proofs",
    "editions",
    "balances",
    "lessons",
]

FACTOR = "LOCARIUM_LIMITS"  # environment variable: multiplies all limits
SETTINGS = {  # environment variable -> limit, description, lowest and highest value
    "LOCARIUM_CONNECTIONS_PER_ADDRESS": ("connections", "number of connections", 1, 1_000_000),
    "LOCARIUM_CONNECTIONS": ("server_connections", "number of connections", 1, 1_000_000),
    "LOCARIUM_HEADER_SECONDS": ("header_seconds", "number of seconds", 0.1, 3600),
    "LOCARIUM_UNREAD_SECONDS": ("unread_seconds", "number of seconds", 0.1, 3600),
}
MAX_BUCKETS = 20_000  # maximum buckets per kind; the least recently used are dropped


@dataclass(frozen=True)
class Rate:
    """A burst size and the seconds in which it refills."""

    many: float
    seconds: float


@dataclass(frozen=True)
class Limits:
    """The limits of an address or a person."""

    requests: Rate = Rate(600, 60)  # HTTP requests and new live connections
    tables: Rate = Rate(30, 600)  # tables opened
    people: Rate = Rate(30, 600)  # guests and accounts created
    attempts: Rate = Rate(20, 600)  # tries of passwords, codes and passkeys
    passwords: Rate = Rate(60, 600)  # tries for one login or session, from any address
    messages: Rate = Rate(100, 20)  # messages per live connection; faster ones are rejected
    breaches: Rate = Rate(100, 20)  # rejected messages per live connection; after more, it is closed
    frames: Rate = Rate(400, 20)  # frames of any kind per live connection, plus one per KB; after more, it is closed
    chat: Rate = Rate(10, 20)
    toggles: Rate = Rate(30, 60)  # pauses, hints turned on or off, seats left or handed over, players muted
    archive: Rate = Rate(30, 600)  # imports and bulk exports
    replays: Rate = Rate(200, 60)  # parts of finished games
    reviews: Rate = Rate(30, 3600)  # reviews requested
    hints: Rate = Rate(60, 300)
    studies: Rate = Rate(200, 60)  # moves in puzzles and analysis positions
    proofs: Rate = Rate(20, 60)  # requests that need a search: puzzle help, solver
    editions: Rate = Rate(200, 60)  # checks by the edition editor
    balances: Rate = Rate(12, 600)  # bot trials of an edition
    lessons: Rate = Rate(200, 60)  # moves and why-not questions in lessons
    connections: int = 200  # open connections per address
    server_connections: int = 10_000  # open connections per process; fewer if the system limits open files
    header_seconds: float = 10.0  # seconds for the headers of a request to arrive
    unread_seconds: float = 30.0  # seconds for a client to read pending data
    local: int = 20  # factor for this machine: many clients can be behind its proxy

    def times(self, factor: float) -> Limits:
        """Return these limits multiplied by a factor."""
        rates = {kind: Rate(max(1, rate.many * factor), rate.seconds) for kind, rate in self.rates().items()}
        return replace(self, connections=max(1, round(self.connections * factor)), **rates)  # type: ignore[arg-type]

    def rates(self) -> dict[str, Rate]:
        """Return the rates by kind."""
        return {field.name: rate for field in fields(self) if isinstance(rate := getattr(self, field.name), Rate)}

    @classmethod
    def from_environment(cls) -> Limits:
        """Return the defaults times LOCARIUM_LIMITS, overridden by the individual settings."""
        limits = cls().times(read_number(FACTOR, "factor", 1, 0.01, 1_000_000))
        for variable, (name, kind, lowest, highest) in SETTINGS.items():
            usual = min(getattr(limits, name), highest)
            limits = replace(limits, **{name: type(usual)(read_number(variable, kind, usual, lowest, highest))})
        return limits

    def per_address(self, address: str) -> int:
        """Return how many connections an address can have open."""
        return self.connections * self.factor_of(address)

    def factor_of(self, address: str) -> int:
        """Return the factor by which the limits of an address are multiplied."""
        return self.local if address == LOCAL else 1


class Bucket:
    """The remaining allowance of one client. It starts full."""

    __slots__ = ("_clock", "_full_at", "_rate")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._full_at = -math.inf  # clock time at which the bucket is full

    def take(self, share: float = 1.0) -> float:
        """Take one token or a share of one. Return the seconds to wait if there is none, else 0."""
        now = self._clock()
        full_at = max(now, self._full_at) + share * self._rate.seconds / self._rate.many
        wait = full_at - now - self._rate.seconds
        if wait > 1e-9:  # allows for rounding
            return wait
        self._full_at = full_at
        return 0.0


class Limiter:
    """The buckets of all clients."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.limits, self._clock = limits, clock
        self._rates = limits.rates()
        self._buckets: dict[str, dict[str, Bucket]] = {kind: {} for kind in self._rates}  # most recently used last
        self.requests = Slots(limits)  # by client address: requests in progress and live connections
        self.sockets = Slots(limits)  # by peer address, which may be a proxy

    def spend(self, kind: Kind, who: str) -> None:
        """Count one use by an address or a person. Raise Refused if it exceeds the limit."""
        buckets = self._buckets[kind]
        bucket = buckets.pop(who, None) or Bucket(self._rates[kind], self._clock)
        buckets[who] = bucket
        if len(buckets) > MAX_BUCKETS:
            del buckets[next(iter(buckets))]
        if wait := bucket.take(1 / self.limits.factor_of(who)):
            raise Refused("too-fast", seconds=math.ceil(wait))

    def bucket(self, kind: Kind, address: str) -> Bucket:
        """Return a bucket that the caller keeps, such as one per live connection."""
        rate = self._rates[kind]
        return Bucket(Rate(rate.many * self.limits.factor_of(address), rate.seconds), self._clock)


class Slots:
    """Open connections, limited per address and in total."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.most = limits.server_connections
        self._open: Counter[str | None] = Counter()
        self._total = 0

    def take(self, address: str | None) -> Callable[[], None]:
        """Count a connection until the returned function is called, or raise Refused. A None address has no limit."""
        if address is not None and self._open[address] >= (most := self._limits.per_address(address)):
            raise Refused("too-many-connections", most=most)
        if self._total >= self.most:
            raise Refused("busy")
        self._open[address] += 1
        self._total += 1
        return partial(self._release, address)

    def _release(self, address: str | None) -> None:
        self._total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """Count a connection inside the block, or raise Refused."""
        release = self.take(address)
        try:
            yield
        finally:
            release()
