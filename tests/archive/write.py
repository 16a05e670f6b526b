"""Write records for the test archive, once for every version of a game's rules:

    PYTHONPATH=tests python -m archive.write

Existing files are never changed, because old records must replay for ever.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.cases import CASES, played
from locarium import catalogue
from locarium.kernel.edition import HOUSE
from locarium.kernel.playout import choose_at_random
from locarium.kernel.rng import new_rng
from locarium.table.events import Person
from locarium.table.fairness import seed_commitment
from locarium.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conformance.cases import Case
    from locarium.kernel.record import Record

FOLDER = Path(__file__).parent
PLAYED = [("random", 1), ("random", 2), ("greedy", 3), ("mixed", 4)]  # policy and seed of the games in every case
SECRET, SEED = bytes(range(32)), "00112233445566778899aabbccddeeff"


def path_of(game: str) -> Path:
    """Return the file for the records of a game's newest rules."""
    return FOLDER / f"{game}-{catalogue.about(game).rules_version}.jsonl"


def records_of(case: Case) -> Iterator[Record]:
    """Yield plain games, one from a table with its fairness proof, and for two seats one that was resigned."""
    for player, seed in PLAYED:
        yield played(case, player, seed).record()
    yield played_at_table(case).record()
    if case.seats == 2:
        table = played_at_table(case, most=10)
        table.resign(1)
        yield table.record()


def played_at_table(case: Case, most: int = 10_000) -> Table:
    """Return a table after this many steps by seats, or at its end."""
    foreign = case.setup.edition.written_text
    named = case.edition if foreign is None and case.edition != HOUSE else None
    table = Table.open(
        case.setup.game,
        name=f"table-of-{case}"[:32],
        secret=SECRET,
        seats=case.seats,
        options=dict(case.options),
        edition=named,
        edition_text=foreign,
    )
    for seat in range(case.seats):
        table.sit(seat, Person(f"Seat {seat}", f"proof {seat}"), seed_commitment(table.commitment, SEED))
    for seat in range(case.seats):
        table.open_seed(seat, SEED)
    rng = new_rng(case.seats)
    for number in range(most):
        if table.status != "running":
            break
        seat = table.position.next_seat
        action = choose_at_random(table.seen_by(seat), seat, rng)
        text = table.setup.game.notation.show(table.setup.fields, action)
        table.step(seat, text, at=table.version, key=str(number))
    return table


def write_missing() -> None:
    """Write the missing files."""
    for game in catalogue.NAMES:
        path = path_of(game)
        if path.exists():
            print(f"{path.name} exists; unchanged")
            continue
        lines = [record.to_json() for case in CASES if case.name == game for record in records_of(case)]
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        print(f"{path.name}: {len(lines)} records")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit("usage: PYTHONPATH=tests python -m archive.write")
    write_missing()
