"""Every link on every page leads to an existing file and heading. External links are well formed."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from manual.pages import GENERATED

from docs.blocks import CHECKOUT, PAGES

LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\((?P<target>[^)\s]+)\)")
CODE = re.compile(r"^(?P<fence>`{3,}).*?^(?P=fence)$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} (?P<title>.+?)$", re.MULTILINE)
NAMES = [str(page.relative_to(CHECKOUT)) for page in PAGES]


def links(page: Path) -> list[str]:
    return [link["target"] for link in LINK.finditer(CODE.sub("", page.read_text("utf-8")))]


@lru_cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings: lower case, no punctuation, dashes for spaces."""
    fences = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
    titles = (heading["title"] for heading in HEADING.finditer(fences.sub("", page.read_text("utf-8"))))
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def problem_with(page: Path, target: str) -> str | None:
    """Return what is wrong with a link, or None."""
    parts = urlsplit(target)
    if parts.scheme:
        is_whole = parts.scheme in ("https", "mailto") and bool(parts.netloc or parts.path)
        return None if is_whole else "an external link starts with https://"
    if parts.netloc or target.startswith("/"):
        return "a link within the project is relative"
    file = (page.parent / parts.path).resolve() if parts.path else page
    if not file.is_file():
        return "no such file"
    if not file.is_relative_to(CHECKOUT):
        return "it leaves the checkout"
    if parts.fragment and file.suffix == ".md" and parts.fragment not in anchors(file):
        return f"{file.name} has no such heading; it has {', '.join(sorted(anchors(file)))}"
    return None


@pytest.mark.parametrize("name", NAMES)
def test_every_link_works(name: str) -> None:
    page = CHECKOUT / name
    problems = {target: problem for target in links(page) if (problem := problem_with(page, target))}
    assert not problems, f"{name}: {problems}"


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("nowhere.md", "no such file"),
        ("api.md#nothing", "no such heading"),
        ("/api.md", "relative"),
        ("http://example.org", "https"),
        ("#nothing", "no such heading"),
    ],
)
def test_broken_link_is_reported(target: str, problem: str) -> None:
    assert problem in (problem_with(CHECKOUT / "docs" / "index.md", target) or "")


def test_links_are_found_outside_code() -> None:
    assert sum(len(links(page)) for page in PAGES) > 500
    assert "rules/loco.md" in links(CHECKOUT / "docs" / "index.md")
    assert not [target for target in links(CHECKOUT / "docs" / "fifth-game-view.md") if target.startswith("seat")]


def test_generated_pages_replace_no_existing_page() -> None:
    assert not [name for name in GENERATED if (CHECKOUT / "docs" / name).exists()]
