"""How much is too much: buckets that empty by use and fill up again with time.

They are kept in memory, so with several processes each one limits what it is asked itself.
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

    Clock: TypeAlias = Callable[[], float]  # seconds that never go back

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

FACTOR = "LOCARIUM_LIMITS"  # in the environment: everything times this number
SETTINGS = {  # in the environment: the name of a limit, what it is, the lowest and the highest value
    "LOCARIUM_CONNECTIONS_PER_ADDRESS": ("connections", "number of connections", 1, 1_000_000),
    "LOCARIUM_CONNECTIONS": ("server_connections", "number of connections", 1, 1_000_000),
    "LOCARIUM_HEADER_SECONDS": ("header_seconds", "number of seconds", 0.1, 3600),
    "LOCARIUM_UNREAD_SECONDS": ("unread_seconds", "number of seconds", 0.1, 3600),
}
MAX_BUCKETS = 20_000  # of a kind; those used longest ago fall out, full


@dataclass(frozen=True)
class Rate:
    """So many at once; in so many seconds as many come back."""

    many: float
    seconds: float


@dataclass(frozen=True)
class Limits:
    """What an address or a person may do."""

    requests: Rate = Rate(600, 60)  # by HTTP, and openings of live connections
    tables: Rate = Rate(30, 600)  # opened
    people: Rate = Rate(30, 600)  # guests and accounts made
    attempts: Rate = Rate(20, 600)  # at passwords, codes and passkeys
    passwords: Rate = Rate(60, 600)  # tried for one login or by one session, from any address
    messages: Rate = Rate(100, 20)  # over one live connection; what is too fast is refused
    breaches: Rate = Rate(100, 20)  # refused for that; then the connection ends
    frames: Rate = Rate(400, 20)  # over one live connection, of any kind, and one more per KB; then it ends
    chat: Rate = Rate(10, 20)
    toggles: Rate = Rate(30, 60)  # pauses, hints on and off, seats left and handed over, chat muted
    archive: Rate = Rate(30, 600)  # records brought along, or taken away many at once
    replays: Rate = Rate(200, 60)  # pieces of finished games that are shown again
    reviews: Rate = Rate(30, 3600)  # asked for anew
    hints: Rate = Rate(60, 300)
    studies: Rate = Rate(200, 60)  # steps in puzzles and in positions that are studied
    proofs: Rate = Rate(20, 60)  # questions that need a search: help in a puzzle, the solver
    editions: Rate = Rate(200, 60)  # looked at while somebody draws them
    balances: Rate = Rate(12, 600)  # tried out by bots
    lessons: Rate = Rate(200, 60)  # steps of learners, and their questions why not
    connections: int = 200  # open at a time, from one address
    server_connections: int = 10_000  # open at a time, in one process; fewer if the system allows fewer open files
    header_seconds: float = 10.0  # for the headers of a request to arrive
    unread_seconds: float = 30.0  # for a client to read what waits for it
    local: int = 20  # times more from this machine: many may sit behind its proxy

    def times(self, factor: float) -> Limits:
        """The same, wider or tighter."""
        rates = {kind: Rate(max(1, rate.many * factor), rate.seconds) for kind, rate in self.rates().items()}
        return replace(self, connections=max(1, round(self.connections * factor)), **rates)  # type: ignore[arg-type]

    def rates(self) -> dict[str, Rate]:
        """The rates by their kind."""
        return {field.name: rate for field in fields(self) if isinstance(rate := getattr(self, field.name), Rate)}

    @classmethod
    def from_environment(cls) -> Limits:
        """Return the defaults times LOCARIUM_LIMITS, with the single settings on top."""
        limits = cls().times(read_number(FACTOR, "factor", 1, 0.01, 1_000_000))
        for variable, (name, kind, lowest, highest) in SETTINGS.items():
            usual = min(getattr(limits, name), highest)
            limits = replace(limits, **{name: type(usual)(read_number(variable, kind, usual, lowest, highest))})
        return limits

    def per_address(self, address: str) -> int:
        """Return how many connections an address may have open."""
        return self.connections * self.factor_of(address)

    def factor_of(self, address: str) -> int:
        """Return how many times the usual limits an address has."""
        return self.local if address == LOCAL else 1


class Bucket:
    """What one client may still do; full when it is made."""

    __slots__ = ("_clock", "_full_at", "_rate")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._full_at = -math.inf  # on the clock

    def take(self, share: float = 1.0) -> float:
        """Take one, or a share of one; the seconds to wait if there is none."""
        now = self._clock()
        full_at = max(now, self._full_at) + share * self._rate.seconds / self._rate.many
        wait = full_at - now - self._rate.seconds
        if wait > 1e-9:  # of rounding
            return wait
        self._full_at = full_at
        return 0.0


class Limiter:
    """The buckets of all clients."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.limits, self._clock = limits, clock
        self._rates = limits.rates()
        self._buckets: dict[str, dict[str, Bucket]] = {kind: {} for kind in self._rates}  # the newest last
        self.requests = Slots(limits)  # by the address of the client: requests under way, live connections
        self.sockets = Slots(limits)  # by the address of the peer, which may be a proxy

    def spend(self, kind: Kind, who: str) -> None:
        """Count one thing done by an address or a person, or refuse it."""
        buckets = self._buckets[kind]
        bucket = buckets.pop(who, None) or Bucket(self._rates[kind], self._clock)
        buckets[who] = bucket
        if len(buckets) > MAX_BUCKETS:
            del buckets[next(iter(buckets))]
        if wait := bucket.take(1 / self.limits.factor_of(who)):
            raise Refused("too-fast", seconds=math.ceil(wait))

    def bucket(self, kind: Kind, address: str) -> Bucket:
        """One for whoever keeps it: a live connection has its own."""
        rate = self._rates[kind]
        return Bucket(Rate(rate.many * self.limits.factor_of(address), rate.seconds), self._clock)


class Slots:
    """Connections that are open now: at most so many per address, and in all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.most = limits.server_connections
        self._open: Counter[str | None] = Counter()
        self._total = 0

    def take(self, address: str | None) -> Callable[[], None]:
        """Count a connection until the returned function is called, or refuse it. A proxy is None and may have any."""
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
        """Count a connection inside the block, or refuse it."""
        release = self.take(address)
        try:
            yield
        finally:
            release()
