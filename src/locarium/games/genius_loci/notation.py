"""GENIUS LOCI: steps as text, `d2 Yxd1`, `S-d2xd3`, `end`, `spirits T b3 …`, `place …`."""

from __future__ import annotations

import re
from math import comb
from typing import TYPE_CHECKING, Any

from locarium.kernel.bits import elements
from locarium.kernel.deals import digits_of
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.jit import plain

from .board import CELL_OF, CELLS, NAMES
from .edition import SPIRITS
from .rules import END, HOUSE, LATER, STAY, WHERES, landing_of, spirit_of, where_of
from .setup import APART, MAX_HUMANS, ON_SPIRIT_CELLS, Placement, parse_placement, show_placement

if TYPE_CHECKING:
    from .rules import State

SEALED = "?"  # GENIUS LOCI has no face-down choices

_STEP = re.compile(r"(?:([a-g][1-7]) )?([A-Z])(?:-([a-g][1-7]))?x([a-g][1-7])")
_EXPECTED = "a sacrifice such as 'd2 Yxd1', 'd2 Y-e3xd1', later in a turn 'S-d2xd3', or 'end'"


def letters_of(rules: Any) -> str:
    """Return the letters of the spirits, in the edition's order."""
    return "".join(spirit.letter for spirit in rules.box)


def parse_cell(text: str) -> int:
    """Return the cell with this name."""
    if text not in CELL_OF:
        raise BadNotation(text, "a cell: a1 to a4, b1 to b5, c1 to c6, d1 to d7, e1 to e6, f1 to f5, g1 to g4")
    return CELL_OF[text]


def split_step(text: str) -> tuple[str | None, str, str | None, str]:
    """Return the priest if named, the spirit's letter, its new cell if it moves, and the victim's cell."""
    match = _STEP.fullmatch(text)
    if match is None:
        raise BadNotation(text, _EXPECTED)
    return match[1], match[2], match[3], match[4]


def parse(rules: Any, text: str) -> int:
    """Return the action that a text describes."""
    if text == "end":
        return END
    priest, letter, moved, landing = split_step(text)
    letters = letters_of(rules)
    if letter not in letters:
        raise BadNotation(text, f"one of the spirits {' '.join(letters)}")
    taken = (letters.index(letter) * CELLS + parse_cell(landing)) * WHERES + (
        STAY if moved is None else parse_cell(moved)
    )
    return LATER + taken if priest is None else parse_cell(priest) * SPIRITS * CELLS * WHERES + taken


def show(rules: Any, action: int) -> str:
    """Return the text of an action, the inverse of `parse`."""
    if action == END:
        return "end"
    priest = f"{NAMES[action // (SPIRITS * CELLS * WHERES)]} " if action < LATER else ""
    where = plain(where_of)(action)
    moved = "" if where == STAY else f"-{NAMES[where]}"
    return f"{priest}{rules.box[plain(spirit_of)(action)].letter}{moved}x{NAMES[plain(landing_of)(action)]}"


def spirit_served(text: str) -> str | None:
    """Return the letter of the spirit that receives a sacrifice."""
    return None if text == "end" else split_step(text)[1]


def placement_of(state: Any, to_move: int) -> Placement:
    """Return the positions of all pieces."""
    spirits = tuple(int(state.spirits[spirit]) for spirit in range(SPIRITS))
    return Placement((int(state.humans[0]), int(state.humans[1])), spirits, to_move)


def show_chance(rules: Any, dealt: State, now: State) -> str:
    """Return `spirits` with their cells, or `place` and the whole position."""
    letters = letters_of(rules)
    if rules.setup != HOUSE:
        return f"place {show_placement(placement_of(dealt, 0), letters)}"
    words = [f"{letter} {NAMES[dealt.spirits[spirit]]}" for spirit, letter in enumerate(letters)]
    return " ".join(["spirits", *words])


def parse_chance(rules: Any, state: State, text: str) -> list[int]:
    """Return the digits of the draws that place the pieces as in the text."""
    return _parse_spirits(rules, text) if rules.setup == HOUSE else _parse_place(rules, text)


def _parse_spirits(rules: Any, text: str) -> list[int]:
    letters, cells = letters_of(rules), elements(ON_SPIRIT_CELLS)
    words = text.split(" ")
    allowed = ", ".join(NAMES[cell] for cell in cells)
    expected = f"'spirits' and, in the order {' '.join(letters)}, each letter with one of {allowed}"
    if len(words) != 1 + 2 * SPIRITS or words[0] != "spirits" or words[1::2] != list(letters):
        raise BadNotation(text, expected)
    found = [parse_cell(word) for word in words[2::2]]
    if sorted(found) != cells:
        raise BadNotation(text, expected)
    return digits_of([cells.index(cell) for cell in found], SPIRITS)[:-1]


def _parse_place(rules: Any, text: str) -> list[int]:
    if not text.startswith("place "):
        raise BadNotation(text, "'place' and a position")
    try:
        placement = parse_placement(text.removeprefix("place "), letters_of(rules))
    except BadInput as error:
        raise BadNotation(text, f"'place' and a position: {error}") from None
    if placement.to_move != 0 or any(humans.bit_count() != MAX_HUMANS for humans in placement.humans):
        raise BadNotation(text, f"a full board with {MAX_HUMANS} humans for each player, and w to move")
    on_spirits = sum(1 << cell for cell in placement.spirits)
    mix = _rank(elements(placement.humans[0] | placement.humans[1]), placement.humans[0])
    if rules.aligned:
        return [*digits_of(placement.spirits, CELLS), mix]
    if on_spirits not in APART:
        raise BadNotation(text, "spirits with no two on a line (unless the option aligned is set)")
    cells = elements(on_spirits)
    return [APART.index(on_spirits), *digits_of([cells.index(cell) for cell in placement.spirits], SPIRITS)[:-1], mix]


def _rank(cells: list[int], chosen: int) -> int:
    """Return the index of this choice of half of the cells, the inverse of `rules.mixed`."""
    number, wanted = 0, MAX_HUMANS
    for place, cell in enumerate(cells):
        left = len(cells) - place
        if wanted == 0:
            break
        if chosen >> cell & 1:
            wanted -= 1
        else:
            number += comb(left - 1, wanted - 1)
    return number
