"""What is personal leaves the log of a table; the game stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .events import Begun, ChatMessage, Left, Opened, Person, Seated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .events import AnyEvent

NOBODY = "—"  # the name of somebody who wants to be forgotten, and all that they have said


def without(events: Iterable[AnyEvent], proof: str) -> list[AnyEvent]:
    """The same events without the name and the words of a person."""
    holders: dict[int, str] = {}  # seat -> proof
    kept: list[AnyEvent] = []
    for event in events:
        kept.append(event)
        match event:
            case Opened(terms=terms) if proof in terms.reserved:
                names = (
                    NOBODY if reserved == proof else name
                    for reserved, name in zip(terms.reserved, terms.names, strict=True)
                )
                terms = msgspec.structs.replace(terms, names=tuple(names))
                kept[-1] = msgspec.structs.replace(event, terms=terms)
            case Seated(seat, Person() as who):
                holders[seat] = who.proof
                if who.proof == proof:
                    kept[-1] = msgspec.structs.replace(event, who=msgspec.structs.replace(who, name=NOBODY))
            case Seated(seat) | Left(seat):
                holders.pop(seat, None)
            case Begun(order):
                holders = {seat: holders[was] for seat, was in enumerate(order) if was in holders}
            case ChatMessage(seat) if holders.get(seat) == proof:
                kept[-1] = msgspec.structs.replace(event, text=NOBODY)
    return kept
