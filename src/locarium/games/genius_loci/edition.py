"""GENIUS LOCI: the spirits of an edition, read from its text and checked: GENIUS-11 to GENIUS-15, GENIUS-20."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from locarium.kernel.edition import read_toml
from locarium.kernel.errors import BadInput, one_of

from .board import CELLS, distance, lines, mirrored, turned

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

SPIRITS = 5
MOVES = ("towards", "away", "mirror", "clockwise", "anticlockwise")
FIELDS = ("letter", "name", "says", "move", "from", "distance", "steps")
LANGUAGES = ("en", "de", "fr")
MAX_DISTANCE = 6
MAX_NAME, MAX_SENTENCE = 24, 160  # characters


@dataclass(frozen=True, eq=False)
class Spirit:
    """One spirit: what a priest does who sacrifices to it."""

    letter: str
    names: dict[str, str]  # by language
    sentences: dict[str, str]
    move: str
    on_line: bool  # the priest has to stand on a line with it
    distance: int | None  # at which it has to stand; None: any
    steps: int

    def landings(self, at: int, priest: int, *, any_line: bool) -> list[int]:
        """The cells on which a priest may land while the spirit stands at a cell."""
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
        """Cells that are nearer or farther by as many steps as they are away from the priest."""
        wanted = apart - self.steps if self.move == "towards" else apart + self.steps
        near = [cell for cell in range(CELLS) if distance(cell, priest) == self.steps and distance(cell, at) == wanted]
        straight = lines(at) & lines(priest)
        return (
            [cell for cell in near if cell == at or (straight >> cell & 1 and _is_straight(at, priest, cell))]
            if on_line
            else near
        )


def _is_straight(at: int, priest: int, cell: int) -> bool:
    """Whether three cells that lie on lines with each other lie on the same one."""
    a, b, c = distance(at, priest), distance(priest, cell), distance(at, cell)
    return a == b + c or c == a + b or b == a + c


class Fault(BadInput):
    """What is wrong with an edition, before it is known which one."""


@lru_cache(maxsize=64)
def read_spirits(edition: Edition) -> tuple[Spirit, ...]:
    """The five spirits of an edition; BadInput says what is wrong with which, and what would be right."""
    values = read_toml("genius-loci", edition, ("spirit",))
    try:
        return _read(values.get("spirit"))
    except Fault as fault:
        raise BadInput(f"edition {edition.name!r} of genius-loci: {fault}") from None


def _read(written: object) -> tuple[Spirit, ...]:
    if not isinstance(written, list) or len(written) != SPIRITS:
        raise Fault(f"there have to be {SPIRITS} spirits, each under [[spirit]]")
    spirits: list[Spirit] = []
    for number, fields in enumerate(written, start=1):
        spirit = _read_spirit(fields, f"spirit {number}")
        if spirit.letter in (other.letter for other in spirits):
            raise Fault(f"spirit {number} has the letter {spirit.letter}, which is taken; choose another")
        spirits.append(spirit)
    return tuple(spirits)


def _read_spirit(fields: Any, where: str) -> Spirit:
    if not isinstance(fields, dict):
        raise Fault(f"{where} has to be written under [[spirit]]")
    for name in fields:
        if name not in FIELDS:
            raise Fault(f"{where} has an unknown field {name!r}; it has {one_of(list(FIELDS))}")
    letter = fields.get("letter")
    if not isinstance(letter, str) or len(letter) != 1 or not "A" <= letter <= "Z":
        raise Fault(f"{where}, letter is {letter!r}; it has to be one capital letter from A to Z")
    where = f"spirit {letter}"
    move = _one_of(fields.get("move"), f"{where}, move", MOVES)
    if move == "mirror" and "steps" in fields:
        raise Fault(f"{where}, steps: a mirror has none")
    return Spirit(
        letter=letter,
        names=_texts(fields.get("name"), f"{where}, name", MAX_NAME),
        sentences=_texts(fields.get("says"), f"{where}, says", MAX_SENTENCE),
        move=move,
        on_line=_one_of(fields.get("from", "any"), f"{where}, from", ("line", "any")) == "line",
        distance=None if fields.get("distance", "any") == "any" else _number(fields["distance"], f"{where}, distance"),
        steps=_number(fields.get("steps", 1), f"{where}, steps"),
    )


def _one_of(value: object, where: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise Fault(f"{where} is {value!r}; it has to be {one_of(list(allowed))}")
    return str(value)


def _number(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_DISTANCE:
        any_too = "any or " if where.endswith("distance") else ""
        raise Fault(f"{where} is {value!r}; it has to be {any_too}a number from 1 to {MAX_DISTANCE}")
    return value


def _texts(value: object, where: str, most: int) -> dict[str, str]:
    if not isinstance(value, dict) or set(value) != set(LANGUAGES):
        raise Fault(f"{where} has to be given in {one_of(list(LANGUAGES))}, all three")
    for language, text in value.items():
        if not isinstance(text, str) or not 1 <= len(text) <= most or not text.isprintable():
            raise Fault(f"{where}, {language} has to be a text of 1 to {most} printable characters")
    return dict(value)
