"""Hostile files on the command line are handled in bounded time and memory, without a traceback."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from bench.hostile import EDITIONS, POSITIONS, RECORDS, TOML

from guarding import guard
from locarium import catalogue
from locarium.cli.main import main
from locarium.games.genius_loci.setup import parse_placement
from locarium.kernel.errors import LocariumError
from locarium.kernel.position import Setup

Rounds = Callable[[int], Iterator[int]]
EDITION_COMMANDS = ["edition check", "edition show", "edition check --game genius-loci", "edition show --game lokus"]
RECORD_COMMANDS = ["record check", "record legal", "record show", "verify", "certify"]
FEW_RECORDS = [
    *(
        "blank",
        "deep objects",
        "many fields, one twice",
        "giant integer",
        "giant exponent",
        "thousands of hidden steps",
    ),
    *("a giant step", "a field like a message", "edition: dotted key"),
]
ANSWERS = {0, 1, 2, 3}  # exit codes
HUGE = {"a huge line": "x" * 2**24, "a huge list": "[" + "[]," * 2**22, "huge lines": ("x" * 2**21 + "\n") * 8}


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """Load the compiled code before child processes need it."""
    for game in catalogue.NAMES:
        about = catalogue.about(game)
        Setup(catalogue.game(game), about.seats(about.options())[0]).begin()


def run(*arguments: str) -> None:
    """Call the command and discard its output."""
    sys.argv = ["locarium", *arguments]
    with (
        Path(os.devnull).open("w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
        pytest.raises(SystemExit) as left,
    ):
        main()
    assert left.value.code in ANSWERS


def with_file(command: str, folder: Path) -> Callable[[str], None]:
    """Return a function that calls a command with a text in a file."""

    def call(text: str) -> None:
        file = folder / "hostile"
        file.write_text(text, "utf-8")
        run(*command.split(), str(file))

    return call


@pytest.mark.parametrize("command", EDITION_COMMANDS)
def test_hostile_editions_are_bounded(command: str, tmp_path: Path) -> None:
    names = ["dotted key on a short line", "giant hexadecimal", "blank lines", "many arrays", *EDITIONS]
    made = {name: (TOML | EDITIONS)[name](Random(0)) for name in names}
    guard(with_file(command, tmp_path), made)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("command", EDITION_COMMANDS)
def test_all_hostile_editions_are_bounded(command: str, tmp_path: Path, rounds: Rounds) -> None:
    for number in rounds(1):
        made = {name: make(Random(number)) for name, make in (TOML | EDITIONS).items()}
        guard(with_file(command, tmp_path), made | HUGE)


@pytest.mark.parametrize("command", RECORD_COMMANDS)
def test_hostile_records_are_bounded(command: str, tmp_path: Path) -> None:
    guard(with_file(command, tmp_path), {name: RECORDS[name](Random(0)) for name in FEW_RECORDS})


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("command", RECORD_COMMANDS)
def test_all_hostile_records_are_bounded(command: str, tmp_path: Path, rounds: Rounds) -> None:
    for number in rounds(1):
        made = {name: make(Random(number)) for name, make in RECORDS.items()}
        guard(with_file(command, tmp_path), made | HUGE)


@pytest.mark.parametrize("command", [*EDITION_COMMANDS, *RECORD_COMMANDS])
def test_endless_file_is_rejected(command: str) -> None:
    guard(lambda name: run(*command.split(), name), {"/dev/zero": "/dev/zero"})


@pytest.mark.parametrize("command", ["solve", "perft"])
def test_hostile_positions_are_bounded(command: str) -> None:
    wrong = {name: text for name, text in POSITIONS.items() if not is_position(text)}
    assert wrong
    depth = ["1"] if command == "perft" else []
    guard(lambda text: run(command, text, *depth), wrong | {"very long": "/" * 100_000})


def is_position(text: str) -> bool:
    try:
        parse_placement(text, "TYSPC")
    except LocariumError:
        return False
    return True
