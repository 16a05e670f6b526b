"""Every link of every page leads somewhere: to a file, to a heading; addresses elsewhere are at least well formed."""

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
    """The headings of a page as addresses: small letters, what is neither letter nor number gone, blanks as dashes."""
    fences = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
    titles = (heading["title"] for heading in HEADING.finditer(fences.sub("", page.read_text("utf-8"))))
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def fault_of(page: Path, target: str) -> str | None:
    """What is wrong with a link, if anything."""
    parts = urlsplit(target)
    if parts.scheme:
        is_whole = parts.scheme in ("https", "mailto") and bool(parts.netloc or parts.path)
        return None if is_whole else "an address elsewhere begins with https://"
    if parts.netloc or target.startswith("/"):
        return "a link within the project is relative"
    file = (page.parent / parts.path).resolve() if parts.path else page
    if not file.is_file():
        return "there is no such file"
    if not file.is_relative_to(CHECKOUT):
        return "it leads out of the checkout"
    if parts.fragment and file.suffix == ".md" and parts.fragment not in anchors(file):
        return f"{file.name} has no such heading; it has {', '.join(sorted(anchors(file)))}"
    return None


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    page = CHECKOUT / name
    faults = {target: fault for target in links(page) if (fault := fault_of(page, target))}
    assert not faults, f"{name}: {faults}"


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("nowhere.md", "no such file"),
        ("api.md#nothing", "no such heading"),
        ("/api.md", "relative"),
        ("http://example.org", "https"),
        ("#nothing", "no such heading"),
    ],
)
def test_what_leads_nowhere_is_found(target: str, fault: str) -> None:
    assert fault in (fault_of(CHECKOUT / "docs" / "index.md", target) or "")


def test_there_are_links_and_what_is_code_is_none() -> None:
    assert sum(len(links(page)) for page in PAGES) > 500
    assert "rules/loco.md" in links(CHECKOUT / "docs" / "index.md")
    assert not [target for target in links(CHECKOUT / "docs" / "fifth-game-view.md") if target.startswith("seat")]


def test_generated_pages_hide_no_page() -> None:
    assert not [name for name in GENERATED if (CHECKOUT / "docs" / name).exists()]
