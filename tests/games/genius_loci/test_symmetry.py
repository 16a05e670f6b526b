"""GENIUS LOCI: rotated boards, mirrored boards and swapped colours have the same games, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from conformance.cases import times
from games.genius_loci.referee import BOARD, CELL_OF, around
from games.genius_loci.script import CELLS, GAME, START, legal_at, marks_of, setup, written
from locarium.games.genius_loci.perft import perft
from locarium.kernel.edition import Edition
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.rng import new_rng

CENTRE = CELL_OF["d4"]
TURNED = {cell: cell if cell == "d4" else BOARD[around(CENTRE, CELL_OF[cell], 1)] for cell in CELLS}
MIRRORED = {BOARD[row, column]: BOARD[row, 12 - column] for row, column in BOARD}

# Spirits described by moves, two of which rotate in opposite directions. Mirroring swaps Y and C here too.
OWN_TEXT = "\n".join(
    f'[[spirit]]\nletter = "{letter}"\nname = {{ en = "{letter}", de = "{letter}", fr = "{letter}" }}\n'
    f'says = {{ en = "-", de = "-", fr = "-" }}\n{way}\n'
    for letter, way in {
        "T": 'move = "towards"\nsteps = 2',
        "P": 'move = "away"\nfrom = "line"\ndistance = 2',
        "S": 'move = "mirror"\ndistance = 2',
        "Y": 'move = "clockwise"\nsteps = 2',
        "C": 'move = "anticlockwise"\nsteps = 2',
    }.items()
)
OWN = Edition("own", OWN_TEXT, foreign=True)

TABLES: dict[str, tuple[Edition | None, dict[str, Any]]] = {
    "house": (None, {}),
    "petals": (None, {"setup": "petals"}),
    "random": (None, {"setup": "random"}),
    "lines": (None, {"setup": "random", "lines": "any"}),
    "single": (None, {"setup": "random", "aligned": True, "single": True}),
    "lines-single": (None, {"lines": "any", "single": True}),
    "own": (OWN, {"setup": "random"}),
}


@dataclass(frozen=True)
class Symmetry:
    """A mapping of cells, spirits and colours."""

    cells: dict[str, str]
    letters: str  # the letters that replace TPSYC
    swaps: bool = False  # whether the colours are swapped

    def of_step(self, step: str) -> str:
        if step == "end":
            return step
        moved = re.sub(r"[a-g][1-7]", lambda cell: self.cells[cell[0]], step)
        return re.sub(r"[TPSYC]", lambda letter: self.letters["TPSYC".index(letter[0])], moved)

    def of_mark(self, mark: str) -> str:
        if mark in "wb":
            return "wb"["wb".index(mark) ^ self.swaps]
        return self.letters["TPSYC".index(mark)]

    def of_position(self, text: str) -> str:
        marks = {self.cells[cell]: self.of_mark(mark) for cell, mark in marks_of(text).items()}
        return written(marks, self.of_mark(text[-1]))


SAME = {cell: cell for cell in CELLS}
SYMMETRIES = {
    "turned": Symmetry(TURNED, "TPSYC"),
    "swapped": Symmetry(SAME, "TPSYC", swaps=True),
    "mirrored": Symmetry(MIRRORED, "TPSCY"),
    "all combined": Symmetry({cell: MIRRORED[TURNED[cell]] for cell in CELLS}, "TPSCY", swaps=True),
}
of_every_kind = pytest.mark.parametrize("kind", SYMMETRIES)


def look_alike(one: History, other: History, symmetry: Symmetry) -> None:
    """Check that the positions, their legal steps and the winners are mapped to each other."""
    here, there = GAME.view(one.position), GAME.view(other.position)
    assert symmetry.of_position(here.position) == there.position
    assert [seat ^ symmetry.swaps for seat in here.active] == there.active
    assert (symmetry.cells[here.priest] if here.priest else None) == there.priest
    assert here.ending == there.ending
    assert sorted(map(symmetry.of_step, legal_at(one.position))) == sorted(legal_at(other.position))
    if here.ending:
        outcomes = one.position.outcome(), other.position.outcome()
        assert outcomes[0] is not None
        assert outcomes[1] is not None
        assert [seat ^ symmetry.swaps for seat in outcomes[0].winners] == outcomes[1].winners


def replayed(history: History) -> tuple[History, list[tuple[int, str]]]:
    """Return the game replayed from the position after its setup, and its steps."""
    edition, options = history.setup.edition, history.setup.options
    first = next(number for number, step in enumerate(history.steps) if step.seat is not None)
    position = GAME.view(history.positions[first]).position
    again = setup(edition, setup=position, lines=options.lines, single=options.single)  # type: ignore[attr-defined]
    return History(again), [(seat, text) for seat, text in history.texts()[first:] if seat is not None]


@of_every_kind
@pytest.mark.parametrize("table", TABLES)
def test_legal_steps_and_results_are_mapped_to_each_other(table: str, kind: str) -> None:
    symmetry = SYMMETRIES[kind]
    edition, options = TABLES[table]
    for seed in range(times(3, 1)):
        one, steps = replayed(write_game(setup(edition, **options), new_rng(seed), choose_at_random))
        position = symmetry.of_position(GAME.view(one.position).position)
        rest = {name: value for name, value in options.items() if name in ("lines", "single")}
        other = History(setup(edition, setup=position, **rest))
        look_alike(one, other, symmetry)
        for seat, step in steps:
            one.play_text(seat, step)
            other.play_text(seat ^ symmetry.swaps, symmetry.of_step(step))
            look_alike(one, other, symmetry)
        assert one.position.is_over


@of_every_kind
@pytest.mark.parametrize("options", [{}, {"lines": "any"}, {"single": True}], ids=["house", "lines", "single"])
def test_perft_is_the_same(options: dict[str, Any], kind: str) -> None:
    depth = 4 if IS_COMPILED else 2
    image = SYMMETRIES[kind].of_position(START)
    assert image != START
    counts = [perft(setup(setup=position, **options).begin(), depth) for position in (START, image)]
    assert counts[0] == counts[1] > 0


def test_wrong_mapping_is_detected() -> None:
    """Mirroring without swapping Scylla and Charybdis changes the game.

    So does swapping colours without the player to move.
    """
    half: list[Callable[[str], str]] = [
        Symmetry(MIRRORED, "TPSYC").of_position,
        lambda text: f"{Symmetry(SAME, 'TPSYC', swaps=True).of_position(text)[:-1]}w",
    ]
    for image in half:
        positions = [setup(setup=position).begin() for position in (START, image(START))]
        assert perft(positions[0], 3) != perft(positions[1], 3)


def test_six_rotations_and_two_reflections_are_the_identity() -> None:
    for name, times_ in (("turned", 6), ("swapped", 2), ("mirrored", 2)):
        text = START
        for _ in range(times_):
            text = SYMMETRIES[name].of_position(text)
        assert text == START
