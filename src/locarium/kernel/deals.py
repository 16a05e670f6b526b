"""Deals as text: groups of cards separated by slashes, `deal / r1 g4 / b2 …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def split_groups(text: str) -> list[list[str]]:
    """Split a text into the words of each group. The first group is the text before the first slash."""
    groups: list[list[str]] = [[]]
    for word in text.split(" "):
        if word == "/":
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def join_groups(head: str, groups: Sequence[str]) -> str:
    """Join groups into a text, the inverse of `split_groups`. An empty group leaves nothing between its slashes."""
    words = head.split()
    for group in groups:
        words += ["/", *group.split()]
    return " ".join(words)


def check_groups(
    groups: Sequence[Sequence[int]], sizes: Sequence[int], show_card: Callable[[int], str], order: str
) -> None:
    """Raise BadNotation if groups have the wrong size, aren't sorted (`order` names the order) or share a card."""
    for group, size in zip(groups, sizes, strict=True):
        written = " ".join(map(show_card, group))
        if len(group) != size:
            raise BadNotation(written, f"{size} cards in this group")
        if list(group) != sorted(group):
            raise BadNotation(written, f"the cards of a group sorted by {order}")
    cards = [card for group in groups for card in group]
    for card in cards:
        if cards.count(card) > 1:
            raise BadNotation(show_card(card), "every card at most once; this one is dealt twice")


def digits_of(cards: Sequence[int], deck_size: int) -> list[int]:
    """Return the digits that draw these cards, one after another, from a sorted deck."""
    deck = list(range(deck_size))
    return [_drawn(deck, card) for card in cards]


def _drawn(deck: list[int], card: int) -> int:
    digit = deck.index(card)
    del deck[digit]
    return digit
