"""Explain why a move is not legal, from what the seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.kernel.errors import BadNotation, IllegalStep, Refused
from locarium.server.http.errors import describe_error

from .messages import WhyNotAnswer

if TYPE_CHECKING:
    from locarium.table.table import Table


def reason(table: Table, seat: int | None, tried: str, language: str) -> WhyNotAnswer:
    """Explain why a seat or a spectator (None) cannot make a move or part of a move now."""
    try:
        _check(table, table.check_acts(seat), tried)
    except BadNotation:
        raise
    except (IllegalStep, Refused) as error:
        return WhyNotAnswer(describe_error(error, table.setup.texts(language), seat))
    return WhyNotAnswer(None)


def _check(table: Table, seat: int, tried: str) -> None:
    if table.status == "waiting":
        raise Refused("table-waiting")
    if table.status != "running":
        raise IllegalStep("game-over")
    if table.is_paused:
        raise Refused("paused")
    try:
        _check_step(table, seat, tried)
    except IllegalStep as error:
        if error.reason != "not-your-turn":
            raise
        raise Refused("wait-for", names=", ".join(table.names[other] for other in table.position.active)) from None


def _check_step(table: Table, seat: int, tried: str) -> None:
    position = table.choice_position(seat)
    if fault := position.turn_fault(seat):
        raise IllegalStep(fault)
    if seat in table.position.sealed and tried == _last_step(table, seat):
        raise Refused("chosen-already")
    catalogue.check_try(table.setup.game.about.name)(position, seat, tried)


def _last_step(table: Table, seat: int) -> str:
    """Return the seat's last step, which may be known only to its player."""
    return next(text for who, text in reversed(table.history.texts(seat)) if who == seat)
