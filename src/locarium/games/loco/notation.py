"""LOCO!: steps as text, `r3 y`, `r0! b`, `r0`, `deal 2 / …`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from locarium.kernel.bits import elements
from locarium.kernel.deals import check_groups, digits_of, join_groups, split_groups
from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.game import TRUTH

from .rules import ACTIONS, CARDS, CHOICES, COLOURS, LOCO, NO_MARKER, UNSHOUTED, VALUES

if TYPE_CHECKING:
    from .rules import Rules, State

COLOUR_LETTERS = "rbgpy"
MARKER_LETTERS = COLOUR_LETTERS + "-"
SEALED = "?"  # LOCO! has no face-down choices

_STEP = re.compile(r"([rbgpy])([0-5])(!?)(?: ([rbgpy-]))?")
_EXPECTED_STEP = "a card and a marker such as 'r3 y', 'r0! b', 'r3 -', or 'r0' for a Loco card without a shout"
_CARD = re.compile(r"[rbgpy][0-5]")


CARD_NAMES = [f"{letter}{value}" for letter in COLOUR_LETTERS for value in range(VALUES)]


def show_card(card: int) -> str:
    """Return the colour letter and value."""
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """Return the card given by colour letter and value."""
    if not _CARD.fullmatch(text):
        raise BadNotation(text, "a card from r0 to y5, its colour one of r b g p y")
    return COLOUR_LETTERS.index(text[0]) * VALUES + int(text[1])


def parse(rules: Rules, text: str) -> int:
    """Return the action that a text describes."""
    return read_turn(text)


def read_turn(text: str) -> int:
    """Return the action that a text describes. The notation is the same for all rules."""
    action = _ACTIONS.get(text)
    return _parse_turn(text) if action is None else action


def _parse_turn(text: str) -> int:
    """Parse a turn, with or without a shout and a marker: LOCO-11."""
    match = _STEP.fullmatch(text)
    if match is None:
        raise BadNotation(text, _EXPECTED_STEP)
    colour, value, shout, marker = match.groups()
    card = parse_card(colour + value)
    is_loco = int(value) == LOCO
    if shout and not is_loco:
        raise IllegalStep("shout-without-loco", text)
    if is_loco and not shout:
        if marker:
            raise IllegalStep("marker-without-shout", text)
        return card * CHOICES + UNSHOUTED
    if marker is None:
        raise IllegalStep("marker-not-named", text)
    return card * CHOICES + MARKER_LETTERS.index(marker)


def show(rules: Rules, action: int) -> str:
    """Return the text of an action, the inverse of `parse`."""
    return _TURNS[action]


def _show_turn(action: int) -> str:
    card, choice = divmod(action, CHOICES)
    if choice == UNSHOUTED:
        return show_card(card)
    shout = "!" if card % VALUES == LOCO else ""
    return f"{show_card(card)}{shout} {MARKER_LETTERS[choice]}"


def marker_taken(text: str) -> str | None:
    """Return the colour of the marker taken in a turn."""
    marker = text.partition(" ")[2]
    return None if marker in ("", "-") else marker


def show_cards(cards: int) -> str:
    """Return a bit set of cards as text, sorted by colour, then value."""
    return " ".join(show_card(card) for card in elements(cards))


def show_chance(rules: Rules, dealt: State, now: State) -> str:
    """Return `deal DEALER / out cards / hand of seat 0 / …`."""
    groups = [dealt.out, *(dealt.hands[seat] for seat in range(rules.seats))]
    sizes = [rules.laid_out] + [rules.hand_size] * rules.seats
    shown = [
        "?" if size and not cards and dealt.observer != TRUTH else show_cards(cards)
        for cards, size in zip(groups, sizes, strict=True)
    ]
    return join_groups(f"deal {dealt.dealer}", shown)


def parse_chance(rules: Rules, state: State, text: str) -> list[int]:
    """Return the digits of the draws that deal these cards."""
    head, *groups = split_groups(text)
    dealer = parse_dealer(" ".join(head), int(rules.seats))
    sizes = [int(rules.laid_out)] + [int(rules.hand_size)] * int(rules.seats)
    if len(groups) != len(sizes):
        raise BadNotation(text, f"{len(sizes)} groups after the dealer: the cards laid out and {rules.seats} hands")
    dealt = [[parse_card(card) for card in group] for group in groups]
    _check_deal(rules, state, dealer, dealt, sizes)
    lot = [dealer] if state.games_begun == 0 else []
    return lot + digits_of([card for group in dealt[:-1] for card in group], CARDS)


def parse_dealer(text: str, seats: int) -> int:
    """Return the dealer's seat. The cards after it may be hidden."""
    match = re.match(r"deal ([0-9])(?: /|\Z)", text)
    if match is None:
        raise BadNotation(text, "a deal such as 'deal 0 / r1 b0 / …', with the dealer's seat first")
    dealer = int(match[1])
    if dealer not in range(seats):
        raise BadNotation(f"deal {dealer}", f"a dealer's seat from 0 to {seats - 1}")
    return dealer


def _check_deal(rules: Rules, state: State, dealer: int, dealt: list[list[int]], sizes: list[int]) -> None:
    due = (state.dealer + 1) % rules.seats
    if state.games_begun and dealer != due:
        raise BadNotation(f"deal {dealer}", f"seat {due} as the dealer")
    check_groups(dealt, sizes, show_card, "colour r b g p y, then value")


_TURNS = [_show_turn(action) for action in range(ACTIONS)]  # each text is built once
_ACTIONS = {text: action for action, text in enumerate(_TURNS) if " " in text or text[1] == str(LOCO)}

assert len(MARKER_LETTERS) == NO_MARKER + 1 == COLOURS + 1
