"""The fast generator for bots and random play: multiply-with-carry.

Its state is a single int64, so a seed determines every game and every search. The multiplier A makes (A << 32) - 1 a
safe prime and is below 2**31. All values fit a signed 64-bit integer without wrapping, so compiled code, NumPy scalars
and Python ints agree. Tables never draw from it; they use the fair stream.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import compiled
from .layout import Array

Rng = Array[int]  # an array of length one

MULTIPLIER = 1821284388
LOW32 = 0xFFFFFFFF
LOW31 = LOW32 >> 1  # has no effect, but tells the compiler that draws aren't negative


def new_rng(seed: int) -> Rng:
    """Return a generator for a non-negative seed. Consecutive seeds give unrelated streams."""
    mixed = seed
    for _ in range(3):
        mixed = (mixed ^ (mixed >> 31)) * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019 & (1 << 64) - 1
    return np.array([1 + mixed % ((MULTIPLIER << 32) - 2)], np.int64)


def draw_below(rng: Rng, n: int) -> int:
    """Return a uniform integer in 0..n-1, with n below 2**31, and advance the generator. For plain Python."""
    x = MULTIPLIER * (rng[0] & LOW32) + (rng[0] >> 32)
    rng[0] = x
    return ((x & LOW32) ^ (x >> 32)) * n >> 32 & LOW31


random_below = compiled(draw_below)  # the version for compiled callers


@compiled
def best_of(values: Array[Any], count: int, rng: Rng) -> int:
    """Return the index of the largest of the first `count` values, with ties broken uniformly at random."""
    best = 0
    ties = 0
    for i in range(count):
        if ties == 0 or values[i] > values[best]:
            best, ties = i, 1
        elif values[i] == values[best]:
            ties += 1
            if random_below(rng, ties) == 0:
                best = i
    return best
