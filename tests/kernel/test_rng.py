"""The fast generator: golden numbers, the same results in compiled code and plain Python, uniform distribution."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.fairness import looks_uniform
from locarium.kernel.rng import MULTIPLIER, draw_below, new_rng, random_below

GOLDEN = {
    0: (5625481584930809636, [791, 7, 715, 679, 473, 385], 2197310759696021360),
    1: (328805020202469001, [72, 26, 382, 890, 99, 640], 2364296433979494761),
    2: (47582082446870009, [49, 660, 320, 301, 633, 102], 4251919535135651780),
    2**63 - 1: (1905695037882258515, [842, 486, 367, 234, 830, 293], 6833981215338118019),
    10**30: (486954471582125581, [552, 294, 45, 534, 310, 545], 3494189209660078095),
}


@pytest.mark.parametrize("seed", GOLDEN)
@pytest.mark.parametrize("below", [draw_below, random_below])
def test_generator_returns_the_golden_numbers(seed, below):
    """The numbers never change, because reports contain seeds and records are compared with those of other programs."""
    start, drawn, after = GOLDEN[seed]
    rng = new_rng(seed)
    assert rng.dtype == np.int64
    assert rng[0] == start
    assert [below(rng, 1000) for _ in drawn] == drawn
    assert rng[0] == after


def test_modulus_is_a_safe_prime():
    modulus = (MULTIPLIER << 32) - 1
    for number in (modulus, (modulus - 1) // 2):
        assert all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13))


@given(st.integers(0, 2**70), st.integers(1, 2**31 - 1))
def test_numbers_stay_in_range(seed, n):
    rng = new_rng(seed)
    assert 0 < rng[0] < (MULTIPLIER << 32) - 1
    for _ in range(20):
        assert 0 <= draw_below(rng, n) < n
        assert 0 < rng[0] < (MULTIPLIER << 32) - 1


@pytest.mark.parametrize("n", [2, 3, 7, 30, 100])
def test_numbers_are_uniform_and_independent_of_the_previous_one(n):
    rng = new_rng(n)
    drawn = [int(draw_below(rng, n)) for _ in range(20_000)]
    assert looks_uniform(np.bincount(drawn, minlength=n).tolist())
    if n <= 30:
        pairs = [a * n + b for a, b in pairwise(drawn)]
        assert looks_uniform(np.bincount(pairs, minlength=n * n).tolist())


def test_first_numbers_of_neighbouring_seeds_are_uniform():
    first = [int(draw_below(new_rng(seed), 10)) for seed in range(5000)]
    assert looks_uniform(np.bincount(first, minlength=10).tolist())


def test_single_possibility_needs_no_draw():
    rng = new_rng(3)
    assert [draw_below(rng, 1) for _ in range(10)] == [0] * 10
