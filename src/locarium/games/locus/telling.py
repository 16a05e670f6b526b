"""LOCUS: sentences for steps and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.bits import elements

from .drawing import name_turn
from .edition import COLOUR_LETTERS
from .notation import ZONE_LETTERS
from .rules import DRAFT, FINAL, RUNNING, STAR, TURNING_UP, ZONES
from .showing import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts


def name_card(texts: Texts, card: str) -> str:
    """Return the name of a card, given its id."""
    colour, shape, *_copy = card.split("-")
    return texts.get("steps", "card", colour=texts.get("colours", colour), shape=shape.upper())


def tell(texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
    """Describe a step."""
    word, _, rest = text.partition(" ")
    if seat is None:
        return texts.get("steps", "star", seat=names[int(rest)]) if word == "star" else texts.get("steps", "deck")
    if word == "take":
        return texts.get("steps", "take", seat=names[seat], card=name_card(texts, rest))
    if word != "fill":
        return texts.get("steps", word, seat=names[seat])
    what, zone, *squares = rest.split(" ")
    kind, _, colour = what.partition("-")
    return texts.get(
        "steps",
        f"fill-{kind}",
        seat=names[seat],
        colour=texts.get("colours", colour) if colour else "",
        zone=texts.get("zones", zone),
        squares=" ".join(squares),
    )


def follow(texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
    """Describe what the seats earned and how the turn continues."""
    rules, then, now = after.setup.fields, before.fields, after.fields
    return [*_earnings(texts, names, rules, then, now), *_next_part(texts, names, before, after)]


def _earnings(texts: Texts, names: Sequence[str], rules: Any, then: Any, now: Any) -> Iterator[str]:
    for seat, name in enumerate(names):
        if earned := earned_by(texts, rules, then, now, seat):
            yield texts.get("steps", "earns", seat=name, what=", ".join(earned))


def earned_by(texts: Texts, rules: Any, then: Any, now: Any, seat: int) -> list[str]:
    """Describe the coins that a seat got, including those from a card, and the bonuses it covered."""
    covered = [now.filled[seat][zone] & ~then.filled[seat][zone] for zone in range(ZONES)]
    return list(_earned(texts, rules, covered, now.earned[seat] - then.earned[seat]))


def _earned(texts: Texts, rules: Any, covered: list[int], coins: int) -> Iterator[str]:
    if coins:
        yield texts.get("steps", "coin" if coins == 1 else "coins", count=coins)
    for zone, squares in enumerate(covered):
        for colour, bonuses in enumerate(rules.double_bonuses[zone]):
            for _ in elements(squares & bonuses):
                yield texts.get("steps", "double", colour=texts.get("colours", COLOUR_LETTERS[colour]))
        for _ in elements(squares & rules.single_bonuses[zone]):
            yield texts.get("steps", "single")


def _next_part(texts: Texts, names: Sequence[str], before: Position, after: Position) -> Iterator[str]:
    then, now = before.fields, after.fields
    if now.over != RUNNING:
        return
    if now.extra_rounds > then.extra_rounds:
        yield texts.get("steps", "extra-round", number=now.extra_rounds)
    if now.phase == DRAFT and then.phase != DRAFT:
        shown = view(after)
        cards = [name_card(texts, card) for card in shown.display]
        yield texts.get("steps", "turn", when=name_turn(shown, texts), cards=", ".join(cards))
    elif now.phase == FINAL and then.phase != FINAL:
        busy = [name for seat, name in enumerate(names) if now.active >> seat & 1]
        yield texts.get("steps", "final", seats=texts.get("words", "and").join(busy))
    elif now.phase == TURNING_UP and then.phase not in (STAR, TURNING_UP):
        yield texts.get("steps", "reshuffle")


assert len(ZONE_LETTERS) == ZONES
