"""The docs site lists every page, builds without warnings, and loads nothing from other hosts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from manual.pages import GENERATED
from manual.schemas import type_of

from docs.blocks import CHECKOUT
from docs.building import build_site
from locarium import catalogue

DOCS = CHECKOUT / "docs"


class _Loader(yaml.SafeLoader):
    """Reads the settings of MkDocs and ignores its tags."""


def nav() -> list[str]:
    """Return the pages of the navigation, in order."""
    settings = yaml.load((CHECKOUT / "mkdocs.yml").read_text("utf-8"), Loader=_Loader)

    def pages(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        parts = entry.values() if isinstance(entry, dict) else entry
        assert not isinstance(parts, str)
        return [page for part in parts for page in pages(part)]

    return pages(settings["nav"])


def test_nav_lists_every_page_once() -> None:
    existing = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} | set(GENERATED)
    listed = nav()
    assert len(listed) == len(set(listed)), "the nav of mkdocs.yml lists a page twice"
    assert existing - set(listed) == set(), "add these pages to the nav of mkdocs.yml"
    assert set(listed) - existing == set(), "the nav of mkdocs.yml lists pages that don't exist"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


class _AddressCollector(HTMLParser):
    """Collects the addresses that a browser would fetch to show a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            is_link = tag == "a" or (tag == "link" and ("rel", "canonical") in attrs)
            if name in ("src", "href") and value and not is_link:
                self.addresses.append(value)


@pytest.mark.slow
def test_pages_load_nothing_from_other_hosts(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(nav())
    for page in pages:
        collector = _AddressCollector()
        collector.feed(page.read_text("utf-8"))
        assert collector.addresses
        assert not [address for address in collector.addresses if "//" in address], page.name


@pytest.mark.slow
def test_styles_load_nothing_from_other_hosts(site: Path) -> None:
    for style in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import", style.read_text("utf-8")), style.name


@pytest.mark.slow
def test_start_page_shows_all_four_games(site: Path) -> None:
    start = (site / "index.html").read_text("utf-8")
    for name in catalogue.NAMES:
        assert f'src="pictures/{name}-desktop.png"' in start
        assert (site / "pictures" / f"{name}-desktop.png").exists()
        assert (site / "rules" / f"{name}.html").exists()


@pytest.mark.slow
def test_rules_link_to_their_tests(site: Path) -> None:
    rules = (site / "rules" / "loco.html").read_text("utf-8")
    (target, anchor) = re.findall(r'href="(\.\./source/tests/[^"#]+)#([^"]+)"', rules)[0]
    assert f'id="{anchor}"' in (site / "rules" / target).resolve().read_text("utf-8")


@pytest.mark.slow
def test_reference_lists_every_endpoint(site: Path) -> None:
    page = (site / "reference" / "http.html").read_text("utf-8")
    program = "import json; from manual.reference import openapi; print(json.dumps(openapi()))"
    done = subprocess.run([sys.executable, "-c", program], check=True, cwd=CHECKOUT, capture_output=True, text=True)
    for path, operations in json.loads(done.stdout)["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in page


@pytest.mark.slow
def test_reference_lists_every_command(site: Path) -> None:
    page = (site / "reference" / "commands.html").read_text("utf-8")
    assert all(f"<code>locarium {words}</code>" in page for words in ("play", "record check", "arena ladder", "verify"))
    python = (site / "python.html").read_text("utf-8")
    assert 'id="locarium.kernel.position.Position.concealed"' in python


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "array", "items": {"$ref": "#/components/schemas/Listing"}}, "list of [Listing](#listing)"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        ({"enum": ["a", "b"]}, '`"a"` or `"b"`'),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object of string"),
        ({}, "anything"),
    ],
)
def test_types_are_described(schema: dict, words: str) -> None:
    assert type_of(schema) == words


def test_changelog_contains_every_fragment() -> None:
    changelog = GENERATED["changelog.md"]()
    fragments = [path for path in (CHECKOUT / "changelog.d").iterdir() if path.suffix == ".md"]
    assert fragments
    for path in fragments:
        assert re.fullmatch(r"(\d+|\+[\w-]+)\.(feature|bugfix|doc|removal|misc)(\.\d+)?\.md", path.name), path.name
        if ".misc" not in path.name:
            first = " ".join(path.read_text("utf-8").split())[:60]
            assert first in " ".join(changelog.split()), f"{path.name} is not in the changelog"
