"""Deals as text: groups of cards between slashes, `deal / r1 g4 / b2 …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def split_groups(text: str) -> list[list[str]]:
    """The words of every group; the first one is what stands before the first slash."""
    groups: list[list[str]] = [[]]
    for word in text.split(" "):
        if word == "/":
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def join_groups(head: str, groups: Sequence[str]) -> str:
    """The inverse; an empty group is nothing between two slashes."""
    words = head.split()
    for group in groups:
        words += ["/", *group.split()]
    return " ".join(words)


def check_groups(
    groups: Sequence[Sequence[int]], sizes: Sequence[int], show_card: Callable[[int], str], order: str
) -> None:
    """Refuse groups that are too short or long, not sorted (`order` says how they are), or share a card."""
    for group, size in zip(groups, sizes, strict=True):
        written = " ".join(map(show_card, group))
        if len(group) != size:
            raise BadNotation(written, f"{size} cards in this group")
        if list(group) != sorted(group):
            raise BadNotation(written, f"the cards of a group sorted by {order}")
    cards = [card for group in groups for card in group]
    for card in cards:
        if cards.count(card) > 1:
            raise BadNotation(show_card(card), "every card dealt at most once, this one is dealt twice")


def digits_of(cards: Sequence[int], deck_size: int) -> list[int]:
    """The digits that draw these cards, one after the other, from a sorted deck."""
    deck = list(range(deck_size))
    return [_drawn(deck, card) for card in cards]


def _drawn(deck: list[int], card: int) -> int:
    digit = deck.index(card)
    del deck[digit]
    return digit
