"""The deals of a contest: secrets and tables."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.server.storage import schema
from locarium.server.tables.creation import TableSpec
from locarium.table import fairness
from locarium.table.events import TableSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.table.events import Bot, Person

PRACTICE = "practice"  # deal name of the unranked deck of a day


@dataclass(frozen=True)
class Contest:
    """Several tables with the same deals."""

    name: str
    kind: str
    game: str
    seats: int  # seats per table
    options: dict[str, Any]
    edition: str | None
    deals: int
    tables: int  # tables per deal
    level: int  # level of the bots that fill empty seats
    secret: bytes
    host: str  # person id; empty: the server
    opened: float
    begun: float | None
    embargoed_until: float | None
    method: str = fairness.METHOD  # fairness method of its draws

    @classmethod
    def read(cls, row: sa.Row[Any]) -> Contest:
        """Build a contest from its database row."""
        return cls(**(dict(row._mapping) | {"options": json.loads(row.options)}))

    def row(self) -> dict[str, Any]:
        """Return the database row."""
        stored = {column.name: getattr(self, column.name) for column in schema.contests.c}
        return stored | {"options": json.dumps(self.options, sort_keys=True)}

    @property
    def most_entrants(self) -> int:
        """Return the maximum number of entrants."""
        return self.tables * self.seats

    def deal_name(self, deal: int | str) -> str:
        """Return the name of a deal in records."""
        return f"{self.name}/{deal}"

    def secret_of(self, deal: int | str) -> bytes:
        """Return the secret of a deal. It does not reveal the secrets of other deals."""
        return hmac.digest(self.secret, self.deal_name(deal).encode(), "sha256")

    def commitment(self, deal: int | str) -> str:
        """Return the commitment that is published before the first step."""
        about = catalogue.about(self.game)
        return fairness.Deal(
            method=self.method,
            table=self.deal_name(deal),
            voided=0,
            game=self.game,
            rules=about.rules_version,
            options=msgspec.to_builtins(about.read_options(self.options)),
            edition=about.edition_brought(self.edition, None).digest,
            seats=self.seats,
            secret=self.secret_of(deal),
        ).commitment

    def table(self, name: str, deal: int | str, players: Sequence[Person | Bot]) -> TableSpec:
        """Return the spec of a contest table, without spectators and under embargo."""
        assert self.embargoed_until is not None
        talks = self.seats > 1
        settings = TableSettings(self.host, spectators=False, chat=talks, embargoed_until=self.embargoed_until)
        return self._dealt(name, deal, players, settings)

    def practice_table(self, name: str, deal: int | str, player: Person) -> TableSpec:
        """Return the spec of a practice table, without comparison or embargo."""
        return self._dealt(
            name, deal, [player], TableSettings(player.person_id, spectators=False, chat=False), practice=True
        )

    def _dealt(
        self,
        name: str,
        deal: int | str,
        players: Sequence[Person | Bot],
        settings: TableSettings,
        *,
        practice: bool = False,
    ) -> TableSpec:
        return TableSpec(
            game=self.game,
            seats=len(players),
            players=list(enumerate(players)),
            settings=settings,
            options=self.options,
            edition=self.edition,
            practice=practice,
            table=name,
            secret=self.secret_of(deal),
            deal=self.deal_name(deal),
            method=self.method,
        )


# Parts of a transaction.


def find(connection: sa.Connection, name: str) -> Contest | None:
    """Return a contest by name, or None."""
    row = connection.execute(sa.select(schema.contests).where(schema.contests.c.name == name)).one_or_none()
    return None if row is None else Contest.read(row)


def lock_row(connection: sa.Connection, name: str) -> Contest:
    """Lock a contest until the transaction ends. Raise Refused if there is none."""
    contests = schema.contests
    touching = sa.update(contests).where(contests.c.name == name).values(opened=contests.c.opened).returning(contests)
    row = connection.execute(touching).one_or_none()
    if row is None:
        raise Refused("no-such-contest")
    return Contest.read(row)
