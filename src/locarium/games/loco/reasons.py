"""LOCO!: reasons for a hint, from the seat's knowledge and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .notation import COLOUR_LETTERS
from .rules import CHOICES, COLOURS, UNSHOUTED, VALUES
from .showing import view

if TYPE_CHECKING:
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts

    from .view import LocoView


def explain(texts: Texts, position: Position, seat: int, action: int) -> str:
    """Describe the step's effect on markers, the seat's own first."""
    sentence = _tell(texts, position, seat, action)
    return sentence[0].upper() + sentence[1:]


def _tell(texts: Texts, position: Position, seat: int, action: int) -> str:
    after = position.copy()
    after.play(seat, action)
    was, now = view(position), view(after)
    card, choice = divmod(action, CHOICES)
    colour = COLOUR_LETTERS[card // VALUES]
    if not after.active:
        return _tell_end(texts, after, seat)
    if choice == UNSHOUTED:
        return texts.get("why", "unshouted")
    before, worth = (next(pile.worth for pile in table.piles if pile.colour == colour) for table in (was, now))
    own = now.places[seat].markers[colour]
    others = sum(place.markers[colour] for place in now.places) - own
    values = {"colour": texts.get("colours", colour), "worth": worth, "before": before}
    if worth > before and own:
        return texts.get("why", "raises", count=own, others=others, **values)
    if worth < before and others > own:
        return texts.get("why", "lowers", count=others, own=own, **values)
    if choice < COLOURS:
        return _tell_marker(texts, now, seat, COLOUR_LETTERS[choice])
    return texts.get("why", "keeps", **values)


def _tell_end(texts: Texts, after: Position, seat: int) -> str:
    """Describe how the game, or this game of a match, ends."""
    scores, outcome = after.scores(), after.outcome()
    values = {"points": scores[seat], "others": max(scores[other] for other in range(len(scores)) if other != seat)}
    if outcome is None:
        return texts.get("why", "ends-game", **values)
    if seat not in outcome.winners:
        return texts.get("why", "ends-lost", **values)
    return texts.get("why", "ends-won" if len(outcome.winners) == 1 else "ends-shared", **values)


def _tell_marker(texts: Texts, now: LocoView, seat: int, colour: str) -> str:
    """Describe the value of the marker taken, and whether the hand can raise it."""
    worth = next(pile.worth for pile in now.piles if pile.colour == colour)
    highest = max((int(card[1:]) for card in now.hand if card[0] == colour), default=0)
    values = {"colour": texts.get("colours", colour), "worth": worth, "count": now.places[seat].markers[colour]}
    if highest > worth:
        return texts.get("why", "takes-and-raises", highest=highest, **values)
    return texts.get("why", "takes", **values)
