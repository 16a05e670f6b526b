"""Find and run the code blocks of the pages.

```console    bash runs every `$ command` in a temporary folder. The lines below it must match its output; … matches
              anything, and a last line `exit 1` gives the exit code. Without such lines any output is fine.
```python     The code runs. Later blocks of the page see the names that earlier ones defined.
```json, toml The block must parse.
```text       The block is not checked.

A block with a title is first written to a file of that name. If the checkout has such a file, it must contain the
block. Readers don't see comments before a block: `<!-- first: command -->` runs a command before it, and
`<!-- not run: reason -->` skips the block.
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
TESTED_ELSEWHERE = {
    *(f"docs/fifth-game{part}.md" for part in ("", "-rules", "-view", "-tests")),  # by test_fifth_game.py, in a copy
    "docs/hosting.md",  # by tests/deploy, with servers and databases
    "docs/operating.md",  # the same
}
ADDRESS = "localhost:8484"  # the server's address on the pages
SECONDS = 120  # per command

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<language>\w*) *(?:title=\"(?P<title>[^\"]+)\")?$")
_COMMENT = re.compile(r"^<!-- (?P<word>first|not run): (?P<text>.+) -->$")


@dataclass(frozen=True)
class Block:
    """A code block of a page."""

    page: Path
    line: int  # line of the opening fence
    language: str
    title: str | None
    text: str
    first: tuple[str, ...] = ()  # commands to run before the block
    not_run: str = ""  # the reason why it is not run

    @property
    def needs_server(self) -> bool:
        return self.language == "console" and any(ADDRESS in text for text in (self.text, *self.first))

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(CHECKOUT)}:{self.line}"


def read_blocks(page: Path) -> list[Block]:
    """Return the blocks of a page, in order."""
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
            raise AssertionError(
                f"{page.relative_to(CHECKOUT)}:{number}: not recognized as the start of a block: {line}"
            )


@dataclass(frozen=True)
class Command:
    """A command of a console block, and its documented output."""

    text: str
    expected: str | None  # None if the page shows no output
    code: int = 0


def read_commands(text: str) -> list[Command]:
    """Return the commands of a console block."""
    assert text.startswith("$ "), "a console block starts with `$ ` and a command"
    return [_command(part) for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]


def _command(part: str) -> Command:
    lines = part.rstrip("\n").split("\n")
    last = next(number for number, line in enumerate(lines) if not line.endswith("\\"))
    expected = lines[last + 1 :]
    code = re.fullmatch(r"exit (\d+)", expected[-1]) if expected else None
    if code:
        expected = expected[:-1]
    return Command("\n".join(lines[: last + 1]), "\n".join(expected) if expected else None, int(code[1]) if code else 0)


def matches(expected: str, output: str) -> bool:
    """Return whether an output matches the page. `…` matches anything, and spaces at line ends are ignored."""
    pattern = ".*?".join(map(re.escape, _trim(expected).split("…")))
    return re.fullmatch(pattern, _trim(output), re.DOTALL) is not None


def _trim(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@dataclass
class Runner:
    """Runs the blocks of one page in order, in a temporary folder."""

    folder: Path
    programs: tuple[Path, ...] = ()  # folders to put first on PATH
    host: str | None = None  # address of a running server, if the page needs one
    variables: dict[str, str] = field(default_factory=dict)  # environment variables
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})  # defined by earlier Python blocks

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
                raise AssertionError(f"{block.place}: unknown language {other!r}; see tests/docs/blocks.py")

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
        if command.expected is not None:
            problem = f"{place}: {command.text}\nprints\n{output}\nnot\n{command.expected}"
            assert matches(command.expected, output), problem

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
