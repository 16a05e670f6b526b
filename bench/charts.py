"""Charts of the figures: bars with minimum, maximum and goal. Plain SVG, for light and dark themes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .measure import Figure, Spread

WIDTH, LEFT, RIGHT = 760, 210, 90  # pixels; margins for names and numbers
TOP, ROW, BAR, FOOT = 64, 30, 14, 40
LEGEND = "thin line: minimum to maximum; vertical mark: goal"
STYLE = """
  .panel { fill: #fffaf0 } .ink { fill: #2b1d16 } .soft { fill: #65503f } .line { stroke: #cdb894 }
  .bar { fill: #a83f24 } .missed { fill: #8a7a66 } .spread { stroke: #2b1d16 } .goal { stroke: #0b4f8a }
  text { font: 13px Seravek, Ubuntu, Calibri, "Noto Sans", "DejaVu Sans", sans-serif } .title { font-size: 16px }
  @media (prefers-color-scheme: dark) {
    .panel { fill: #2a201a } .ink { fill: #f5e9d7 } .soft { fill: #c9b59d } .line { stroke: #54432f }
    .bar { fill: #e8805a } .missed { fill: #9b8b76 } .spread { stroke: #f5e9d7 } .goal { stroke: #8fd0ff }
  }
"""


@dataclass(frozen=True)
class Chart:
    """A bar chart of some figures."""

    name: str  # name of its file
    title: str
    of: Callable[[Figure], Spread | None]  # the numbers to draw; None leaves the figure out
    ticks: Sequence[float]
    is_logarithmic: bool = False

    def shown(self, figures: Sequence[Figure]) -> list[tuple[Figure, Spread]]:
        """Return the figures that have a bar, each with its numbers."""
        return [(figure, numbers) for figure in figures if (numbers := self.of(figure))]

    def place(self, value: float) -> float:
        """Return the position of a value, in pixels from the left."""
        scaled = log10 if self.is_logarithmic else float
        low, high = scaled(self.ticks[0]), scaled(self.ticks[-1])
        share = (scaled(max(value, self.ticks[0])) - low) / (high - low)
        return LEFT + min(1.0, share) * (WIDTH - LEFT - RIGHT)


def _rule_ratio(figure: Figure) -> Spread | None:
    return figure.ratio if figure.name.startswith(("loco-", "lokus-", "locus-", "genius-loci-")) else None


def _server_ratio(figure: Figure) -> Spread | None:
    return figure.ratio if figure.name.startswith("server-") and figure.name != "server-paced" else None


def _share_of_wins(figure: Figure) -> Spread | None:
    return figure.ours if figure.name.startswith("strength-") and figure.unit.startswith("%") else None


CHARTS = (
    Chart("rules", "Rules: speed as a multiple of the peer's", _rule_ratio, (0.5, 1, 10, 100, 1000, 5000), True),
    Chart(
        "server", "Server: moves, times and costs as a multiple of the peer's", _server_ratio, (0, 0.5, 1, 1.5, 2, 2.5)
    ),
    Chart("strength", "Masters: first places in percent", _share_of_wins, (0, 25, 50, 75, 100)),
)


def number(value: float) -> str:
    """Format a number with about three significant digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def draw(chart: Chart, figures: Sequence[Figure]) -> str:
    """Draw the chart as SVG. Comparisons with another game must come last."""
    rows = chart.shown(figures)
    alike = sum(not figure.other_game for figure, _ in rows)
    is_mixed = alike < len(rows)  # comparisons with another game come last, below a heading
    height = TOP + ROW * (len(rows) + is_mixed) + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(chart.title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="panel" width="{WIDTH}" height="{height}" rx="10"/>',
        f'<text class="ink title" x="16" y="26">{escape(chart.title)}</text>',
        *(_tick(chart, tick, height) for tick in chart.ticks),
    ]
    for number, (figure, numbers) in enumerate(rows):
        parts += _bar(chart, figure, numbers, TOP + ROW * (number + figure.other_game))
    if is_mixed:
        parts.append(f'<text class="soft" x="16" y="{TOP + ROW * alike + BAR - 2}">compared with another game:</text>')
    parts.append(f'<text class="soft" x="16" y="{height - 14}">{LEGEND}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _tick(chart: Chart, tick: float, height: int) -> str:
    x = chart.place(tick)
    return (
        f'<path class="line" d="M{x:.1f} {TOP - 8}V{height - FOOT}"/>'
        f'<text class="soft" x="{x:.1f}" y="{TOP - 14}" text-anchor="middle">{tick:g}</text>'
    )


def _bar(chart: Chart, figure: Figure, numbers: Spread, top: int) -> list[str]:
    """Draw one row: the name, the bar, its spread, the goal and the number."""
    length, middle, base = max(1.0, chart.place(numbers.median) - LEFT), top + BAR / 2, top + BAR - 2
    shade = "missed" if figure.met is False else "bar"
    sign = " missed" if figure.met is False else ""
    parts = [
        f'<text class="ink" x="16" y="{base}">{escape(figure.name)}</text>',
        f'<rect class="{shade}" x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR}" rx="2"/>',
        f'<path class="spread" d="M{chart.place(numbers.least):.1f} {middle}H{chart.place(numbers.most):.1f}"/>',
        f'<text class="ink" x="{WIDTH - 12}" y="{base}" text-anchor="end">{number(numbers.median)}{sign}</text>',
    ]
    if figure.goal and numbers is getattr(figure, figure.goal.of):
        x = chart.place(figure.goal.bound)
        parts.append(f'<path class="goal" stroke-width="3" d="M{x:.1f} {top - 4}V{top + BAR + 4}"/>')
    return parts
