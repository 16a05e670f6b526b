"""Splitting draws with very many outcomes into several smaller ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 2048  # maximum outcomes of one part, unless the number has a larger prime factor


@lru_cache
def split(radix: int) -> tuple[int, ...]:
    """Factor a radix into numbers of at most MOST, unless a prime factor is larger."""
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
    """Return the radices of all parts of a chance step."""
    return [part for radix in radices for part in split(radix)]


def divide(digits: Sequence[int], radices: Sequence[int]) -> list[int]:
    """Split the digit of each draw into the digits of its parts, most significant first."""
    found: list[int] = []
    for digit, radix in zip(digits, radices, strict=True):
        rest, mine = digit, []
        for part in reversed(split(radix)):
            mine.append(rest % part)
            rest //= part
        found += mine[::-1]
    return found


def join(digits: Sequence[int], radices: Sequence[int]) -> list[int]:
    """Join the digits of parts into one digit per draw, the inverse of `divide`."""
    found, given = [], iter(digits)
    for radix in radices:
        digit = 0
        for part in split(radix):
            digit = digit * part + next(given)
        found.append(digit)
    return found
