"""Printing drawings of games on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from locarium.kernel.drawing import Line

STYLES = {
    "plain": "",
    "dim": "dim",
    "strong": "bold",
    "r": "red",
    "b": "blue",
    "g": "green",
    "p": "magenta",
    "y": "yellow",
    "o": "dark_orange",
    "e": "bright_black",
}


def print_lines(console: Console, lines: Iterable[Line]) -> None:
    """Print lines of styled text, in colour if the terminal supports it."""
    from rich.text import Text

    for line in lines:
        console.print(Text.assemble(*[(text, STYLES[style]) for text, style in line]), soft_wrap=True)
