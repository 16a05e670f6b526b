"""LOCUS: reasons why an attempted step, or part of one, isn't possible.

`fill card` fills in the card anywhere, `fill card Y a1` anywhere that covers this square.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.jit import plain

from .notation import WHATS, ZONE_LETTERS, names_of, parse
from .rules import DOUBLE_SHAPE, SINGLE_SHAPE, base_action

if TYPE_CHECKING:
    from locarium.kernel.position import Position

_TRY = re.compile(rf"fill ({'|'.join(WHATS)})(?: ([{ZONE_LETTERS}]) ([a-z][1-9][0-9]?))?")
OF_PLACES = {"square-is-filled", "touches-nothing", "not-enough-coins"}  # faults that depend on the placement


def check_try(position: Position, seat: int, tried: str) -> None:
    """Raise IllegalStep with the reason if a seat that may act tried an illegal step. Do nothing if it is legal."""
    match = _TRY.fullmatch(tried)
    if match is None:
        if reason := position.fault(seat, parse(position.setup.fields, tried)):
            raise IllegalStep(reason, tried)
    elif match[2] is None:
        _check_anywhere(position, seat, tried, match[1])
    else:
        _check_over(position, seat, tried, match[1], match[2], match[3])


def _check_anywhere(position: Position, seat: int, tried: str, what: str) -> None:
    found = _faults(position, seat, what, range(len(names_of(position.setup.fields).placements)))
    _check_thing(found, tried)
    if None not in found:
        raise IllegalStep("not-enough-coins" if "not-enough-coins" in found else "fits-nowhere", tried)


def _check_over(position: Position, seat: int, tried: str, what: str, letter: str, square: str) -> None:
    names, zone = names_of(position.setup.fields), ZONE_LETTERS.index(letter)
    if square not in names.square_of[zone]:
        raise BadNotation(square, f"a square of zone {letter}")
    bit = 1 << names.square_of[zone][square]
    inside = [number for number, (where, _) in enumerate(names.placements) if where == zone]
    found = _faults(position, seat, what, [number for number in inside if names.placements[number][1] & bit])
    _check_thing(found, tried)
    if None in found:
        return
    if "not-enough-coins" in _faults(position, seat, what, inside):
        raise IllegalStep("not-enough-coins" if what == "leftover" else "foreign-zone", tried)
    if int(position.state.filled[seat, zone]) & bit:
        raise IllegalStep("square-is-filled", tried)
    if not found:
        raise IllegalStep("leaves-the-zone", tried)
    raise IllegalStep("touches-nothing" if "touches-nothing" in found else "overlaps", tried)


def _faults(position: Position, seat: int, what: str, placements: range | list[int]) -> set[str | None]:
    """Return the faults of filling in `what` at these placements, and None for legal ones. Other shapes are ignored."""
    rules: Any = position.setup.fields
    first = int(plain(base_action)(rules, WHATS.index(what)))
    shape = DOUBLE_SHAPE if what.startswith("double") else SINGLE_SHAPE if what == "single" else None
    fitting = [number for number in placements if shape in (None, rules.shape_of[number])]
    return {position.fault(seat, first + number) for number in fitting} - {"other-shape"}


def _check_thing(found: set[str | None], tried: str) -> None:
    """Raise IllegalStep if there is nothing of this kind to fill in now."""
    for reason in found - OF_PLACES:
        if reason is not None:
            raise IllegalStep(reason, tried)
