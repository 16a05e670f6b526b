"""Remove a person's name and chat from a table's events. The game itself stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .events import Begun, ChatMessage, Left, Opened, Person, Seated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .events import AnyEvent

ANONYMOUS = "—"  # replaces the name and the chat messages of a deleted account


def anonymize_events(events: Iterable[AnyEvent], person_id: str) -> list[AnyEvent]:
    """Return the events without the person's name and chat messages."""
    holders: dict[int, str] = {}  # seat -> person id
    kept: list[AnyEvent] = []
    for event in events:
        kept.append(event)
        match event:
            case Opened(settings=settings) if person_id in settings.reserved:
                names = (
                    ANONYMOUS if reserved == person_id else name
                    for reserved, name in zip(settings.reserved, settings.names, strict=True)
                )
                settings = msgspec.structs.replace(settings, names=tuple(names))
                kept[-1] = msgspec.structs.replace(event, settings=settings)
            case Seated(seat, Person() as who):
                holders[seat] = who.person_id
                if who.person_id == person_id:
                    kept[-1] = msgspec.structs.replace(event, who=msgspec.structs.replace(who, name=ANONYMOUS))
            case Seated(seat) | Left(seat):
                holders.pop(seat, None)
            case Begun(order):
                holders = {seat: holders[was] for seat, was in enumerate(order) if was in holders}
            case ChatMessage(seat) if holders.get(seat) == person_id:
                kept[-1] = msgspec.structs.replace(event, text=ANONYMOUS)
    return kept
