"""LOCUS: the most points that one activity can score immediately, by exhaustive search.

It follows every way to fill in, buy and discard to its end. A sheet reached in several ways is searched only once.
Steps only fill squares and spend coins, so the search is finite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Grid, new_array

from .rules import END, MAX_LEGAL, ZONES, apply, legal, total

if TYPE_CHECKING:
    from locarium.kernel.position import Position

    from .rules import Rules, State

KEY = ZONES + 2  # integers that identify a sheet
DEPTH = 96  # the most steps in an activity
TOO_MANY = -1
LOW31 = (1 << 31) - 1


@compiled
def write_key(state: State, seat: int, key: Array[int]) -> None:
    """Write everything that matters about a sheet within an activity. `reach` is left out: it follows from `filled`."""
    pending = state.singles[seat]
    for zone in range(ZONES):
        key[zone] = state.filled[seat, zone]
        pending = pending << 7 | state.doubles[seat, zone]
    key[ZONES] = pending + 1  # 0: the slot is free
    flags = (state.has_card >> seat & 1) << 1 | state.has_bought >> seat & 1
    key[ZONES + 1] = (state.earned[seat] << 7 | state.crossed[seat]) << 2 | flags


@compiled
def folded(product: int) -> int:
    """Fold 62 bits into 31, so that every bit counts."""
    return (product ^ product >> 31) & LOW31


@compiled
def is_new(table: Grid[int], size: int, key: Array[int]) -> bool:
    """Add a sheet to the table, whose size is a power of two. Return whether it is new."""
    mixed = 0
    for part in range(KEY):
        mixed = folded((mixed ^ key[part] & LOW31) * 1640531527)
        mixed = folded((mixed ^ key[part] >> 31) * 1540483477)
    place = mixed & size - 1
    while table[place, ZONES]:
        same = True
        for part in range(KEY):
            same &= table[place, part] == key[part]
        if same:
            return False
        place = place + 1 & size - 1
    for part in range(KEY):
        table[place, part] = key[part]
    return True


@compiled_entry
def search_activity(
    rules: Rules,
    states: Array[State],
    seat: int,
    table: Grid[int],
    size: int,
    path: Array[int],
    line: Array[int],
    most: int,
) -> int:
    """Search all sheets below states[0]. Return their number, or TOO_MANY. `line` gets the best points and steps."""
    actions = np.empty((DEPTH, MAX_LEGAL), np.int64)
    left = np.zeros(DEPTH, np.int64)  # actions left at each ply
    key = np.zeros(KEY, np.int64)
    write_key(states[0], seat, key)
    is_new(table, size, key)
    ply, count = 0, 1
    line[0], line[1] = -1, 0
    left[0] = legal(rules, states[0], seat, actions[0])
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        left[ply] -= 1
        action = actions[ply, left[ply]]
        if action == END:
            points = total(rules, states[ply], seat)
            if points > line[0] or (points == line[0] and ply < line[1]):
                line[0], line[1] = points, ply
                for step in range(ply):
                    line[2 + step] = path[step]
            continue
        states[ply + 1] = states[ply]
        apply(rules, states[ply + 1], seat, action)
        write_key(states[ply + 1], seat, key)
        if not is_new(table, size, key):
            continue
        count += 1
        if count > most or ply + 2 == DEPTH:
            return TOO_MANY
        path[ply] = action
        ply += 1
        left[ply] = legal(rules, states[ply], seat, actions[ply])
    return count


@dataclass(frozen=True)
class Best:
    """The best activity found."""

    points: int
    steps: list[int]  # actions, without the `end`
    sheets: int  # sheets searched


def best_activity(position: Position, seat: int, most: int) -> Best | None:
    """Return the activity that scores most at its end; None if it has too many sheets to search."""
    states = new_array(position.array.dtype, DEPTH)
    states[0] = position.array[0]
    size = 1 << (2 * most).bit_length()
    path, line = np.zeros(DEPTH, np.int64), np.zeros(DEPTH + 2, np.int64)
    table = np.zeros((size, KEY), np.int64)
    sheets = search_activity(position.setup.rules, states, seat, table, size, path, line, most)
    if sheets == TOO_MANY:
        return None
    return Best(int(line[0]), [int(action) for action in line[2 : 2 + line[1]]], int(sheets))
