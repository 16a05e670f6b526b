"""LOCUS: reasons for a hint, from the seat's knowledge and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .edition import CARDS, COLOUR_LETTERS, WILD
from .notation import ZONE_LETTERS, names_of
from .rules import BLOCKS, DISCARD, END
from .showing import show_sheet, view
from .telling import earned_by

if TYPE_CHECKING:
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts

    from .view import LocusPlace


def explain(texts: Texts, position: Position, seat: int, action: int) -> str:
    """Describe the points and bonuses of a shape, or the use of a card or coins."""
    place = view(position).places[seat]
    if action == END:
        return texts.get("why", "end", total=place.total, coins=_coins(texts, place.coins))
    if action < CARDS:
        return _tell_card(texts, position, place, action)
    after = position.copy()
    after.play(seat, action)
    then = view(after).places[seat]
    if action in (DISCARD, BLOCKS):
        key = "discard" if action == DISCARD else "blocks"
        return texts.get("why", key, coins=_coins(texts, then.coins), total=place.total)
    return _tell_shape(texts, position, after, place, then)


def _coins(texts: Texts, count: int) -> str:
    return texts.get("steps", "coin" if count == 1 else "coins", count=count)


def _tell_card(texts: Texts, position: Position, place: LocusPlace, card: int) -> str:
    """Describe where the card goes, how large it is, and whether it earns a coin."""
    sheet = position.setup.fields.box
    entry = sheet.cards[card]
    shown = show_sheet(sheet).cards[names_of(position.setup.fields).cards[card]]
    coin = "-coin" if shown.coin else ""
    if entry.colour == WILD:
        return texts.get("why", f"card-wild{coin}", squares=len(shown.shape))
    zone = COLOUR_LETTERS[entry.colour].upper()
    points = place.points[zone]
    key = "card-weakest" if points == place.lowest else "card"
    values = {"zone": texts.get("zones", zone), "points": points, "squares": len(shown.shape)}
    return texts.get("why", f"{key}{coin}", **values)


def _tell_shape(texts: Texts, position: Position, after: Position, place: LocusPlace, then: LocusPlace) -> str:
    """Describe the zone, the immediate points and the bonuses."""
    seat = position.observer
    letter = next(letter for letter in ZONE_LETTERS if place.filled[letter] != then.filled[letter])
    bonuses = ", ".join(earned_by(texts, position.setup.fields, position.fields, after.fields, seat))
    values = {"zone": texts.get("zones", letter), "what": bonuses, "points": then.total - place.total}
    if values["points"]:
        return texts.get("why", "points-and-bonus" if bonuses else "points", total=then.total, **values)
    squares = len(then.filled[letter])
    return texts.get("why", "bonus" if bonuses else "prepares", squares=squares, has=then.points[letter], **values)
