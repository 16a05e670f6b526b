"""Errors are reported in one line that names the problem and the expected input, with exit code 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Call

RANDOM = "record random loco"


def assert_refused(call: Call, arguments: list[str], *named: str, stdin: str = "") -> None:
    answer = call(*arguments, stdin=stdin)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("locarium: ")
    assert answer.err.count("\n") == 1
    assert answer.err.endswith("\n")
    assert "Traceback" not in answer.err
    for word in named:
        assert word in answer.err


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("rules chess", ["'chess'", "loco"]),
        ("record random chess", ["'chess'", "loco"]),
        ("rules loco --lang it", ["'it'", "en, de or fr"]),
        ("games --lang it", ["'it'", "en, de or fr"]),
        ("record show nowhere --lang it", ["'it'", "en, de or fr"]),
        (f"{RANDOM} --seats 1", ["1", "2 to 4 players"]),
        (f"{RANDOM} --seats 5", ["5", "2 to 4 players"]),
        (f"{RANDOM} --seats -3", ["-3", "2 to 4 players"]),
        (f"{RANDOM} --seats 6 --option family=true", ["6", "2 to 5 players"]),
        (f"{RANDOM} --option speed=high", ["'speed'", "match, family or strict-marker"]),
        (f"{RANDOM} --option match=half", ["'match'", "'half'", "single or full"]),
        (f"{RANDOM} --option family=yes", ["'family'", "'yes'", "false or true"]),
        (f"{RANDOM} --option family=True", ["'family'", "'True'", "false or true"]),
        (f"{RANDOM} --option match=", ["'match'", "single or full"]),
        (f"{RANDOM} --option match", ["--option", "'match'", "name=value"]),
        (f"{RANDOM} --option =full", ["''", "match, family or strict-marker"]),
        (f"{RANDOM} --seats two", ["--seats", "integer"]),
        (f"{RANDOM} --seed 1.5", ["--seed", "integer"]),
        (f"{RANDOM} --seed -1", ["--seed", "greater than or equal to 0"]),
        (f"{RANDOM} --seed 9223372036854775808", ["--seed", "9223372036854775807"]),
        (f"{RANDOM} --games 0", ["--games", "greater than or equal to 1"]),
        (f"{RANDOM} --player clever", ["--player", "'clever'", "'random', 'greedy', 'mixed'"]),
        (f"{RANDOM} --speed 3", ["--speed", "--seats", "--legal"]),
        (f"{RANDOM} --seats", ["--seats", "argument"]),
        (f"{RANDOM} extra", ["extra"]),
        ("record random", ["game"]),
        ("record check", ["FILE"]),
        ("record", ["random, check, legal, show, hint or analyse"]),
        ("record erase", ["'erase'", "random, check, legal, show, hint or analyse"]),
        ("dance", ["'dance'", "games", "rules", "record", "bench"]),
        ("--dance", ["--dance", "--version"]),
        ("bench nonsense", ["'nonsense'", "loco-playouts"]),
        ("bench --seconds soon", ["--seconds", "number"]),
        ("bench --seconds 0", ["--seconds", "0.1"]),
    ],
)
def test_bad_arguments_are_rejected(call: Call, command: str, named: list[str]) -> None:
    assert_refused(call, command.split(" "), *named)


@pytest.mark.parametrize("command", ["check", "legal", "show"])
def test_unreadable_files_are_rejected(call: Call, tmp_path: Path, command: str) -> None:
    binary, empty, blank = tmp_path / "binary", tmp_path / "empty", tmp_path / "blank"
    binary.write_bytes(bytes(range(256)))
    empty.write_bytes(b"")
    blank.write_bytes(b"\n  \n")
    assert_refused(call, ["record", command, str(tmp_path / "missing")], "missing", "No such file")
    assert_refused(call, ["record", command, str(tmp_path)], repr(str(tmp_path)), "directory")
    assert_refused(call, ["record", command, str(binary)], "binary", "UTF-8")
    assert_refused(call, ["record", command, str(empty)], "empty", "no record")
    assert_refused(call, ["record", command, str(blank)], "blank", "no record")
    assert_refused(call, ["record", command, "-"], "standard input", "no record")


@pytest.mark.parametrize("command", ["legal", "show"])
def test_invalid_records_are_rejected(call: Call, command: str) -> None:
    assert_refused(call, ["record", command, "-"], "record 1", "JSON", stdin="{banana}")
    assert_refused(call, ["record", command, "-"], "record 1", "locarium/1", stdin="{}")
    assert_refused(call, ["record", command, "-"], "record 1", "JSON", stdin="[" * 100_000)


def test_error_stays_on_one_line_if_the_input_has_a_line_break(call: Call) -> None:
    assert_refused(call, ["rules", "lo\nco"], "loco")
    assert_refused(call, ["record", "check", "no\nwhere"], "where")
