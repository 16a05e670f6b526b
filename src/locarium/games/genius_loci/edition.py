"""GENIUS LOCI: parsing and validation of an edition's spirits, GENIUS-11 to GENIUS-15, GENIUS-20."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from locarium.kernel.about import LANGUAGES
from locarium.kernel.bounds import shown
from locarium.kernel.edition import EditionFault, Flaw, checking, noting, read_toml
from locarium.kernel.errors import BadInput, all_of, one_of

from .board import CELL_OF, CELLS, NAMES, distance, lines, mirrored, turned

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

SPIRITS = 5
MOVES = ("towards", "away", "mirror", "clockwise", "anticlockwise")
FIELDS = ("letter", "name", "says", "move", "from", "distance", "steps", "landings")
MAX_DISTANCE = 6
MAX_NAME, MAX_SENTENCE = 24, 160  # characters
MAX_KEPT = 8  # editions whose spirits are cached


@dataclass(frozen=True, eq=False)
class Way:
    """A rule for a priest's landings that applies all over the board."""

    move: str  # one of MOVES
    on_line: bool  # the priest must stand on a line with the spirit
    distance: int | None  # required distance from the spirit; None: any
    steps: int

    def landings(self, at: int, priest: int, *, any_line: bool) -> list[int]:
        """Return the cells a priest may land on while the spirit stands on `at`."""
        apart = distance(at, priest)
        if apart == 0 or (self.distance is not None and apart != self.distance):
            return []
        on_line = self.on_line and not (any_line and self.move in ("towards", "away", "mirror"))
        if on_line and not lines(at) >> priest & 1:
            return []
        if self.move in ("towards", "away"):
            return self._along(at, priest, apart, on_line=on_line)
        if self.move == "mirror":
            landing = mirrored(priest, at)
        else:
            landing = turned(priest, at, self.steps if self.move == "clockwise" else -self.steps)
        return [] if landing is None or landing == priest else [landing]

    def _along(self, at: int, priest: int, apart: int, *, on_line: bool) -> list[int]:
        """Return the cells where the priest, after `steps` steps, is that much closer to or farther from the spirit."""
        wanted = apart - self.steps if self.move == "towards" else apart + self.steps
        near = [cell for cell in range(CELLS) if distance(cell, priest) == self.steps and distance(cell, at) == wanted]
        straight = lines(at) & lines(priest)
        return (
            [cell for cell in near if cell == at or (straight >> cell & 1 and _is_straight(at, priest, cell))]
            if on_line
            else near
        )


@dataclass(frozen=True, eq=False)
class Table:
    """The landings of a priest, listed cell by cell."""

    by_cells: dict[tuple[int, int], list[int]]  # (spirit's cell, priest's cell) -> landings

    def landings(self, at: int, priest: int, *, any_line: bool) -> list[int]:
        """Return the listed landings. Lines don't matter here."""
        return self.by_cells.get((at, priest), [])


@dataclass(frozen=True, eq=False)
class Spirit:
    """A spirit and the landings it gives a priest."""

    letter: str
    names: dict[str, str]  # by language
    sentences: dict[str, str]
    way: Way | Table


def _is_straight(at: int, priest: int, cell: int) -> bool:
    """Return whether three cells that are pairwise on lines are all on the same line."""
    a, b, c = distance(at, priest), distance(priest, cell), distance(at, cell)
    return a == b + c or c == a + b or b == a + c


@lru_cache(maxsize=MAX_KEPT)
def read_spirits(edition: Edition) -> tuple[Spirit, ...]:
    """Return the five spirits of an edition. BadInput names the faulty spirit and what would be valid."""
    values = read_toml("genius-loci", edition, ("spirit",))
    with checking("genius-loci", edition):
        flaws: list[Flaw] = []
        spirits = _read(values.get("spirit"), flaws)
        if flaws:
            raise EditionFault(flaws[0].message)
        return tuple(spirits.values())


def find_flaws(edition: Edition) -> tuple[dict[int, Spirit], list[Flaw]]:
    """Return the valid spirits by number, from 1, and the errors in the others; see `read_spirits`."""
    flaws: list[Flaw] = []
    try:
        values = read_toml("genius-loci", edition, ("spirit",))
        with noting(flaws, ""):
            return _read(values.get("spirit"), flaws), flaws
    except BadInput as error:
        flaws.append(Flaw("", str(error)))
    return {}, flaws


def landings_of(spirit: Spirit) -> dict[str, dict[str, list[str]]]:
    """Return the landings, keyed by the spirit's cell and then by the priest's, as in the rules array."""
    found: dict[str, dict[str, list[str]]] = {}
    for at, priest in ((at, priest) for at in range(CELLS) for priest in range(CELLS)):
        cells = [cell for cell in spirit.way.landings(at, priest, any_line=False) if cell != at]
        if cells:
            found.setdefault(NAMES[at], {})[NAMES[priest]] = [NAMES[cell] for cell in sorted(cells)]
    return found


def _read(written: object, flaws: list[Flaw]) -> dict[int, Spirit]:
    """Return the valid spirits by number, from 1, and collect the errors in the others."""
    if isinstance(written, dict):
        raise EditionFault("[spirit] needs double brackets: write every spirit under its own [[spirit]]")
    if not isinstance(written, list) or len(written) != SPIRITS:
        found = len(written) if isinstance(written, list) else "none"
        raise EditionFault(f"an edition needs {SPIRITS} spirits, each under its own [[spirit]]; this one has {found}")
    spirits: dict[int, Spirit] = {}
    for number, fields in enumerate(written, start=1):
        with noting(flaws, f"spirit.{number}"):
            spirit = _read_spirit(fields, f"spirit {number}")
            if spirit.letter in (other.letter for other in spirits.values()):
                raise EditionFault(
                    f"spirit {number} has the letter {spirit.letter}, which is already taken; choose another"
                )
            _check_names(spirit, list(spirits.values()))
            spirits[number] = spirit
    return spirits


