"""Records: written games. Reading is strict, writing canonical."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from .bounds import MAX_RECORD, MAX_STEP, OutOfBounds, clipped, load_json, shown
from .errors import BadRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FORMAT = "locarium/1"
HIDDEN = "?"


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of the game."""

    winners: list[int]  # all seats that share the win
    scores: list[int] | None = None  # by seat; missing if the game ended outside the rules


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A two-player game that one seat ended outside the rules. The other seat wins."""

    by: Literal["resigned", "time", "abandoned"]
    seat: int


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that any program can replay."""

    format: str
    game: str
    seats: int
    steps: list[tuple[int | None, str]]  # (seat, text); seat None is chance
    rules: int = 1  # version of the game's rules
    options: dict[str, Any] = {}
    edition: str | None = None  # name of a built-in edition; missing: house
    edition_text: str | None = None  # the full text of a custom edition
    digest: str | None = None  # SHA-256 of the edition's text
    result: Result | None = None  # missing while the game runs
    ended: Ended | None = None
    fair: dict[str, Any] | None = None  # commitment, seeds, and how the chance steps are derived from them
    legal: list[list[str] | None] | None = None  # the legal steps at every step; null for chance
    meta: dict[str, Any] | None = None  # names, dates, table: free form, ignored by the rules

    @property
    def is_redacted(self) -> bool:
        """Whether parts are hidden. A redacted record can be shown but not replayed."""
        return any(is_hidden(text) for _, text in self.steps)

    def to_json(self) -> str:
        """Return one line of JSON, with fields in the order of the specification and defaults omitted."""
        return json.dumps(self._fields(), ensure_ascii=False)

    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"format": self.format, "game": self.game, "rules": self.rules, "seats": self.seats}
        optional = ("options", "edition", "edition_text", "digest")
        fields |= {name: getattr(self, name) for name in optional if getattr(self, name)}
        fields["steps"] = self.steps
        if self.legal is not None:
            fields["legal"] = self.legal
        if self.result is not None:
            scores = {} if self.result.scores is None else {"scores": self.result.scores}
            fields["result"] = scores | {"winners": self.result.winners}
        if self.ended is not None:
            fields["ended"] = {"by": self.ended.by, "seat": self.ended.seat}
        fields |= {name: getattr(self, name) for name in ("fair", "meta") if getattr(self, name) is not None}
        return fields


def is_hidden(text: str) -> bool:
    """Return whether parts of a step's text are hidden."""
    return HIDDEN in text.split(" ")


def read_record(text: str) -> Record:
    """Parse a record from JSON. Its steps are not replayed yet."""
    try:
        value = load_json(text)
    except ValueError as error:
        raise BadRecord(f"this is not JSON: {error}") from None
    return to_record(value)


def to_record(value: object) -> Record:
    """Convert a parsed JSON value to a record."""
    if not isinstance(value, dict):
        raise BadRecord(f"a record is a JSON object, not {_kind(value)}")
    if "format" not in value:
        raise BadRecord(f'a record starts with "format": "{FORMAT}"; this object has no format')
    if value["format"] != FORMAT:
        raise BadRecord(f"unknown format {shown(value['format'])}; this program reads {FORMAT!r}")
    try:
        record = msgspec.convert(value, Record)
    except msgspec.ValidationError as error:
        raise _rephrase(str(error), value) from None
    for number, (_, text) in enumerate(record.steps, start=1):
        if len(text) > MAX_STEP:
            raise BadRecord(f"{shown(text)} has {len(text)} characters; a step has at most {MAX_STEP}", number)
    return record


def _kind(value: object) -> str:
    return {list: "a list", str: "a text", bool: "a switch", type(None): "null"}.get(type(value), "a number")


def _rephrase(message: str, value: dict[str, Any]) -> BadRecord:
    """Rephrase a msgspec message in the terms of records."""
    unknown = [name for name in value if name not in Record.__struct_fields__]
    if unknown:
        return BadRecord(f"unknown field {shown(unknown[0])}; a record has {', '.join(Record.__struct_fields__)}")
    for name in ("game", "seats", "steps"):
        if name not in value:
            return BadRecord(f"the field {name!r} is missing")
    steps = value["steps"] if isinstance(value["steps"], list) else []
    for number, entry in enumerate(steps, start=1):
        if not _is_step(entry):
            written = clipped(json.dumps(entry, ensure_ascii=False))
            return BadRecord(
                f'{written} is not a step; a step is [seat, "text"], with null as the seat of chance', number
            )
    return BadRecord(clipped(message[0].lower() + message[1:].replace("`$.", "`"), MAX_STEP))


def _is_step(entry: object) -> bool:
    match entry:
        case [None | int() as seat, str()]:
            return not isinstance(seat, bool)
    return False


def read_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the number and JSON text of each record in a file: one per line, or a single one over many lines."""
    lines = iter(lines)
    first = next((line for line in lines if line.strip()), "")
    if first and not _stands_alone(first):
        yield 1, first + "".join(_first_characters(lines))
        return
    yield from enumerate((line for line in chain([first], lines) if line.strip()), start=1)


def _first_characters(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines until they are longer than a record may be."""
    read = 0
    for line in lines:
        yield line
        read += len(line)
        if read > MAX_RECORD:
            return


def _stands_alone(line: str) -> bool:
    try:
        load_json(line)
    except OutOfBounds:
        return True
    except ValueError:
        return line.rstrip().endswith("}")  # one malformed line of many, not the start of a long record
    return True
