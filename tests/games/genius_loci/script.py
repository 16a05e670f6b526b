"""Games of GENIUS LOCI from a compact text: a position, and steps separated by commas, made by the seat to move.

`play(stand(w="d2", b="d3 e3", T="d5"), "d2 Txd3, end")`: unnamed spirits stand in corners.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.kernel.edition import Edition
from locarium.kernel.history import History
from locarium.kernel.position import Setup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from locarium.games.genius_loci.view import GeniusLociView
    from locarium.kernel.position import Position

GAME = catalogue.game("genius-loci")
HOUSE = GAME.about.edition()
NAMES = ("Ada", "Bo")
ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
CELLS = [f"{row}{number}" for row, length in ROWS.items() for number in range(1, length + 1)]
SPIRITS = "spirits T b3 P c6 S d4 Y e1 C f3"
START = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"  # the position after the chance step SPIRITS
CORNERS = "g4 a4 g1 a1 d7"

OWN_TEXT = (Path(__file__).parents[2] / "conformance" / "editions" / "genius-loci.toml").read_text("utf-8")
OWN = Edition("own", OWN_TEXT, foreign=True)


def stand(to_move: str = "w", **pieces: str) -> str:
    """Return a position with pieces on these cells: humans w and b, spirits by their letters."""
    cells = {name: where.split() for name, where in pieces.items()}
    taken = {cell for where in cells.values() for cell in where}
    corners = [cell for cell in CORNERS.split() if cell not in taken]
    cells |= {letter: [corners.pop(0)] for letter in "TPSYC" if letter not in cells}
    marks = {cell: name for name, where in cells.items() for cell in where}
    assert set(marks) <= set(CELLS)
    assert len(marks) == sum(map(len, cells.values())), "two pieces on one cell"
    return written(marks, to_move)


def written(marks: dict[str, str], to_move: str) -> str:
    """Convert marks by cell to a position text."""
    rows = ["".join(marks.get(f"{row}{n}", ".") for n in range(1, ROWS[row] + 1)) for row in "gfedcba"]
    return f"{'/'.join(rows)} {to_move}"


def marks_of(position: str) -> dict[str, str]:
    """Convert a position text to marks by cell, without empty cells."""
    rows = zip("gfedcba", position.split(" ", maxsplit=1)[0].split("/"), strict=True)
    return {f"{row}{n}": mark for row, marks in rows for n, mark in enumerate(marks, start=1) if mark != "."}


@lru_cache
def _setup(options: tuple[tuple[str, object], ...], edition: Edition | None) -> Setup:
    return Setup(GAME, 2, dict(options), edition)


def setup(edition: Edition | None = None, **options: object) -> Setup:
    """Return a setup with these options."""
    return _setup(tuple(options.items()), edition)


def play_on(history: History, steps: str) -> History:
    """Make these steps."""
    for step in filter(None, map(str.strip, steps.split(","))):
        history.play_text(history.position.active[0], step)
    return history


def play(position: str, steps: str = "", *, edition: Edition | None = None, **options: object) -> History:
    """Return a game from a position text."""
    return play_on(History(setup(edition, setup=position, **options)), steps)


def start(chance: str = SPIRITS, steps: str = "", **options: object) -> History:
    """Return a game from its chance step."""
    history = History(setup(**options))
    history.play_text(None, chance)
    return play_on(history, steps)


def legal_at(position: Position) -> list[str]:
    """Return the legal steps of the seat to move."""
    return [step for seat in position.active for step in position.legal_texts(seat)]


def legal(history: History, spirit: str | None = None) -> list[str]:
    """Return the legal steps, or only sacrifices to one spirit."""
    steps = legal_at(history.position)
    return steps if spirit is None else [step for step in steps if step.split(" ")[-1][0] == spirit]


def staying(steps: Iterable[str]) -> list[str]:
    """Return the sacrifices in which no spirit moves."""
    return [step for step in steps if "-" not in step and step != "end"]


def landings(spirit: str, at: str, priest: str, **options: object) -> str:
    """Return where a priest may land if every cell except those of the spirits has a human."""
    found = set()
    for corners in (CORNERS, "b1 b5 f1 f5 g2"):  # cells for the other spirits
        others = [cell for cell in corners.split() if cell not in (at, priest)][:4]
        humans = [cell for cell in CELLS if cell not in (at, priest, *others)]
        where = dict(zip([letter for letter in "TPSYC" if letter != spirit], others, strict=True))
        position = stand(w=" ".join([priest, *humans[:15]]), b=" ".join(humans[15:]), **{spirit: at}, **where)
        found |= {step[-2:] for step in staying(legal(play(position, **options), spirit)) if step[:2] == priest}
    return " ".join(sorted(found))


def view_of(history: History, observer: int = 0) -> GeniusLociView:
    """Return the view of a seat or SPECTATOR."""
    view: GeniusLociView = GAME.view(history.position.concealed(observer))
    return view


def board(history: History) -> str:
    """Return the board and the player to move, as a position text."""
    return view_of(history).position


def pieces(text: str) -> str:
    """Return a position text without the player to move."""
    return text.split(" ", maxsplit=1)[0]
