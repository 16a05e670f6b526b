"""The command `locarium`, called in this process: what it printed, and its exit code."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from locarium.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Call(Protocol):
    """Calls the command with these arguments."""

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
        said = capsys.readouterr()
        return Answer(int(left.value.code or 0), said.out, said.err)

    return run


@pytest.fixture
def record(call: Call) -> str:
    """A whole game, as JSON."""
    return call("record", "random", "loco", "--seats", "3", "--seed", "7").out


@pytest.fixture
def file(tmp_path: Path, record: str) -> Path:
    """The same in a file."""
    path = tmp_path / "game.json"
    path.write_text(record, "utf-8")
    return path
