"""GENIUS LOCI: reasons why an attempted step, or part of a sacrifice, isn't possible.

`d2` is a high priest alone, `Y` a spirit, `d2 Y-e3` a moved spirit, `xd1` or `d2 xd1` a victim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from locarium.kernel.errors import BadNotation, IllegalStep

from .board import NAMES
from .notation import letters_of, parse, parse_cell, split_step
from .rules import NOBODY

if TYPE_CHECKING:
    from locarium.kernel.position import Position

_TRY = re.compile(r"(?:([a-g][1-7])(?: |$))?(?:([A-Z])(?:-([a-g][1-7]))?)?(?:x([a-g][1-7]))?")
_EXPECTED = "'end' or parts of a sacrifice, such as 'd2', 'd2 Y', 'd2 Y-e3', 'd2 xd1' or 'd2 Y-e3xd1'"


class Sacrifice(NamedTuple):
    """The known parts of a sacrifice. In a legal one only `to` may be None: the spirit stays."""

    priest: str | None
    spirit: str | None
    to: str | None
    victim: str | None


def check_try(position: Position, seat: int, tried: str) -> None:
    """Raise IllegalStep with the reason if a seat that may act tried an illegal step. Do nothing if it is legal."""
    if tried == "end":
        if reason := position.fault(seat, parse(position.setup.fields, tried)):
            raise IllegalStep(reason, tried)
        return
    wanted = _read(position, tried)
    fits = _legal(position, seat)
    _check_priest(position, seat, tried, wanted)
    fits = [each for each in fits if wanted.priest in (None, each.priest)]
    if not fits:
        raise IllegalStep("priest-finds-nobody", tried)
    _check_spirit(position, seat, tried, wanted, fits)
    fits = [each for each in fits if wanted.spirit in (None, each.spirit) and wanted.to in (None, each.to)]
    _check_victim(position, tried, wanted, fits)


def _read(position: Position, tried: str) -> Sacrifice:
    match = _TRY.fullmatch(tried)
    if match is None or not any(match.groups()):
        raise BadNotation(tried, _EXPECTED)
    for cell in match[1], match[3], match[4]:
        if cell is not None:
            parse_cell(cell)
    letters = letters_of(position.setup.fields)
    if match[2] is not None and match[2] not in letters:
        raise BadNotation(tried, f"one of the spirits {' '.join(letters)}")
    return Sacrifice(*match.groups())


def _legal(position: Position, seat: int) -> list[Sacrifice]:
    named = _named(position)
    written = [split_step(text) for text in position.legal_texts(seat) if text != "end"]
    return [Sacrifice(priest or named, spirit, to, victim) for priest, spirit, to, victim in written]


def _named(position: Position) -> str | None:
    """Return the high priest of this turn."""
    priest = int(position.fields.priest)
    return None if priest == NOBODY else NAMES[priest]


def _check_priest(position: Position, seat: int, tried: str, wanted: Sacrifice) -> None:
    if wanted.priest is None:
        return
    if _named(position) not in (None, wanted.priest):
        raise IllegalStep("other-priest", tried)
    if not int(position.fields.humans[seat]) >> parse_cell(wanted.priest) & 1:
        raise IllegalStep("not-your-human", tried)


def _check_spirit(position: Position, seat: int, tried: str, wanted: Sacrifice, fits: list[Sacrifice]) -> None:
    """Check whether the spirit takes a sacrifice at all, then whether it does on its new cell."""
    if wanted.spirit is None:
        return
    if int(position.fields.used) >> letters_of(position.setup.fields).index(wanted.spirit) & 1:
        raise IllegalStep("spirit-is-used", tried)
    takes = [each for each in fits if each.spirit == wanted.spirit]
    if not takes:
        raise IllegalStep("spirit-takes-nobody", tried)
    if wanted.to is None or any(each.to == wanted.to for each in takes):
        return
    priest = "" if _named(position) else f"{takes[0].priest} "
    step = f"{priest}{wanted.spirit}-{wanted.to}x{takes[0].priest}"  # the landing cell doesn't matter
    if position.fault(seat, parse(position.setup.fields, step)) == "spirit-cannot-go":
        raise IllegalStep("spirit-cannot-go", tried)
    raise IllegalStep("nobody-from-there", tried)


def _check_victim(position: Position, tried: str, wanted: Sacrifice, fits: list[Sacrifice]) -> None:
    if wanted.victim is None or any(each.victim == wanted.victim for each in fits):
        return
    ours, theirs = position.fields.humans
    if not (int(ours) | int(theirs)) >> parse_cell(wanted.victim) & 1:
        raise IllegalStep("no-human-there", tried)
    raise IllegalStep("out-of-reach" if wanted.spirit is None else "spirit-forbids", tried)
