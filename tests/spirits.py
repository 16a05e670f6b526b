"""Draw the picture of docs/spirits.md from the editions: where spirits let a priest land.

PYTHONPATH=tests python -m spirits --write
"""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import dataclass
from math import hypot, sqrt
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from locarium import catalogue
from locarium.games.genius_loci.board import CELL_OF, NAMES, PLACES
from locarium.games.genius_loci.edition import read_spirits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.games.genius_loci.edition import Spirit

COMMAND = "PYTHONPATH=tests python -m spirits --write"
PICTURE = Path(__file__).parents[1] / "docs" / "spirits.svg"

SIZE = 14  # from the centre of a cell to its corners
WIDTH, HEIGHT = 200, 244  # of a board with its caption
COLUMNS = 4
LEGEND = 34

STYLE = """
.paper { fill: #fbfaf6 } .cell { fill: #efebe0; stroke: #c9c1ad }
.spirit { fill: #8a5a00 } .letter { fill: #fff; font: bold 13px sans-serif; text-anchor: middle }
.priest { fill: #b3261e; stroke: #b3261e; stroke-width: 2 } .still { fill: none }
.way { fill: none; stroke: #b3261e; stroke-width: 2 } .head { fill: #b3261e }
.name { fill: #222; font: bold 13px sans-serif } .field { fill: #333; font: 11px monospace }
.legend { fill: #222; font: 12px sans-serif }
@media (prefers-color-scheme: dark) {
.paper { fill: #1c1d21 } .cell { fill: #2b2d33; stroke: #50535c }
.spirit { fill: #e8bf5a } .letter { fill: #1c1d21 }
.priest { fill: #ff8f80; stroke: #ff8f80 } .still { fill: none }
.way { stroke: #ff8f80 } .head { fill: #ff8f80 }
.name, .legend { fill: #eee } .field { fill: #ccc }
}
"""
HEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto">'
    '<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>'
)


@dataclass(frozen=True)
class Example:
    """A board with a spirit of an edition on a cell, and priests."""

    edition: str
    letter: str
    at: str
    priests: str


EXAMPLES = (
    Example("house", "T", "d4", "a1 d7 f2 f3"),
    Example("house", "P", "d4", "d3 e4 b3 b2"),
    Example("house", "S", "d4", "d2 g4 f3"),
    Example("house", "Y", "d4", "d3 e4 c4 d6"),
    Example("house", "C", "d4", "d3 e4 c4 d6"),
    Example("visitors", "L", "d4", "a1 g2 d7 c5"),
    Example("visitors", "V", "d4", "d2 b3 e4"),
    Example("visitors", "J", "c4", "a2 g1 c1 e5"),
)


def spirit_of(example: Example) -> tuple[Spirit, dict[str, object]]:
    """Return the spirit and its fields in the edition."""
    edition = catalogue.about("genius-loci").edition(example.edition)
    (spirit,) = (each for each in read_spirits(edition) if each.letter == example.letter)
    (fields,) = (each for each in tomllib.loads(edition.text)["spirit"] if each["letter"] == example.letter)
    return spirit, fields


def landings(example: Example) -> dict[str, list[str]]:
    """Return where each priest of an example can land. A priest never lands on the spirit."""
    spirit, _ = spirit_of(example)
    at = CELL_OF[example.at]
    return {
        priest: [NAMES[cell] for cell in spirit.way.landings(at, CELL_OF[priest], any_line=False) if cell != at]
        for priest in example.priests.split()
    }


def middle(cell: str) -> tuple[float, float]:
    """Return the centre of a cell in its board's picture."""
    row, column = PLACES[CELL_OF[cell]]
    return 16 + SIZE + column * SIZE * sqrt(3) / 2 - 2, 14 + SIZE + (6 - row) * SIZE * 1.5


def draw() -> str:
    """Draw the whole picture."""
    rows = -(-len(EXAMPLES) // COLUMNS)
    wide, high = COLUMNS * WIDTH, rows * HEIGHT + LEGEND
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
            "<!-- Made by tests/spirits.py; do not edit. -->",
            "<title>GENIUS LOCI: where spirits let a high priest land</title>",
            f"<style>{STYLE}</style>",
            HEAD,
            f'<rect class="paper" width="{wide}" height="{high}" rx="10"/>',
            *(_board(example, n) for n, example in enumerate(EXAMPLES)),
            *_legend(rows * HEIGHT + 14),
            "</svg>\n",
        ]
    )


def _board(example: Example, number: int) -> str:
    x, y = number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT
    return "\n".join([f'<g transform="translate({x} {y})">', *_pieces(example), *_caption(example), "</g>"])


def _pieces(example: Example) -> Iterator[str]:
    yield from (f'<path class="cell" d="{_hexagon(*middle(name))}"/>' for name in NAMES)
    ways = landings(example)
    for priest, cells in ways.items():
        x, y = middle(priest)
        yield f'<circle class="priest{"" if cells else " still"}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    x, y = middle(example.at)
    yield f'<circle class="spirit" cx="{x:.1f}" cy="{y:.1f}" r="10"/>'
    yield f'<text class="letter" x="{x:.1f}" y="{y + 4.5:.1f}">{example.letter}</text>'
    yield from (_arrow(middle(priest), middle(cell)) for priest, cells in ways.items() for cell in cells)


def _hexagon(x: float, y: float) -> str:
    half = SIZE * sqrt(3) / 2
    corners = [(0, -SIZE), (half, -SIZE / 2), (half, SIZE / 2), (0, SIZE), (-half, SIZE / 2), (-half, -SIZE / 2)]
    return "M" + "L".join(f"{x + right:.1f} {y + down:.1f}" for right, down in corners) + "z"


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Draw a curved arrow, so that it does not hide a spirit."""
    right, down = end[0] - start[0], end[1] - start[1]
    bow = 0.16 if hypot(right, down) > 2.5 * SIZE else 0
    over = (start[0] + right / 2 + bow * down * 1.6, start[1] + down / 2 - bow * right * 1.6)
    return f'<path class="way" marker-end="url(#head)" d="M{_point(start)}Q{_point(over)} {_point(end)}"/>'


def _point(place: tuple[float, float]) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"


def _caption(example: Example) -> Iterator[str]:
    spirit, fields = spirit_of(example)
    yield f'<text class="name" x="14" y="184">{spirit.names["en"]}</text>'
    for n, line in enumerate(_description(fields)):
        yield f'<text class="field" x="14" y="{200 + 14 * n}">{escape(line)}</text>'


def _description(fields: dict[str, object]) -> list[str]:
    if "landings" in fields:
        return ["[spirit.landings]", "cell by cell"]
    move, start, *rest = (
        f"{name} = {json.dumps(fields[name])}" for name in ("move", "from", "distance", "steps") if name in fields
    )
    return [move, start, ", ".join(rest)]


def _legend(y: float) -> Iterator[str]:
    yield f'<circle class="priest" cx="20" cy="{y}" r="5"/>'
    yield _arrow((20, y), (48, y))
    yield f'<text class="legend" x="58" y="{y + 4}">a high priest and its possible landings</text>'
    yield f'<circle class="priest still" cx="300" cy="{y}" r="5"/>'
    yield f'<text class="legend" x="312" y="{y + 4}">a high priest that the spirit does not move</text>'


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    PICTURE.write_text(draw(), "utf-8")
