"""Check that the pages about the code name only existing modules, and all packages of the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.blocks import CHECKOUT

SOURCE = CHECKOUT / "src" / "locarium"
ARCHITECTURE = CHECKOUT / "docs" / "architecture.md"
PAGES = [ARCHITECTURE, *(CHECKOUT / "docs" / name for name in ("design.md", "engines.md", "glossary.md"))]
PATHS = ["A move", "A bot's move", "A review", "A replay"]

_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"[\w.-]+(/[\w.-]+)+/?")


def named_paths(text: str) -> list[str]:
    """Return the files and folders that a text names in backticks."""
    return [code for code in _CODE.findall(text) if _PATH.fullmatch(code)]


def missing_paths(text: str) -> list[str]:
    """Return the named paths that exist neither in the package nor in the checkout."""
    return [path for path in named_paths(text) if not ((SOURCE / path).exists() or (CHECKOUT / path).exists())]


def unnamed_packages(text: str) -> list[str]:
    """Return the packages of the server that a text doesn't name."""
    packages = {path.parent.name for path in (SOURCE / "server").glob("*/__init__.py")}
    assert len(packages) > 1
    return sorted(package for package in packages if f"`server/{package}`" not in text)


def section(title: str) -> str:
    """Return the text below a heading of the architecture page."""
    return ARCHITECTURE.read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_named_path_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    assert named_paths(text)
    assert not missing_paths(text)


def test_every_server_package_is_named() -> None:
    assert not unnamed_packages(ARCHITECTURE.read_text("utf-8"))


@pytest.mark.parametrize("title", PATHS)
def test_every_step_of_a_path_names_a_module(title: str) -> None:
    steps = re.findall(r"^\d+\. (?:.+\n(?:   .+\n)*)", section(title), re.MULTILINE)
    assert len(steps) >= 5
    for step in steps:
        assert re.search(r"`[\w/-]+\.(py|ts)`", step), step


def test_checks_find_missing_paths_and_packages() -> None:
    text = "`server/live/connection.py` `server/socket.py` `web/src/api/live.ts` `NUMBA_DISABLE_JIT=1` `rules.py`"
    assert missing_paths(text) == ["server/socket.py"]
    assert "live" in unnamed_packages("`server/serve`, `server/live/connection.py`")
    assert "serve" not in unnamed_packages("`server/serve`")
