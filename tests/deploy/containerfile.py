"""Read a Containerfile and its ignore file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Instruction:
    """One instruction, its continuation lines joined."""

    word: str
    text: str

    def words(self) -> list[str]:
        """Return the words of the exec form, a JSON list."""
        found: list[str] = json.loads(self.text)
        return found


def read_stages(text: str) -> list[list[Instruction]]:
    """Return the instructions of every stage. Each stage starts with its FROM."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    stages: list[list[Instruction]] = []
    for line in "\n".join(lines).replace("\\\n", "").splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stages.append([])
        stages[-1].append(Instruction(word, " ".join(rest.split()) if word == "RUN" else rest.strip()))
    return stages


def lets_through(patterns: Sequence[str], path: str) -> bool:
    """Return whether a file is in the build context. The last pattern that matches it or a parent folder decides."""
    way = PurePosixPath(path)
    places = [str(way), *map(str, way.parents[:-1])]
    ignored = False
    for line in patterns:
        pattern = line.strip()
        if pattern and not pattern.startswith("#"):
            expression = _expression(pattern.removeprefix("!"))
            if any(expression.fullmatch(place) for place in places):
                ignored = not pattern.startswith("!")
    return not ignored


def _expression(pattern: str) -> re.Pattern[str]:
    """Translate a pattern. It is anchored at the root of the context; `**` matches any number of folders."""
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.findall(r"\*\*/|\*\*|\*|\?|\[[^\]]+\]|.", pattern.strip("/"))
    return re.compile(
        "".join(known.get(part) or (part if part[0] == "[" and part[-1] == "]" else re.escape(part)) for part in parts)
    )
