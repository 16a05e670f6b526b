"""The size of the front end: a small first page, and each game loaded only when it is played."""

from __future__ import annotations

import re

from playwright.sync_api import Response, expect

from .conftest import Visitors
from .people import game_card

MAX_BYTES = 150_000  # bytes of compressed script on the first page


def test_first_page_is_small_and_games_load_on_demand(visitors: Visitors) -> None:
    page = visitors.arrive("about:blank")
    scripts: dict[str, int] = {}

    def note(response: Response) -> None:
        if response.request.resource_type == "script":
            assert response.headers.get("content-encoding") == "gzip" or int(response.headers["content-length"]) < 500
            scripts[response.url.rpartition("/")[2]] = int(response.headers["content-length"])

    page.on("response", note)
    page.goto("/")
    expect(game_card(page, "GENIUS LOCI").get_by_role("button", name="Play now")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    assert 0 < sum(scripts.values()) <= MAX_BYTES, scripts
    boards = [name for name in scripts if re.match("Board|TablePage", name)]
    assert boards == []
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Choose a card")).to_be_visible()
    boards = [name for name in scripts if name.startswith("Board")]
    assert len(boards) == 1  # only this game's
