"""The toy: steps in sentences, made from what is written alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.texts import Texts


def tell(texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
    """What happened in a step."""
    word, _, value = text.partition(" ")
    if seat is None:
        return texts.get("steps", word, value=value)
    if word == "give":
        return texts.get("steps", "give", seat=names[seat], other=names[int(value)])
    return texts.get("steps", "bid-hidden" if value == "?" else word, seat=names[seat], value=value)
