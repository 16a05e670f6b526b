"""Limits on text input."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium import catalogue
from locarium.kernel.bounds import OutOfBounds, load_json, load_toml, read_start, shown

PARTS = "line {} has a key of 9 parts; the limit is 8"
DEPTH = "line {} has 9 nested arrays or inline tables; the limit is 8"
WORD = "line {} has a number or key of 65 characters; the limit is 64"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a=1\n" + "a." * 8 + "a = 1", PARTS.format(2)),
        ("[" + "a." * 8 + "a]", PARTS.format(1)),
        ("\"a\" . 'b' . c.d.e.f.g.h.i = 1", PARTS.format(1)),
        ("x = { " + "a." * 9 + "a = 1 }", PARTS.format(1)),
        ("x = [\n" + "[\n" * 8, DEPTH.format(9)),
        ("x = " + "[" * 9, DEPTH.format(1)),
        ("x = " + "{a=" * 9, DEPTH.format(1)),
        ("\n\nx = 0x" + "f" * 63, WORD.format(3)),
        ("x" * 65 + " = 1", WORD.format(1)),
        ("# short\n#" + "x" * 10_000, "line 2 has 10001 characters; the limit is 10000"),
        ("x=1\n" * 8193, "line 8193 has 8193 keys; the limit is 8192"),
        ("[a]\n" * 513, "line 513 has 513 tables; the limit is 512"),
        ("#" + "\n" * 65_536, "the text has 65537 characters; the limit is 65536"),
    ],
)
def test_toml_beyond_limits_is_rejected_with_its_line(text: str, message: str) -> None:
    with pytest.raises(OutOfBounds) as caught:
        load_toml(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c.d.e.f.g.h = 1",
        "x = [[[[[[[[]]]]]]]]",
        "x = '" + "a." * 100 + "' # " + "[" * 100,
        'x = """' + "." * 100 + "\n" + "[" * 100 + '"""',
        "x = [" + "1.5, " * 100 + "]",
        'x = """a"b""c\\"""" # """',
        "x = ''''a'b''c'''''",
        'x = """"" ."""\n"a.b.c.d.e.f.g.h.i.j" = 1',
        "x = 1979-05-27T00:32:00.999999-07:00",
        'x = """' + "\\\r\n" * 3 + '"""\r\ny = 2',
    ],
)
def test_toml_within_limits_is_read_unchanged(text: str) -> None:
    assert load_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("game", ["lokus", "locus", "genius-loci"])
def test_built_in_editions_are_within_limits(game: str) -> None:
    about = catalogue.about(game)
    for name in about.edition_names():
        text = about.edition(name).text
        assert load_toml(text) == tomllib.loads(text)


DECOYS = [
    'k = """"a""b\\""""',
    'k = """\n# \'\'\'\n"""""',
    "k = '''\n\"\"\"\n''''",
    r'k = "\\"',
    r'k = "\""',
    r"k = '\'",
    '# """ \'',
    'k = [1.5, "]", # ]\n]',
    "k = { a = \"}\", b = '{' }",
    "k = '#' # '",
    '[k."[".\'"\']',
    'k.\'a"b\' = "\'" # "',
]


@given(st.lists(st.sampled_from(DECOYS)))
def test_strings_and_comments_do_not_hide_keys(decoys: list[str]) -> None:
    text = "".join(f"{line.replace('k', f'k{number}', 1)}\n" for number, line in enumerate(decoys))
    assert load_toml(text) == tomllib.loads(text)
    with pytest.raises(OutOfBounds):
        load_toml(f"{text}{'a.' * 8}a = 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "field 'a' occurs twice"),
        ("1" * 5000, "a number has 5000 digits; the limit is 100"),
        ("1e999", "1e999 is too large for a number"),
        ("NaN", "NaN is not a JSON number"),
        ("[" * 5000, "it is nested too deeply"),
        (" " * 2**22 + "1", "it has more than 4194304 characters"),
    ],
)
def test_json_beyond_limits_is_rejected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_json(text)


def test_long_values_are_truncated_in_messages() -> None:
    assert shown("short") == "'short'"
    assert len(shown("x" * 1000)) == 80


def test_reading_stops_one_character_past_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_text("ä" * 1000, "utf-8")
    assert read_start(file, 10) == "ä" * 11
    assert len(read_start(Path("/dev/zero"), 10)) == 11
