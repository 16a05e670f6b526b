"""An independent implementation of GENIUS LOCI, with sets of coordinates.

It follows the steps of a record, keeps the board and lists the legal steps. It shares no code with the rules.
"""

from __future__ import annotations

import tomllib
from functools import cache

Cell = tuple[int, int]  # (row from 0, doubled column), as in the rule book; also the difference of two

CLOCKWISE: list[Cell] = [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)]  # E SE SW W NW NE
BOARD: dict[Cell, str] = {
    (row, 2 * i + abs(row - 3)): f"{letter}{i + 1}"
    for row, (letter, length) in enumerate(zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True))
    for i in range(length)
}
CELL_OF = {name: cell for cell, name in BOARD.items()}


def add(cell: Cell, direction: Cell, times: int = 1) -> Cell:
    """Return the place this many steps away, on the board or off it."""
    return cell[0] + times * direction[0], cell[1] + times * direction[1]


@cache
def neighbours(cell: Cell) -> list[Cell]:
    """Return the neighbours on the board, clockwise."""
    return [add(cell, direction) for direction in CLOCKWISE if add(cell, direction) in BOARD]


@cache
def distance(a: Cell, b: Cell) -> int:
    """Return the distance, found by walking."""
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {other for cell in reached for other in neighbours(cell)}
        steps += 1
    return steps


@cache
def seen_from(cell: Cell) -> dict[Cell, tuple[Cell, int]]:
    """Return the cells on lines from a cell, with direction and number of steps."""
    return {
        add(cell, direction, steps): (direction, steps)
        for direction in CLOCKWISE
        for steps in range(1, 7)
        if add(cell, direction, steps) in BOARD
    }


def around(at: Cell, cell: Cell, sixths: int) -> Cell:
    """Rotate a cell clockwise around another, by rotating the directions of the steps between them."""
    for number, direction in enumerate(CLOCKWISE):
        for first in range(1, 7):
            for second in range(7 - first):
                if add(add(at, direction, first), CLOCKWISE[(number + 1) % 6], second) == cell:
                    one, two = (CLOCKWISE[(number + more + sixths) % 6] for more in (0, 1))
                    return add(add(at, one, first), two, second)
    raise AssertionError("a cell cannot rotate around itself")


# The five spirits of the box: where a priest would land, on the board or off it.


def tractor(at: Cell, priest: Cell, *, anywhere: bool) -> set[Cell]:
    if anywhere:
        return {cell for cell in neighbours(priest) if distance(cell, at) < distance(priest, at)}
    return {add(priest, seen_from(priest)[at][0])} if at in seen_from(priest) else set()


def pulsor(at: Cell, priest: Cell, *, anywhere: bool) -> set[Cell]:
    if anywhere:
        return {cell for cell in neighbours(priest) if distance(cell, at) > distance(priest, at)}
    return {add(priest, seen_from(at)[priest][0])} if priest in seen_from(at) else set()


def saltator(at: Cell, priest: Cell, *, anywhere: bool) -> set[Cell]:
    if anywhere:
        return {(2 * at[0] - priest[0], 2 * at[1] - priest[1])}
    if at not in seen_from(priest):
        return set()
    direction, steps = seen_from(priest)[at]
    return {add(at, direction, steps)}


def scylla(at: Cell, priest: Cell, *, anywhere: bool) -> set[Cell]:
    circle = [add(at, direction) for direction in CLOCKWISE]
    return {circle[(circle.index(priest) + 1) % 6]} if priest in circle else set()


def charybdis(at: Cell, priest: Cell, *, anywhere: bool) -> set[Cell]:
    circle = [add(at, direction) for direction in CLOCKWISE]
    return {circle[circle.index(priest) - 1]} if priest in circle else set()


HOUSE = {"T": tractor, "P": pulsor, "S": saltator, "Y": scylla, "C": charybdis}


class OwnSpirit:
    """A spirit described in an edition."""

    def __init__(self, fields: dict) -> None:
        self.fields = fields

    def __call__(self, at: Cell, priest: Cell, *, anywhere: bool) -> set[Cell]:
        if "landings" in self.fields:
            names = self.fields["landings"].get(BOARD[at], {}).get(BOARD[priest], [])
            return {CELL_OF[name] for name in names}
        move, steps = self.fields["move"], self.fields.get("steps", 1)
        on_line = self.fields.get("from", "any") == "line"
        if anywhere and move in ("towards", "away", "mirror"):
            on_line = False
        apart = distance(at, priest)
        if self.fields.get("distance", "any") not in ("any", apart) or (on_line and at not in seen_from(priest)):
            return set()
        if move == "mirror":
            return {(2 * at[0] - priest[0], 2 * at[1] - priest[1])}
        if move == "clockwise":
            return {around(at, priest, steps)}
        if move == "anticlockwise":
            return {around(at, priest, -steps)}
        nearer = steps if move == "towards" else -steps
        if on_line:
            direction, _ = seen_from(priest)[at]
            return {add(priest, direction, nearer)} if nearer < apart else set()
        return {cell for cell in BOARD if distance(priest, cell) == steps and distance(cell, at) == apart - nearer}


