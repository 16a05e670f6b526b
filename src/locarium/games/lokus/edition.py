"""LOKUS: parsing and validation of an edition's minus points, LOKUS-18."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.bounds import shown
from locarium.kernel.edition import EditionFault, checking, read_toml

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

FIELD = "minus-points"
MOST = 9999  # the most minus points allowed


def read_minus_points(edition: Edition, hand: int) -> list[int]:
    """Return the minus points by number of rolls, at most two per turn. BadInput says where the error is."""
    values = read_toml("lokus", edition, (FIELD,))
    with checking("lokus", edition):
        return _read(values.get(FIELD), hand)


def _read(table: object, hand: int) -> list[int]:
    needed = 2 * hand + 1
    if not isinstance(table, list) or not table:
        raise EditionFault(f"{FIELD} must be a list of {needed} whole numbers, for 0 to {2 * hand} rolls")
    for rolls, points in enumerate(table):
        _check(rolls, points, table[rolls - 1] if rolls else None)
    if len(table) < needed:
        raise EditionFault(
            f"{FIELD} ends with its number for {len(table) - 1} rolls"
            f" ({len(table)} numbers); hands of {hand} cards need {needed}, for 0 to {2 * hand} rolls"
        )
    return table[:needed]


def _check(rolls: int, points: object, before: int | None) -> None:
    place = f"{FIELD}, number {rolls + 1} (for {rolls} rolls)"
    if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= MOST:
        raise EditionFault(f"{place} cannot be {shown(points)}; it must be a whole number from 0 to {MOST}")
    if before is None and points != 0:
        raise EditionFault(f"{place} cannot be {points}; without rolls it must be 0")
    if before is not None and points < before:
        raise EditionFault(f"{place} cannot be {points}; the numbers never fall, so it must be at least {before}")
