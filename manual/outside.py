"""Links from docs/ to other files of the checkout. On the site they lead to pages that show these files."""

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
SHOWN_ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}  # files with their own pages
LANGUAGES = {".py": "python", ".md": "markdown", ".toml": "toml", ".yaml": "yaml", ".json": "json", ".conf": "nginx"}
FENCE = "`" * 6


def links(source: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield a page's links to files outside docs/, each as the path in the checkout and the part (`a.py::name`)."""
    for link in LINK.finditer(text):
        place = outside(source, link["target"])
        if place and place not in SHOWN_ELSEWHERE:
            yield place, _part(link["label"])


def outside(source: str, target: str) -> str | None:
    """Return the path in the checkout that a link points to, if it is a file outside docs/."""
    place = os.path.normpath(PurePosixPath("docs", source).parent / target)
    is_outside = not place.startswith(("docs/", ".."))
    return place if is_outside and (CHECKOUT / place).is_file() else None


def page_of(place: str) -> str:
    """Return the page of the site that shows a file."""
    return SHOWN_ELSEWHERE.get(place, f"source/{place}.md")


def rewrite(source: str, text: str) -> str:
    """Rewrite a page's links to outside files to the pages that show them."""

    def lead(link: re.Match[str]) -> str:
        place = outside(source, link["target"])
        if place is None:
            return link[0]
        part = _part(link["label"])
        anchor = f"#{part}" if part else ""
        return f"[{link['label']}]({os.path.relpath(page_of(place), PurePosixPath(source).parent)}{anchor})"

    return LINK.sub(lead, text)


def show_file(place: str, parts: Iterable[str]) -> str:
    """Render the page that shows a file, with an anchor for each linked part. Search excludes it."""
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
    """Map the first line of each definition in a Python file, including its decorators, to its name."""
    if path.suffix != ".py" or not names - {""}:
        return {}
    found = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name in names:
            found[min([node.lineno, *(each.lineno for each in node.decorator_list)])] = node.name
    return found
