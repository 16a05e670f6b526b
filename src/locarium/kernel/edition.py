"""Editions: what a box holds in print (sheets, cards, tables), as a text that a person can write."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

HOUSE = "house"


@dataclass(frozen=True)
class Edition:
    """One edition of a game; games without edition data have an empty text."""

    name: str
    text: str = ""
    foreign: bool = False  # brought along by a table or a record, not shipped with the house

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()
