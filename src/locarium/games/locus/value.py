"""LOCUS: the value of a sheet between two activities, in points at the end of the game.

One sum predicts the points of each zone from its filled squares. A second sum predicts the total from the five zones
in ascending order, the coins and the bonuses still available. The weights depend on the turns left and were learned;
see `weights.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from locarium.kernel.bits import count_bits, lowest_bit
from locarium.kernel.jit import compiled, compiled_brief
from locarium.kernel.layout import Array, Grid, Layout, dtype_of, new_array

from .edition import GREEN, MAX_ROWS, PURPLE, RED, YELLOW
from .rules import ZONES, connected, purse, zone_points

if TYPE_CHECKING:
    from .rules import Rules, State

ZONE_PARTS, WHOLE_PARTS = 10, 19  # parts in each of the two sums
FILLED, ALWAYS = ZONE_PARTS - 2, ZONE_PARTS - 1  # parts of every zone: its filled squares and a constant
KNOTS = (0, 1, 3, 6, 10, 15)  # weights are learned for these numbers of turns left and interpolated in between
# the largest distances with parts of their own; larger ones count the same
FARTHEST_END, FARTHEST_BOLD, FARTHEST_LINE = 6, 4, 7
MOST_MISSING_IN_ROW, MOST_MISSING_IN_BLOCK = 5, 7
MOST_TURNS_LEFT = 15
# [turns left, knot] -> how much the knot's weights count
SHARES = np.array([np.interp(range(MOST_TURNS_LEFT + 1), KNOTS, row) for row in np.eye(len(KNOTS))]).T
TENTH = 0.1  # scales counts of squares down to the size of the other parts


class Outlook(Layout):
    """The weights for a number of turns left, and precomputed facts about the sheet."""

    zone_weights: Annotated[Grid[float], ZONES, ZONE_PARTS]
    whole_weights: Annotated[Array[float], WHOLE_PARTS]
    line_rows: Annotated[Array[int], MAX_ROWS]  # blue: the lowest row that reaches the line, from 0
    doubles: Annotated[Array[int], ZONES]  # bit sets of the squares with a double-block bonus


OUTLOOK = dtype_of(Outlook)


@compiled
def spread(rules: Rules, zone: int, squares: int) -> int:
    """Return the squares that touch these squares."""
    found = 0
    rest = squares
    while rest:
        found |= rules.near[zone, lowest_bit(rest)]
        rest &= rest - 1
    return found


@compiled
def count_missing(
    squares: Array[int], points: Array[int], count: int, filled: int, most: int, parts: Array[float]
) -> None:
    """Add up the points of rows or blocks by the number of missing squares."""
    for n in range(count):
        parts[min(most, count_bits(squares[n] & ~filled))] += points[n]


@compiled
def count_by_distance(
    rules: Rules, zone: int, filled: int, start: int, goals: int, weight: float, most: int, parts: Array[float]
) -> None:
    """Count goals by the number of squares to fill until they connect to the start."""
    reached = connected(rules, zone, filled, start) | start
    parts[0] += weight * count_bits(goals & reached & filled)
    missing = goals & ~(reached & filled)
    at_start = missing & reached
    parts[1] += weight * count_bits(at_start)
    missing &= ~at_start
    frontier = reached
    distance = 0
    while missing and frontier:
        distance += 1
        frontier = spread(rules, zone, frontier) & ~reached
        touched = frontier & filled
        if touched:
            frontier |= spread(rules, zone, connected(rules, zone, filled, touched)) & ~reached
        reached |= frontier
        parts[min(most, distance)] += weight * count_bits(missing & frontier)
        missing &= ~frontier


@compiled
def best_group(rules: Rules, filled: int) -> int:
    """Return the purple group with the most bold squares. Among equals, the larger one wins."""
    best, most = 0, -1
    rest = filled
    while rest:
        group = connected(rules, PURPLE, filled, rest & -rest)
        size = count_bits(group & rules.bold[PURPLE]) * 64 + count_bits(group)
        if size > most:
            best, most = group, size
        rest &= ~group
    return best


@compiled
def measure_purple(rules: Rules, filled: int, parts: Array[float]) -> None:
    """Measure the group's points and squares, the bold squares around it, and the value of the next bold square."""
    group = best_group(rules, filled)
    bold = rules.bold[PURPLE]
    size = count_bits(group & bold)
    if group:
        count_by_distance(rules, PURPLE, filled, group, bold & ~group, 1.0, FARTHEST_BOLD, parts)
    else:
        parts[FARTHEST_BOLD] = count_bits(bold)
    parts[0] = rules.group_points[size]
    parts[5] = TENTH * count_bits(group)
    if size < count_bits(bold):
        step = rules.group_points[size + 1] - rules.group_points[size]
        parts[6] = step if parts[1] else 0.0
        parts[7] = step if parts[2] and not parts[1] else 0.0


@compiled
def measure_blue(rules: Rules, outlook: Outlook, filled: int, parts: Array[float]) -> None:
    """Measure the value that every line adds, by the number of missing rows."""
    top = -1
    rest = filled
    while rest:
        top = max(top, rules.height[lowest_bit(rest)])
        rest &= rest - 1
    before = 0
    for line in range(rules.lines):
        missing = max(0, outlook.line_rows[line] - top)
        if missing > 5:
            missing = 6 if missing < 9 else FARTHEST_LINE
        parts[missing] += rules.line_points[line] - before
        before = rules.line_points[line]


