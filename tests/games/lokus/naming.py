"""Cards named in a text."""

from __future__ import annotations

import re

COLOURS = {"red": "r", "yellow": "y", "green": "g", "blue": "b", "orange": "o", "grey": "e"}
IN_NOTATION = re.compile(r"(?<![\w-])[rygboe](?:1[0-2]|[1-9])(?![\w-])")
IN_WORDS = re.compile(rf"({'|'.join(COLOURS)}) (\d+)")


def cards_shown(text: str) -> set[str]:
    """Return all cards that a text names, in notation or by name."""
    return {*IN_NOTATION.findall(text), *(COLOURS[colour] + number for colour, number in IN_WORDS.findall(text))}
