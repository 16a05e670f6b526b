"""What a seat observes: named arrays, made from the concealed state as `observations.toml` says."""

from __future__ import annotations

import math
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from locarium.kernel.game import conceal, judge, legal
from locarium.kernel.jit import compiled, plain

if TYPE_CHECKING:
    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array, Grid
    from locarium.kernel.position import Position, Setup

DTYPE, MASK_DTYPE = np.int32, np.int8
NUMBER, BITS, DIGITS, PLACE, SEATS, SEAT = range(6)
KINDS = ("number", "bits", "digits", "place", "seats", "seat")
DIGIT = 3  # bits of an octal digit
IN_STATE, IN_SCORES = range(2)  # where the numbers of a feature come from
# The columns of a program.
KIND, SOURCE, START, SEAT_STRIDE, ROUND, WORD_STRIDE, WORDS, SIZE = range(8)


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One array; the fields are described where they are filled in."""

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
    """The arrays of a game."""
    text = (files("locarium.adapters") / "observations.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, tuple[Feature, ...]])[game]


class Piece(msgspec.Struct, frozen=True):
    """A feature in a setup: where it stands in the row of all numbers, and its shape."""

    feature: Feature
    start: int
    shape: tuple[int, ...]

    @property
    def end(self) -> int:
        """Behind its last number."""
        return self.start + math.prod(self.shape)


class Outline:
    """All that is observed in a setup: the pieces, and the program that compiled code follows to fill them in."""

    def __init__(self, setup: Setup) -> None:
        self.pieces: list[Piece] = []
        rows = []
        for feature in features_of(setup.game.about.name):
            row, shape = _row(setup, feature)
            rows.append(row)
            self.pieces.append(Piece(feature, self.size, shape))
        self.program = np.array(rows, np.int64)
        self._rows = [(piece.feature.name, slice(piece.start, piece.end)) for piece in self.pieces]
        self._shaped = [(piece.feature.name, piece.shape) for piece in self.pieces if len(piece.shape) > 1]

    @property
    def size(self) -> int:
        """How many numbers there are in all."""
        return self.pieces[-1].end if self.pieces else 0

    def fill(self, concealed: Position, seat: int, out: Any) -> None:
        """Fill in the numbers for a seat from a position that was concealed already; for plain Python."""
        scores = np.array(concealed.scores(), np.int64)
        plain(look)(concealed.words, scores, seat, concealed.setup.seats, self.program, out)

    def named(self, numbers: Any) -> dict[str, Any]:
        """The pieces of a row of numbers by name."""
        found = {name: numbers[cut] for name, cut in self._rows}
        for name, shape in self._shaped:
            found[name] = found[name].reshape(shape)
        return found

    def named_rows(self, rows: Any) -> dict[str, Any]:
        """The same of many rows: the first axis is theirs."""
        count = (len(rows),)
        return {
            piece.feature.name: rows[:, piece.start : piece.end].reshape(count + piece.shape) for piece in self.pieces
        }


def _row(setup: Setup, feature: Feature) -> tuple[list[int], tuple[int, ...]]:
    """The line of the program for a feature, and the shape of its array."""
    book, seats = setup.game.book, setup.seats
    size = feature.size if isinstance(feature.size, int) else int(getattr(book, feature.size))
    kind = KINDS.index(feature.kind)
    if feature.field == "scores":
        return [kind, IN_SCORES, 0, 1, seats, 1, 1, 1], (seats,)
    assert book.STATE.fields is not None
    inner, offset = book.STATE.fields[feature.field][:2]
    start = offset // 8
    if kind in (SEATS, SEAT):
        return [kind, IN_STATE, start, 0, seats, 1, 1, 1], (seats,)
    if feature.of == "all":
        words = math.prod(inner.shape)
        return [kind, IN_STATE, start, 0, 1, 1, words, size], _shape(inner.shape, size, feature) or (1,)
    by_seat, stride, word_stride, words = _strides(inner.shape, int(book.MAX_SEATS))
    around = seats if feature.of == "seats" else 1
    shape = ((seats,) if feature.of == "seats" else ()) + _shape(by_seat, size, feature)
    return [kind, IN_STATE, start, stride, around, word_stride, words, size], shape or (1,)


def _strides(shape: tuple[int, ...], seats: int) -> tuple[tuple[int, ...], int, int, int]:
    """Of a field by seats: the shape of one seat's part, from seat to seat, from word to word, and how many words."""
    if len(shape) == 1:
        return (), 1, 1, 1
    if shape[0] == seats:
        return shape[1:], shape[1], 1, shape[1]
    return shape[:1], 1, shape[1], shape[0]


def _shape(inner: tuple[int, ...], size: int, feature: Feature) -> tuple[int, ...]:
    if feature.flat:
        return (math.prod(inner) * size,)
    return inner + ((size,) if feature.kind in ("bits", "digits", "place") else ())


@compiled
def look(words: Array[int], scores: Array[int], seat: int, seats: int, program: Grid[int], out: Array[int]) -> None:
    """Fill in all pieces for a seat from the numbers of a concealed state and its scores."""
    n = 0
    for row in range(len(program)):  # type: ignore[arg-type]
        kind = program[row, KIND]
        for turn in range(program[row, ROUND]):
            other = seat + turn if seat + turn < seats else seat + turn - seats
            place = program[row, START] + other * program[row, SEAT_STRIDE]
            for _ in range(program[row, WORDS]):
                number = words[place] if program[row, SOURCE] == IN_STATE else scores[place]
                place += program[row, WORD_STRIDE]
                if kind == NUMBER:
                    out[n] = number
                    n += 1
                elif kind == SEATS:
                    out[n] = number >> other & 1
                    n += 1
                elif kind == SEAT:
                    out[n] = 1 if number == other else 0
                    n += 1
                elif kind == BITS:
                    for i in range(program[row, SIZE]):
                        out[n + i] = number >> i & 1
                    n += program[row, SIZE]
                elif kind == DIGITS:
                    for i in range(program[row, SIZE]):
                        out[n + i] = number >> i * DIGIT & 7
                    n += program[row, SIZE]
                else:
                    for i in range(program[row, SIZE]):
                        out[n + i] = 1 if number == i else 0
                    n += program[row, SIZE]


@compiled
def observe_state(
    rules: Rules,
    state: State,
    seat: int,
    scratch: Array[State],
    words: Array[int],
    scores: Array[int],
    program: Grid[int],
    out: Array[int],
) -> None:
    """What a seat observes. The scratch holds one state; `words` are its numbers, in the same memory."""
    scratch[0] = state
    conceal(rules, scratch[0], seat)
    judge(rules, scratch[0], scores)
    look(words, scores, seat, rules.seats, program, out)


@compiled
def mask_state(rules: Rules, state: State, seat: int, actions: Array[int], mask: Array[int]) -> None:
    """Ones for what a seat may do, from the state as it was concealed for the seat; the mask is blank before."""
    if state.active >> seat & 1:
        for i in range(legal(rules, state, seat, actions)):
            mask[actions[i]] = 1
