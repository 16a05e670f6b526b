"""The toy: sentences for steps and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts


def tell(texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
    """Describe a step."""
    word, _, value = text.partition(" ")
    if seat is None:
        return texts.get("steps", word, value=value)
    if word == "give":
        return texts.get("steps", "give", seat=names[seat], other=names[int(value)])
    return texts.get("steps", "bid-hidden" if value == "?" else word, seat=names[seat], value=value)


def follow(texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
    """Describe who won the bidding."""
    if not before.has_sealed or after.has_sealed:
        return []
    return [texts.get("steps", "won", seat=names[after.active[0]])]
