"""Draws in small portions: one of very many possibilities is several draws of fewer."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 2048  # possibilities of one portion, if the number can be divided so


@lru_cache
def split(radix: int) -> tuple[int, ...]:
    """Numbers whose product is the radix, each at most MOST unless it is prime."""
    if radix <= MOST:
        return (radix,)
    parts = [1]
    for prime in _primes(radix):
        if parts[-1] * prime > MOST and parts[-1] > 1:
            parts.append(1)
        parts[-1] *= prime
    return tuple(parts)


def _primes(number: int) -> list[int]:
    found, divisor = [], 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            found.append(divisor)
            number //= divisor
        divisor += 1
    return [*found, number] if number > 1 else found


def portions(radices: Sequence[int]) -> list[int]:
    """The portions of all draws of a chance step."""
    return [part for radix in radices for part in split(radix)]


def divide(digits: Sequence[int], radices: Sequence[int]) -> list[int]:
    """The digits of the portions, the most significant one first."""
    found: list[int] = []
    for digit, radix in zip(digits, radices, strict=True):
        rest, mine = digit, []
        for part in reversed(split(radix)):
            mine.append(rest % part)
            rest //= part
        found += mine[::-1]
    return found


def join(digits: Sequence[int], radices: Sequence[int]) -> list[int]:
    """The inverse."""
    found, given = [], iter(digits)
    for radix in radices:
        digit = 0
        for part in split(radix):
            digit = digit * part + next(given)
        found.append(digit)
    return found
