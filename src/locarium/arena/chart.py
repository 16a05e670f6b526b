"""Standings as an SVG chart: one line per player, with Elo and its interval."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .standings import Standing

WIDTH, LEFT, RIGHT, LINE, TOP = 720, 220, 40, 34, 46
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #222 }
  .soft { fill: #777; font-size: 12px }
  .axis { stroke: #bbb } .bar { stroke: #2a6f97; stroke-width: 3 } .dot { fill: #2a6f97 }
  @media (prefers-color-scheme: dark) {
    text { fill: #eee } .soft { fill: #aaa } .axis { stroke: #555 } .bar { stroke: #8ecae6 } .dot { fill: #8ecae6 }
  }
"""


def to_svg(title: str, standings: Sequence[Standing]) -> str:
    """Draw the chart, with a title for screen readers."""
    low = min(standing.elo_low for standing in standings)
    high = max(standing.elo_high for standing in standings)
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1)
    height = TOP + LINE * len(standings) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<text x="{LEFT}" y="24">{escape(title)}</text>',
    ]
    for number, standing in enumerate(standings):
        y = TOP + LINE * number + 14
        first, middle, last = (
            LEFT + (elo - low) * scale for elo in (standing.elo_low, standing.elo, standing.elo_high)
        )
        parts += [
            f'<text x="{LEFT - 14}" y="{y + 5}" text-anchor="end">{escape(standing.name)}</text>',
            f'<line class="bar" x1="{first:.1f}" x2="{last:.1f}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{middle:.1f}" cy="{y}" r="5"/>',
            f'<text class="soft" x="{middle:.1f}" y="{y - 9}" text-anchor="middle">{standing.elo:+.0f}</text>',
        ]
    bottom = height - 24
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{bottom}" y2="{bottom}"/>')
    parts.append(f'<text class="soft" x="{LEFT}" y="{height - 8}">Elo {low:+.0f}</text>')
    parts.append(f'<text class="soft" x="{WIDTH - RIGHT}" y="{height - 8}" text-anchor="end">{high:+.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
