"""The toy: steps as text, `bid 3`, `keep`, `give 2`, `deal 3 8 1`, `prize 4`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from locarium.kernel.bits import elements
from locarium.kernel.errors import BadNotation

from .rules import GIVE, KEEP, MAX_BID, MAX_SEATS, NUMBERS

if TYPE_CHECKING:
    from .rules import Rules, State

SEALED = "bid ?"

_STEP = re.compile(rf"bid ([0-{MAX_BID}])|(keep)|give ([0-{MAX_SEATS - 1}])")
_EXPECTED_STEP = f"'bid 0' to 'bid {MAX_BID}', 'keep' or 'give' and a seat"


def parse(rules: Rules, text: str) -> int:
    """Return the action of a text."""
    match = _STEP.fullmatch(text)
    if match is None:
        raise BadNotation(text, _EXPECTED_STEP)
    bid, keep, seat = match.groups()
    if keep:
        return KEEP
    return int(bid) if bid else GIVE + int(seat)


def show(rules: Rules, action: int) -> str:
    """Return the text of an action, the inverse of `parse`."""
    if action <= MAX_BID:
        return f"bid {action}"
    return "keep" if action == KEEP else f"give {action - GIVE}"


def show_chance(rules: Rules, dealt: State, now: State) -> str:
    """Return `deal` and every seat's number, `?` if hidden, or `prize` and its value."""
    if dealt.rounds_begun:
        return f"prize {rules.prizes[dealt.prize]}"
    numbers = (dealt.numbers[seat] for seat in range(rules.seats))
    return " ".join(["deal", *(str(number) if number else "?" for number in numbers)])


def parse_chance(rules: Rules, state: State, text: str) -> list[int]:
    """Return the digits that deal these numbers or draw this prize."""
    return _parse_prize(rules, state, text) if state.dealt else _parse_deal(rules, text)


def _parse_deal(rules: Rules, text: str) -> list[int]:
    word, *numbers = text.split(" ")
    expected = f"'deal' and {rules.seats} different numbers from 1 to {NUMBERS}"
    free = [str(number) for number in range(1, NUMBERS + 1)]
    if word != "deal" or len(numbers) != rules.seats:
        raise BadNotation(text, expected)
    digits = []
    for number in numbers:
        if number not in free:
            raise BadNotation(text, expected)
        digits.append(free.index(number))
        free.remove(number)
    return digits


def _parse_prize(rules: Rules, state: State, text: str) -> list[int]:
    left = [f"prize {rules.prizes[prize]}" for prize in elements(state.left)]
    if text not in left:
        raise BadNotation(text, f"one of the remaining prizes: {', '.join(left)}")
    return [left.index(text)]
