"""LOCUS: parsing and validation of an edition's sheet and cards. Errors name the place and what would be valid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from locarium.kernel.bounds import shown
from locarium.kernel.edition import EditionFault, Flaw, checking, noting, read_toml
from locarium.kernel.errors import BadInput, one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.edition import Edition

T = TypeVar("T")
Square: TypeAlias = tuple[int, int]  # (column, row), from 0, starting at the lower left corner
Form: TypeAlias = tuple[Square, ...]  # sorted squares of a shape, moved to the corner

COLOURS = ("yellow", "purple", "red", "green", "blue")
WILD = len(COLOURS)  # the colour of a wild card
COLOUR_LETTERS = "yprgbw"
YELLOW, PURPLE, RED, GREEN, BLUE = range(5)

FIELDS = ("name", "title", "note", "coin_circles", "starting_coins", "zones", "shapes", "cards", "solo")
MARKS = ("B.#", "B.#", "ABCDEFGHIJKLMNOPQRSTUVWXYZ#", "BE.#", "B.#")  # the characters allowed in the grid of a zone
BONUSES = "$*yprgb"
COIN, SINGLE = "$", "*"
POINTS_FIELD = ("row_points", "group_points", "block_points", "end_points", "line_points")

CARDS = 48  # LOCUS-01
MAX_SQUARES = 63  # squares in a zone, which is stored as a bit set
MAX_COLUMNS, MAX_HEIGHT = 26, 99  # columns are named by one letter, rows by at most two digits
MAX_SHAPES = 24  # including the single and the double block
MAX_SHAPE_SQUARES = 8
MAX_ROWS = 16  # rows of yellow, lines of blue
MAX_BLOCKS = 26
MAX_POINTS = 999
MAX_CIRCLES = 99
MAX_PLACEMENTS = 8192  # placements of all shapes in all zones
MAX_PER_SHAPE = 2048
MAX_TITLE = 80
MAX_RANKS = 64
MAX_KEPT = 8  # editions whose sheet is cached

BLOCK: Form = ((0, 0),)
DOUBLE: Form = ((0, 0), (0, 1))


@dataclass(frozen=True, eq=False)
class Zone:
    """A zone of the sheet. Its squares are numbered by column, then row."""

    colour: int
    columns: int
    rows: int
    squares: tuple[Square, ...]
    bold: int  # bit set of squares
    ends: int  # green only
    blocks: dict[str, int]  # red only: letter -> bit set
    coins: int  # bit set of the squares with this bonus, as in the next two fields
    singles: int
    doubles: tuple[int, ...]  # by colour
    points: dict[
        int | str, int
    ]  # by row (from 0), size of a group, letter of a block, or row of a line (from 0); green has only the key 0
    index: dict[Square, int]

    def bits(self, squares: tuple[Square, ...] | list[Square]) -> int:
        """Return the bit set of squares."""
        return sum(1 << self.index[square] for square in squares)

    def neighbours(self, square: Square) -> list[Square]:
        """Return the squares that share a side with this square."""
        column, row = square
        around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
        return [other for other in around if other in self.index]

    def row(self, row: int) -> int:
        """Return the bit set of a row."""
        return self.bits([square for square in self.squares if square[1] == row])


@dataclass(frozen=True, eq=False)
class Card:
    """A card of the deck."""

    id: str
    colour: int  # a zone, or WILD
    shape: int
    has_coin: bool


@dataclass(frozen=True, eq=False)
class Rank:
    """The title for a solo score."""

    points: int  # minimum points
    titles: dict[str, str]  # by language


@dataclass(frozen=True, eq=False)
class Sheet:
    """Everything printed in an edition."""

    title: str
    circles: int  # number of circles for coins
    starting_coins: int
    zones: tuple[Zone, ...]
    shapes: tuple[Form, ...]  # the single block first, then the double block
    shape_names: tuple[str, ...]
    cards: tuple[Card, ...]
    ranks: tuple[Rank, ...]
    placements: tuple[tuple[tuple[int, ...], ...], ...]  # [shape][zone] -> bit sets, ascending

    @cached_property
    def _made(self) -> dict[Any, Any]:
        return {}

    def once(self, make: Callable[[Sheet], T]) -> T:
        """Return what a function computes from this sheet. Each function runs once per sheet."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made


