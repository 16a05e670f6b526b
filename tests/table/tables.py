"""Tables for tests: taken seats, fixed deals, scripted steps, and everything an observer can see."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import msgspec
import pytest

from locarium import catalogue
from locarium.kernel.errors import IllegalStep, Refused
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.rng import draw_below
from locarium.table import events
from locarium.table.events import Bot, Drawn, Person, Seated
from locarium.table.fairness import FAIR_1, seed_commitment
from locarium.table.table import Table
from toy.game import GAME as TOY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from locarium.kernel.game import Game
    from locarium.kernel.rng import Rng

LOCO = catalogue.game("loco")
LOKUS = catalogue.game("lokus")
SECRET = bytes(range(32))
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
_keys = count()


def times(compiled: int, plain: int) -> int:
    """Return how often to repeat something that is much slower in plain Python."""
    return compiled if IS_COMPILED else plain


def person(seat: int) -> Person:
    return Person(NAMES[seat], person_id=f"proof {seat}")


def seed(seat: int) -> str:
    """Return 16 bytes as hexadecimal."""
    return f"5eed{seat + 1:028x}"


def new_table(game: Game = LOCO, seats: int = 2, *, secret: bytes = SECRET, practice: bool = False, **given) -> Table:
    """Return a waiting table. `given` are options, table options and editions."""
    return Table.open(game, name="window", secret=secret, seats=seats, practice=practice, **given)


def full_table(
    game: Game = LOCO, seats: int = 2, *, bots: Iterable[int] = (), seeds: Iterable[int] = (), **given
) -> Table:
    """Return a table with all seats taken, some by bots and some with seeds."""
    table = new_table(game, seats, **given)
    for seat in range(seats):
        who = Bot(NAMES[seat], simulations=20) if seat in bots else person(seat)
        table.sit(seat, who, committed(table, seed(seat)) if seat in seeds else "")
    for seat in seeds:
        table.open_seed(seat, seed(seat))
    return table


def committed(table: Table, seed: str) -> str:
    """Return the commitment that a client sends when it takes a seat."""
    return seed_commitment(table.commitment, seed)


def old_table(game: Game = LOCO, seats: int = 2, *, seeds: Iterable[int] = (), **given) -> Table:
    """Return a table that started under fair/1, where clients sent their seeds when they took a seat."""
    opened = new_table(game, seats, method=FAIR_1, **given).opened
    seated = [Seated(seat, person(seat), seed(seat) if seat in seeds else "") for seat in range(seats)]
    table = Table.replayed(game, [opened, *seated])
    table._advance()
    return table


def dealt_table(deal: str, game: Game = LOCO, *, bots: Iterable[int] = (), **given) -> Table:
    """Return a table with a given deal, as if it had been drawn."""
    seats = deal.count("/") - 1 if "/" in deal else len(deal.split()) - 1
    opened = new_table(game, seats, **given).opened
    seated = [Seated(seat, Bot(NAMES[seat]) if seat in bots else person(seat)) for seat in range(seats)]
    return Table.replayed(game, [opened, *seated, Drawn(deal)])


def toy_table(deal: str = "deal 1 2 3", prize: str = "prize 6", **given) -> Table:
    """Return a table of the toy game with one person per seat."""
    table = dealt_table(deal, TOY, **given)
    return Table.replayed(TOY, [*table.events, Drawn(prize)])


def new_key() -> str:
    return f"key {next(_keys)}"


def step(table: Table, text: str, seat: int | None = None) -> None:
    """Make a step for the given seat, or for the seat to move."""
    acting = table.position.active[0] if seat is None else seat
    table.step(acting, text, at=table.version, key=new_key())


def play_random_step(table: Table, rng: Rng) -> None:
    """Make a random step for a random active seat."""
    seats = table.position.active
    seat = seats[draw_below(rng, len(seats))]
    texts = table.legal_texts(seat)
    step(table, texts[draw_below(rng, len(texts))], seat)


def finish(table: Table, rng: Rng) -> Table:
    """Play random steps to the end."""
    while table.status == "running":
        play_random_step(table, rng)
    return table


def refusal(table: Table, ask: Callable[[], None]) -> str:
    """Return the error key with which a table rejects a call. Check that it has a message and changes no state."""
    before = everything(table)
    with pytest.raises((Refused, IllegalStep)) as caught:
        ask()
    assert everything(table) == before
    values = caught.value.values if isinstance(caught.value, Refused) else {"seat": 0}
    for language in ("en", "de", "fr"):
        assert table.setup.game.about.texts(language).get("faults", caught.value.reason, **values)
    return caught.value.reason


def seen(table: Table, observer: int) -> bytes:
    """Return everything that a seat or SPECTATOR can see of a table, as bytes."""
    shown = [
        table.setup.game.view(table.seen_by(observer)),
        table.seen_by(observer).words.tobytes().hex(),
        table.record(observer).to_json(),
        table.legal_texts(observer) if observer >= 0 else [],
        table.undo_target(observer) if observer >= 0 else None,
        table.history.texts(observer),
        (table.status, table.position.active, table.position.sealed, table.seats, table.commitment),
    ]
    return msgspec.json.encode(shown)


def everything(table: Table) -> list[object]:
    """Return the complete state of a table."""
    seats = range(table.setup.seats)
    return [
        table.version,
        table.status,
        list(table.seats),
        table.record(-1).to_json(),
        table.position.words.tobytes(),
        [table.legal_actions(seat) for seat in seats],
        [table.undo_target(seat) for seat in seats],
        [[table.is_current(seat, at) for at in range(table.version + 1)] for seat in seats],
        [table.lines_at(at) for at in range(table.version + 1)],
        table.bots_to_act(),
        table.commitment,
        list(table.substitutes),
        list(table.reservations),
        (table.is_paused, sorted(table.pause_requests), table.next_table),
        (table.deadlines(), list(table.clocks.reserve), table.due),
        [(said.who, said.text) for said in table.chat],
    ]


def stored(table: Table) -> list[bytes]:
    """Return the encoded events."""
    return [events.encode(event) for event in table.events]


def restored(table: Table) -> Table:
    """Rebuild the table from its stored events."""
    return Table.replayed(table.setup.game, map(events.decode, stored(table)))
