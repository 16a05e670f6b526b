"""The code blocks of the pages: how they are found, and how each of them is run.

```console    every `$ command` is run by bash in a folder of the page; what stands below must be what it says, where …
              is anything, and a last line `exit 1` that exit code; without lines below it may say anything
```python     runs, and later ones of the page know what earlier ones defined
```json, toml must be what they say they are
```text       is no code

A block with a title is written to a file of that name first; if the checkout has such a file, the block must be part of
it. Comments before a block, unseen by readers: `<!-- first: command -->` is run before it, `<!-- not run: reason -->`
lets it be.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKOUT = Path(__file__).parents[2]
PAGES = [*sorted((CHECKOUT / "docs").rglob("*.md")), CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md"]
FOLLOWED_ELSEWHERE = {
    "docs/fifth-game.md",  # by test_fifth_game.py, in a checkout of its own
    "docs/hosting.md",  # by tests/deploy, with servers and databases
    "docs/operating.md",  # the same
}
ADDRESS = "localhost:8484"  # of the house, as pages write it
SECONDS = 120  # that a command may take

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<language>\w*) *(?:title=\"(?P<title>[^\"]+)\")?$")
_COMMENT = re.compile(r"^<!-- (?P<word>first|not run): (?P<text>.+) -->$")


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    page: Path
    line: int  # where it opens
    language: str
    title: str | None
    text: str
    first: tuple[str, ...] = ()  # commands to be run before
    not_run: str = ""  # why it is not run

    @property
    def asks_a_house(self) -> bool:
        return self.language == "console" and any(ADDRESS in text for text in (self.text, *self.first))

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(CHECKOUT)}:{self.line}"


def read_blocks(page: Path) -> list[Block]:
    """All blocks of a page, in their order."""
    return list(_blocks(page))


def _blocks(page: Path) -> Iterator[Block]:
    comments: list[tuple[str, str]] = []
    lines = enumerate(page.read_text("utf-8").splitlines(), 1)
    for number, line in lines:
        if comment := _COMMENT.match(line):
            comments.append((comment["word"], comment["text"]))
        elif fence := _FENCE.match(line):
            inside = []
            for _, text in lines:
                if text == fence["fence"]:
                    break
                inside.append(text)
            first = tuple(text for word, text in comments if word == "first")
            reason = next((text for word, text in comments if word == "not run"), "")
            yield Block(page, number, fence["language"], fence["title"], "\n".join(inside), first, reason)
            comments = []
        elif line.lstrip().startswith("```"):
            raise AssertionError(f"{page.relative_to(CHECKOUT)}:{number}: not read as the beginning of a block: {line}")


@dataclass(frozen=True)
class Command:
    """A line of a console block, and what is said to follow."""

    text: str
    said: str | None  # None: nothing is said about it
    code: int = 0


def read_commands(text: str) -> list[Command]:
    """The commands of a console block."""
    assert text.startswith("$ "), "a console block begins with `$ ` and a command"
    return [_command(part) for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]


def _command(part: str) -> Command:
    lines = part.rstrip("\n").split("\n")
    last = next(number for number, line in enumerate(lines) if not line.endswith("\\"))
    said = lines[last + 1 :]
    code = re.fullmatch(r"exit (\d+)", said[-1]) if said else None
    if code:
        said = said[:-1]
    return Command("\n".join(lines[: last + 1]), "\n".join(said) if said else None, int(code[1]) if code else 0)


def fits(said: str, output: str) -> bool:
    """Whether an output is what the page says, … being anything; blanks at the ends of lines do not count."""
    pattern = ".*?".join(map(re.escape, _trim(said).split("…")))
    return re.fullmatch(pattern, _trim(output), re.DOTALL) is not None


def _trim(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@dataclass
class Runner:
    """Runs the blocks of one page, in their order, in a folder of its own."""

    folder: Path
    programs: tuple[Path, ...] = ()  # folders that PATH begins with
    host: str | None = None  # of a house that runs, where the page needs one
    variables: dict[str, str] = field(default_factory=dict)  # of the environment
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})  # what Python blocks have defined

    def run(self, block: Block) -> None:
        if block.title is not None:
            self._write(block, block.title)
        for command in block.first:
            self._call(Command(command, None), block.place)
        match block.language:
            case "console":
                for each in read_commands(block.text):
                    self._call(each, block.place)
            case "python":
                code = compile(block.text, block.place, "exec")
                if block.title is None:
                    exec(code, self.names)
            case "json":
                json.loads(block.text)
            case "toml":
                tomllib.loads(block.text)
            case "text":
                pass
            case other:
                raise AssertionError(f"{block.place}: nobody knows how to run {other!r}; see tests/docs/blocks.py")

    def _write(self, block: Block, title: str) -> None:
        file = self.folder / title
        file.parent.mkdir(parents=True, exist_ok=True)
        if (CHECKOUT / title).exists():
            assert block.text in (CHECKOUT / title).read_text("utf-8"), f"{block.place} is not part of {title}"
            shutil.copy(CHECKOUT / title, file)
        else:
            file.write_text(block.text + "\n", "utf-8")

    def _call(self, command: Command, place: str) -> None:
        text = command.text.replace(ADDRESS, self.host) if self.host else command.text
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {text}"],
            check=False,
            cwd=self.folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
        )
        output = done.stdout.replace(self.host, ADDRESS) if self.host else done.stdout
        assert done.returncode == command.code, f"{place}: {command.text}\nexit {done.returncode}\n{output}"
        if command.said is not None:
            assert fits(command.said, output), f"{place}: {command.text}\nsays\n{output}\nnot\n{command.said}"

    def _environment(self) -> dict[str, str]:
        home = self.folder / "home"
        path = (*self.programs, Path(sys.executable).parent, CHECKOUT, os.environ["PATH"])
        own = {
            "PATH": os.pathsep.join(map(str, path)),
            "CHECKOUT": str(CHECKOUT),
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "COLUMNS": "160",
            "NO_COLOR": "1",
        }
        return os.environ | own | self.variables
