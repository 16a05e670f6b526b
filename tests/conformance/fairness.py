"""A test for uniformly distributed counts."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BOUND = 5.2  # standard deviations; a fair draw exceeds it once in ten million times


def deviation(counts: Sequence[int]) -> float:
    """Return how far the chi-square of the counts exceeds its expectation in standard deviations (Wilson-Hilferty)."""
    expected = sum(counts) / len(counts)
    freedom = len(counts) - 1
    if freedom == 0:
        return 0.0
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * freedom)
    return ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def looks_uniform(counts: Sequence[int]) -> bool:
    return deviation(counts) < BOUND
