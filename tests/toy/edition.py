"""The toy: parsing and validation of an edition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from locarium.kernel.edition import EditionFault, checking, read_toml

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

FIELDS = ("coins", "prizes")
MAX_COINS, MAX_WORTH = 20, 9
MIN_PRIZES, MAX_PRIZES = 3, 8


@dataclass(frozen=True)
class Box:
    """The contents of the box."""

    coins: int  # coins in each purse at the start
    prizes: list[int]  # values of the prizes


def read_box(edition: Edition) -> Box:
    """Return the contents of an edition, or raise an error that says where it is wrong and what would be valid."""
    values = read_toml("toy", edition, FIELDS)
    with checking("toy", edition):
        return _read(values.get("coins"), values.get("prizes"))


def _read(coins: Any, prizes: Any) -> Box:
    if not _is_number(coins, 0, MAX_COINS):
        raise EditionFault(f"coins cannot be {coins!r}; it takes 0 to {MAX_COINS}")
    if not isinstance(prizes, list) or not MIN_PRIZES <= len(prizes) <= MAX_PRIZES:
        raise EditionFault(f"prizes must be a list of {MIN_PRIZES} to {MAX_PRIZES} numbers")
    for place, prize in enumerate(prizes):
        if not _is_number(prize, 1, MAX_WORTH):
            raise EditionFault(f"a prize cannot be {prize!r}; it takes 1 to {MAX_WORTH}")
        if place and prize <= prizes[place - 1]:
            raise EditionFault(f"prize {prize} must be above the previous one")
    return Box(coins, prizes)


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
