"""Long texts fit into buttons, in every language and size."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Visitors

CUT_OFF = """() => [...document.querySelectorAll("main .button")].filter((button) => {
  let room = innerWidth;
  for (let at = button; (at = at.parentElement); ) room = Math.min(room, at.getBoundingClientRect().right);
  return button.scrollWidth > button.clientWidth || button.getBoundingClientRect().right > room + 1;
}).map((button) => button.innerText)"""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_no_button_text_is_cut_off(visitors: Visitors, locale: str) -> None:
    page = visitors.arrive("/", locale=locale)
    for viewport in (DESKTOP, PHONE):
        page.set_viewport_size(viewport)
        for address in ("/", "/rules/locus", "/edit/locus", "/contests", "/puzzles"):
            page.goto(f"{visitors.url}{address}")
            expect(page.locator("main .button").first).to_be_visible()
            assert page.evaluate(CUT_OFF) == [], (address, viewport)
