"""LOKUS: steps as text, `play g7`, `row 2`, `deal / …`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from locarium.kernel.bits import elements
from locarium.kernel.deals import check_groups, digits_of, join_groups, split_groups
from locarium.kernel.errors import BadNotation

from .rules import CARDS, COLOURS, HALF, NUMBERS, ROW, ROWS

if TYPE_CHECKING:
    from .rules import Rules, State

COLOUR_LETTERS = "rygboe"  # colours in the order of LOKUS-08
SEALED = "play ?"
CARD_NAMES = [f"{letter}{number}" for number in range(1, NUMBERS + 1) for letter in COLOUR_LETTERS]

_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
_TEXTS = [f"play {name}" for name in CARD_NAMES] + [f"row {row + 1}" for row in range(ROWS)]
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}
_A_CARD = "a card from r1 to e12, its colour one of r y g b o e"


def parse_card(text: str) -> int:
    """Return the card given by colour letter and number."""
    if text not in _CARDS:
        raise BadNotation(text, _A_CARD)
    return _CARDS[text]


def parse(rules: Rules, text: str) -> int:
    """Return the action that a text describes."""
    return parse_step(text)


def parse_step(text: str) -> int:
    """Return the action that a text describes. The notation is the same for all editions and options."""
    if text not in _ACTIONS:
        if match := re.fullmatch(r"play (\S+)", text):
            parse_card(match[1])
        raise BadNotation(text, "'play' and a card such as 'play g7', or 'row 1' or 'row 2' for the revealed card")
    return _ACTIONS[text]


def show(rules: Rules, action: int) -> str:
    """Return the text of an action, the inverse of `parse`."""
    return _TEXTS[action]


def colour_played(text: str) -> str | None:
    """Return the colour of the card that a step plays."""
    return text[len("play ")] if text.startswith("play ") else None


def show_chance(rules: Rules, dealt: State, now: State) -> str:
    """Return `deal / hand of seat 0 / … / row 1 card row 2 card`."""
    hands = [cards_in(dealt.hands[seat, 0], dealt.hands[seat, 1]) for seat in range(rules.seats)]
    rows = [CARD_NAMES[dealt.rows[row, 0]] for row in range(ROWS)]
    return join_groups("deal", [*(" ".join(hand) or "?" for hand in hands), " ".join(rows)])


def cards_in(low: int, high: int) -> list[str]:
    """Return the cards of both halves as text, sorted by number, then colour."""
    return [CARD_NAMES[bit] for bit in elements(low)] + [CARD_NAMES[HALF + bit] for bit in elements(high)]


def parse_chance(rules: Rules, state: State, text: str) -> list[int]:
    """Return the digits of the draws that deal these cards."""
    seats, hand = int(rules.seats), int(rules.hand)
    head, *groups = split_groups(text)
    if head != ["deal"] or len(groups) != seats + 1:
        raise BadNotation(text, f"a deal such as 'deal / r1 g4 … / … / b2 e7': {seats} hands, then the rows' cards")
    *hands, rows = [[parse_card(card) for card in group] for group in groups]
    if len(rows) != ROWS:
        raise BadNotation(" ".join(groups[-1]), f"the first cards of the {ROWS} rows, one each")
    check_groups([*hands, *([card] for card in rows)], [hand] * seats + [1] * ROWS, CARD_NAMES.__getitem__, _ORDER)
    return digits_of([card for group in (*hands, rows) for card in group], CARDS)


def parse_first_cards(text: str) -> list[int]:
    """Return the first cards of the rows. The hands before them may be hidden."""
    head, *groups = split_groups(text)
    if head != ["deal"] or not groups or len(groups[-1]) != ROWS:
        raise BadNotation(text, "a deal such as 'deal / r1 g4 … / … / b2 e7', with the rows' cards at the end")
    return [parse_card(card) for card in groups[-1]]


_ORDER = "number, then colour r y g b o e"

assert len(COLOUR_LETTERS) == COLOURS
assert len(_TEXTS) == ROW + ROWS