def name_square(square: Square) -> str:
    """Return a square's name in notation: `a1` is the lower left corner."""
    column, row = square
    return f"{chr(ord('a') + column)}{row + 1}"


@lru_cache(maxsize=MAX_KEPT)
def read_sheet(edition: Edition) -> Sheet:
    """Return the sheet of an edition. BadInput says where it is wrong and what would be valid."""
    values = read_toml("locus", edition, FIELDS)
    with checking("locus", edition):
        flaws: list[Flaw] = []
        sheet = _read(values, flaws)
        if sheet is None:
            raise EditionFault(flaws[0].message)
        return sheet


def find_flaws(edition: Edition) -> list[Flaw]:
    """Return all errors in an edition, part by part. The list is empty if `read_sheet` accepts it."""
    flaws: list[Flaw] = []
    try:
        _read(read_toml("locus", edition, FIELDS), flaws)
    except BadInput as error:  # the whole text is unreadable
        return [Flaw("", str(error))]
    return flaws


def _read(values: dict[str, Any], flaws: list[Flaw]) -> Sheet | None:
    """Return the sheet, or None with the errors of each part. Cards are checked only if all they need is valid."""
    title, circles, starting_coins = "", 1, 0
    ranks: tuple[Rank, ...] = ()
    zones: list[Zone] = []
    names: tuple[str, ...] = ()
    shapes: tuple[Form, ...] = ()
    with noting(flaws, "coins"):
        circles = _number(values.get("coin_circles"), "coin_circles", 1, MAX_CIRCLES)
        starting_coins = _number(values.get("starting_coins"), "starting_coins", 0, circles)
    with noting(flaws, "zones"):
        tables = _table(values.get("zones"), "zones", COLOURS)
        for colour, name in enumerate(COLOURS):
            with noting(flaws, f"zones.{name}"):
                zones.append(_read_zone(colour, tables.get(name)))
    with noting(flaws, "shapes"):
        names, shapes = _read_shapes(values.get("shapes"))
    with noting(flaws, "title"):
        title = _text(values.get("title", values.get("name", "")), "title")
    with noting(flaws, "solo"):
        ranks = _read_ranks(values.get("solo"))
    if len(zones) < len(COLOURS) or not shapes:
        return None
    placements = tuple(tuple(_places(form, zone) for zone in zones) for form in shapes)
    cards: tuple[Card, ...] = ()
    with noting(flaws, "shapes"):
        _check_sizes(names, placements)
    with noting(flaws, "cards"):
        cards = _read_cards(values.get("cards"), names, shapes, placements)
    if flaws:
        return None
    return Sheet(title, circles, starting_coins, tuple(zones), shapes, names, cards, ranks, placements)


# Helpers.


