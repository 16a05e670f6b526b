"""Bit sets: plain Python, compiled code and Python's sets agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel.bits import bit_set, count_bits, elements, lowest_bit, nth_bit
from locarium.kernel.jit import compiled

MEMBERS = st.sets(st.integers(0, 62), min_size=1)


@compiled
def compiled_bits(bits, n):
    return lowest_bit(bits), count_bits(bits), nth_bit(bits, n)


@given(MEMBERS, st.data())
def test_compiled_and_plain_functions_agree_with_sets(members, data):
    bits = bit_set(list(members))
    n = data.draw(st.integers(0, len(members) - 1))
    expected = (min(members), len(members), sorted(members)[n])
    assert (lowest_bit(bits), count_bits(bits), nth_bit(bits, n)) == expected
    assert tuple(compiled_bits(np.int64(bits), np.int64(n))) == expected
    assert elements(bits) == sorted(members)


@given(st.integers(0, 2**63 - 1))
def test_elements_round_trip(bits):
    assert bit_set(elements(bits)) == bits
    assert len(elements(bits)) == count_bits(bits)


def test_numpy_integers_give_python_ints():
    assert {type(element) for element in elements(np.int64(0b1011))} == {int}


@pytest.mark.parametrize("bits", [0])
def test_empty_set_has_no_elements(bits):
    assert elements(bits) == []
    assert count_bits(bits) == 0
    assert bit_set([]) == 0


def test_duplicate_element_counts_once():
    assert bit_set([3, 3, 1]) == 0b1010