class Referee:
    """Follows the steps of a record and keeps the board."""

    def __init__(self, position: str, *, lines: str = "axis", single: bool = False, edition: str | None = None) -> None:
        rows, self.to_move = position.split(" ")
        self.marks: dict[Cell, str] = {}
        for letter, row in zip("gfedcba", rows.split("/"), strict=True):
            for number, mark in enumerate(row, start=1):
                if mark != ".":
                    self.marks[CELL_OF[f"{letter}{number}"]] = mark
        self.spirits = dict(HOUSE) if edition is None else _own_spirits(edition)
        self.anywhere, self.single = lines == "any", single
        self.known: dict[tuple[str, Cell, Cell], set[Cell]] = {}
        self.turns = 0
        self.begin_turn(self.to_move)

    def begin_turn(self, to_move: str) -> None:
        """Start a turn without a priest. A player who can't sacrifice loses."""
        self.to_move, self.priest = to_move, None
        self.given: set[str] = set()  # the spirits that received a sacrifice
        self.turns += 1
        self.is_over = not self.sacrifices()

    @property
    def position(self) -> str:
        rows = ["".join(self.marks.get(cell, ".") for cell in BOARD if cell[0] == row) for row in range(6, -1, -1)]
        return f"{'/'.join(rows)} {self.to_move}"

    @property
    def shown(self) -> tuple[object, ...]:
        """Return the full state in the form that `shown_by` returns for a view."""
        priest = BOARD[self.priest] if self.priest else None
        active = [] if self.is_over else ["wb".index(self.to_move)]
        return self.position, priest, sorted(self.given), active, self.is_over, self.turns

    def legal(self) -> set[str]:
        """Return all legal steps as text."""
        if self.is_over:
            return set()
        return self.sacrifices() | ({"end"} if self.priest else set())

    def sacrifices(self) -> set[str]:
        humans = {cell for cell, mark in self.marks.items() if mark in "wb"}
        priests = [self.priest] if self.priest else [cell for cell in humans if self.marks[cell] == self.to_move]
        found = set()
        for spirit in set(self.spirits) - self.given:
            standing = next(cell for cell, mark in self.marks.items() if mark == spirit)
            for at in [standing, *(cell for cell in seen_from(standing) if cell not in self.marks)]:
                moved = "" if at == standing else f"-{BOARD[at]}"
                for priest in priests:
                    named = "" if self.priest else f"{BOARD[priest]} "
                    for landing in self.landings(spirit, at, priest) & humans:
                        assert landing != priest
                        found.add(f"{named}{spirit}{moved}x{BOARD[landing]}")
        return found

    def landings(self, spirit: str, at: Cell, priest: Cell) -> set[Cell]:
        key = spirit, at, priest
        if key not in self.known:
            self.known[key] = {
                cell
                for cell in self.spirits[spirit](at, priest, anywhere=self.anywhere)
                if cell in BOARD and cell != priest
            }
        return self.known[key]

    def apply(self, step: str) -> None:
        """Apply a legal step."""
        if step == "end":
            self.begin_turn("b" if self.to_move == "w" else "w")
            return
        named, _, rest = step.rpartition(" ")
        where, _, landing = rest.partition("x")
        spirit, _, moved = where.partition("-")
        if moved:
            del self.marks[next(cell for cell, mark in self.marks.items() if mark == spirit)]
            self.marks[CELL_OF[moved]] = spirit
        priest = CELL_OF[named] if named else self.priest
        assert priest is not None
        del self.marks[priest]
        self.priest = CELL_OF[landing]
        self.marks[self.priest] = self.to_move
        self.given.add(spirit)
        if self.single or not self.sacrifices():
            self.begin_turn("b" if self.to_move == "w" else "w")

    def copy(self) -> Referee:
        other = Referee.__new__(Referee)
        other.__dict__.update(self.__dict__)
        other.marks, other.given = dict(self.marks), set(self.given)
        return other

    def perft(self, depth: int) -> int:
        """Return the number of step sequences of this length."""
        steps = self.legal()
        if depth == 1:
            return len(steps)
        total = 0
        for step in steps:
            after = self.copy()
            after.apply(step)
            total += after.perft(depth - 1)
        return total


def _own_spirits(edition: str) -> dict:
    return {fields["letter"]: OwnSpirit(fields) for fields in tomllib.loads(edition)["spirit"]}
