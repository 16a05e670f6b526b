"""Observations: named arrays built from a concealed state, as described in `observations.toml`."""

from __future__ import annotations

import math
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from locarium.kernel.game import conceal, judge, legal
from locarium.kernel.jit import compiled

if TYPE_CHECKING:
    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.position import Position, Setup

DTYPE, MASK_DTYPE = np.int32, np.int8
DIGIT = 3  # bits of an octal digit
ALL_BITS, NO_PLACE = -1, -1
# Rows of a program: the source word of a number, its shift, its mask, and the place to compare it with.
SOURCE, SHIFT, MASK, PLACE = range(4)


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of one array. `observations.toml` explains the fields."""

    name: str
    field: str
    says: str
    of: Literal["all", "own", "seats"] = "all"
    kind: Literal["number", "bits", "digits", "place", "seats", "seat"] = "number"
    size: int | str = 1
    low: int = 0
    high: int = 1
    flat: bool = False


@lru_cache
def features_of(game: str) -> tuple[Feature, ...]:
    """Return the descriptions of a game's arrays."""
    text = (files("locarium.adapters") / "observations.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, tuple[Feature, ...]])[game]


class Piece(msgspec.Struct, frozen=True):
    """A feature in a setup: its start in the row of all numbers, and its shape."""

    feature: Feature
    start: int
    shape: tuple[int, ...]

    @property
    def end(self) -> int:
        """The index after its last number."""
        return self.start + math.prod(self.shape)


class Outline:
    """The observations of a setup: its pieces, and the program that compiled code runs to fill them in."""

    def __init__(self, setup: Setup) -> None:
        self.pieces: list[Piece] = []
        for feature in features_of(setup.game.about.name):
            self.pieces.append(Piece(feature, self.size, _shape_of(setup, feature)))
        columns = [
            [column for piece in self.pieces for column in _columns(setup, piece.feature, seat)]
            for seat in range(setup.seats)
        ]
        self.program = np.ascontiguousarray(np.array(columns, np.int32).transpose(0, 2, 1))  # [seat, row, number]
        self._rows = [(piece.feature.name, slice(piece.start, piece.end)) for piece in self.pieces]
        self._shaped = [(piece.feature.name, piece.shape) for piece in self.pieces if len(piece.shape) > 1]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.pieces[-1].end if self.pieces else 0

    def numbers(self, concealed: Position, seat: int) -> Any:
        """Return all numbers for a seat from a concealed position, without compiled code."""
        words = np.concatenate([concealed.words, np.array(concealed.scores(), np.int64)])
        source, shift, mask, place = self.program[seat]
        found = words[source] >> shift & mask
        return np.where(place == NO_PLACE, found, found == place).astype(DTYPE)

    def named(self, numbers: Any) -> dict[str, Any]:
        """Split a row of numbers into named arrays."""
        found = {name: numbers[cut] for name, cut in self._rows}
        for name, shape in self._shaped:
            found[name] = found[name].reshape(shape)
        return found

    def named_rows(self, rows: Any) -> dict[str, Any]:
        """Split many rows into named arrays, one row per game."""
        count = (len(rows),)
        return {
            piece.feature.name: rows[:, piece.start : piece.end].reshape(count + piece.shape) for piece in self.pieces
        }


def _shape_of(setup: Setup, feature: Feature) -> tuple[int, ...]:
    """Return the shape of a feature's array: seats, then words, then bits, digits or places."""
    around = (setup.seats,) if feature.of == "seats" or feature.kind in ("seats", "seat") else ()
    if feature.field == "scores" or feature.kind in ("seats", "seat"):
        return around
    inner = _inner(setup, feature)[0]
    size = _size(setup, feature)
    if feature.flat:
        return (*around, math.prod(inner) * size)
    return (around + inner + ((size,) if feature.kind in ("bits", "digits", "place") else ())) or (1,)


def _size(setup: Setup, feature: Feature) -> int:
    return feature.size if isinstance(feature.size, int) else int(getattr(setup.game.book, feature.size))


def _inner(setup: Setup, feature: Feature) -> tuple[tuple[int, ...], int, int, int]:
    """Return a field's shape per seat, its first word, and its strides from seat to seat and from word to word."""
    book = setup.game.book
    assert book.STATE.fields is not None
    declared, offset = book.STATE.fields[feature.field][:2]
    shape, start = declared.shape, offset // 8
    if feature.of == "all":
        return shape, start, 0, 1
    if len(shape) == 1:
        return (), start, 1, 1
    if shape[0] == book.MAX_SEATS:
        return shape[1:], start, shape[1], 1
    return shape[:1], start, 1, shape[1]


def _columns(setup: Setup, feature: Feature, seat: int) -> list[tuple[int, int, int, int]]:
    """Return the columns of the program that compute a feature as a seat sees it."""
    others = [(seat + turn) % setup.seats for turn in range(setup.seats)]
    if feature.field == "scores":
        behind = setup.game.book.STATE.itemsize // 8
        return [(behind + other, 0, ALL_BITS, NO_PLACE) for other in others]
    inner, start, seat_stride, stride = _inner(setup, feature)
    if feature.kind == "seats":
        return [(start, other, 1, NO_PLACE) for other in others]
    if feature.kind == "seat":
        return [(start, 0, ALL_BITS, other) for other in others]
    of = others if feature.of == "seats" else [seat]
    words = [start + other * seat_stride + word * stride for other in of for word in range(math.prod(inner))]
    return [(word, *part) for word in words for part in _parts(feature.kind, _size(setup, feature))]


def _parts(kind: str, size: int) -> list[tuple[int, int, int]]:
    """Return the shift, mask and place of each number made from one word."""
    if kind == "bits":
        return [(bit, 1, NO_PLACE) for bit in range(size)]
    if kind == "digits":
        return [(DIGIT * digit, (1 << DIGIT) - 1, NO_PLACE) for digit in range(size)]
    return [(0, ALL_BITS, place) for place in range(size)] if kind == "place" else [(0, ALL_BITS, NO_PLACE)]


@compiled
def look(words: Array[int], seat: int, program: Any, out: Array[int]) -> None:
    """Fill in all numbers for a seat from the words of a concealed state, which are followed by the scores."""
    for n in range(len(out)):
        number = words[program[seat, SOURCE, n]] >> program[seat, SHIFT, n] & program[seat, MASK, n]
        place = program[seat, PLACE, n]
        out[n] = number if place == NO_PLACE else int(number == place)


class Scratch:
    """Memory for one concealed copy of a state, followed by its scores."""

    def __init__(self, setup: Setup) -> None:
        length = setup.state_type.itemsize // 8
        spare = 16  # keeps the scratches of two threads in different cache lines
        self.words = np.zeros(length + int(setup.game.book.MAX_SEATS) + spare, np.int64)
        self.array = np.ndarray(1, setup.state_type, self.words)
        self.scores = self.words[length:]


@compiled
def observe_state(
    rules: Rules,
    state: State,
    seat: int,
    scratch: Array[State],
    scores: Array[int],
    words: Array[int],
    program: Any,
    out: Array[int],
) -> None:
    """Fill in the observation of a seat. `scratch`, `scores` and `words` share the same memory."""
    scratch[0] = state
    conceal(rules, scratch[0], seat)
    judge(rules, scratch[0], scores)
    look(words, seat, program, out)


@compiled
def mask_state(rules: Rules, state: State, seat: int, hosts: Array[int], actions: Array[int], mask: Array[int]) -> None:
    """Set the mask to 1 for the seat's legal actions in a state concealed for it. The mask must be all 0 before."""
    if state.active >> seat & 1:
        for i in range(legal(rules, state, seat, actions)):
            mask[hosts[actions[i]]] = 1