def _check_names(spirit: Spirit, others: list[Spirit]) -> None:
    """Check that names are unique, since players tell spirits apart by them."""
    for other in others:
        for language, name in spirit.names.items():
            if other.names[language] == name:
                raise EditionFault(
                    f"spirit {spirit.letter}, name, {language} is {name!r}, the name of spirit {other.letter}; "
                    "choose another"
                )


def _read_spirit(fields: Any, where: str) -> Spirit:
    if not isinstance(fields, dict):
        raise EditionFault(f"{where} must be written under [[spirit]]")
    for name in fields:
        if name not in FIELDS:
            raise EditionFault(f"{where} has an unknown field {shown(name)}; it can have {all_of(list(FIELDS))}")
    letter = fields.get("letter")
    if not isinstance(letter, str) or len(letter) != 1 or not "A" <= letter <= "Z":
        raise EditionFault(f"{where}, letter {_is(letter)}; it must be one capital letter from A to Z")
    where = f"spirit {letter}"
    return Spirit(
        letter=letter,
        names=_texts(fields.get("name"), f"{where}, name", MAX_NAME),
        sentences=_texts(fields.get("says"), f"{where}, says", MAX_SENTENCE),
        way=_read_table(fields, where) if "landings" in fields else _read_way(fields, where),
    )


def _is(value: object) -> str:
    """Format a value for a message. None means a missing field, because TOML has no null."""
    return "is missing" if value is None else f"is {shown(value)}"


def _read_way(fields: dict[str, Any], where: str) -> Way:
    move = _one_of(fields.get("move"), f"{where}, move", MOVES)
    if move == "mirror" and "steps" in fields:
        raise EditionFault(f"{where}, steps: a mirror has none; remove them")
    way = Way(
        move=move,
        on_line=_one_of(fields.get("from", "any"), f"{where}, from", ("line", "any")) == "line",
        distance=None if fields.get("distance", "any") == "any" else _number(fields["distance"], f"{where}, distance"),
        steps=_number(fields.get("steps", 1), f"{where}, steps"),
    )
    if not _leads_somewhere(way):
        raise EditionFault(
            f"{where} never takes a sacrifice: no priest on the board could land on another human's cell; "
            "change move, distance or steps"
        )
    return way


def _leads_somewhere(way: Way) -> bool:
    """Return whether there is any landing besides the spirit's own cell."""
    pairs = ((at, priest) for at in range(CELLS) for priest in range(CELLS))
    return any(set(way.landings(at, priest, any_line=False)) - {at} for at, priest in pairs)


def _read_table(fields: dict[str, Any], where: str) -> Table:
    for name in ("move", "from", "distance", "steps"):
        if name in fields:
            raise EditionFault(f"{where} has landings, so it cannot have {name!r} as well")
    where = f"{where}, landings"
    landings = _table(fields["landings"], where, "of the spirit's cells")
    for name in landings:
        if name in FIELDS:
            raise EditionFault(f"{where}: {name!r} is below [spirit.landings]; move it up, under [[spirit]]")
        _cell(name, where)
    return Table(
        {
            (_cell(at, where), _cell(priest, f"{where}.{at}")): _landings(cells, f"{where}.{at}.{priest}", at, priest)
            for at, by_priest in landings.items()
            for priest, cells in _table(by_priest, f"{where}.{at}", "of the priest's cells").items()
        }
    )


def _table(value: object, where: str, of_what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise EditionFault(f'{where} must be a table {of_what}, as in [spirit.landings.d4] with d3 = ["d5"]')
    return value


def _landings(value: object, where: str, at: str, priest: str) -> list[int]:
    if not isinstance(value, list) or not value:
        raise EditionFault(f'{where} is {shown(value)}; it must be a list of cells, as in ["d5"]')
    cells = [_cell(cell, where) for cell in value]
    if len(set(cells)) != len(cells):
        raise EditionFault(f"{where} names a cell twice")
    if at == priest or at in value or priest in value:
        raise EditionFault(f"{where}: spirit, priest and landing must be three different cells")
    return cells


def _cell(value: object, where: str) -> int:
    if not isinstance(value, str) or value not in CELL_OF:
        raise EditionFault(
            f"{where}: {shown(value)} is not a cell; cells are a1 to a4, b1 to b5, c1 to c6, d1 to d7, e1 to e6, "
            "f1 to f5 and g1 to g4"
        )
    return CELL_OF[value]


def _one_of(value: object, where: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise EditionFault(f"{where} {_is(value)}; it must be {one_of(list(allowed))}")
    return str(value)


def _number(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_DISTANCE:
        any_too = '"any" or ' if where.endswith("distance") else ""
        raise EditionFault(
            f"{where} is {shown(value)}; it must be {any_too}a whole number from 1 to {MAX_DISTANCE}, without quotes"
        )
    return value


def _texts(value: object, where: str, most: int) -> dict[str, str]:
    if not isinstance(value, dict) or set(value) != set(LANGUAGES):
        example = ", ".join(f'{language} = "…"' for language in LANGUAGES)
        raise EditionFault(f"{where} must be given in {all_of(list(LANGUAGES))}, as in {{ {example} }}")
    for language, text in value.items():
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > most:
            found = f"; it has {len(text)}" if isinstance(text, str) and len(text) > most else ""
            raise EditionFault(f"{where}, {language} must be a text of 1 to {most} printable characters{found}")
    return dict(value)
