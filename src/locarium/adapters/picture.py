"""Character drawings as text and as images. Letters use Pillow's built-in font, symbols and frames are drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .extras import need

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from locarium.kernel.drawing import Line

WIDTH, HEIGHT = 10, 20  # size of a character in pixels
MARGIN, LETTERS = 12, 15
GROUND = (250, 248, 243)
COLOURS = {
    "plain": (40, 38, 35),
    "strong": (0, 0, 0),
    "dim": (150, 145, 138),
    "r": (200, 45, 40),
    "b": (40, 90, 190),
    "g": (35, 130, 60),
    "p": (130, 60, 160),
    "y": (190, 135, 0),
    "o": (215, 110, 20),
    "w": (90, 85, 80),
}
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
FRAMES = {
    "─": (EAST, WEST),
    "┄": (EAST, WEST),
    "│": (NORTH, SOUTH),
    "┆": (NORTH, SOUTH),
    "╭": (EAST, SOUTH),
    "┌": (EAST, SOUTH),
    "╮": (WEST, SOUTH),
    "┐": (WEST, SOUTH),
    "╰": (EAST, NORTH),
    "└": (EAST, NORTH),
    "╯": (WEST, NORTH),
    "┘": (WEST, NORTH),
}


def text_of(lines: Sequence[Line]) -> str:
    """Return the drawing as plain text."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def draw_lines(lines: Sequence[Line]) -> Any:
    """Return the drawing as an RGB image: a uint8 array of height x width x 3."""
    pillow, drawing = need("pettingzoo", "PIL.Image"), need("pettingzoo", "PIL.ImageDraw")
    columns = max(sum(len(text) for text, _ in line) for line in lines)
    size = (2 * MARGIN + columns * WIDTH, 2 * MARGIN + len(lines) * HEIGHT)
    image = pillow.new("RGB", size, GROUND)
    pen = drawing.Draw(image)
    font = need("pettingzoo", "PIL.ImageFont").load_default(LETTERS)
    for row, line in enumerate(lines):
        column = 0
        for text, style in line:
            for character in text:
                _draw(
                    pen, font, character, MARGIN + column * WIDTH, MARGIN + row * HEIGHT, COLOURS.get(style, (0, 0, 0))
                )
                column += 1
    return np.array(image)


def _draw(pen: Any, font: Any, character: str, left: int, top: int, colour: tuple[int, int, int]) -> None:
    """Draw one character in its cell."""
    x, y = left + WIDTH / 2, top + HEIGHT / 2
    if character in FRAMES:
        for right, down in FRAMES[character]:
            pen.line([(x, y), (x + right * WIDTH / 2, y + down * HEIGHT / 2)], fill=colour)
    elif character in SYMBOLS:
        SYMBOLS[character](pen, x, y, colour)
    elif character != " ":
        pen.text((x, y), character, fill=colour, font=font, anchor="mm")


def _corners(x: float, y: float, angles: Sequence[float], radii: Sequence[float]) -> list[tuple[float, float]]:
    """Return points around a centre. Angles are clockwise from the top."""
    turns = [(math.radians(angle), radius) for angle, radius in zip(angles, radii, strict=True)]
    return [(x + radius * math.sin(turn), y - radius * math.cos(turn)) for turn, radius in turns]


def _polygon(angles: Sequence[float], radii: Sequence[float], *, is_full: bool = True) -> Callable[..., None]:
    def draw(pen: Any, x: float, y: float, colour: tuple[int, int, int]) -> None:
        corners = _corners(x, y, angles, radii)
        pen.polygon(corners, fill=colour if is_full else None, outline=colour)

    return draw


def _rings(*radii: float, is_full: bool = False) -> Callable[..., None]:
    def draw(pen: Any, x: float, y: float, colour: tuple[int, int, int]) -> None:
        for radius in radii:
            box = (x - radius, y - radius, x + radius, y + radius)
            pen.ellipse(box, fill=colour if is_full else None, outline=colour)

    return draw


def _leaves(pen: Any, x: float, y: float, colour: tuple[int, int, int]) -> None:
    for right, down in ((0, -3), (-3, 1), (3, 1)):
        pen.ellipse((x + right - 2.5, y + down - 2.5, x + right + 2.5, y + down + 2.5), fill=colour)
    pen.line([(x, y), (x, y + 6)], fill=colour, width=2)


def _block(pen: Any, x: float, y: float, colour: tuple[int, int, int]) -> None:
    pen.rectangle((x - WIDTH / 2, y - HEIGHT / 2 + 1, x + WIDTH / 2 - 1, y + HEIGHT / 2 - 2), fill=colour)


def _crossed(pen: Any, x: float, y: float, colour: tuple[int, int, int]) -> None:
    _rings(4)(pen, x, y, colour)
    pen.line([(x - 3, y - 3), (x + 3, y + 3)], fill=colour)
    pen.line([(x - 3, y + 3), (x + 3, y - 3)], fill=colour)


def _arrow(pen: Any, x: float, y: float, colour: tuple[int, int, int]) -> None:
    pen.line([(x - 4, y), (x + 4, y)], fill=colour)
    pen.line([(x + 1, y - 3), (x + 4, y), (x + 1, y + 3)], fill=colour)


_STAR = [36 * corner for corner in range(10)], [5.5, 2.3] * 5
_SQUARE = [45, 135, 225, 315]
_DIAMOND = [0, 90, 180, 270], [6, 4.5, 6, 4.5]
SYMBOLS: dict[str, Callable[..., None]] = {
    "▲": _polygon([0, 120, 240], [6, 6, 6]),
    "▸": _polygon([90, 210, 330], [4, 4, 4]),
    "●": _rings(4.5, is_full=True),
    "○": _rings(4.5),
    "◎": _rings(4.5, 2),
    "·": _rings(1, is_full=True),
    "♣": _leaves,
    "◆": _polygon(*_DIAMOND),
    "◇": _polygon(*_DIAMOND, is_full=False),
    "★": _polygon(*_STAR),
    "✦": _polygon([45 * corner for corner in range(8)], [6, 2] * 4),
    "□": _polygon(_SQUARE, [5.5] * 4, is_full=False),
    "█": _block,
    "▒": _polygon(_SQUARE, [6] * 4),
    "⊗": _crossed,
    "→": _arrow,
}
