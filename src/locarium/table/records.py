"""Records of the games at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from locarium.kernel.game import TRUTH
from locarium.kernel.record import Ended, Result

from . import fairness

if TYPE_CHECKING:
    from locarium.kernel.record import Record

    from .projection import GameOfMatch, Projection


def write_record(table: Projection, game: GameOfMatch, observer: int, *, embargoed: bool) -> Record:
    """Write the record of one game of a table.

    Until the last game of the table is over, or with `embargoed`, it contains only what the observer may know.
    Otherwise it is complete, with secret and seeds.
    """
    is_open = table.status == "over" and not embargoed
    record = game.history.record(TRUTH if is_open else observer)
    if game.history is table.history and not is_open:
        record = msgspec.structs.replace(record, steps=table.log(observer))
    if game.ended is not None and game.outcome is not None:
        ended = Ended(game.ended.by, game.ended.seat)
        record = msgspec.structs.replace(record, ended=ended, result=Result(game.outcome.winners))
    meta: dict[str, object] = {"names": [who.name if who else None for who in game.seats]}
    if game.hints:
        meta["hints"] = [sum(hint.seat == seat for hint in game.hints) for seat in range(len(game.seats))]
    fair = _fairness(table, is_open=is_open)
    return msgspec.structs.replace(record, rules=table.opened.rules, fair=fair, meta=meta)


def _fairness(table: Projection, *, is_open: bool) -> dict[str, object]:
    deal = table.deal
    fair: dict[str, object] = {"method": deal.method, "table": deal.table, "commitment": table.commitment}
    if deal.method != fairness.FAIR_1 and table.status != "waiting":
        fair |= {"voided": deal.voided, "seed_commitments": table.seeds.commitments}
    if is_open:
        fair |= {"secret": deal.secret.hex(), "seeds": table.seeds.opened}
        fair |= {} if table.lot is None else {"lot": table.lot}
    return fair
