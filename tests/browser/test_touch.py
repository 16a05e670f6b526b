"""Touch targets on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visitors
from .people import game_card

MIN_SIZE = 43.9  # pixels: 44, minus rounding


@pytest.mark.parametrize("title", ["LOCO!", "LOKUS", "LOCUS", "GENIUS LOCI"])
def test_buttons_are_large_enough_for_fingers(visitors: Visitors, title: str) -> None:
    page = visitors.arrive("/", viewport=PHONE, has_touch=True, is_mobile=True)
    game_card(page, title).get_by_role("button", name="Play now").tap()
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    small = {}
    for button in page.get_by_role("main").get_by_role("button").locator("visible=true").all():
        box = button.bounding_box()
        assert box is not None
        if min(box["width"], box["height"]) < MIN_SIZE:
            small[button.get_attribute("aria-label") or button.inner_text()] = box
    assert small == {}
