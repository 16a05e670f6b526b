"""New tables: from a request, as a rematch, or for a contest."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING

import msgspec

from locarium.kernel.errors import Refused
from locarium.table.events import BOT_NAMES, Bot, Clock, Person, TableSettings
from locarium.table.fairness import METHOD, SECRET_BYTES
from locarium.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from locarium.kernel.game import Game
    from locarium.server.people.principal import Principal

    from .messages import NewTable


def new_name() -> str:
    """Return an unguessable name for a table, which is also its address."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True)
class TableSpec:
    """Everything needed to create a table."""

    game: str
    seats: int
    players: list[tuple[int, Person | Bot]]  # (seat, player)
    settings: TableSettings
    options: Mapping[str, object] = field(default_factory=dict)
    table_options: Mapping[str, object] = field(default_factory=dict)
    edition: str | None = None
    edition_text: str | None = None
    practice: bool = False
    table: str = field(default_factory=new_name)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(SECRET_BYTES))
    deal: str = ""  # name of a deal that several tables share
    method: str = METHOD  # fairness method of the draws


def spec_of_request(request: NewTable, host: Principal, bot: Callable[[int, str], Bot]) -> TableSpec:
    """Describe the table that a client asks for. `bot` creates a bot from a level and a name."""
    if request.clock is not None and request.seats < 2:
        raise Refused("clock-alone")
    clock = Clock(request.clock.seconds, request.clock.reserve, request.clock.per) if request.clock else None
    names = cycle(BOT_NAMES)
    return TableSpec(
        game=request.game,
        seats=request.seats,
        players=[(each.seat, bot(each.level, next(names))) for each in request.bots],
        settings=TableSettings(host.person_id, request.public, request.spectators, request.chat, clock),
        options=request.options,
        table_options=request.table_options,
        edition=request.edition,
        edition_text=request.edition_text,
        practice=request.practice,
    )


def spec_of_rematch(old: Table, host: str) -> TableSpec:
    """Describe the rematch of a table: seats are rotated, and people's seats are reserved for them."""
    seats = [old.seats[(seat + 1) % len(old.seats)] for seat in range(len(old.seats))]
    people = [who if isinstance(who, Person) else Person("", "") for who in seats]
    settings = msgspec.structs.replace(
        old.opened.settings,
        host=host,
        reserved=tuple(who.person_id for who in people),
        names=tuple(who.name for who in people),
        embargoed_until=0.0,  # no other table plays its deal
    )
    return TableSpec(
        game=old.opened.game,
        seats=len(seats),
        players=[(seat, who) for seat, who in enumerate(seats) if isinstance(who, Bot)],
        settings=settings,
        options=old.opened.options,
        table_options=old.opened.table_options,
        edition=old.opened.edition,
        edition_text=old.opened.edition_text,
        practice=old.opened.practice,
    )


def create_table(game: Game, spec: TableSpec, now: float) -> Table:
    """Create a table and seat its players. Raise BadInput or Refused if the spec is invalid."""
    table = Table.open(
        game,
        name=spec.table,
        secret=spec.secret,
        seats=spec.seats,
        options=spec.options,
        table_options=spec.table_options,
        edition=spec.edition,
        edition_text=spec.edition_text,
        practice=spec.practice,
        settings=spec.settings,
        deal=spec.deal,
        method=spec.method,
    )
    for seat, who in spec.players:
        table.sit(seat, who, now=now)
    return table
