"""Fixtures that call the `locarium` command in this process and capture its output and exit code."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from locarium.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Answer:
    """A command's output and exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Call(Protocol):
    """Call the command with these arguments."""

    def __call__(self, *arguments: str, stdin: str = "") -> Answer: ...


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    monkeypatch.setattr(sys, "path", [*sys.path])  # `bench` adds to it

    def run(*arguments: str, stdin: str = "") -> Answer:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["locarium", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as left:
            main()
        expected = capsys.readouterr()
        return Answer(int(left.value.code or 0), expected.out, expected.err)

    return run


@pytest.fixture
def record(call: Call) -> str:
    """Return the JSON record of a whole game."""
    return call("record", "random", "loco", "--seats", "3", "--seed", "7").out


@pytest.fixture
def file(tmp_path: Path, record: str) -> Path:
    """Return a file with that record."""
    path = tmp_path / "game.json"
    path.write_text(record, "utf-8")
    return path


# Playing in the terminal with typed input.

QUICK = ("play", "loco", "--seed", "4", "--seconds", "0.002")


class Typist(io.TextIOBase):
    """Standard input that provides one line per prompt, then ends."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self, size: int | None = -1, /) -> str:
        return next((line + "\n" for line in self._lines), "")


class Play(Protocol):
    """Call the command with these arguments and type these lines."""

    def __call__(self, *arguments: str, lines: Iterable[str] = ()) -> Answer: ...


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of saved games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOGNAME", "ada")
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "data" / "locarium" / "terminal"


@pytest.fixture
def play(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def run(*arguments: str, lines: Iterable[str] = ()) -> Answer:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["locarium", *(arguments or QUICK)])
        monkeypatch.setattr(sys, "stdin", Typist(iter(lines)))
        with pytest.raises(SystemExit) as left:
            main()
        expected = capsys.readouterr()
        return Answer(int(left.value.code or 0), expected.out, expected.err)

    return run
