"""Scoring across tables: how much better an entrant did than others with the same cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True)
class DealScore:
    """An entrant's result in one deal."""

    entrant: int
    seat: int
    points: int
    won: bool


@dataclass(frozen=True)
class ContestRank:
    """An entrant's standing."""

    rank: int  # shared in a tie
    entrant: int
    total: Fraction
    won: int


def differences(deal: Iterable[DealScore], *, is_low: bool) -> dict[int, Fraction]:
    """Return how far each entrant is from the mean score of their seat. Positive is better, even if low scores win."""
    by_seat: dict[int, list[DealScore]] = defaultdict(list)
    for played in deal:
        by_seat[played.seat].append(played)
    sign = -1 if is_low else 1
    return {
        played.entrant: sign * (played.points - Fraction(sum(other.points for other in same), len(same)))
        for same in by_seat.values()
        for played in same
    }


def standings(deals: Sequence[Sequence[DealScore]], *, is_low: bool) -> list[ContestRank]:
    """Return the standings after these deals, best first."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    won: Counter[int] = Counter()
    for deal in deals:
        for entrant, difference in differences(deal, is_low=is_low).items():
            total[entrant] += difference
        won.update(played.entrant for played in deal if played.won)
    ranks = _ranks(total)
    return [
        ContestRank(ranks[each], each, total[each], won[each]) for each in sorted(ranks, key=lambda e: (ranks[e], e))
    ]


def _ranks(total: Mapping[int, Fraction]) -> dict[int, int]:
    return {each: 1 + sum(other > points for other in total.values()) for each, points in total.items()}
