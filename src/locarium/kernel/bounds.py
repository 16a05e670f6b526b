"""Limits on text input. They are checked before a parser sees the text."""

from __future__ import annotations

import json
import math
import re
import tomllib
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from pathlib import Path

MAX_TEXT = 65_536  # characters in an edition
MAX_LINE = 10_000  # characters in a line of TOML
MAX_PARTS = 8  # parts of a dotted key
MAX_DEPTH = 8  # nested arrays and inline tables
MAX_WORD = 64  # characters in a number or a bare key
MAX_KEYS = 8_192  # keys in one TOML text
MAX_TABLES = 512  # headers such as [zones.red]

MAX_RECORD = 2**22  # characters in a record, including its lists of legal steps
MAX_FILE = 2**23  # characters in any other file, such as a certificate
MAX_DIGITS = 100  # digits of a number in a record
MAX_STEP = 1_000  # characters in a step
MAX_OPTION = 200  # characters in a text option, such as a position
MAX_SHOWN = 80  # characters of an input value quoted in a message


class OutOfBounds(ValueError):
    """A text that exceeds the limits on size or nesting."""


def shown(value: object) -> str:
    """Return the repr of an input value for a message, truncated if long."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 1]}…"


def clipped(text: str, most: int = MAX_SHOWN) -> str:
    """Truncate a long text."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def read_start(file: Path, most: int, *, errors: str = "strict") -> str:
    """Read a UTF-8 file up to one character past the limit."""
    with file.open(encoding="utf-8", errors=errors) as source:
        return source.read(most + 1)


# TOML. tomllib takes quadratic time and memory for dotted keys and sets no limits.

_TOKEN = re.compile(
    r"""
    (?P<newline> \n )
  | (?P<space> [^\S\n]++ )
  | (?P<string> \"{3} (?: [^"\\] | \\. | "(?!"") )*+ \"{3,5}
              | '{3} (?: [^'] | '(?!'') )*+ '{3,5}
              | " (?: [^"\\\n] | \\[^\n] )*+ "
              | ' [^'\n]*+ ' )
  | (?P<comment> \# [^\n]*+ )
  | (?P<dot> \. )
  | (?P<opening> [\[{] )
  | (?P<closing> [\]}] )
  | (?P<equals> = )
  | (?P<comma> , )
  | (?P<word> [^\s\#"'\[\]{}=,.]++ )
    """,
    re.VERBOSE | re.DOTALL,
)


def load_toml(text: str) -> dict[str, Any]:
    """Parse TOML within the limits. Raise ValueError with the line and the problem."""
    _check_toml(text)
    return tomllib.loads(text)


def _check_toml(text: str) -> None:
    """Check the limits in one pass. Stop at invalid TOML, because tomllib stops there too and reports it."""
    if len(text) > MAX_TEXT:
        raise OutOfBounds(f"the text has {len(text)} characters; the limit is {MAX_TEXT}")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            raise OutOfBounds(f"line {number} has {len(line)} characters; the limit is {MAX_LINE}")
    parts, depth, keys, tables, starts_line, end = 1, 0, 0, 0, True, 0
    for token in _TOKEN.finditer(text):
        if token.start() != end:  # an unterminated string
            return
        end = token.end()
        kind = token.lastgroup
        if kind == "dot":
            parts += 1
            _check(parts, MAX_PARTS, "a key of {} parts", text, token)
        elif kind == "word":
            _check(end - token.start(), MAX_WORD, "a number or key of {} characters", text, token)
        elif kind == "opening":
            tables += starts_line and depth == 0
            depth += 1
            _check(tables, MAX_TABLES, "{} tables", text, token)
            _check(depth, MAX_DEPTH, "{} nested arrays or inline tables", text, token)
        elif kind == "closing":
            depth -= 1
        elif kind == "equals":
            keys += 1
            _check(keys, MAX_KEYS, "{} keys", text, token)
        if kind not in ("space", "comment", "dot", "word", "string"):
            parts = 1
        if kind != "space":
            starts_line = kind == "newline"


def _check(found: int, most: int, what: str, text: str, token: re.Match[str]) -> None:
    if found > most:
        line = text.count("\n", 0, token.start()) + 1
        raise OutOfBounds(f"line {line} has {what.format(found)}; the limit is {most}")


# JSON


def load_json(text: str, most: int = MAX_RECORD) -> Any:
    """Parse JSON within the limits. Raise ValueError for values that don't survive a round trip."""
    if len(text) > most:
        raise OutOfBounds(f"it has more than {most} characters")
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_int=_int, parse_float=_float
        )
    except RecursionError:
        raise OutOfBounds("it is nested too deeply") from None
    json.dumps(value, ensure_ascii=False).encode()  # raises for a lone surrogate
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"field {shown(name)} occurs twice")
        fields[name] = value
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise OutOfBounds(f"a number has {len(digits)} digits; the limit is {MAX_DIGITS}")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise OutOfBounds(f"{clipped(digits)} is too large for a number")
    return value
