"""LOKUS: sentences for steps and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import seats_in

from .notation import COLOUR_LETTERS, SEALED, parse_first_cards, parse_step
from .rules import COLOURS, IN_ROW, NOTHING, ONE_ROLL, ROW, TWO_ROLLS, UNDECIDED
from .showing import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts


def name_card(texts: Texts, card: int) -> str:
    """Return the name of a card."""
    colour = texts.get("colours", COLOUR_LETTERS[card % COLOURS])
    return texts.get("steps", "card", colour=colour, number=card // COLOURS + 1)


def tell(texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
    """Describe a step."""
    if seat is None:
        first, second = [name_card(texts, card) for card in parse_first_cards(text)]
        return texts.get("steps", "deal", first=first, second=second)
    if text == SEALED:
        return texts.get("steps", "sealed", seat=names[seat])
    action = parse_step(text)
    if action >= ROW:
        return texts.get("steps", "row", seat=names[seat], row=action - ROW + 1)
    return texts.get("steps", "play", seat=names[seat], card=name_card(texts, action))


def follow(texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
    """Describe the fates of the revealed cards and the end of a round."""
    if not before.active or after.has_sealed:
        return []
    then, now = before.fields, after.fields
    sentences = list(_fates(texts, names, then, now))
    if not now.active:
        sentences.append(_end_of_round(texts, names, after))
    return sentences


def _fates(texts: Texts, names: Sequence[str], then: Any, now: Any) -> Iterator[str]:
    """Describe the lowest card first, then the highest, then all others together."""
    is_revealed = now.turns_revealed != then.turns_revealed
    decided = [
        seat
        for seat in range(len(names))
        if now.fates[seat] != UNDECIDED and (is_revealed or then.fates[seat] == UNDECIDED)
    ]
    for seat in sorted(decided, key=lambda seat: (seat != now.lowest_seat, seat)):
        fate, card = now.fates[seat], _name_shown(texts, now.shown[seat])
        if fate == TWO_ROLLS:
            key = "two-rolls" if card else "two-rolls-face-down"
            yield texts.get("steps", key, seat=names[seat], card=card)
        elif fate >= IN_ROW:
            if is_revealed or seat not in seats_in(then.active):  # otherwise the sentence for the step names the row
                yield texts.get("steps", "only-row", seat=names[seat], card=card, row=fate - IN_ROW + 1)
            if now.cleaned >> seat & 1:
                yield texts.get("steps", "cleaned", seat=names[seat], row=fate - IN_ROW + 1)
    others = [names[seat] for seat in decided if now.fates[seat] == ONE_ROLL]
    if others:
        key = "one-roll" if len(others) == 1 else "one-roll-each"
        yield texts.get("steps", key, seats=texts.get("words", "and").join(others))


def _name_shown(texts: Texts, card: int) -> str:
    # at tables with closed memory, the card of a roll may be hidden
    return "" if card == NOTHING else name_card(texts, card)


def _end_of_round(texts: Texts, names: Sequence[str], after: Position) -> str:
    rounds = [place.past[-1] for place in view(after).places]
    points = ", ".join(f"{name} {count.minus}" for name, count in zip(names, rounds, strict=True))
    return texts.get("steps", "round-ends", number=after.fields.rounds_begun, points=points)
