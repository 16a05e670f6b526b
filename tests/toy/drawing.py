"""The toy: the table as text, in lines of styled pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.drawing import Line
    from locarium.kernel.texts import Texts

    from .view import Place, ToyView


def draw(view: ToyView, texts: Texts, names: Sequence[str]) -> list[Line]:
    """Draw the prize and every seat."""
    prize: Line = [] if view.prize is None else [(texts.get("steps", "prize", value=view.prize), "strong")]
    return [prize, *(_place(place, names[seat]) for seat, place in enumerate(view.places))]


def _place(place: Place, name: str) -> Line:
    number = "?" if place.number is None else str(place.number)
    bid = "▮" if place.has_chosen else " " if place.bid is None else str(place.bid)
    return [(f"{name:<16}", "plain"), (f"[{number}] {bid} {place.coins:>2} {place.points:>3}", "dim")]
