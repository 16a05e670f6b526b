"""LOCUS: steps as text, `take y-d2`, `fill card Y a1 a2 b2`, `discard`, `blocks`, `end`, `deck …`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import elements
from locarium.kernel.deals import digits_of
from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.game import TRUTH
from locarium.kernel.jit import plain

from .edition import CARDS, COLOUR_LETTERS, WILD, Sheet, name_square
from .rules import (
    BLOCKS,
    DISCARD,
    DOUBLE_SHAPE,
    END,
    NOTHING,
    SINGLE_SHAPE,
    STAR,
    WHAT_DOUBLE,
    WHAT_SINGLE,
    base_action,
    what_of,
)

if TYPE_CHECKING:
    from .rules import State

ZONE_LETTERS = "YPRGB"
WHATS = ("card", *(f"double-{letter}" for letter in COLOUR_LETTERS[:WILD]), "single", "leftover")
WORDS = {"discard": DISCARD, "blocks": BLOCKS, "end": END}
SEALED = "?"  # LOCUS has no face-down choices

_FILL = re.compile(rf"fill ({'|'.join(WHATS)}) ([{ZONE_LETTERS}])((?: [a-z][1-9][0-9]?)+)")
_EXPECTED = "'take' and a card, 'fill card Y a1 a2', 'discard', 'blocks' or 'end'"


class Names:
    """The names of an edition's cards and placements, in both directions."""

    def __init__(self, sheet: Sheet) -> None:
        self.cards = [card.id for card in sheet.cards]
        self.card_of = {name: card for card, name in enumerate(self.cards)}
        self.squares = [[name_square(square) for square in zone.squares] for zone in sheet.zones]
        self.square_of = [{name: number for number, name in enumerate(names)} for names in self.squares]
        self.placements = [
            (zone, bits) for by_zone in sheet.placements for zone, found in enumerate(by_zone) for bits in found
        ]
        self.placement_of = {place: number for number, place in enumerate(self.placements)}

    def show_place(self, placement: int) -> str:
        """Return the zone and squares of a placement, or a dash if the edition doesn't use this number."""
        if placement >= len(self.placements):
            return "-"
        zone, bits = self.placements[placement]
        return " ".join([ZONE_LETTERS[zone], *(self.squares[zone][square] for square in elements(bits))])


def names_of(rules: Any) -> Names:
    """Return the names of the edition in this rules array."""
    names: Names = rules.box.once(Names)
    return names


def parse(rules: Any, text: str) -> int:
    """Return the action that a text describes."""
    if text in WORDS:
        return WORDS[text]
    names = names_of(rules)
    if text.startswith("take "):
        return _parse_card(names, text.removeprefix("take "))
    match = _FILL.fullmatch(text)
    if match is None:
        raise BadNotation(text, _EXPECTED)
    what, zone = WHATS.index(match[1]), ZONE_LETTERS.index(match[2])
    placement = names.placement_of.get((zone, _parse_squares(names, zone, match[3].split())))
    shape = None if placement is None else rules.shape_of[placement]
    if placement is None or shape != {WHAT_SINGLE: SINGLE_SHAPE}.get(what, _double(what, shape)):
        raise IllegalStep("no-such-shape", text)
    return int(plain(base_action)(rules, what)) + placement


def _double(what: int, otherwise: int | None) -> int | None:
    return DOUBLE_SHAPE if WHAT_DOUBLE <= what < WHAT_SINGLE else otherwise


def _parse_card(names: Names, text: str) -> int:
    if text not in names.card_of:
        raise BadNotation(text, f"a card of the edition, such as {names.cards[0]}")
    return names.card_of[text]


def _parse_squares(names: Names, zone: int, written: list[str]) -> int:
    """Return the bit set of squares, which must be sorted by column, then row."""
    known = names.square_of[zone]
    for name in written:
        if name not in known:
            last = names.squares[zone][-1]
            raise BadNotation(name, f"a square of zone {ZONE_LETTERS[zone]}, from a1 to {last}")
    numbers = [known[name] for name in written]
    if numbers != sorted(set(numbers)):
        right = " ".join(names.squares[zone][number] for number in sorted(set(numbers)))
        raise BadNotation(" ".join(written), f"every square once, sorted by column, then row: {right}")
    return sum(1 << number for number in numbers)


def show(rules: Any, action: int) -> str:
    """Return the text of an action, the inverse of `parse`."""
    names = names_of(rules)
    if action < CARDS:
        return f"take {names.cards[action]}"
    if action <= END:
        return next(word for word, meaning in WORDS.items() if meaning == action)
    what = plain(what_of)(action)
    placement = action - int(plain(base_action)(rules, what))
    return f"fill {WHATS[what]} {names.show_place(placement)}"


def zone_filled(text: str) -> str | None:
    """Return the zone that a step fills."""
    match = _FILL.fullmatch(text)
    return match[2] if match else None


def show_chance(rules: Any, dealt: State, now: State) -> str:
    """Return `star SEAT`, or `deck` and its cards. While the game runs, only cards turned up so far are shown."""
    if dealt.deck_size == 0:
        return f"star {dealt.star}"
    names = names_of(rules)
    known = int(dealt.deck_size) if dealt.observer == TRUTH else int(now.turned)
    source = dealt if dealt.observer == TRUTH else now
    words = ["?" if (card := int(source.deck[n])) == NOTHING else names.cards[card] for n in range(known)]
    return " ".join(["deck", *words, *(["?"] if known < dealt.deck_size else [])])


def parse_chance(rules: Any, state: State, text: str) -> list[int]:
    """Return the digits of the draws that place the star or shuffle the deck as in the text."""
    return _parse_star(int(rules.seats), text) if state.phase == STAR else _parse_deck(rules, state, text)


def _parse_star(seats: int, text: str) -> list[int]:
    if text not in [f"star {seat}" for seat in range(seats)]:
        raise BadNotation(text, f"'star' and a seat from 0 to {seats - 1}")
    return [int(text.removeprefix("star "))]


def _parse_deck(rules: Any, state: State, text: str) -> list[int]:
    names, discards = names_of(rules), elements(int(state.discards))
    head, *written = text.split(" ")
    if head != "deck" or len(written) != len(discards):
        raise BadNotation(text, f"'deck' and the {len(discards)} shuffled cards, from the top")
    cards = [_parse_card(names, name) for name in written]
    for number, card in enumerate(cards):
        if card not in discards:
            raise BadNotation(names.cards[card], "a card that is not on the table")
        if card in cards[:number]:
            raise BadNotation(names.cards[card], "every card once; this one is listed twice")
    return digits_of([discards.index(card) for card in cards], len(discards))[:-1]
