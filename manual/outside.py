"""Links from docs/ to files of the checkout that lie outside: in the site they lead to pages that show these files."""

from __future__ import annotations

import ast
import os
import re
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHECKOUT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\[(?P<label>[^\]\[]*)\]\((?P<target>\.\.?/[^)#\s]*)\)")
SHOWN_ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}  # pages of their own
LANGUAGES = {".py": "python", ".md": "markdown", ".toml": "toml", ".yaml": "yaml", ".json": "json", ".conf": "nginx"}
FENCE = "`" * 6


def links(source: str, text: str) -> Iterator[tuple[str, str]]:
    """What a page, by its place in docs/, links to outside: place in the checkout, and what of it (`a.py::what`)."""
    for link in LINK.finditer(text):
        place = outside(source, link["target"])
        if place and place not in SHOWN_ELSEWHERE:
            yield place, _part(link["label"])


def outside(source: str, target: str) -> str | None:
    """The place in the checkout that a link of a page means, if it is a file outside of docs/."""
    place = os.path.normpath(PurePosixPath("docs", source).parent / target)
    is_outside = not place.startswith(("docs/", ".."))
    return place if is_outside and (CHECKOUT / place).is_file() else None


def page_of(place: str) -> str:
    """The page of the site that shows a file."""
    return SHOWN_ELSEWHERE.get(place, f"source/{place}.md")


def rewrite(source: str, text: str) -> str:
    """A page whose links to outside lead to pages that show what lies there."""

    def lead(link: re.Match[str]) -> str:
        place = outside(source, link["target"])
        if place is None:
            return link[0]
        part = _part(link["label"])
        anchor = f"#{part}" if part else ""
        return f"[{link['label']}]({os.path.relpath(page_of(place), PurePosixPath(source).parent)}{anchor})"

    return LINK.sub(lead, text)


def show_file(place: str, parts: Iterable[str]) -> str:
    """The page that shows a file, cut where linked parts begin. Search leaves it out: what it finds is for readers."""
    path = CHECKOUT / place
    lines = path.read_text("utf-8").rstrip("\n").split("\n")
    cuts = {1: ""} | _beginnings(path, set(parts))
    head = f'---\nsearch:\n  exclude: true\ntitle: "{place}"\nhide: [navigation]\n---\n\n# {path.name}\n\n`{place}`\n'
    blocks = [head]
    for first, following in pairwise([*sorted(cuts), len(lines) + 1]):
        anchor = f'<a id="{cuts[first]}"></a>\n\n' if cuts[first] else ""
        code = "\n".join(lines[first - 1 : following - 1])
        opening = f'{FENCE}{{.{LANGUAGES.get(path.suffix, "text")} linenums="{first}"}}'
        blocks.append(f"{anchor}{opening}\n{code}\n{FENCE}\n")
    return "\n".join(blocks)


def _part(label: str) -> str:
    return label.rpartition("::")[2] if "::" in label else ""


def _beginnings(path: Path, names: set[str]) -> dict[int, str]:
    """Line -> name of what a Python file defines there, decorators included."""
    if path.suffix != ".py" or not names - {""}:
        return {}
    found = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name in names:
            found[min([node.lineno, *(each.lineno for each in node.decorator_list)])] = node.name
    return found