@compiled
def measure_zone(rules: Rules, outlook: Outlook, zone: int, filled: int, parts: Array[float]) -> None:
    """Measure the parts of a zone's sum."""
    for n in range(ZONE_PARTS):
        parts[n] = 0.0
    if zone == YELLOW:
        count_missing(rules.row_squares, rules.row_points, rules.rows, filled, MOST_MISSING_IN_ROW, parts)
    elif zone == PURPLE:
        measure_purple(rules, filled, parts)
    elif zone == RED:
        count_missing(rules.block_squares, rules.block_points, rules.blocks, filled, MOST_MISSING_IN_BLOCK, parts)
    elif zone == GREEN:
        bold, ends = rules.bold[GREEN], rules.ends
        count_by_distance(rules, GREEN, filled, bold, ends, float(rules.end_points), FARTHEST_END, parts)
    else:
        measure_blue(rules, outlook, filled, parts)
    parts[FILLED] = TENTH * count_bits(filled)
    parts[ALWAYS] = 1.0


@compiled
def foretell_zone(rules: Rules, outlook: Outlook, zone: int, filled: int, parts: Array[float]) -> float:
    """Predict a zone's final points, never below its current ones. `parts` is scratch space."""
    measure_zone(rules, outlook, zone, filled, parts)
    points = 0.0
    for n in range(ZONE_PARTS):
        points += outlook.zone_weights[zone, n] * parts[n]
    return max(points, float(zone_points(rules, zone, filled)))


@compiled
def measure_whole(
    rules: Rules, outlook: Outlook, state: State, seat: int, zones: Array[float], parts: Array[float]
) -> None:
    """Measure the parts of the second sum: zones in ascending order, coins, and bonuses available or within reach."""
    for n in range(ZONES):
        parts[n] = zones[n]
        i = n
        while i > 0 and parts[i - 1] > parts[i]:
            parts[i - 1], parts[i] = parts[i], parts[i - 1]
            i -= 1
    coins = purse(state, seat)
    for n in range(4):
        parts[5 + n] = 1.0 if coins > n else 0.0
    parts[9] = coins
    parts[10] = rules.circles - state.earned[seat]
    for n in range(11, 17):
        parts[n] = 0.0
    for zone in range(ZONES):
        left = ~state.filled[seat, zone]
        near = left & state.reach[seat, zone]
        parts[11] += count_bits(rules.coin_bonuses[zone] & left)
        parts[12] += count_bits(rules.single_bonuses[zone] & left)
        parts[13] += count_bits(outlook.doubles[zone] & left)
        parts[14] += count_bits(rules.coin_bonuses[zone] & near)
        parts[15] += count_bits(rules.single_bonuses[zone] & near)
        parts[16] += count_bits(outlook.doubles[zone] & near)
    parts[17] = min(8.0, parts[0])
    parts[18] = 1.0


@compiled
def foretell(
    rules: Rules, outlook: Outlook, state: State, seat: int, zones: Array[float], parts: Array[float]
) -> float:
    """Predict a sheet's final total from the predicted points of its zones."""
    measure_whole(rules, outlook, state, seat, zones, parts)
    points = 0.0
    for n in range(WHOLE_PARTS):
        points += outlook.whole_weights[n] * parts[n]
    return points


@compiled_brief
def look_at_sheet(rules: Rules, outlooks: Array[Outlook]) -> None:
    """Fill in the facts about the sheet."""
    for n in range(len(outlooks)):
        for line in range(rules.lines):
            row = 1 << 30
            rest = rules.line_squares[line]
            while rest:
                row = min(row, rules.height[lowest_bit(rest)])
                rest &= rest - 1
            outlooks[n].line_rows[line] = row
        for zone in range(ZONES):
            outlooks[n].doubles[zone] = 0
            for colour in range(ZONES):
                outlooks[n].doubles[zone] |= rules.double_bonuses[zone, colour]


@compiled_brief
def measure_sheet(
    rules: Rules,
    outlooks: Array[Outlook],
    states: Array[State],
    seat: int,
    zones: Array[Array[float]],
    whole: Array[float],
) -> None:
    """Write the parts of both sums for a seat of states[0], except the zones' points. For learning."""
    points = np.zeros(ZONES, np.float64)
    for zone in range(ZONES):
        measure_zone(rules, outlooks[0], zone, states[0].filled[seat, zone], zones[zone])
    measure_whole(rules, outlooks[0], states[0], seat, points, whole)


class Weights:
    """The learned weights: both sums at every knot."""

    def __init__(self, zones: Any, whole: Any) -> None:
        self.zones = np.array(zones, np.float64).reshape(len(KNOTS), ZONES, ZONE_PARTS)
        self.whole = np.array(whole, np.float64).reshape(len(KNOTS), WHOLE_PARTS)

    def outlooks(self, rules: Any) -> Any:
        """Return the weights by turns left, with the facts about the sheet."""
        found = new_array(OUTLOOK, MOST_TURNS_LEFT + 1)
        found["zone_weights"] = np.tensordot(SHARES, self.zones, 1)
        found["whole_weights"] = SHARES @ self.whole
        look_at_sheet(rules, found)
        return found


@cache
def learned() -> Weights:
    """Load the built-in weights."""
    table = tomllib.loads(files(__package__).joinpath("weights.toml").read_text("utf-8"))
    return Weights(table["zones"], table["whole"])
