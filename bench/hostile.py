"""Hostile input: editions, records and request bodies that are as slow, deep, wide or odd as their size allows.

Every generator takes a random number generator, so sizes and names vary in a long run. The tests send all this input to
every endpoint and command that accepts such input (`tests/test_hostile.py`, `tests/cli/test_hostile.py`,
`tests/server/test_hostile.py`). `bench/editions.py` measures the memory growth after many editions.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from locarium import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Make: TypeAlias = "Callable[[Random], str]"

SIZE = 65_000  # characters of an edition; the limit is 65,536
LONG = 9_900  # characters of a line; the limit is 10,000
BODY = 250_000  # characters of a request body; the limit is 262,144 bytes


def _filled(piece: str, most: int = SIZE) -> str:
    return piece * (most // len(piece))


def _lines(pieces: Callable[[int], str], most: int = SIZE) -> str:
    """Return as many numbered lines as fit."""
    found, size, number = [], 0, 0
    while size < most:
        line = pieces(number)
        found.append(line)
        size, number = size + len(line) + 1, number + 1
    return "\n".join(found[:-1])


def _wrapped(piece: str, most: int = SIZE) -> str:
    """Return as many pieces as fit, on long lines."""
    return "\n".join([piece * (LONG // len(piece))] * (most // LONG))


# TOML that is hard to parse. Half of it exceeds the limits, half stays just within them.

TOML: dict[str, Make] = {
    "dotted key": lambda rng: _filled(f"{rng.choice('abc')}.") + "a=1",
    "dotted keys": lambda rng: _lines(lambda n: f"{_filled('a.', rng.randrange(20, LONG))}k{n} = 1"),
    "dotted key on a short line": lambda rng: _filled("a.", rng.randrange(100, LONG)) + "a = 1",
    "dotted key of strings": lambda _: _filled("\"a\" . 'b' . ", LONG) + "a = 1",
    "dotted header": lambda _: "[" + _filled("a.", LONG) + "a]",
    "dotted headers and keys": lambda _: "[a.b.c.d.e.f.g.h]\n" + _lines(lambda n: f"a.b.c.d.e.f.g.k{n} = 1"),
    "dotted inline keys": lambda _: "x = {" + _filled("a.", LONG) + "a = 1}",
    "deep arrays": lambda rng: "x = " + "[" * rng.randrange(9, LONG),
    "deep arrays over lines": lambda _: "x = " + "[\n" * (SIZE // 2),
    "deep tables": lambda rng: "x = " + _filled("{a=", rng.randrange(100, LONG)),
    "eight arrays inside each other": lambda _: "x = [\n" + _wrapped("[[[[[[[]]]]]]],") + "\n]",
    "many arrays": lambda _: "x = [\n" + _wrapped("[],") + "\n]",
    "many inline tables": lambda _: "x = [\n" + _wrapped("{},") + "\n]",
    "many keys in inline tables": lambda _: "x = [\n" + _wrapped("{a=1},") + "\n]",
    "many numbers": lambda _: "x = [\n" + _wrapped("1,") + "\n]",
    "many strings": lambda _: "x = [\n" + _wrapped("'',") + "\n]",
    "many dates": lambda _: "x = [\n" + _wrapped("1979-05-27T07:32:00Z,") + "\n]",
    "many floats": lambda _: "x = [\n" + _wrapped("1e9999,") + "\n]",
    "many keys": lambda rng: _lines(lambda n: f"k{n} = {rng.randrange(9)}"),
    "8,000 keys": lambda _: "\n".join(f"{n:x}=1" for n in range(8000)),
    "many tables": lambda _: _lines(lambda n: f"[t{n}]"),
    "500 tables": lambda _: "\n".join(f"[t{n}.a.b.c]" for n in range(500)),
    "array of tables": lambda _: _filled("[[a]]\n"),
    "500 of an array of tables": lambda _: "[[a.b.c]]\n" * 500,
    "giant integer": lambda rng: "x = " + str(rng.randrange(1, 9)) * rng.randrange(4301, LONG),
    "giant hexadecimal": lambda rng: "x = 0x" + "f" * rng.randrange(4000, LONG),
    "giant binary": lambda _: "coin_circles = 0b" + "1" * (LONG - 20),
    "giant octal": lambda _: "minus-points = [0o" + "7" * (LONG - 20) + "]",
    "giant underscored": lambda _: "x = " + _filled("1_", LONG) + "1",
    "giant fraction": lambda _: "x = 0." + "1" * (LONG - 20),
    "giant exponent": lambda _: "x = 1e" + "9" * (LONG - 20),
    "largest hexadecimal": lambda _: "coin_circles = 0x" + "f" * 60,
    "infinity": lambda _: "coin_circles = inf\nstarting_coins = nan",
    "escapes": lambda _: 'x = """\n' + _wrapped("\\n") + '\n"""',
    "long escapes": lambda _: 'x = """\n' + _wrapped("\\U0001F600") + '\n"""',
    "escaped line ends": lambda _: 'x = """' + _filled("\\\n") + '"""',
    "spaces after an escape": lambda _: 'x = """\\' + _filled(" \n") + '"""',
    "quotation marks": lambda _: "x = '''\n" + _filled("''\n") + "'''",
    "open string": lambda _: 'x = """\n' + _filled('""\n'),
    "open literal": lambda _: _filled("'\n"),
    "five quotation marks": lambda _: _filled('x = """""\n'),
    "backslashes": lambda _: 'x = "' + "\\" * (LONG - 20) + '"',
    "comments": lambda _: _filled("#\n"),
    "blank lines": lambda _: _filled("\n"),
    "carriage returns": lambda _: _filled("\r\n"),
    "lone carriage returns": lambda _: _filled("\r"),
    "spaces": lambda _: _wrapped(" "),
    "commas": lambda _: "x = [\n" + _wrapped(",") + "\n]",
    "equals signs": lambda _: _wrapped("="),
    "closing brackets": lambda _: _wrapped("]"),
    "long line": lambda _: "x = '" + "a" * SIZE + "'",
    "long key": lambda _: "k" * LONG + " = 1",
    "quoted key": lambda _: '"' + "k" * LONG + '" = 1',
    "emoji": lambda _: "x = '" + "\U0001f600" * LONG + "'",
    "emoji as a key": lambda _: "\U0001f600" * LONG + " = 1",
    "combining marks": lambda _: "title = '" + "e" + "\u0301" * (LONG - 20) + "'",
    "byte order marks": lambda _: "\ufeff" * LONG + "x = 1",
    "right to left": lambda _: "\u202ex = '\u202e" + "\u200f" * (LONG - 20) + "'",
    "line separators": lambda _: "x = '" + "\u2028\u0085" * (LONG // 2 - 10) + "'",
    "control characters": lambda _: "x = '" + "\x01\x7f" * (LONG // 2 - 10) + "'",
    "other digits": lambda _: "x = " + "\u0663" * 60,
    "too long": lambda rng: "#" * rng.randrange(65_537, 200_000),
    "nothing": lambda _: "",
}


# Editions that are valid TOML, and as large as the games allow or larger.


def _without(text: str, start: str, end: str, instead: str) -> str:
    """Replace the text between two marks."""
    before, _, rest = text.partition(start)
    return f"{before}{start}{instead}{end}{rest.partition(end)[2]}"


def _house(game: str) -> str:
    return catalogue.about(game).edition().text


def _sheet(rng: Random) -> str:
    """Return a valid edition of LOCUS, different every time."""
    return _house("locus").replace('name = "house"', f'name = "mine {rng.getrandbits(64)}"')


def _cards(cards: str) -> str:
    return _house("locus").partition("[cards]")[0] + f"[cards]\nyellow = [\n{cards}\n]\n"


def _shapes(shapes: str) -> str:
    before, _, rest = _house("locus").partition("[shapes]")
    return f"{before}[shapes]\n{shapes}\n[cards]{rest.partition('[cards]')[2]}"


def _squares(drawn: str) -> str:
    return _without(_house("locus"), 'squares = """', '"""', f"\n{drawn}\n")


def _drawing(rng: Random, size: int) -> str:
    """Return a connected shape of `size` squares."""
    squares = {(0, 0)}
    while len(squares) < size:
        column, row = rng.choice(sorted(squares))
        squares.add(rng.choice([(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]))
    left, low = min(column for column, _ in squares), min(row for _, row in squares)
    width, height = max(c for c, _ in squares) - left + 1, max(r for _, r in squares) - low + 1
    rows = ["".join("X" if (left + c, low + r) in squares else "." for c in range(width)) for r in range(height)]
    return json.dumps(rows)


def _spirits(rng: Random, landings: Callable[[str], str], count: int = 5) -> str:
    """Return spirits that are defined cell by cell."""
    text = ""
    for number in range(count):
        letter = "ABCDE"[number % 5]
        named = ", ".join(f'{language} = "{letter}{rng.getrandbits(40)}"' for language in ("en", "de", "fr"))
        text += f'[[spirit]]\nletter = "{letter}"\nname = {{ {named} }}\nsays = {{ {named} }}\n'
        text += f"[spirit.landings]\n{landings(letter)}\n"
    return text


CELLS = [
    f"{row}{number}"
    for row, length in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    for number in range(1, length + 1)
]


def _many_landings(_: str) -> str:
    """Return as many landings as fit into a fifth of a text."""
    lines = []
    for at in CELLS[:2]:
        others = [cell for cell in CELLS if cell != at][:28]
        pairs = (f"{priest} = {json.dumps([cell for cell in others if cell != priest])}" for priest in others)
        lines.append(f"[spirit.landings.{at}]\n" + "\n".join(pairs))
    return "\n".join(lines).replace(", ", ",")


def _few_landings(_: str) -> str:
    """Return one landing for each pair of cells, up to a fifth of a text."""
    pairs = [(at, priest) for at in CELLS for priest in CELLS if at != priest][:900]
    by_cell: dict[str, list[str]] = {}
    for at, priest in pairs:
        landing = next(cell for cell in CELLS if cell not in (at, priest))
        by_cell.setdefault(at, []).append(f'{priest}=["{landing}"]')
    return "\n".join(f"{at} = {{{','.join(written)}}}" for at, written in by_cell.items())


EDITIONS: dict[str, Make] = {
    "valid sheet": _sheet,
    "thousands of cards": lambda _: _cards(_wrapped('"I3",', SIZE - 8000)),
    "thousands of odd cards": lambda _: _cards(_wrapped("[],", SIZE - 8000)),
    "thousands of shapes": lambda _: _shapes(_lines(lambda n: f'S{n} = ["X"]', SIZE - 8000)),
    "48 large shapes": lambda rng: _shapes("\n".join(f"S{n} = {_drawing(rng, 8)}" for n in range(48))),
    "22 large shapes": lambda rng: _shapes(
        "\n".join(['D1 = ["X"]', 'D2 = ["XX"]', 'I3 = ["XXX"]', *(f"S{n} = {_drawing(rng, 8)}" for n in range(20))])
    ),
    "a tall shape": lambda _: _shapes("S1 = [\n" + _wrapped('"X",', SIZE - 8000) + "\n]"),
    "a wide shape": lambda _: _shapes(f'S1 = ["{"X" * (LONG - 20)}"]'),
    "a wide zone": lambda _: _squares("B" + "." * (LONG - 20)),
    "a zone as wide as a text": lambda _: _squares("B\\\n" + _filled(".\\\n", SIZE - 9000) + "x"),
    "a tall zone": lambda _: _squares(_filled("B\n", SIZE - 9000)),
    "a zone that is wide and tall": lambda _: _squares("B" * (LONG - 20) + "\n" + _filled("B\n", SIZE - 20_000)),
    "thousands of ranks": lambda _: (
        _house("locus").partition("[solo]")[0]
        + "[solo]\nranks = [\n"
        + _lines(lambda n: f'{{points={n},en="a",de="b",fr="c"}},', SIZE - 9000)
        + "\n]"
    ),
    "a long title": lambda _: _house("locus").replace("title = ", f"title = '{'x' * (LONG - 100)}' # "),
    "thousands of points": lambda _: _without(
        _house("locus"), "block_points = {", "}", ", ".join(f"k{n} = 1" for n in range(900))
    ),
    "many landings": lambda rng: _spirits(rng, _many_landings)[:SIZE],
    "a landing for every pair": lambda rng: _spirits(rng, _few_landings),
    "a landing named thousands of times": lambda rng: _spirits(
        rng, lambda _: "a1 = { a2 = [\n" + _wrapped('"a3",', SIZE // 5 - 1000) + "\n] }"
    ),
    "400 spirits": lambda rng: _spirits(rng, lambda _: 'a1 = { a2 = ["a3"] }', 400)[:SIZE],
    "spirits that lead nowhere": lambda _: _house("genius-loci").replace("steps = 1", "steps = 6"),
    "valid spirits": lambda rng: _spirits(rng, lambda letter: f'a1 = {{ {"bcdef"["ABCDE".index(letter)]}1 = ["g1"] }}'),
    "valid table": lambda rng: f"# {rng.getrandbits(64)}\nminus-points = {[*range(23)]}",
    "thousands of minus points": lambda _: "minus-points = [\n0," + _wrapped("1,") + "\n]",
    "a list instead of a number": lambda _: "minus-points = [\n[" + _wrapped("1,") + "]]",
}


# Records

_HEAD: dict[str, Any] = {"format": "locarium/1", "game": "loco", "seats": 2, "steps": []}


def _record(**fields: Any) -> str:
    return json.dumps(_HEAD | fields)


def _spliced(**fields: str) -> str:
    """Return a record with hand-written fields."""
    return _record()[:-1] + "".join(f', "{name}": {value}' for name, value in fields.items()) + "}"


RECORDS: dict[str, Make] = {
    "blank": lambda _: " \n\t\n ",
    "blank lines": lambda _: _filled("\n", BODY),
    "deep": lambda rng: "[" * rng.randrange(1000, BODY),
    "deep objects": lambda _: _filled('{"a":', BODY),
    "deep in meta": lambda rng: _spliced(meta='{"a":' + "[" * (n := rng.randrange(100, 900)) + "]" * n + "}"),
    "many fields, one twice": lambda _: _spliced(
        meta="{" + "".join(f'"{n:x}":0,' for n in range(25_000)) + '"6000":0}'
    ),
    "many lists": lambda _: _spliced(meta='{"a":[' + _filled("[],", BODY) + "0]}"),
    "many objects": lambda _: _spliced(meta='{"a":[' + _filled("{},", BODY) + "0]}"),
    "many letters": lambda _: _spliced(meta='{"a":[' + _filled('"\u0100",', BODY // 2) + "0]}"),
    "giant integer": lambda rng: _spliced(rules="1" * rng.randrange(4301, BODY)),
    "giant integer as a seat": lambda _: _spliced(steps=f'[[{"9" * 99}, "r3 y"]]'),
    "giant number of seats": lambda _: _record(seats=10**90),
    "giant exponent": lambda _: _spliced(meta='{"a": 1e999}'),
    "giant fraction": lambda _: _spliced(meta='{"a": 0.' + "1" * BODY + "}"),
    "thousands of steps": lambda _: _record(steps=[[0, "r3 y"]] * 15_000),
    "thousands of hidden steps": lambda _: _record(steps=[[0, "?"]] * 15_000),
    "thousands of draws": lambda _: _record(steps=[[None, "deal 0"]] * 10_000),
    "a giant step": lambda rng: _record(steps=[[0, rng.choice(["r3 y", "deal 0 / ", "fill card Y a1"]) * 5000]]),
    "a step of spaces": lambda _: _record(steps=[[None, "deal 0" + " / " * 300]]),
    "odd steps": lambda _: _record(steps=[[[] for _ in range(30_000)]]),
    "thousands of legal steps": lambda _: _record(steps=[[0, "r3 y"]], legal=[["r3 y"] * 20_000]),
    "legal steps of thousands of steps": lambda _: _record(legal=[None] * 30_000),
    "half a character": lambda _: _spliced(meta=r'{"a": "\ud800"}'),
    "half a character as a name": lambda _: _spliced(meta=r'{"names": ["\ud83c", "\udfff"]}'),
    "a field like a message": lambda _: _spliced(**{" - at `$.steps[": "1"}),
    "a field of backticks": lambda _: _spliced(**{_filled(" - at `", BODY // 2) + "\\n": "1"}),
    "a giant format": lambda _: _record(format="x" * BODY),
    "a giant game": lambda _: _record(game="x" * BODY),
    "a giant option": lambda _: _record(options={"match": "x" * BODY}),
    "a giant position": lambda _: _record(game="genius-loci", options={"setup": "/" * BODY}),
    "giant names": lambda _: _record(meta={"names": ["\u202e" * 50_000] * 2}),
    "thousands of names": lambda _: _record(meta={"names": [""] * 50_000, "hints": [1] * 50_000}),
    "thousands of winners": lambda _: _record(result={"winners": [0] * 40_000, "scores": [1] * 40_000}),
    "a fair field": lambda _: _record(
        fair={
            "method": "fair/1",
            "table": "x" * 50_000,
            "secret": "0" * 64,
            "commitment": "0" * 64,
            "seeds": ["0" * 50_000] * 2,
        }
    ),
    "thousands of seeds": lambda _: _record(
        fair={"method": "fair/1", "table": "", "secret": "0" * 64, "commitment": "0" * 64, "seeds": [""] * 50_000}
    ),
    "many records": lambda _: "\n".join([_record()] * 2500),
    "many bad lines": lambda _: _filled("}\n", BODY),
    "many lines that do not end": lambda _: _filled("{\n", BODY),
    "an edition in every record": lambda rng: "\n".join(
        _record(game="locus", seats=1, edition_text=_sheet(rng)) for _ in range(30)
    ),
    **{
        f"edition: {name}": lambda rng, name=name: _record(  # type: ignore[misc]
            game="lokus", seats=3, edition_text=TOML[name](rng)
        )
        for name in ("dotted key", "deep arrays", "giant hexadecimal", "many arrays")
    },
}

POSITIONS = {
    "slashes": "/" * 100,
    "a piece too many": "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwwww w",
    "odd letters": "\U0001f600/\u202e/\u0301/\u0663/ᛒ/\x7f/\ufeff w",
    "full": "wwww/wwCww/Ywwwww/wwwSbbb/bbbbbP/bbTbb/bbbb w",
}


# Request bodies and live messages with hostile names, types and nesting.

BODIES: dict[str, Make] = {
    "deep": lambda _: "[" * BODY,
    "deep objects": lambda _: _filled('{"a":', BODY),
    "unknown field": lambda rng: json.dumps({"x" * rng.randrange(1, BODY): 1}),
    "unknown field like a message": lambda _: json.dumps({_filled(" - at `", BODY // 2) + "\nx": 1}),
    "unknown field of messages": lambda _: json.dumps({_filled("Object missing required field `", BODY) + "\nx": 1}),
    "unknown field of dollars": lambda _: json.dumps({" - at `$" + _filled("$.`", BODY // 2): 1}),
    "unknown kind": lambda _: json.dumps({"kind": _filled(" - at `", BODY // 2) + "\nx"}),
    "backslashes": lambda _: '{"a":"' + "\\" * BODY + 'u0000"}',
    "zeros": lambda _: '{"a":"' + _filled("\\u0000", BODY) + '"}',
    "almost zeros": lambda _: '{"a":"' + _filled("\\\\u0000", BODY) + '"}',
    "giant integer": lambda _: '{"seats":' + "9" * BODY + "}",
    "giant fraction": lambda _: '{"seats":0.' + "9" * BODY + "}",
    "many fields": lambda _: "{" + ",".join(f'"{n:x}":0' for n in range(25_000)) + "}",
    "many lists": lambda _: '{"options":{"a":[' + _filled("[],", BODY) + "0]}}",
    "half a character": lambda _: r'{"name":"\ud800"}',
}
