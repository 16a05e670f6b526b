"""Deals as text: groups of cards separated by slashes."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel.deals import check_groups, digits_of, join_groups, split_groups
from locarium.kernel.errors import BadNotation


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("deal / r1 g4 / b2", [["deal"], ["r1", "g4"], ["b2"]]),
        ("deal 2 / / r0", [["deal", "2"], [], ["r0"]]),
        ("deal /", [["deal"], []]),
        ("deal", [["deal"]]),
        ("deal / ? / r1", [["deal"], ["?"], ["r1"]]),
    ],
)
def test_groups_are_split_and_joined(text, groups):
    assert split_groups(text) == groups
    head, *rest = groups
    assert join_groups(" ".join(head), [" ".join(group) for group in rest]) == text


@pytest.mark.parametrize("text", ["", "deal ", " deal", "deal  / r1", "deal / r1 ", "deal /  r1"])
def test_extra_space_becomes_an_empty_word(text):
    """Otherwise the parser would accept a text that the writer never produces."""
    assert any("" in group for group in split_groups(text))


def test_slashes_need_spaces_around_them():
    assert split_groups("deal/r1") == [["deal/r1"]]


@given(st.lists(st.lists(st.sampled_from(["r1", "b2", "?"]), max_size=4), max_size=5))
def test_joined_groups_round_trip(groups):
    joined = join_groups("deal", [" ".join(group) for group in groups])
    assert split_groups(joined) == [["deal"], *groups]
    assert joined == " ".join(joined.split())


def check(groups, sizes):
    check_groups(groups, sizes, "abcdef".__getitem__, "the alphabet")


def test_valid_groups_pass():
    check([[0, 2], [1], []], [2, 1, 0])


@pytest.mark.parametrize(
    ("groups", "sizes", "text", "expected"),
    [
        ([[0], [1]], [2, 1], "a", "2 cards in this group"),
        ([[0, 1, 2], [3]], [2, 1], "a b c", "2 cards in this group"),
        ([[0], []], [1, 1], "", "1 cards in this group"),
        ([[1, 0], [2]], [2, 1], "b a", "the cards of a group sorted by the alphabet"),
        ([[0, 1], [1]], [2, 1], "b", "every card at most once; this one is dealt twice"),
        ([[0, 0], [1]], [2, 1], "a", "every card at most once; this one is dealt twice"),
    ],
)
def test_invalid_groups_are_named(groups, sizes, text, expected):
    with pytest.raises(BadNotation) as caught:
        check(groups, sizes)
    assert (caught.value.text, caught.value.expected) == (text, expected)


def drawn(digits, size):
    """Return the cards that digits draw, one after another, from a sorted deck."""
    deck = list(range(size))
    return [deck.pop(digit) for digit in digits]


@pytest.mark.parametrize("count", range(5))
def test_digits_draw_the_cards(count):
    for cards in permutations(range(4), count):
        digits = digits_of(cards, 4)
        assert drawn(digits, 4) == list(cards)
        assert all(0 <= digit < 4 - n for n, digit in enumerate(digits)), "each below its radix"


def test_digit_counts_the_remaining_cards():
    assert digits_of([0, 1, 2], 5) == [0, 0, 0]
    assert digits_of([4, 3, 2], 5) == [4, 3, 2]
    assert digits_of([2, 0, 4], 5) == [2, 0, 2]
