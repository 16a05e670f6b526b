"""LOCO!: sentences for steps and their effects."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .notation import COLOUR_LETTERS, MARKER_LETTERS, parse_dealer, read_turn
from .rules import CHOICES, LOCO, NO_MARKER, UNSHOUTED, VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts


@lru_cache(maxsize=256)
def name_card(texts: Texts, card: int) -> str:
    """Return the name of a card."""
    colour = texts.get("colours", COLOUR_LETTERS[card // VALUES])
    value = card % VALUES
    return texts.get("steps", "loco" if value == LOCO else "card", colour=colour, value=value)


def tell(texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
    """Describe a step."""
    if seat is None:
        return texts.get("steps", "deal", dealer=names[parse_dealer(text, len(names))])
    card, choice = divmod(read_turn(text), CHOICES)
    values = {"seat": names[seat], "card": name_card(texts, card)}
    if choice == UNSHOUTED:
        return texts.get("steps", "loco-unshouted", **values)
    kind = "loco" if card % VALUES == LOCO else "play"
    if choice == NO_MARKER:
        return texts.get("steps", f"{kind}-none", **values)
    return texts.get("steps", f"{kind}-take", marker=texts.get("colours", MARKER_LETTERS[choice]), **values)


def follow(texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
    """Describe the end of a game in a match. The end of the last game is not described: it is the result."""
    if not before.active or not after.chance_is_due:
        return []
    earlier, now = before.fields.carried, after.fields
    points = [f"{name} {now.carried[seat] - earlier[seat]}" for seat, name in enumerate(names)]
    return [texts.get("steps", "game-ends", number=now.games_begun, points=", ".join(points))]