def _number(value: object, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        found = "missing" if value is None else shown(value)
        raise EditionFault(f"{where} is {found}; it must be a whole number from {low} to {high}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_TITLE:
        raise EditionFault(f"{where} is {shown(value)}; it must be a text of at most {MAX_TITLE} characters")
    return value


def _table(value: object, where: str, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise EditionFault(f"[{where}] is missing; it can have {one_of(list(names))}")
    for name in value:
        if name not in names:
            raise EditionFault(f"[{where}] has an unknown field {shown(name)}; it can have {one_of(list(names))}")
    return value


def _grid(value: object, where: str) -> list[str]:
    """Return the lines of a drawing from the bottom up, all of equal length."""
    if not isinstance(value, str) or not value.strip():
        raise EditionFault(f"{where} is missing; draw it line by line between triple quotation marks")
    lines = [line.strip() for line in value.strip().splitlines()]
    if len(lines[0]) > MAX_COLUMNS or len(lines) > MAX_HEIGHT:
        raise EditionFault(
            f"{where} has {len(lines[0])} columns and {len(lines)} rows; at most {MAX_COLUMNS} and {MAX_HEIGHT}"
        )
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise EditionFault(
                f"{where}, line {number} from the top: {len(line)} squares; the first line has {len(lines[0])}"
            )
    return lines[::-1]


# Zones.


def _read_zone(colour: int, value: object) -> Zone:
    where = f"zone {COLOURS[colour]}"
    fields = _table(value, f"zones.{COLOURS[colour]}", ("squares", "bonuses", POINTS_FIELD[colour]))
    grid = _grid(fields.get("squares"), f"{where}, squares")
    _check_marks(grid, where, MARKS[colour])
    squares = tuple(sorted((c, r) for r, line in enumerate(grid) for c, mark in enumerate(line) if mark != "#"))
    if not 1 <= len(squares) <= MAX_SQUARES or len(grid[0]) > MAX_COLUMNS or len(grid) > MAX_HEIGHT:
        raise EditionFault(
            f"{where} has {len(squares)} squares in {len(grid[0])} columns and {len(grid)} rows;"
            f" at most {MAX_SQUARES} in {MAX_COLUMNS} and {MAX_HEIGHT}"
        )
    index = {square: number for number, square in enumerate(squares)}
    blocks: dict[str, int] = {}
    for square in squares if colour == RED else ():
        letter = grid[square[1]][square[0]]
        blocks[letter] = blocks.get(letter, 0) | 1 << index[square]
    marked = {
        mark: sum(1 << index[c, r] for c, r in squares if grid[r][c] == mark) if colour != RED else 0 for mark in "BE"
    }
    bonuses = _read_bonuses(fields.get("bonuses"), grid, index, where)
    zone = Zone(
        colour=colour,
        columns=len(grid[0]),
        rows=len(grid),
        squares=squares,
        bold=marked["B"],
        ends=marked["E"],
        blocks=blocks,
        coins=bonuses[COIN],
        singles=bonuses[SINGLE],
        doubles=tuple(bonuses[letter] for letter in COLOUR_LETTERS[:WILD]),
        points={},
        index=index,
    )
    if colour != RED:
        _check_reach(zone, where)
    zone.points.update(POINTS_READERS[colour](zone, fields.get(POINTS_FIELD[colour]), where))
    return zone


def _check_marks(grid: list[str], where: str, allowed: str) -> None:
    for row, line in enumerate(grid):
        for column, mark in enumerate(line):
            if mark not in allowed:
                expected = "a block's letter A to Z, or # for no square" if "Z" in allowed else one_of(list(allowed))
                raise EditionFault(
                    f"{where}, square {name_square((column, row))} is drawn {mark!r}; expected {expected}"
                )


def _read_bonuses(value: object, grid: list[str], index: dict[Square, int], where: str) -> dict[str, int]:
    """Return a bit set for each bonus letter."""
    found = dict.fromkeys(BONUSES, 0)
    drawn = _grid(value, f"{where}, bonuses")
    if (len(drawn), len(drawn[0])) != (len(grid), len(grid[0])):
        raise EditionFault(
            f"{where}: bonuses are drawn on {len(drawn[0])} by {len(drawn)} squares,"
            f" the zone has {len(grid[0])} by {len(grid)}"
        )
    for row, line in enumerate(drawn):
        for column, mark in enumerate(line):
            name = name_square((column, row))
            if mark != "." and mark not in BONUSES:
                raise EditionFault(f"{where}, bonus {mark!r} on {name} is unknown; expected {one_of([*BONUSES, '.'])}")
            if mark != "." and (column, row) not in index:
                raise EditionFault(f"{where}, bonus {mark!r} is on {name}, where there is no square")
            if mark != ".":
                found[mark] |= 1 << index[column, row]
    return found


def _check_reach(zone: Zone, where: str) -> None:
    """Check that every square is connected to a bold one, since filling starts there."""
    reached = {square for square in zone.squares if zone.bold >> zone.index[square] & 1}
    if not reached:
        raise EditionFault(f"{where} has no bold square B, so nothing can be filled in there")
    frontier = list(reached)
    while frontier:
        new = [other for other in zone.neighbours(frontier.pop()) if other not in reached]
        reached.update(new)
        frontier += new
    for square in zone.squares:
        if square not in reached:
            what = "end" if zone.ends >> zone.index[square] & 1 else "square"
            raise EditionFault(f"{where}, {what} {name_square(square)} is not connected to a bold square")


# Points, as each zone scores them.


def _row_points(zone: Zone, value: object, where: str) -> dict[int | str, int]:
    if zone.rows > MAX_ROWS:
        raise EditionFault(f"{where} has {zone.rows} rows; at most {MAX_ROWS}")
    for row in range(zone.rows):
        if not zone.row(row):  # it would be complete from the start
            raise EditionFault(f"{where}, row {row + 1} has no square; every row needs one")
    if not isinstance(value, list) or len(value) != zone.rows:
        raise EditionFault(f"{where}, row_points must be a list of {zone.rows} numbers, from the bottom row up")
    return {
        row: _number(points, f"{where}, row_points of row {row + 1}", 0, MAX_POINTS) for row, points in enumerate(value)
    }


def _group_points(zone: Zone, value: object, where: str) -> dict[int | str, int]:
    most = zone.bold.bit_count()
    expected = [str(size) for size in range(2, most + 1)]
    table = _numbered(value, f"{where}, group_points", expected, "bold squares")
    for size, points in table.items():
        if points < table.get(size - 1, 0):
            raise EditionFault(f"{where}, group_points of {size} bold squares is {points}, less than for {size - 1}")
    return {size: points for size, points in table.items()}  # noqa: C416  # keys of another type


def _block_points(zone: Zone, value: object, where: str) -> dict[int | str, int]:
    if not isinstance(value, dict):
        raise EditionFault(f"{where}, block_points is missing; it must give points for every block")
    for letter in zone.blocks:
        if letter not in value:
            raise EditionFault(f"{where}, block {letter} has no points in block_points")
    for letter in value:
        if letter not in zone.blocks:
            raise EditionFault(f"{where}, block_points names block {shown(letter)}, which is not drawn")
    return {letter: _number(value[letter], f"{where}, block {letter}", 0, MAX_POINTS) for letter in sorted(value)}


def _end_points(zone: Zone, value: object, where: str) -> dict[int | str, int]:
    if not zone.ends:
        raise EditionFault(f"{where} has no end E")
    return {0: _number(value, f"{where}, end_points", 0, MAX_POINTS)}


def _line_points(zone: Zone, value: object, where: str) -> dict[int | str, int]:
    if not isinstance(value, dict) or not 1 <= len(value) <= MAX_ROWS:
        raise EditionFault(f"{where}, line_points is missing; it must give points for 1 to {MAX_ROWS} rows")
    table = _numbered(
        value, f"{where}, line_points", [row for row in map(str, range(1, zone.rows + 1)) if row in value], "row"
    )
    for lower, upper in zip(table, list(table)[1:], strict=False):
        if table[upper] < table[lower]:
            raise EditionFault(f"{where}, line_points of row {upper} is {table[upper]}, less than for row {lower}")
    return {row - 1: points for row, points in table.items()}


def _numbered(value: object, where: str, expected: list[str], what: str) -> dict[int, int]:
    """Return a table with exactly these numbers as keys."""
    if not isinstance(value, dict):
        raise EditionFault(f"{where} is missing")
    for key in value:
        if key not in expected:
            raise EditionFault(f"{where} has a number for {shown(key)} {what}, but the zone does not have that")
    for key in expected:
        if key not in value:
            raise EditionFault(f"{where} has no number for {key} {what}")
    return {int(key): _number(value[key], f"{where} of {key} {what}", 0, MAX_POINTS) for key in expected}


POINTS_READERS = (_row_points, _group_points, _block_points, _end_points, _line_points)


# Shapes and cards.


def _read_shapes(value: object) -> tuple[tuple[str, ...], tuple[Form, ...]]:
    if not isinstance(value, dict) or not value:
        raise EditionFault('[shapes] is missing; it must define every shape, such as V3 = ["XX", "X."]')
    if len(value) > 2 * MAX_SHAPES:  # too many to compare in pairs
        raise EditionFault(f"[shapes] draws {len(value)} shapes; at most {MAX_SHAPES}")
    names, shapes = ["", ""], [BLOCK, DOUBLE]
    for name, drawing in value.items():
        if not re.fullmatch(r"[A-Za-z0-9]{1,8}", name):
            raise EditionFault(f"the name of shape {shown(name)} must have 1 to 8 letters and digits")
        form = canonical(_read_form(drawing, f"shape {name}"))
        if name.lower() in (other.lower() for other in names):
            raise EditionFault(f"shape {name} is listed twice")
        if form in shapes[:2] and not names[shapes.index(form)]:
            names[shapes.index(form)] = name
        elif form in shapes:
            raise EditionFault(f"shape {name} is the same as {names[shapes.index(form)]}, rotated or mirrored")
        else:
            names.append(name)
            shapes.append(form)
    if len(shapes) > MAX_SHAPES:
        raise EditionFault(
            f"there are {len(shapes) - 2} shapes besides single and double blocks; at most {MAX_SHAPES - 2}"
        )
    return tuple(names), tuple(shapes)


def _read_form(drawing: object, where: str) -> list[Square]:
    if not isinstance(drawing, list) or not drawing or not all(isinstance(line, str) for line in drawing):
        raise EditionFault(f'{where} must be a list of lines, as in ["XX", "X."]')
    for number, line in enumerate(drawing, start=1):
        if len(line) != len(drawing[0]) or not set(line) <= set("X."):
            raise EditionFault(f"{where}, line {number} is {shown(line)}; expected {len(drawing[0])} of X and .")
    squares = [(c, r) for r, line in enumerate(drawing[::-1]) for c, mark in enumerate(line) if mark == "X"]
    if not 1 <= len(squares) <= MAX_SHAPE_SQUARES:
        raise EditionFault(f"{where} has {len(squares)} squares; 1 to {MAX_SHAPE_SQUARES} make a shape")
    group = {squares[0]}
    while new := {
        (c, r) for c, r in squares if (c, r) not in group and group & {(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)}
    }:
        group |= new
    if len(group) != len(squares):
        raise EditionFault(f"{where} is not connected: its squares must share sides")
    return squares


def forms_of(squares: Form | list[Square]) -> set[Form]:
    """Return all rotations and reflections of a shape: LOCUS-08."""
    found = set()
    turned = list(squares)
    for _ in range(4):
        turned = [(row, -column) for column, row in turned]
        found |= {_in_corner(turned), _in_corner([(-column, row) for column, row in turned])}
    return found


def _in_corner(squares: list[Square]) -> Form:
    left, low = min(column for column, _ in squares), min(row for _, row in squares)
    return tuple(sorted((column - left, row - low) for column, row in squares))


def canonical(squares: Form | list[Square]) -> Form:
    """Return the canonical form of a shape."""
    return min(forms_of(squares))


def _places(form: Form, zone: Zone) -> tuple[int, ...]:
    """Return all ways to fill a shape into an empty zone, as bit sets."""
    found = set()
    for turned in forms_of(form):
        first_column, first_row = turned[0]
        for column, row in zone.squares:
            squares = [(column + c - first_column, row + r - first_row) for c, r in turned]
            if all(square in zone.index for square in squares):
                found.add(zone.bits(squares))
    return tuple(sorted(found))


def _check_sizes(names: tuple[str, ...], placements: tuple[tuple[tuple[int, ...], ...], ...]) -> None:
    counts = [sum(map(len, zones)) for zones in placements]
    for name, count in zip(names, counts, strict=True):
        if count > MAX_PER_SHAPE:
            raise EditionFault(f"shape {name} can be placed in {count} ways; at most {MAX_PER_SHAPE}")
    if sum(counts) > MAX_PLACEMENTS:
        raise EditionFault(
            f"all shapes can be placed in {sum(counts)} ways; at most {MAX_PLACEMENTS}: use fewer shapes or squares"
        )


def _read_cards(
    value: object, names: tuple[str, ...], shapes: tuple[Form, ...], placements: tuple[tuple[tuple[int, ...], ...], ...]
) -> tuple[Card, ...]:
    tables = _table(value, "cards", (*COLOURS, "wild"))
    cards: list[Card] = []
    groups = [tables.get(group, []) for group in (*COLOURS, "wild")]
    for group, written in zip((*COLOURS, "wild"), groups, strict=True):
        if not isinstance(written, list):
            raise EditionFault(f'cards, {group} must be a list such as ["D2$", "I3"]')
    if (count := sum(map(len, groups))) > CARDS:
        raise EditionFault(f"there are {count} cards; a deck has {CARDS}")
    for colour, (group, written) in enumerate(zip((*COLOURS, "wild"), groups, strict=True)):
        for entry in written:
            name = entry.removesuffix(COIN) if isinstance(entry, str) else entry
            if name not in names or not name:
                known = ", ".join(filter(None, names))
                raise EditionFault(
                    f"cards, {group}: {shown(entry)} is not a shape, optionally followed by $ for a coin; "
                    f"shapes are {known}"
                )
            shape = names.index(name)
            if not any(placements[shape][zone] for zone in range(WILD) if colour in (zone, WILD)):
                raise EditionFault(f"cards, {group}: shape {name} fits nowhere in the zone")
            cards.append(Card(_new_id(cards, colour, shape, name), colour, shape, entry.endswith(COIN)))
    if len(cards) != CARDS:
        raise EditionFault(f"there are {len(cards)} cards; a deck has {CARDS}")
    return tuple(cards)


def _new_id(cards: list[Card], colour: int, shape: int, name: str) -> str:
    """Return the id of a card: colour letter, a dash and the shape in lower case, with -2 for a second copy."""
    plain = f"{COLOUR_LETTERS[colour]}-{name.lower()}"
    copies = sum(1 for card in cards if (card.colour, card.shape) == (colour, shape))
    return plain if copies == 0 else f"{plain}-{copies + 1}"


def _read_ranks(value: object) -> tuple[Rank, ...]:
    """Read the solo ranks: LOCUS-28."""
    if value is None:
        return ()
    ranks = _table(value, "solo", ("ranks",)).get("ranks", [])
    if not isinstance(ranks, list) or len(ranks) > MAX_RANKS:
        raise EditionFault(f"solo, ranks must be a list of at most {MAX_RANKS}")
    found: list[Rank] = []
    for number, entry in enumerate(ranks, start=1):
        where = f"solo, rank {number}"
        fields = _table(entry, where, ("points", "en", "de", "fr"))
        points = _number(fields.get("points"), f"{where}, points", 0, 10 * MAX_POINTS)
        if found and points <= found[-1].points:
            raise EditionFault(
                f"{where} starts at {points} points; it must start above the previous one, {found[-1].points}"
            )
        found.append(
            Rank(
                points,
                {language: _text(fields.get(language), f"{where}, {language}") for language in ("en", "de", "fr")},
            )
        )
    return tuple(found)
