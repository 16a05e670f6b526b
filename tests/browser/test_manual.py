"""The manual in a browser, opened from files: search, accessibility, no external requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from docs.building import build_site

from .conftest import DESKTOP, LOOKS
from .people import violations

pytestmark = pytest.mark.slow

PAGES = ["index.html", "play.html", "rules/loco.html", "figures.html", "architecture.html", "reference/http.html"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


@pytest.fixture(params=LOOKS, ids=["desktop", "phone"])
def reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    viewport, scheme = request.param
    context = browser.new_context(viewport=viewport, color_scheme=scheme)
    yield context.new_page()
    context.close()


def test_pages_are_accessible_and_load_nothing_external(site: Path, reader: Page, axe: str) -> None:
    elsewhere: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            elsewhere.append(request.url)

    reader.on("request", note)
    for name in PAGES:
        reader.goto((site / name).as_uri())
        expect(reader.locator("h1")).to_be_visible()
        wider: Any = reader.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, name
        assert violations(reader, axe) == [], name
        assert elsewhere == [], name


def test_search_works_from_files(site: Path, browser: Browser) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").focus()
    expect(page.locator(".md-search-result__meta")).to_contain_text("Type to start")  # a query before that is lost
    page.get_by_role("textbox", name="Search").press_sequentially("embargo")  # the page listens to keys
    found = page.locator(".md-search-result__link").first
    expect(found).to_be_visible()
    found.click()
    expect(page).not_to_have_url((site / "index.html").as_uri())
    context.close()
