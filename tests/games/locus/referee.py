"""An independent implementation of LOCUS, with sets of squares read straight from the edition's text.

It follows the steps of a record, keeps the table and lists the legal steps. It shares no code with the rules.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache

Square = tuple[int, int]  # (column, row), from 0, starting at the lower left corner

ZONES = {"Y": "yellow", "P": "purple", "R": "red", "G": "green", "B": "blue"}
ROUNDS = {2: 8, 3: 5, 4: 4, 5: 3}


def drawing(text: str) -> dict[Square, str]:
    """Return the marks of a drawing by square."""
    lines = text.split()
    return {(c, len(lines) - 1 - r): mark for r, line in enumerate(lines) for c, mark in enumerate(line)}


def name(square: Square) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]), int(text[1:]) - 1


def around(square: Square) -> set[Square]:
    c, r = square
    return {(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)}


def group_of(start: Square, squares: set[Square]) -> set[Square]:
    """Return the squares connected to the start, including the start itself."""
    group, waiting = set(), [start]
    while waiting:
        square = waiting.pop()
        if square in squares and square not in group:
            group.add(square)
            waiting.extend(around(square))
    return group


def turned_and_mirrored(lines: list[str]) -> list[list[str]]:
    """Return the eight rotations and reflections of a shape."""
    found = []
    for _ in range(4):
        lines = ["".join(column) for column in zip(*lines[::-1], strict=True)]  # a quarter turn
        found += [lines, [line[::-1] for line in lines]]
    return found


@cache
def places(shape: str, zone: str) -> list[frozenset[Square]]:
    """Return all placements of a shape (lines separated by slashes) in a zone."""
    grid = {square for square, mark in drawing(zone).items() if mark != "#"}
    found = set()
    for turned in turned_and_mirrored(shape.split("/")):
        squares = [square for square, mark in drawing("\n".join(turned)).items() if mark == "X"]
        for column in range(max(c for c, _ in grid) + 1):
            for row in range(max(r for _, r in grid) + 1):
                moved = frozenset((c + column, r + row) for c, r in squares)
                if moved <= grid:
                    found.add(moved)
    return list(found)


@dataclass
class Sheet:
    """The sheet of a player and its open obligations."""

    earned: int  # circles filled
    crossed: int = 0
    filled: dict[str, set[Square]] = field(default_factory=lambda: {zone: set() for zone in ZONES})
    pending: list[str] = field(default_factory=list)  # unused bonuses: double-y …, single
    taken: str | None = None  # this turn's card
    card: str | None = None  # must be filled in or discarded
    bought: bool = False
    busy: bool = False

    @property
    def coins(self) -> int:
        return self.earned - self.crossed


class Referee:
    """Follows the steps of a record and keeps the table."""

    def __init__(self, edition_text: str, seats: int, coins: str = "combined", order: str = "together") -> None:
        box = tomllib.loads(edition_text)
        self.coins_by, self.is_printed = coins, order == "printed"
        self.circles = box["coin_circles"]
        self.zones = {letter: box["zones"][colour] for letter, colour in ZONES.items()}
        self.grids = {
            letter: {square: mark for square, mark in drawing(zone["squares"]).items() if mark != "#"}
            for letter, zone in self.zones.items()
        }
        self.bonuses = {letter: drawing(zone["bonuses"]) for letter, zone in self.zones.items()}
        self.shapes = {"single": ["X"], "double": ["XX"]} | box["shapes"]
        self.cards = self.read_cards(box["cards"])
        self.seats = [Sheet(box["starting_coins"]) for _ in range(seats)]
        self.turns_left = 16 if seats == 1 else ROUNDS[seats] * seats
        self.extra_rounds = self.star = 0
        self.deck: list[str] = []
        self.discards = list(self.cards)  # the cards of the next deck
        self.unseen: list[str] = []
        self.shown: list[str] = []
        self.taking: list[int] = []  # seats that have yet to take a card, in order
        self.leftover: str | None = None
        self.is_final = self.is_over = False
        self.turn_begins = True

    def read_cards(self, table: dict[str, list[str]]) -> dict[str, tuple[str, str, bool]]:
        """Return the colour letter, shape and coin of each card by id."""
        found: dict[str, tuple[str, str, bool]] = {}
        for colour in ("yellow", "purple", "red", "green", "blue", "wild"):
            for entry in table.get(colour, []):
                shape, coin = entry.rstrip("$"), entry.endswith("$")
                plain, number = f"{colour[0]}-{shape.lower()}", 2
                card = plain
                while card in found:
                    card, number = f"{plain}-{number}", number + 1
                found[card] = (colour[0].upper(), shape, coin)
        return found

    # Legal steps.

    @property
    def active(self) -> list[int]:
        if self.taking:
            return [self.taking[0]]
        return [number for number, sheet in enumerate(self.seats) if sheet.busy]

    @property
    def may_act(self) -> list[int]:
        return list(range(len(self.seats))) if self.taking and self.is_printed else self.active

    def legal(self, seat: int) -> set[str]:
        """Return all legal steps of a seat that may act, as text."""
        sheet = self.seats[seat]
        found = {f"take {card}" for card in self.free()} if seat in self.taking[:1] else set()
        if self.taking and not self.is_printed:
            return found
        if sheet.coins >= 2 and self.ways("single", sheet):
            found.add("blocks")
        if "single" in sheet.pending:
            found |= self.fills("single", "W", "single", 0, sheet)
        if seat in self.taking:
            return found
        if sheet.card:
            found |= {"discard"} | self.fills("card", *self.cards[sheet.card][:2], 0, sheet)
        elif not self.taking:
            found.add("end")
        for what in set(sheet.pending) - {"single"}:
            kind, _, colour = what.partition("-")
            found |= self.fills(what, colour.upper(), kind, 0, sheet)
        if self.leftover and not sheet.bought:
            found |= self.fills("leftover", *self.cards[self.leftover][:2], 3, sheet)
        return found

    def free(self) -> list[str]:
        return [card for card in self.shown if all(sheet.taken != card for sheet in self.seats)]

    def fills(self, what: str, colour: str, shape: str, price: int, sheet: Sheet) -> set[str]:
        return {
            f"fill {what} {zone} {' '.join(name(square) for square in sorted(squares))}"
            for zone, squares in self.ways(shape, sheet)
            if sheet.coins >= price + (colour not in (zone, "W"))
        }

    def ways(self, shape: str, sheet: Sheet) -> list[tuple[str, frozenset[Square]]]:
        """Return where a shape fits on a sheet."""
        return [
            (zone, squares)
            for zone in ZONES
            for squares in places("/".join(self.shapes[shape]), self.zones[zone]["squares"])
            if not squares & sheet.filled[zone] and self.begins_or_touches(zone, squares, sheet.filled[zone])
        ]

    def begins_or_touches(self, zone: str, squares: frozenset[Square], filled: set[Square]) -> bool:
        if zone == "R":
            return True
        return any(self.grids[zone][square] == "B" or around(square) & filled for square in squares)

    # Applying steps.

    def apply(self, seat: int | None, text: str) -> None:
        """Apply a written step."""
        word, *words = text.split(" ")
        if word == "star":
            self.star = int(words[0])
        elif word == "deck":
            assert not self.deck
            assert sorted(words) == sorted(self.discards)
            self.deck, self.discards = words, []
            self.turn_up()
        else:
            assert seat is not None
            assert seat in self.may_act
            getattr(self, word)(self.seats[seat], *words)

    def turn_up(self) -> None:
        if self.turn_begins and len(self.seats) == 1 and self.deck:
            self.unseen.append(self.deck.pop(0))
        self.turn_begins = False
        while self.deck and len(self.shown) <= len(self.seats):
            self.shown.append(self.deck.pop(0))
        if len(self.shown) > len(self.seats):
            self.taking = [(self.star + n) % len(self.seats) for n in range(len(self.seats))]

    def earn(self, sheet: Sheet, coins: int) -> None:
        for _ in range(coins):
            if sheet.earned < self.circles:
                sheet.earned += 1

    def take(self, sheet: Sheet, card: str) -> None:
        sheet.card = sheet.taken = card
        if self.coins_by != "german":
            self.earn(sheet, self.cards[card][2])
        del self.taking[0]
        if not self.taking:
            (self.leftover,) = self.free()
            for each in self.seats:
                each.busy = True

    def discard(self, sheet: Sheet) -> None:
        assert sheet.card
        has_had_one = self.cards[sheet.card][2] and self.coins_by == "combined"
        self.earn(sheet, 1 if has_had_one else 2)
        sheet.card = None

    def blocks(self, sheet: Sheet) -> None:
        sheet.crossed += 2
        sheet.pending += ["single", "single"]

    def fill(self, sheet: Sheet, what: str, zone: str, *names: str) -> None:
        card = {"card": sheet.card, "leftover": self.leftover}.get(what)
        colour = self.cards[card][0] if card else what.partition("-")[2].upper() or "W"
        sheet.crossed += (3 if what == "leftover" else 0) + (colour not in (zone, "W"))
        if what == "card":
            assert card
            sheet.card = None
            if self.coins_by == "german":
                self.earn(sheet, self.cards[card][2])
        elif what == "leftover":
            assert card
            sheet.bought = True
            self.earn(sheet, self.cards[card][2])
        else:
            sheet.pending.remove(what)
        for square in map(square_of, names):
            assert square not in sheet.filled[zone]
            sheet.filled[zone].add(square)
            match self.bonuses[zone][square]:
                case "$":
                    self.earn(sheet, 1)
                case "*":
                    sheet.pending.append("single")
                case "y" | "p" | "r" | "g" | "b" as letter:
                    sheet.pending.append(f"double-{letter}")

    def end(self, sheet: Sheet) -> None:
        assert not self.taking
        assert not sheet.card
        sheet.pending.clear()
        sheet.busy = False
        if not any(each.busy for each in self.seats):
            if self.is_final:
                self.end_round()
            else:
                self.end_turn()

    def end_turn(self) -> None:
        self.discards += self.shown
        self.shown, self.leftover = [], None
        for sheet in self.seats:
            sheet.bought, sheet.taken = False, None
        self.star = (self.star + 1) % len(self.seats)
        self.turns_left -= 1
        if self.turns_left:
            self.begin_turn()
            return
        self.is_final = True
        for sheet in self.seats:
            sheet.busy = sheet.coins >= 2 and bool(self.ways("single", sheet))
        if not self.active:
            self.end_round()

    def begin_turn(self) -> None:
        self.turn_begins = True
        self.turn_up()

    def end_round(self) -> None:
        self.is_final = False
        totals = self.totals()
        if len(totals) > 1 and totals.count(max(totals)) > 1 and self.extra_rounds < 3:
            self.extra_rounds += 1
            self.turns_left = len(self.seats)
            self.begin_turn()
        else:
            self.is_over = True

    # Scoring.

    def totals(self) -> list[int]:
        found = []
        for sheet in self.seats:
            points = [self.points(zone, sheet.filled[zone]) for zone in ZONES]
            found.append(sum(points) + min(points))
        return found

    def points(self, zone: str, filled: set[Square]) -> int:
        """Return the points of a zone with these squares filled."""
        table, grid = self.zones[zone], self.grids[zone]
        if zone == "Y":
            rows = {row: {square for square in grid if square[1] == row} for _, row in grid}
            return sum(points for row, points in enumerate(table["row_points"]) if rows[row] <= filled)
        if zone == "P":
            groups = [group_of(square, filled) for square in filled]
            most = max((sum(grid[square] == "B" for square in group) for group in groups), default=0)
            return int(table["group_points"].get(str(most), 0))
        if zone == "R":
            blocks = {letter: {square for square in grid if grid[square] == letter} for letter in grid.values()}
            return sum(points for letter, points in table["block_points"].items() if blocks[letter] <= filled)
        if zone == "G":
            centres = [square for square in filled if grid[square] == "B"]
            reached = {square for centre in centres for square in group_of(centre, filled)}
            return int(table["end_points"] * sum(grid[square] == "E" for square in reached))
        highest = max((row + 1 for _, row in filled), default=0)
        return max((points for row, points in table["line_points"].items() if int(row) <= highest), default=0)
