"""Why somebody cannot do what they tried: said from what their seat knows, and nothing is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.kernel.errors import BadNotation, IllegalStep, Refused
from locarium.server.http.errors import describe_error

from .messages import WhyNotAnswer

if TYPE_CHECKING:
    from locarium.table.table import Table


def reason(table: Table, seat: int | None, tried: str, language: str) -> WhyNotAnswer:
    """Why a seat, or a spectator (None), cannot do this now; it may be a part of a step."""
    try:
        _check(table, seat, tried)
    except BadNotation:
        raise
    except (IllegalStep, Refused) as error:
        return WhyNotAnswer(describe_error(error, table.setup.texts(language), seat))
    return WhyNotAnswer(None)


def _check(table: Table, seat: int | None, tried: str) -> None:
    if seat is None:
        raise Refused("not-your-seat")
    if table.substitutes[seat] is not None:
        raise Refused("bot-plays")
    if table.status == "waiting":
        raise Refused("table-waiting")
    if table.status != "running":
        raise IllegalStep("game-over")
    if table.is_paused:
        raise Refused("paused")
    _check_turn(table, seat, tried)
    catalogue.check_try(table.setup.game.about.name)(table.choice_position(seat), seat, tried)


def _check_turn(table: Table, seat: int, tried: str) -> None:
    fault = table.choice_position(seat).turn_fault(seat)
    if fault == "not-your-turn":
        raise Refused("wait-for", names=", ".join(table.names[active] for active in table.position.active))
    if fault is not None:
        raise IllegalStep(fault)
    if seat in table.position.sealed and tried == _last_step(table, seat):
        raise Refused("chosen-already")


def _last_step(table: Table, seat: int) -> str:
    """What the seat did last; only itself may know."""
    return next(text for who, text in reversed(table.history.texts(seat)) if who == seat)
